"""Reading a message is work in proportion to its length: calls made, and characters that patterns are given to read."""

import re
import sys
from collections.abc import Callable
from types import FrameType

import pytest

from memory.core.asks import remember
from memory.core.asks.request_forms import Form
from memory.core.extraction.changes import may_change
from memory.core.extraction.extraction import extract
from memory.core.extraction.own_words import SENTENCES_LIMIT
from memory.core.facts.facts import Source
from memory.core.language.clauses import SENTENCE_LIMIT, sentences

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}
UNITS = ["里,", "a, ", "I a, ", "我,", "Bob: hi\n", "> x\n", "1. x\n", '" ,"', "，", ": ", "@", "- ", "remember ", "记"]


def calls(text: str) -> int:
    """Return how many functions are called while a message is read, those of patterns too."""
    made = 0

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal made
        made += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        extract(text, source=SOURCE, observed_at="2026-03-05T10:00:00+00:00")
        may_change(text)
    finally:
        sys.setprofile(before)
    return made


@pytest.mark.parametrize("unit", UNITS)
def test_a_message_four_times_as_long_takes_at_most_about_four_times_the_work(unit: str) -> None:
    short, long = (calls((unit * (size // len(unit) + 1))[:size]) for size in (450, 1_800))
    assert long <= 6 * short


@pytest.mark.parametrize("unit", ["1. x\n", "I like tea. ", "我。"])
def test_past_a_number_of_sentences_more_of_them_are_hardly_more_work(unit: str) -> None:
    most, long = (calls((unit * (size // len(unit) + 1))[:size]) for size in (SENTENCES_LIMIT * len(unit), 7_900))
    assert long <= 2 * most


@pytest.mark.parametrize("unit", UNITS)
def test_a_sentence_without_end_is_looked_through_for_a_request_behind_it_only_at_its_end(
    unit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    class Counting:
        """A pattern that notes how much it is given to match whole."""

        def __init__(self, pattern: re.Pattern[str]) -> None:
            self.fullmatch: Callable[[str, int], re.Match[str] | None] = lambda text, at: (
                read.append(len(text) - at) or pattern.fullmatch(text, at)
            )

    forms = tuple(
        Form(Counting(form.pattern), form.whole, form.refuse, form.firm, form.task)  # type: ignore[arg-type]
        for form in remember.CONTENT_BEFORE
    )
    monkeypatch.setattr(remember, "CONTENT_BEFORE", forms)
    for sentence in sentences((unit * SENTENCE_LIMIT)[: 4 * SENTENCE_LIMIT]):
        remember.requested(sentence)
    assert max(read, default=0) <= 300
