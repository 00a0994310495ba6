from typing import Any

import pytest
from support.entries import entry

from memory.core.extraction.own_words import own_words
from memory.core.facts.facts import Kind, Source
from memory.core.model_extraction.model_answers import Item
from memory.core.model_extraction.model_extraction import Line
from memory.core.model_extraction.model_facts import (
    DENIAL,
    MADE_UP,
    NOT_OF_USER,
    NOT_QUOTED,
    NOT_SAID,
    NOT_STATED,
    OF_THE_MOMENT,
    OTHER_LANGUAGE,
    OTHER_WORDS,
    SECRET,
    TURNED_ROUND,
    Judged,
    judge,
)


def judged(
    message: str, quote: str, text: str, *, kind: Kind = "preference", asked: str = "", known: Any = (), **slot: str
) -> list[Judged]:
    said = entry("m", message)
    line = Line(said, message, " ".join(own_words(message).split()), asked)
    source: Source = {"thread": "T", "conversation": "T", "message": "m", "entry": said["key"]}
    return judge([Item(0, quote, text, kind, slot.get("slot"), slot.get("value"))], [line], known, [source], ["UTC"])


TOWER = "My weekends mostly go into restoring an old lighthouse"
"""What no rule reads."""
BELLS, BELLS_HANT = "我的周末多半花在修一座旧灯塔上", "我的週末多半花在修一座舊燈塔上"
GROUNDED = [
    (TOWER, TOWER, TOWER, TOWER),
    (TOWER, TOWER, "My weekends go into an old lighthouse", TOWER),
    (f"hi! {TOWER}. What else is good?", TOWER, TOWER, TOWER),
    (BELLS, BELLS, "我的周末花在修旧灯塔上", BELLS),
    (BELLS, BELLS, "I spend weekends on a lighthouse", BELLS),
    (BELLS_HANT, BELLS_HANT, BELLS, BELLS_HANT),
    (TOWER, TOWER, "我周末修灯塔", TOWER),
]


@pytest.mark.parametrize(("message", "quote", "text", "stored"), GROUNDED)
def test_what_the_user_says_of_themselves_is_grounded_in_their_own_words(
    message: str, quote: str, text: str, stored: str
):
    (found,) = judged(message, quote, text)
    assert (found.refused, found.proposal["grounded"], found.proposal["text"]) == ("", True, stored)
    assert (found.proposal["quote"], found.proposal["said_by"]) == (quote, "tool")


REFUSED = [
    ("hi there", "My name is Quim Zabala", "My name is Quim Zabala", MADE_UP),
    ("你好", "我叫扎巴拉金", "我叫扎巴拉金", MADE_UP),
    ("thanks", "thanks", "I live in Oslo", NOT_SAID),
    ("Do I row at dawn?", "I row at dawn", "I row at dawn", NOT_STATED),
    ("If I rowed at dawn I'd be fit", "I rowed at dawn", "I rowed at dawn", NOT_STATED),
    ('Bob said "I hate my new job at Acme"', "I hate my new job at Acme", "I hate my job at Acme", NOT_STATED),
    ("```\nI row at dawn\n```", "I row at dawn", "I row at dawn", NOT_STATED),
    ("Translate this:\nI row at dawn", "I row at dawn", "I row at dawn", NOT_STATED),
    ("Pretend I row at dawn", "I row at dawn", "I row at dawn", NOT_STATED),
    ("我黎明划船？开玩笑的", "我黎明划船", "我黎明划船", NOT_STATED),
    ("他说“我最讨厌现在的工作和老板”", "我最讨厌现在的工作和老板", "我讨厌工作", NOT_STATED),
    ("I'm not rowing at dawn", "rowing at dawn", "I'm rowing at dawn", TURNED_ROUND),
    ("我不在黎明划船", "我不在黎明划船", "我在黎明划船", TURNED_ROUND),
    ("My sister rows at dawn", "My sister rows at dawn", "I row at dawn", TURNED_ROUND),
    ("The hero rows at dawn", "The hero rows at dawn", "The hero rows at dawn", NOT_OF_USER),
    ("open the page", "open the page", "I open the page", NOT_OF_USER),
    ("I need help with a regex", "I need help with a regex", "I need help with a regex", OF_THE_MOMENT),
    ("rows at dawn", "rows at dawn", "黎明划船", OTHER_LANGUAGE),
    ("My wifi password is [redacted]", "My wifi password is [redacted]", "My wifi password", SECRET),
]


