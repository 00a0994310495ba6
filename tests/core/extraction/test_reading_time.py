"""Reading a message calls no more than in proportion to its length; time inside one slow pattern is not seen here."""

import sys
from types import FrameType

import pytest

from memory.core.extraction.changes import may_change
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Source

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}


def calls(text: str) -> int:
    """Return how many Python functions are called while a message is read."""
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


@pytest.mark.parametrize("unit", ["里,", "a, ", "I a, ", "我,", "Bob: hi\n", "> x\n", "1. x\n"])
def test_a_message_four_times_as_long_takes_at_most_about_four_times_the_work(unit: str) -> None:
    short, long = (calls((unit * (size // len(unit) + 1))[:size]) for size in (450, 1_800))
    assert long <= 6 * short
