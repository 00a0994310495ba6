"""A lease: one of several processes does some work, and another takes over when it ends or dies.

Stores compare nothing as they write, so for a moment two may hold it: what is done under it must bear to be done twice.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from uuid import uuid4

from langgraph.store.base import BaseStore, GetOp

from memory.core.events.event_docs import microseconds
from memory.core.namespaces import LEASES
from memory.storage.ops import delete, put
from memory.storage.reads import got

_SECONDS, _RENEW_SECONDS, _SETTLE_SECONDS = 15, 5.0, 0.5


class Lease:
    """One process's share in a lease called `name`."""

    def __init__(self, store: BaseStore, name: str, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._store = store
        self._name = name
        self._clock = clock
        self._me = uuid4().hex

    async def hold(self) -> bool:
        """Take or renew it; tell whether this process has it. Raises what the store raises."""
        holder, until = await self._read()
        now = microseconds(self._clock())
        if holder != self._me and until > now:
            return False
        await self._store.abatch([put(LEASES, self._name, {"holder": self._me, "until": now + _SECONDS * 1_000_000})])
        if holder == self._me:
            return True
        await asyncio.sleep(_SETTLE_SECONDS)  # of several that saw it free, the last to write has it
        return (await self._read())[0] == self._me

    async def release(self) -> None:
        """Let others have it at once."""
        if (await self._read())[0] == self._me:
            await self._store.abatch([delete(LEASES, self._name)])

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Renew it, which this process has, for as long as the work goes on."""
        renewing = asyncio.create_task(self._renew())
        try:
            yield
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(_RENEW_SECONDS)
            await self.hold()

    async def _read(self) -> tuple[str, int]:
        (result,) = await self._store.abatch([GetOp(LEASES, self._name)])
        item = got(result)
        return (str(item.value["holder"]), int(item.value["until"])) if item else ("", 0)
