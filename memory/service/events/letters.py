"""What the operator sees of deliveries: who is told, what waits, what nobody took; and sending that again."""

from collections import Counter
from datetime import datetime
from typing import TypedDict

from langgraph.store.base import BaseStore

from memory.core.errors import InputError
from memory.core.events.event_docs import microseconds
from memory.service.events.webhook_file import current_webhooks
from memory.storage.outbox import read_deliveries, send_again

ALL = "all"


class ReceiverShown(TypedDict):
    """An endpoint or a hook."""

    name: str
    kinds: list[str] | None
    """None: all, or those of a hook, which its process knows."""
    waiting: int
    """Events on their way to it."""
    dead: int
    """Events that no attempt could deliver."""
    failure: str
    """Why an attempt failed of late, "" where none did."""


class LetterShown(TypedDict):
    """An event that no attempt could deliver."""

    id: str
    receiver: str
    root: str
    """Of the user whose it is."""
    type: str
    tries: int
    failure: str


class DeliveriesShown(TypedDict):
    """All of it."""

    receivers: list[ReceiverShown]
    dead: list[LetterShown]


async def read_letters(store: BaseStore) -> DeliveriesShown:
    """Return how deliveries stand. Raises InputError (`HOLDFAST_WEBHOOKS`), SchemaError and what the store raises."""
    endpoints = {endpoint.name: endpoint for endpoint in await current_webhooks()}
    waiting, dead = await read_deliveries(store), await read_deliveries(store, dead=True)
    on_way, gone = (Counter(one["receiver"] for one in each.values()) for each in (waiting, dead))
    failures = {one["receiver"]: one["failure"] for one in waiting.values() if one["failure"]}
    receivers: list[ReceiverShown] = [
        {
            "name": name,
            "kinds": sorted(endpoints[name].kinds or ()) or None if name in endpoints else None,
            "waiting": on_way[name],
            "dead": gone[name],
            "failure": failures.get(name, ""),
        }
        for name in sorted({*endpoints, *on_way, *gone})
    ]
    letters: list[LetterShown] = [
        {
            "id": key,
            "receiver": one["receiver"],
            "root": one["root"],
            "type": one["told"]["type"],
            "tries": one["tries"] + 1,
            "failure": one["failure"],
        }
        for key, one in sorted(dead.items())
    ]
    return {"receivers": receivers, "dead": letters}


async def send_letters_again(store: BaseStore, which: str, now: datetime) -> int:
    """Send dead letters again: `all`, those of a receiver, or the one with an id; return how many.

    They come after what waits already. Raises InputError: nothing is called so.
    """
    dead = await read_deliveries(store, dead=True)
    chosen = {key: one for key, one in dead.items() if which in {ALL, one["receiver"], key}}
    if not chosen and which != ALL:
        raise InputError("again", f"{which!r} names no dead letter and no receiver of any", "Name one, or all.")
    await send_again(store, chosen, microseconds(now))
    return len(chosen)
