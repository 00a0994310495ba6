"""When a transcript is looked through again, and what is left of a thread's checkpoints."""

from datetime import UTC, datetime, timedelta

import pytest

from memory.core.events.event_docs import Event, make_event, microseconds
from memory.core.ids import key_time
from memory.core.retention.keeping import (
    Keeping,
    Retained,
    is_less,
    never_looked,
    past_events,
    past_facts,
    state_of,
    wants_look,
)
from memory.core.transcript.entries import Place

NOW = datetime(2026, 6, 1, 3, tzinfo=UTC)
DAY = timedelta(days=1)


def said(days: float) -> str:
    return f"{key_time(NOW - days * DAY)}-a-b"


HEAD: Place = {"key": said(2), "depth": 9}
START = said(30)


@pytest.mark.parametrize(
    ("looked", "head", "oldest", "wanted"),
    [
        (0.4, said(2), said(40), False),  # a little while ago
        (0.6, said(2), said(40), True),  # what was left then is too old now
        (0.6, said(2), said(20), False),
        (0.6, said(2), None, False),
        (0.6, said(3), said(20), True),  # something came in
    ],
)
def test_a_transcript_is_looked_through_once_a_night_where_something_may_be_too_old(
    looked: float, head: str, oldest: str | None, wanted: bool
):
    known: Retained = {**never_looked("t"), "looked": (NOW - looked * DAY).isoformat(), "head": head, "oldest": oldest}
    assert wants_look(known, HEAD, START, NOW) is wanted
    assert wants_look(never_looked("t"), HEAD, START, NOW)


@pytest.mark.parametrize(
    ("keeping", "idle", "left"),
    [
        (Keeping(), 9_999, "all"),
        (Keeping(checkpoints=10), 9, "all"),
        (Keeping(checkpoints=10), 11, "newest"),
        (Keeping(checkpoints=10, transcript=30), 11, "newest"),
        (Keeping(checkpoints=10, transcript=30), 31, "none"),
        (Keeping(transcript=30), 29, "all"),
    ],
)
def test_what_is_left_of_checkpoints_follows_from_when_something_was_last_said(keeping: Keeping, idle: int, left: str):
    assert state_of({"key": said(idle), "depth": 0}, keeping, NOW) == left


@pytest.mark.parametrize("days", [1_000_000, 10**12])
def test_more_days_than_the_calendar_has_keep_all(days: int):
    keeping = Keeping(days, days, days, days)
    old = NOW - 9_999 * DAY
    event: Event = {**make_event("fact.written", old, {}, "1"), "logged": microseconds(old)}
    assert keeping.transcript_from(NOW) < said(9_999)
    assert (past_events([event], keeping, NOW, 9), past_facts([], [], [], keeping, NOW, 9)) == ([], [])
    assert state_of({"key": said(9_999), "depth": 0}, keeping, NOW) == "all"


def test_checkpoints_are_thinned_once_and_again_when_the_thread_had_gone_on():
    known: Retained = {**never_looked("t"), "state": "newest", "state_head": HEAD["key"]}
    assert [is_less(state, known, HEAD) for state in ("all", "newest", "none")] == [False, False, True]
    gone_on: Place = {"key": said(1), "depth": 10}
    assert [is_less(state, known, gone_on) for state in ("all", "newest", "none")] == [False, True, True]
