"""Reading the log of events on from where one was: nothing is left out and nothing told twice.

Two processes may write at once, so an event can come into the log after a later one was read. A cursor therefore
stands a little before the end, and names what of the rest was told already.
"""

import hashlib
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.core.errors import InputError
from memory.core.events.event_docs import EVENT_KINDS, Event, microseconds

SETTLED = timedelta(seconds=30)
"""How much later than a later event an event may still come into the log."""
_MOST_TOLD = 100
_CURSOR = re.compile(r"([0-9]{1,17})((?:\.[0-9a-f]{12})*)")


@dataclass(frozen=True)
class Cursor:
    """How far a reader got."""

    at: int = 0
    """Everything logged before this moment was told, in microseconds since 1970."""
    told: frozenset[str] = frozenset()
    """Marks (`mark_of`) of what was told of the rest."""


@dataclass(frozen=True)
class Stretch:
    """What one reading tells."""

    events: list[Event]
    next: Cursor
    more: bool
    """There is more to be told at once."""


def encode_feed_cursor(cursor: Cursor) -> str:
    """Return a cursor as text."""
    return ".".join([str(cursor.at), *sorted(cursor.told)])


def decode_feed_cursor(text: str | None, field: str = "after") -> Cursor:
    """Return the cursor that a text stands for; None: the beginning of the log.

    Raises InputError: it is none of ours; `field` names the parameter it came in.
    """
    if text is None:
        return Cursor()
    match = _CURSOR.fullmatch(text)
    if match is None:
        raise InputError(field, "is no cursor of this API", "Send the `next` of the page before, unchanged.")
    return Cursor(int(match[1]), frozenset(match[2].split(".")[1:]))


def in_log_order(events: Collection[Event]) -> list[Event]:
    """Return events as they came into the log."""
    return sorted(events, key=lambda event: (event["logged"], event["id"]))


def read_on(events: Collection[Event], after: Cursor, now: datetime, limit: int) -> Stretch:
    """Return the first `limit` of the events that were not told yet, and the cursor after them.

    `events`: what the log holds, at least all of it from `after.at` on.
    """
    rest = in_log_order([event for event in events if event["logged"] >= after.at])
    untold = [event for event in rest if mark_of(event) not in after.told]
    page, left = untold[:limit], untold[limit:]
    waiting = {event["id"] for event in left}
    told = [event for event in rest if event["id"] not in waiting]
    return Stretch(page, _after(told, left, after, now), bool(left))


def _after(told: Sequence[Event], left: Sequence[Event], before: Cursor, now: datetime) -> Cursor:
    settled = microseconds(now - SETTLED)
    end = left[0]["logged"] if left else microseconds(now + SETTLED)
    at = max(before.at, min(settled, end))
    recent = [event for event in told if event["logged"] >= at]
    if len(recent) > _MOST_TOLD:  # so many in so little time come of one writer, in order
        at = max(at, min(recent[-_MOST_TOLD]["logged"], end))
        recent = [event for event in recent if event["logged"] >= at]
    return Cursor(at, frozenset(map(mark_of, recent)))


def mark_of(event: Event) -> str:
    """Return the twelve digits by which a cursor names an event."""
    return hashlib.sha256(event["id"].encode()).hexdigest()[:12]


def wanted_kinds(patterns: Sequence[str], field: str = "kind") -> frozenset[str] | None:
    """Return the kinds of events that patterns like `fact.*` or `turn.degraded` name, None without one: all.

    Raises InputError: one of them names none.
    """
    found: set[str] = set()
    for pattern in patterns:
        subject = pattern.removesuffix("*") if pattern.endswith(".*") else None
        named = {k for k in EVENT_KINDS if (k.startswith(subject) if subject is not None else k == pattern)}
        if not named:
            raise InputError(field, f"{pattern!r} names no kind of event", "Write one of docs/events.md, or fact.*.")
        found |= named
    return frozenset(found) if patterns else None
