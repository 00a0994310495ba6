"""One at a time: what reads something, decides and writes must not run twice at once on the same thing."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from langgraph.store.base import BaseStore

from memory.storage.claims import claimed

_LOCKS: WeakValueDictionary[tuple[str, ...], asyncio.Lock] = WeakValueDictionary()


@asynccontextmanager
async def alone(store: BaseStore, *of: str) -> AsyncIterator[None]:
    """Wait until nobody else works on the same thing: first in this process, then in the others on this store."""
    lock = _LOCKS.setdefault(of, asyncio.Lock())
    async with lock, claimed(store, *of):
        yield
