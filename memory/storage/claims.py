"""A claim: of several processes on one store, one at a time does a thing.

Stores cannot compare as they write, and need not: this is Lamport's bakery, which asks of a store only that what was
written is seen by every read that begins after it. Who comes says so, draws a number above all it sees, and waits for
whoever has a lower one or is still drawing.
"""

import asyncio
import hashlib
import hmac
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from langgraph.store.base import BaseStore, SearchOp

from memory.core.events.event_docs import microseconds
from memory.core.namespaces import CLAIMS, Namespace
from memory.storage.location import secret
from memory.storage.ops import delete, put
from memory.storage.reads import found

_SECONDS, _RENEW_SECONDS = 20, 5.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.005, 0.1
_MOST = 1_000


@dataclass(frozen=True)
class _Claim:
    """Who waits for something, or does it."""

    id: str
    number: int
    """0: it is drawing one."""
    until: int
    """Until when it counts, unless it is renewed, by the clock of its process."""


@asynccontextmanager
async def claimed(store: BaseStore, *of: str) -> AsyncIterator[None]:
    """Wait until no other process does the thing called `of`, and let none begin until this is done.

    What a process leaves that died is over after 20 seconds; one that stands still for longer may lose its claim. Takes
    five reads and writes. Raises what the store raises.
    """
    place, me = _place(of), uuid4().hex
    try:
        await _write(store, place, me, 0)
        number = 1 + max((other.number for other in await _others(store, place, me)), default=0)
        await _write(store, place, me, number)
        renewing = asyncio.create_task(_renew(store, place, me, number))
        try:
            await _wait(store, place, _Claim(me, number, 0))
            yield
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)
    finally:
        await store.abatch([delete(place, me)])


async def _wait(store: BaseStore, place: Namespace, mine: _Claim) -> None:
    """Wait for those who are first; one that nobody renews while we look is over, whatever its clock says."""
    pause, since = _FIRST_PAUSE, dict[_Claim, float]()
    while first := [other for other in await _others(store, place, mine.id) if _is_first(other, mine)]:
        now = asyncio.get_running_loop().time()
        since = {other: since.get(other, now) for other in first}
        if over := sorted(other.id for other, seen in since.items() if now - seen > _SECONDS):
            await store.abatch([delete(place, key) for key in over])
        await asyncio.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE)


def _is_first(other: _Claim, mine: _Claim) -> bool:
    return other.number == 0 or (other.number, other.id) < (mine.number, mine.id)


async def _others(store: BaseStore, place: Namespace, me: str) -> list[_Claim]:
    """Return the claims of others that count, and delete those of processes that died."""
    (rows,) = await store.abatch([SearchOp(place, limit=_MOST)])
    now, others = microseconds(datetime.now(UTC)), [item for item in found(rows) if item.key != me]
    if over := [item.key for item in others if item.value["until"] <= now]:
        await store.abatch([delete(place, key) for key in sorted(over)])
    return [_Claim(item.key, item.value["number"], item.value["until"]) for item in others if item.value["until"] > now]


async def _renew(store: BaseStore, place: Namespace, me: str, number: int) -> None:
    while True:
        await asyncio.sleep(_RENEW_SECONDS)
        await _write(store, place, me, number)


async def _write(store: BaseStore, place: Namespace, me: str, number: int) -> None:
    doc: dict[str, Any] = {"number": number, "until": microseconds(datetime.now(UTC)) + _SECONDS * 1_000_000}
    await store.abatch([put(place, me, doc)])


def _place(of: tuple[str, ...]) -> Namespace:
    """Return where the claims of a thing lie: it tells nobody what it stands for."""
    told = "\n".join(f"{len(part)} {part}" for part in of).encode(errors="surrogatepass")
    return (*CLAIMS, hmac.new(secret().encode(), told, hashlib.sha256).hexdigest())