@pytest.mark.parametrize(("message", "quote", "text", "why"), REFUSED)
def test_what_nobody_said_of_themselves_in_earnest_is_refused_with_the_reason(
    message: str, quote: str, text: str, why: str
):
    assert [found.refused for found in judged(message, quote, text)] == [why]


WAITING = [
    ("Dawn is when I row", "Dawn is when I row", "I row at dawn", OTHER_WORDS),
    (TOWER, "My weekends do go into restoring an old lighthouse", TOWER, NOT_QUOTED),
    ("I'm not going rowing", "I'm not going rowing", "I'm not going rowing", DENIAL),
]


@pytest.mark.parametrize(("message", "quote", "text", "why"), WAITING)
def test_what_is_doubtful_waits_with_the_reason(message: str, quote: str, text: str, why: str):
    (found,) = judged(message, quote, text)
    assert (found.refused, found.proposal["grounded"], found.proposal["reason"]) == ("", False, why)
    assert found.proposal["quote"] in message


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("我每天黎明划船", "The user rows at dawn every day"),
        ("我每天黎明划船", "I row at dawn every day"),
        ("我的周末多半花在修一座旧灯塔上。谢谢", "I spend weekends on a lighthouse"),
        ("黎明划船", "I row at dawn"),
        ("I row at dawn", "我黎明划船"),
        ("My weekends go into an old lighthouse", "用户周末修灯塔"),
        ("我每天黎明 row 船", "I row at dawn"),
        ("我每天黎明劃船", "我每天黎明划船"),
    ],
)
def test_a_translation_is_never_stored_as_the_users_words(message: str, text: str):
    for quote in (message, message.removesuffix("。谢谢"), text):
        for found in judged(message, quote, text):
            assert found.refused or found.proposal["text"] in message


def test_a_yes_is_grounded_in_the_question_and_keeps_the_users_own_word_as_its_quote():
    (found,) = judged("Yes", "Yes", "I am vegetarian", asked="Are you vegetarian?")
    assert (found.proposal["grounded"], found.proposal["quote"]) == (True, "Yes")
    assert (found.proposal["slot"], found.proposal["value"]) == ("diet", "vegetarian")
    (zh,) = judged("是的", "是的", "我吃素", asked="您吃素吗？")
    assert (zh.proposal["grounded"], zh.proposal["slot"]) == (True, "diet")
    (none,) = judged("ok thanks", "ok thanks", "I use Redis", asked="Redis would be a fine choice.")
    assert none.refused == NOT_SAID


def test_a_slot_must_be_one_of_the_profile_named_by_the_users_words_and_filled_by_them():
    (love,) = judged(
        "I row near Rome daily", "I row near Rome daily", "I row near Rome daily", slot="home", value="Rome"
    )
    assert love.proposal["slot"] is None
    (odd,) = judged(TOWER, TOWER, TOWER, slot="weekends", value="lighthouse")
    assert odd.proposal["slot"] is None
    asked = "Where do you live?"
    (home,) = judged("Lisbon", "Lisbon", "I live in Lisbon", asked=asked, slot="work", value="Lisbon")
    assert (home.proposal["slot"], home.proposal["value"]) == ("home", "Lisbon")


@pytest.mark.parametrize("text", ["I live in Lisbon", "The user lives in Lisbon", "My home is Lisbon"])
def test_what_rules_read_in_the_same_words_is_not_told_again(text: str):
    assert judged("I live in Lisbon", "I live in Lisbon", text, slot="home", value="Lisbon") == []


def test_what_is_stored_of_the_same_message_is_not_told_again_in_other_words():
    (first,) = judged(TOWER, TOWER, TOWER)
    assert (
        judged(
            TOWER,
            "My weekends mostly go into restoring",
            "My weekends mostly go into restoring",
            known=[first.proposal],
        )
        == []
    )


def test_what_is_said_in_passing_is_held_with_little_certainty():
    (passing,) = judged("I got an error at line 3", "I got an error at line 3", "I got an error at line 3")
    (lasting,) = judged(TOWER, TOWER, TOWER)
    assert passing.proposal["confidence"] < 0.6 <= lasting.proposal["confidence"]
