"""One at a time: what reads something, decides and writes must not run twice at once on the same thing."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

_LOCKS: WeakValueDictionary[tuple[str, ...], asyncio.Lock] = WeakValueDictionary()


@asynccontextmanager
async def alone(*of: str) -> AsyncIterator[None]:
    """Wait until nobody else in this process works on the same thing. The store itself cannot compare and set."""
    lock = _LOCKS.setdefault(of, asyncio.Lock())
    async with lock:
        yield
