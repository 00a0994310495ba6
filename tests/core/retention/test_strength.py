"""Strength fades with time, the slower the more a fact was used."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.defaults import DEFAULTS
from memory.core.retention.strength import FLOOR, IMPORTANT, days_kept, half_life_days, recent_use, strength

WEIGHTS, USES, DAYS = st.floats(0, 1), st.integers(0, 10_000), st.floats(0, 10_000)


@pytest.mark.parametrize(
    ("importance", "uses", "idle", "expected"),
    [(0.4, 0, 0, 0.4), (0.4, 0, 30, 0.2), (0.4, 1, 60, 0.2), (0.4, 3, 90, 0.2), (0.8, 0, 60, 0.2)],
)
def test_it_is_halved_after_each_half_life(importance: float, uses: int, idle: float, expected: float):
    assert strength(importance, uses, idle) == pytest.approx(expected)


@given(WEIGHTS, USES, DAYS, DAYS)
def test_it_only_fades_and_use_only_slows_that(importance: float, uses: int, idle: float, more: float):
    now, later = strength(importance, uses, idle), strength(importance, uses, idle + more)
    assert 0 <= later <= now <= importance
    assert strength(importance, uses + 1, idle) >= now


@given(WEIGHTS.filter(lambda weight: weight < IMPORTANT), USES)
def test_what_is_not_important_is_kept_a_month_and_then_until_its_floor(importance: float, uses: int):
    days = days_kept(importance, uses)
    assert days >= DEFAULTS.idle_days
    assert days == DEFAULTS.idle_days or strength(importance, uses, days) == pytest.approx(FLOOR)
    assert days <= half_life_days(uses)


@given(USES, DAYS, DAYS)
def test_recent_use_grows_with_uses_and_fades_with_time(uses: int, idle: float, more: float):
    assert recent_use(0, idle) == 0.0
    assert 0 <= recent_use(uses, idle + more) <= recent_use(uses, idle) <= recent_use(uses + 1, idle) <= 1
