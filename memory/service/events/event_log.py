"""A user's own log of events, page by page, and waited for."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from time import monotonic
from typing import Any, TypedDict

from langgraph.store.base import BaseStore

from memory.core.errors import InputError
from memory.core.events.feed import Stretch, decode_feed_cursor, encode_feed_cursor, read_on, wanted_kinds
from memory.service.access.identity import User
from memory.storage.events import list_events

PAGE, MOST_EVENTS, MOST_SECONDS = 100, 1_000, 30
_LOOK_SECONDS = 1.0


class EventShown(TypedDict):
    """An event as people and programs read it."""

    id: str
    """Of this user's events each has its own; the same change keeps it however often it is told."""
    type: str
    time: str
    """ISO time it happened, UTC."""
    detail: dict[str, Any]


class EventsPage(TypedDict):
    """What one look at the log tells."""

    user_id: str
    events: list[EventShown]
    """In the order they were logged."""
    next: str
    """Where to read on, now or later."""
    more: bool
    """There is more to be told at once."""


async def read_log(
    store: BaseStore,
    user: User,
    *,
    after: str | None = None,
    kinds: Sequence[str] = (),
    limit: int = PAGE,
    wait: int = 0,
    clock: Callable[[], datetime],
) -> EventsPage:
    """Return a user's events that come after the cursor `after`; None: from the beginning.

    `kinds`: only those, as `fact.written` or `fact.*`. `wait`: seconds to wait for one where there is none. Raises
    InputError: a value is not one it may be; SchemaError and what the store raises.
    """
    wanted, cursor = wanted_kinds(kinds), decode_feed_cursor(after)
    _check("limit", limit, 1, MOST_EVENTS)
    _check("wait", wait, 0, MOST_SECONDS)
    until = monotonic() + wait
    while True:
        events = await list_events(store, user.root, since=cursor.at or None)
        known = [event for event in events if wanted is None or event["type"] in wanted]
        found = read_on(known, cursor, clock(), limit)
        if found.events or monotonic() >= until:
            return _page(user, found)
        await asyncio.sleep(_LOOK_SECONDS)


def _page(user: User, found: Stretch) -> EventsPage:
    shown: list[EventShown] = [
        {"id": e["id"], "type": e["type"], "time": e["time"], "detail": e["detail"]} for e in found.events
    ]
    return {"user_id": user.id, "events": shown, "next": encode_feed_cursor(found.next), "more": found.more}


def _check(field: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise InputError(field, f"is {value}", f"Send a whole number from {least} to {most}.")
