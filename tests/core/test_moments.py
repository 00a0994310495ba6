"""Moments as they are compared, and as the keys of entries begin with them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.ids import key_time, parse_key_time
from memory.core.language.times import as_utc, moment

MOMENTS = st.datetimes(timezones=st.just(UTC))


@given(MOMENTS, MOMENTS)
def test_a_key_tells_its_moment_and_sorts_by_it_in_any_year(one: datetime, other: datetime):
    assert parse_key_time(f"{key_time(one)}-a-b") == one
    assert (key_time(one) < key_time(other)) == (one < other)


@given(st.datetimes(), st.integers(-23, 23))
def test_a_moment_of_any_zone_is_the_same_in_utc_or_before_all_where_no_year_has_it(at: datetime, hours: int):
    told = at.replace(tzinfo=timezone(timedelta(hours=hours)))
    assert moment(told.isoformat()) in {told, datetime.min.replace(tzinfo=UTC)}


@pytest.mark.parametrize("text", ["9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00"])
def test_a_time_past_all_years_in_utc_is_no_time(text: str):
    with pytest.raises(ValueError, match="year"):
        as_utc(datetime.fromisoformat(text))
    assert moment(text) == moment("no time at all")
