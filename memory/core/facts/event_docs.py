"""Events: what changed in a user's memory, each once, in order."""

from datetime import datetime
from typing import Any, TypedDict

from memory.core.ids import key_time

EVENT_SCHEMA = 1


class Event(TypedDict):
    """One change."""

    schema: int
    id: str
    """Sorts by time."""
    type: str
    """What happened, as `subject.verb`: `fact.written`, `proposal.rejected`."""
    time: str
    """ISO time, UTC."""
    detail: dict[str, Any]
    """Ids and reasons, as the type needs them."""


def make_event(kind: str, at: datetime, detail: dict[str, Any], unique: str) -> Event:
    """Return an event of `kind` at `at`.

    `unique` tells events of one microsecond apart: a content hash where a retry must write the same event, else
    random digits.
    """
    event_id = f"{key_time(at)}-{unique}"
    return {"schema": EVENT_SCHEMA, "id": event_id, "type": kind, "time": at.isoformat(), "detail": detail}
