"""The assistant's offer to remember: what a yes to it keeps, and what it does not."""

import pytest

from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Proposal, Source

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}


def said(text: str, *, asked: str, before: str) -> list[Proposal]:
    return extract(text, source=SOURCE, observed_at="2026-03-05T10:00:00+00:00", earlier=[before], asked=asked)


@pytest.mark.parametrize(
    ("before", "asked", "text", "kept"),
    [
        (
            "The meter is under the stairs.",
            "Noted. Shall I remember that?",
            "Yes, remember that.",
            "The meter is under",
        ),
        ("The meter is under the stairs.", "Want me to save this for later?", "sure, go ahead", "The meter is under"),
        ("I take the quiet coach.", "Should I make a note of that?", "Yes please!", "I take the quiet coach"),
        ("我的猫怕吸尘器", "需要我记住这件事吗？", "要的", "我的猫怕吸尘器"),
        ("我都喝微糖", "要我幫您記下來嗎？", "好，記吧", "我都喝微糖"),
        ("我一般用 Figma 做原型", "Want me to remember that?", "嗯 remember it", "Figma"),
    ],
)
def test_a_yes_to_an_offer_keeps_what_the_user_said_before(before: str, asked: str, text: str, kept: str):
    [fact] = said(text, asked=asked, before=before)
    assert kept in fact["text"]
    assert fact["explicit"]
    assert fact["grounded"]
    assert fact["quote"] == text.rstrip(".!")


@pytest.mark.parametrize(
    ("asked", "text", "kept"),
    [
        ("Shall I remember that you like short walks?", "Yes please, remember that.", "I like short walks"),
        ("要我记住您喜欢慢节奏的行程吗？", "好的，记住", "我喜欢慢节奏的行程"),
    ],
)
def test_a_request_takes_up_what_the_offer_says_and_not_the_message_before(asked: str, text: str, kept: str):
    [fact] = said(text, asked=asked, before="Thanks, the tour was fine.")
    assert fact["text"] == kept
    assert fact["grounded"]


@pytest.mark.parametrize(
    ("asked", "text"), [("Shall I remember that you like golf?", "yes"), ("要我记住您喜欢高尔夫吗？", "要")]
)
def test_a_mere_yes_keeps_nothing_that_the_assistant_put_in_words_itself(asked: str, text: str):
    assert said(text, asked=asked, before="ok") == []


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("Shall I remember that?", "no thanks"),
        ("Shall I remember that?", "ok thanks"),
        ("Shall I remember that?", "why?"),
        ("需要我记下来吗？", "不用了"),
        ("Want the long version?", "yes"),
    ],
)
def test_a_refusal_thanks_or_another_offer_keep_nothing(asked: str, text: str):
    assert not any(fact["explicit"] for fact in said(text, asked=asked, before="The bike lock is a Kryptonite."))


def test_where_nothing_was_said_before_a_yes_keeps_nothing():
    assert said("yes", asked="Want me to remember your preferences?", before="hello") == []
