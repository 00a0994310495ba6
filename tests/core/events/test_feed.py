"""Reading the log on: whatever the order in which writers' events come into it."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.errors import InputError
from memory.core.events.event_docs import EVENT_KINDS, Event, make_event, microseconds
from memory.core.events.feed import (
    SETTLED,
    Cursor,
    decode_feed_cursor,
    encode_feed_cursor,
    in_log_order,
    read_on,
    wanted_kinds,
)

START = datetime(2026, 3, 1, 9, tzinfo=UTC)


def event(number: int, logged: float) -> Event:
    made = make_event("fact.written", START, {}, f"{number:016x}")
    return {**made, "logged": microseconds(START + timedelta(seconds=logged))}


@given(
    st.lists(st.tuples(st.floats(0, 20), st.floats(0, SETTLED.total_seconds())), max_size=30),
    st.integers(1, 5),
    st.integers(1, 9),
)
def test_each_event_is_told_once_though_it_comes_late_into_the_log(
    writes: list[tuple[float, float]], limit: int, step: int
):
    """Each write: the second at which it was stamped, and how much later it came into the log."""
    events = [(event(n, stamped), stamped + late) for n, (stamped, late) in enumerate(writes)]
    told: list[str] = []
    cursor = Cursor()
    for second in range(0, 120, step):
        here = [one for one, arrives in events if arrives <= second]
        while True:
            found = read_on(here, cursor, START + timedelta(seconds=second), limit)
            told += [one["id"] for one in found.events]
            cursor = decode_feed_cursor(encode_feed_cursor(found.next))
            if not found.more:
                break
    assert sorted(told) == sorted(one["id"] for one, _ in events)


def test_of_thousands_at_once_each_is_told_once_and_the_cursor_stays_short():
    events = [event(n, n / 1_000_000) for n in range(3_000)]
    told: list[str] = []
    cursor = Cursor()
    while True:
        found = read_on(events, cursor, START + timedelta(seconds=1), 700)
        told += [one["id"] for one in found.events]
        cursor = found.next
        assert len(encode_feed_cursor(cursor)) < 2_000
        if not found.more:
            break
    assert told == [one["id"] for one in in_log_order(events)]


@pytest.mark.parametrize("text", ["", "x", "1.", "1.zz", "1" * 18, "１２", "-1", "1.0123456789abc"])
def test_what_is_no_cursor_is_refused_by_its_field(text: str):
    with pytest.raises(InputError, match="after"):
        decode_feed_cursor(text)


def test_kinds_are_named_one_by_one_or_by_their_subject():
    assert wanted_kinds([]) is None
    assert wanted_kinds(["fact.pinned", "task.*"]) == {"fact.pinned", "task.set", "task.cleared", "task.ended"}
    for wrong in ("fact", "fact.eaten", "*", "事实.*", ".*", "fact.w*"):
        with pytest.raises(InputError, match="names no kind"):
            wanted_kinds([wrong])


def test_the_page_of_events_explains_each_kind_and_no_other():
    rows = re.findall(r"^\| (`[^|]+`) \|", Path("docs/events.md").read_text(), re.MULTILINE)
    assert sorted(re.findall(r"`([a-z_.]+)`", " ".join(rows))) == sorted(EVENT_KINDS)
