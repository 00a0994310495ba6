from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.errors import SchemaError
from memory.core.events.event_docs import make_event
from memory.core.forgetting.expiry import is_expired
from memory.core.schema import readable

NOW = datetime(2026, 3, 2, 8, tzinfo=UTC)
moments = st.datetimes(timezones=st.just(UTC), min_value=datetime(1000, 1, 2), max_value=datetime(9000, 1, 1))  # noqa: DTZ001


@pytest.mark.parametrize(
    ("expires_at", "expired"),
    [
        ("2026-03-02T08:00:00+00:00", True),
        ("2026-03-02T08:00:00", True),
        ("2026-03-02T16:00:00+08:00", True),
        ("2026-03-02T08:00:00.000001Z", False),
        ("2026-03-02T08:00:00-05:00", False),
        ("明天", False),
        (None, False),
        (17, False),
    ],
)
def test_an_item_expires_at_its_time_in_any_zone(expires_at: object, expired: bool):
    assert is_expired({"expires_at": expires_at}, NOW) is expired
    assert not is_expired({}, NOW)


def test_an_old_document_is_read_and_a_newer_one_refused_by_name():
    assert readable({"schema": 1, "x": 2}, 2, "leaf") == {"schema": 1, "x": 2}
    assert readable({}, 2, "leaf") == {}
    with pytest.raises(SchemaError, match="leaf has schema 3, this Holdfast reads up to 2"):
        readable({"schema": 3}, 2, "leaf")


@given(moments, st.timedeltas(timedelta(microseconds=1), timedelta(days=400)))
def test_events_sort_by_time(at: datetime, later: timedelta):
    first, second = make_event("a.b", at, {}, "ff"), make_event("a.b", at + later, {}, "00")
    assert first["id"] < second["id"]
