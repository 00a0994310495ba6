"""The log of changes of one user."""

from langgraph.store.base import BaseStore, PutOp

from memory.core import namespaces
from memory.core.facts.event_docs import EVENT_SCHEMA, Event
from memory.core.schema import readable
from memory.storage.listing import list_items
from memory.storage.ops import put, write


def event_op(root: str, event: Event) -> PutOp:
    """Return the operation that logs an event; the same event twice is one."""
    return put(namespaces.events(root), event["id"], event)


async def log_event(store: BaseStore, root: str, event: Event) -> None:
    """Log one event."""
    await write(store, [event_op(root, event)])


async def list_events(
    store: BaseStore, root: str, *, after: str | None = None, limit: int | None = None
) -> list[Event]:
    """Return events in order: those later than the event id `after`, the first `limit` of them."""
    items = await list_items(store, namespaces.events(root))
    later = [item for item in items if after is None or item.key > after]
    return [readable(item.value, EVENT_SCHEMA, "event") for item in later[:limit]]  # type: ignore[misc]  # schema 1
