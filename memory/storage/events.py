"""The log of changes of one user."""

from collections.abc import Iterable
from datetime import UTC, datetime

from langgraph.store.base import BaseStore, PutOp, SearchOp

from memory.core import namespaces
from memory.core.events.event_docs import Event, microseconds, upgrade_event
from memory.core.events.feed import in_log_order
from memory.storage.listing import list_items
from memory.storage.ops import put, write
from memory.storage.outbox import outbox_ops
from memory.storage.reads import found

_MOST = 100_000  # events read at once


def event_ops(root: str, events: Iterable[Event], *, delivered: bool = True) -> list[PutOp]:
    """Return the operations that log events, in this order, and have them delivered.

    The same event twice is one, logged when it last was.
    """
    now = microseconds(datetime.now(UTC))
    logged: list[Event] = [{**event, "logged": now + place} for place, event in enumerate(events)]
    ops = [put(namespaces.events(root), event["id"], event) for event in logged]
    return [*ops, *outbox_ops(root, logged, now)] if delivered else ops


def unlogged_ops(root: str, event: Event) -> list[PutOp]:
    """Return what has an event delivered that no log keeps, as it tells what is to leave no trace."""
    return outbox_ops(root, [event], microseconds(datetime.now(UTC)), whole=True)


async def log_event(store: BaseStore, root: str, event: Event) -> None:
    """Log one event."""
    await write(store, event_ops(root, [event]))


async def list_events(store: BaseStore, root: str, *, since: int | None = None) -> list[Event]:
    """Return events in the order they were logged; `since`: those logged from then on, in microseconds since 1970.

    Raises SchemaError and what the store raises.
    """
    if since is None:
        return in_log_order([upgrade_event(item.value) for item in await list_items(store, namespaces.events(root))])
    later = {"logged": {"$gte": since}}  # stores compare as numbers or as text: with as many digits it is the same
    (rows,) = await store.abatch([SearchOp(namespaces.events(root), filter=later, limit=_MOST)])
    return in_log_order([upgrade_event(item.value) for item in found(rows)])
