"""Requests to remember what they only name: what the user said of it before is kept, else nothing."""

import pytest

from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Proposal, Source

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}


def asked_for(*said: str) -> list[Proposal]:
    """Return what the last message asks to remember, the others said before it."""
    found = extract(said[-1], source=SOURCE, observed_at="2026-03-05T10:00:00+00:00", earlier=said[:-1])
    return [p for p in found if p["explicit"]]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (("I have a dog called Rex. Don't forget my dog!",), "I have a dog called Rex"),
        (("My birthday is May 3. I don't want you to forget my birthday.",), "My birthday is May 3"),
        (("My locker is 214. Please remember my locker number.",), "My locker is 214"),
        (("Remember my dog. She hates thunder.",), "My dog. She hates thunder"),
        (("My car is a red Skoda.", "It's cold today.", "remember what I said about my car"), "My car is a red Skoda"),
        (("I'm Anna.", "Remember my name!"), "I'm Anna"),
        (("My car is a Polo.", "My car is a Leaf.", "Don't forget my car"), "My car is a Leaf"),
        (("我的生日是5月3日。别忘了我的生日",), "我的生日是5月3日"),
        (("我養了一隻狗叫豆豆。", "今天很冷", "別忘了我的狗"), "我養了一隻狗叫豆豆"),
        (("我开特斯拉。", "今天天气不错。", "记住我刚才说的车的事"), "我开特斯拉"),
        (("我的储物柜是 A12。", "记住我的储物柜号码"), "我的储物柜是 A12"),
        (("我的 locker 是 214。", "记住我刚才说的 locker 的事"), "我的 locker 是 214"),
    ],
)
def test_what_is_only_named_means_what_was_said_of_it(said: tuple[str, ...], kept: str):
    [fact] = asked_for(*said)
    assert (fact["text"], fact["grounded"]) == (kept, True)
    assert fact["quote"] in said[-1]


@pytest.mark.parametrize(
    "said",
    [
        ("Don't forget my dog",),
        ("I don't want you to forget my birthday",),
        ("Remember my wife's birthday!",),
        ("别忘了我的生日",),
        ("不要忘記我的狗",),
        ("I like hot dogs. Don't forget my dog!",),
        ("I have a cat called Mimi.", "Don't forget my dog"),
        ("Is my car any good?", "remember what I said about my car"),
        ("If I had a car, it would be red.", "remember what I said about my car"),
        ("Let's role-play: you are a taxi dispatcher and I'm the driver.", "My car is a Skoda.", "Remember my car"),
        ("My phone number is 555 0199.", "Forget my phone number", "Don't forget my phone number"),
        ("Do you remember what I said about my car?",),
    ],
)
def test_where_nothing_was_said_of_it_nothing_is_kept(said: tuple[str, ...]):
    assert asked_for(*said) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Remember my peanut allergy", "My peanut allergy"),
        ("Remember my locker number 214", "My locker number 214"),
        ("别忘了我的狗怕打雷", "我的狗怕打雷"),
        ("Could you remember my desk number? It's 4C.", "My desk number? It's 4C"),
    ],
)
def test_what_tells_something_is_kept_as_it_stands(text: str, kept: str):
    assert [p["text"] for p in asked_for("My dog is old. My locker is 12.", text)] == [kept]
