"""Whether something stood in the window of an answer, and why not."""

from typing import Any

import pytest

from memory.core.why.why_docs import Where
from memory.core.why.windows import Answered, Known, window_step

TIME, BEFORE, AFTER = (f"2026-03-01T{hour}:00:00+00:00" for hour in ("12", "11", "13"))
FACT = Known("f1", slotted=True, entries=frozenset({"e1"}), messages=frozenset({"m1"}), thread="t", since=BEFORE)
SAYING = Known(None, entries=frozenset({"e1"}), messages=frozenset({"m1"}), thread="t", since=BEFORE)


def told(known: Known, thread: str = "t", **report: Any) -> str:
    where: Where = {"thread": thread, "conversation": "trip", "message": "a", "entry": "e9"}
    one = window_step("en", known, Answered(where, TIME, report))
    assert one["told"].startswith(("It was", "The message")), one
    return one["told"].split("trip")[1][1:].strip(" ,.:")


def rows(name: str, shown: int, of: int) -> list[dict[str, Any]]:
    return [{"name": name, "shown": shown, "of": of, "tokens": 1}]


@pytest.mark.parametrize(
    ("known", "report", "words"),
    [
        (FACT, {"standing": [{"type": "profile", "id": "f1"}]}, "among the profile"),
        (FACT, {"items": [{"type": "fact", "id": "f1"}]}, "among the recalled facts"),
        (SAYING, {"items": [{"type": "passage", "id": "t/e1", "entry": "e1"}]}, "among the recalled passages"),
        (SAYING, {"messages": ["m1"]}, ""),
        (FACT, {}, "it was not among what was recalled"),
        (FACT, {"sections": rows("profile", 3, 5)}, "there was no room (3 of 5 lines"),
        (SAYING, {"sections": rows("passages", 1, 4)}, "there was no room (1 of 4 lines"),
        (SAYING, {"degraded": ["passages: not ready within 100 ms"]}, "recall was not ready in time (passages"),
        (FACT, {"unavailable": "the store hangs"}, "memory could not be read (the store hangs)"),
        (FACT, {"temporary": True}, "that conversation is temporary"),
        (SAYING, {"summary": {"key": "e5", "depth": 5}}, "the summary stands for it"),
        (SAYING, {"cut": ["window: 4 messages left out"]}, "left out of the window (window: 4"),
        (Known("f1", since=AFTER), {}, "it was not known yet"),
        (Known("f1", messages=frozenset({"m1"}), until=BEFORE, barred="masked"), {"messages": ["m1"]}, "it was masked"),
        (Known("f1", until=AFTER, barred="over"), {}, "it was not among"),
        (Known("f1", until=BEFORE, barred="over"), {}, "it no longer held"),
        (Known("f1", barred="waits"), {}, "what waits for a decision is not shown"),
    ],
)
def test_the_report_of_the_answer_tells(known: Known, report: dict[str, Any], words: str):
    assert words in told(known, **report)


def test_the_cut_of_another_conversation_tells_nothing_of_a_message():
    assert "it was not among what was recalled" in told(SAYING, "other", cut=["window: 4 messages left out"])
