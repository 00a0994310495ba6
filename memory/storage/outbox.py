"""The outbox: what is to be delivered, written in the write that logs it; deliveries on their way; dead letters."""

from collections.abc import Iterable, Mapping, Sequence
from uuid import uuid4

from langgraph.store.base import BaseStore, GetOp, PutOp, SearchOp

from memory.core.events.deliveries import OUTBOX_SCHEMA, Delivery, OutboxDoc, Told, Waiting
from memory.core.events.event_docs import Event, upgrade_event
from memory.core.namespaces import DEAD_LETTERS, DELIVERIES, OUTBOX, events
from memory.core.schema import readable
from memory.storage.listing import list_items
from memory.storage.location import webhooks_file
from memory.storage.ops import delete, put
from memory.storage.reads import found, got

HOOKED: set[str] = set()
"""Names of the hooks of this process (`service/events/hooks.py`): with one, events are written for delivery too."""


def outbox_ops(root: str, logged: Sequence[Event], at: int, *, whole: bool = False) -> list[PutOp]:
    """Return what lets events be delivered: one document, none where nobody is told.

    `at`: microseconds since 1970 at which they are logged. `whole`: no log holds them, so the document does.
    """
    if not logged or not (HOOKED or webhooks_file()):
        return []
    told: list[Told] = [{"id": e["id"], "type": e["type"], **({"event": e} if whole else {})} for e in logged]  # type: ignore[typeddict-item]  # either is one
    doc: OutboxDoc = {"schema": OUTBOX_SCHEMA, "root": root, "events": told}
    return [put(OUTBOX, _key(at), doc)]


async def read_outbox(store: BaseStore) -> dict[str, OutboxDoc]:
    """Return what is to be delivered, by key; the keys are in the order of the logs."""
    items = await list_items(store, OUTBOX)
    return {i.key: readable(i.value, OUTBOX_SCHEMA, "outbox document") for i in items}  # type: ignore[misc]  # that shape


async def read_deliveries(store: BaseStore, *, dead: bool = False) -> Waiting:
    """Return the deliveries on their way, or the dead letters, by key."""
    items = await list_items(store, DEAD_LETTERS if dead else DELIVERIES)
    return {i.key: readable(i.value, OUTBOX_SCHEMA, "delivery") for i in items}  # type: ignore[misc]  # that shape


async def count_dead(store: BaseStore, most: int) -> int:
    """Return how many dead letters there are, up to so many."""
    (rows,) = await store.abatch([SearchOp(DEAD_LETTERS, limit=most)])
    return len(found(rows))


async def take_out(store: BaseStore, keys: Iterable[str], waiting: Waiting) -> None:
    """Put deliveries on their way and take what they come from out of the outbox, in one batch each."""
    await _unguarded(store, [*(put(DELIVERIES, k, d) for k, d in waiting.items()), *(delete(OUTBOX, k) for k in keys)])


async def settle(store: BaseStore, key: str, after: Delivery | None, *, dead: Delivery | None = None) -> None:
    """Write what became of a delivery: it waits (`after`), is a `dead` letter, or is done."""
    done: list[PutOp] = [put(DELIVERIES, key, after) if after else delete(DELIVERIES, key)]
    await _unguarded(store, [*done, *([put(DEAD_LETTERS, key, dead)] if dead else [])])


async def send_again(store: BaseStore, letters: Mapping[str, Delivery], at: int) -> None:
    """Put dead letters into the outbox, each for its receiver alone."""
    for place, (key, letter) in enumerate(sorted(letters.items())):
        doc: OutboxDoc = {
            "schema": OUTBOX_SCHEMA,
            "root": letter["root"],
            "events": [letter["told"]],
            "only": letter["receiver"],
        }
        await _unguarded(store, [put(OUTBOX, _key(at + place), doc), delete(DEAD_LETTERS, key)])


async def event_of(store: BaseStore, delivery: Delivery) -> Event | None:
    """Return the event of a delivery, None when it was erased meanwhile. Raises SchemaError."""
    told = delivery["told"]
    if "event" in told:
        return told["event"]
    (result,) = await store.abatch([GetOp(events(delivery["root"]), told["id"])])
    item = got(result)
    return upgrade_event(item.value) if item else None


def _key(at: int) -> str:
    return f"{at:017d}-{uuid4().hex[:8]}"


async def _unguarded(store: BaseStore, ops: Sequence[PutOp]) -> None:
    """Write past the guard of `ops.write`: what belongs to something erased is dropped when it would be delivered."""
    places = {(op.namespace, op.key): op for op in ops}
    if places:
        await store.abatch([places[place] for place in sorted(places)])
