"""Threads that are never used again are told from conversations that go on, and from a busy day."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from memory.core.operations.thread_reuse import LEAST_THREADS, WINDOW, Begun, Burst, burst, crowded

NOON = datetime(2026, 3, 5, 12, tzinfo=UTC)


def every(minutes: float, count: int) -> list[datetime]:
    return [NOON + timedelta(minutes=minutes * i) for i in range(count)]


def test_a_new_thread_every_minute_is_crowded_and_one_an_hour_is_not():
    assert crowded(every(1, 12)) == every(1, 12)
    assert crowded(every(60, 50)) == []
    assert crowded(every(1, LEAST_THREADS - 1)) == []


def test_an_older_crowd_is_found_behind_calm_days():
    calm = [NOON + timedelta(days=1 + i) for i in range(5)]
    assert crowded([*every(2, 15), *calm]) == every(2, 15)


def test_threads_of_one_message_are_suspicious_and_threads_that_go_on_are_not():
    assert burst([Begun(at, 1) for at in every(1, 12)]) == Burst(12, 12, NOON)
    assert burst([Begun(at, 2) for at in every(1, 12)]) is None
    mixed = [Begun(at, 1 if i else 2) for i, at in enumerate(every(1, 12))]
    assert burst(mixed) == Burst(12, 11, NOON)


@given(st.lists(st.integers(0, 10_000), max_size=60))
def test_what_is_crowded_lies_within_the_window_and_is_enough(minutes: list[int]):
    found = crowded(NOON + timedelta(minutes=m) for m in minutes)
    assert found == sorted(found)
    assert not found or (len(found) >= LEAST_THREADS and found[-1] - found[0] <= WINDOW)
