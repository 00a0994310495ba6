"""Events: what changed in a user's memory, each once. They hold ids, numbers and reasons, never what was said."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal, NotRequired, TypedDict, get_args

from memory.core.ids import key_time
from memory.core.schema import readable

EVENT_SCHEMA = 2

EventKind = Literal[
    "conversation.begun",
    "conversation.erased",
    "conversation.renamed",
    "conversation.remembered",
    "conversation.unremembered",
    "extraction.failed",
    "extraction.left",
    "fact.archived",
    "fact.edited",
    "fact.forgotten",
    "fact.left",
    "fact.merged",
    "fact.pinned",
    "fact.retired",
    "fact.returned",
    "fact.superseded",
    "fact.unpinned",
    "fact.written",
    "memory.erased",
    "memory.restored",
    "proposal.answered",
    "proposal.approved",
    "proposal.pending",
    "proposal.rejected",
    "proposals.limited",
    "settings.changed",
    "retention.applied",
    "summary.edited",
    "summary.edited_by_user",
    "summary.folded",
    "summary.kept",
    "summary.rebuilt",
    "summary.recalibrated",
    "summary.shortened",
    "task.cleared",
    "task.ended",
    "task.set",
    "turn.degraded",
]
"""What happened, as `subject.verb`; `docs/events.md` explains each."""
EVENT_KINDS: tuple[EventKind, ...] = get_args(EventKind)


class Event(TypedDict):
    """One change."""

    schema: int
    id: str
    """The same change has the same one, however often it is written; unique among one user's events."""
    type: str
    """An `EventKind`, or that of an older Holdfast."""
    time: str
    """ISO time it happened, UTC."""
    detail: dict[str, Any]
    """Ids and reasons, as the type needs them."""
    logged: NotRequired[int]
    """Microseconds since 1970 (UTC) at which it was written; the log is in this order. Set by the log."""


def make_event(kind: EventKind, at: datetime, detail: dict[str, Any], unique: str) -> Event:
    """Return an event of `kind` at `at`.

    `unique` tells events of one microsecond apart: a content hash where a retry must write the same event, else
    random digits.
    """
    event_id = f"{key_time(at)}-{unique}"
    return {"schema": EVENT_SCHEMA, "id": event_id, "type": kind, "time": at.isoformat(), "detail": detail}


def microseconds(at: datetime) -> int:
    """Return a moment as the log orders events by it."""
    return round(at.timestamp() * 1_000_000)


def upgrade_event(value: Mapping[str, Any]) -> Event:
    """Return a stored event in today's shape: before schema 2 it was logged when it happened.

    Raises SchemaError: a newer Holdfast wrote it.
    """
    known = readable(value, EVENT_SCHEMA, "event")
    logged = known.get("logged") or microseconds(datetime.fromisoformat(known["time"]))
    return {**known, "schema": EVENT_SCHEMA, "logged": logged}  # type: ignore[typeddict-item]  # that shape
