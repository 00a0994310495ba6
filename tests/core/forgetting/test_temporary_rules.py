"""What makes a conversation temporary, and when it ends."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memory.core.defaults import DEFAULTS
from memory.core.forgetting.temporary import TemporaryError, check_open, has_ended, is_temporary

NOW = datetime(2026, 3, 5, 10, tzinfo=UTC)
KEPT, PASSING = {"thread": "t"}, {"thread": "t", "temporary": True}


@pytest.mark.parametrize(
    ("record", "held", "asked", "temporary"),
    [
        (None, None, False, False),
        (None, None, True, True),
        (PASSING, None, False, True),
        (PASSING, False, True, True),
        (None, True, False, True),
        (KEPT, True, False, False),
        (None, False, False, False),
    ],
)
def test_a_thread_stays_what_it_began_as(record: Any, held: bool | None, asked: bool, temporary: bool):
    assert is_temporary(record, held, asked=asked) is temporary


@pytest.mark.parametrize(("record", "held"), [(KEPT, None), (KEPT, True), (None, False)])
def test_a_kept_conversation_cannot_become_temporary(record: Any, held: bool | None):
    with pytest.raises(TemporaryError, match=r"^temporary: .* Begin a new conversation with temporary=true"):
        is_temporary(record, held, asked=True)


def test_it_ends_when_nothing_was_said_for_so_long():
    idle = timedelta(hours=DEFAULTS.temporary_hours)
    assert not has_ended(NOW - idle + timedelta(seconds=1), NOW)
    assert has_ended(NOW - idle, NOW)
    with pytest.raises(TemporaryError, match=r"24 hours. Begin a new one"):
        check_open(NOW - idle, NOW)
    check_open(NOW + idle, NOW)
