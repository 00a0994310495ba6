"""A head that asks for what stands behind it to be kept is told by the words that it is made of."""

import pytest

from memory.core.asks.heads import head_of
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Source

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}


def kept(text: str) -> list[str]:
    """Return the texts of what a message asks to be remembered and nothing speaks against."""
    read = extract(text, source=SOURCE, observed_at="2026-03-05T10:00:00+00:00")
    return [proposal["text"] for proposal in read if proposal["explicit"] and proposal["grounded"]]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I'd love it if this was remembered next time: I cook for five", "I cook for five"),
        ("the one thing I need you to hold on to is that Tom is my stepson", "Tom is my stepson"),
        ("let it stay with you that I don't eat after 8pm", "I don't eat after 8pm"),
        ("so we don't have to go through this again: I'm on the Basic plan", "I'm on the Basic plan"),
        ("for next week when we talk again: I left off at chapter 9", "I left off at chapter 9"),
        ("what you mustn't forget is that I stammer", "I stammer"),
    ],
)
def test_a_head_of_keeping_of_the_talk_and_of_later_asks(text: str, told: str) -> None:
    assert text[head_of(text) :] == told


@pytest.mark.parametrize(
    "text",
    [
        "things to keep in mind when buying a house: location",
        "my boss wants it on record that I was late",
        "keep the file that I sent you",
        "I remember that my grandmother lived in Rome",
        "let's talk about this again later, I have to go",
        "you said that I should rest",
        "keep it short - I'm busy",
        "stay on topic: I asked about dogs",
        "so we don't have to wait: I booked online",
    ],
)
def test_another_head_asks_for_nothing(text: str) -> None:
    assert head_of(text) == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("haha please remember that my locker is number 214", "My locker is number 214"),
        ("btw im gluten free can u remember that for the future", "Im gluten free"),
        ("u gotta remember this one: my locker combo is 14-02 anyway how do i boil eggs?", "My locker combo is 14-02"),
        ("Let me give you my address to keep, it's 5 Calle Luna.", "My address to keep, it's 5 Calle Luna"),
        ("Burn this into your brain: the gate code is 771.", "The gate code is 771"),
        ("Put me down as a night-shift worker in your notes.", "Put me down as a night-shift worker in your notes"),
        ("What is the capital of Peru? can u save this for me. my bus is the 43", "My bus is the 43"),
        ("Could you make the second paragraph shorter? Memory update: we moved to May 12.", "We moved to May 12"),
        ("做个记录呗，今天血压132/85。", "今天(2026-03-05)血压132/85"),
        ("你先把這個資訊收著，社保卡尾號3321。", "社保卡尾號3321"),
        ("供你以后参考：我的简历是两页版的。", "我的简历是两页版的"),
        ("先 store 起来，我的 student ID 是 U7654321。", "我的 student ID 是 U7654321"),
        ("我的储物柜是214号。麻烦记住，比心", "我的储物柜是214号"),
    ],
)
def test_what_is_told_is_kept_and_what_stands_around_it_is_not(text: str, told: str) -> None:
    assert kept(text) == [told]


def test_what_is_only_set_against_what_is_kept_is_no_fact_of_its_own() -> None:
    assert kept("pls remember 我老公叫 Kevin，不是 Calvin。") == ["我老公叫 Kevin"]


@pytest.mark.parametrize("piece", ["that I ", "this: ", "so we don't, ", "when we talk again - "])
def test_a_head_is_looked_for_in_time(piece: str) -> None:
    assert head_of(piece * (2_000 // len(piece))) >= 0
