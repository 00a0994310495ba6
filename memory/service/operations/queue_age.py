"""How long threads wait for consolidation, and what no webhook took: looked up once a minute, never for a scrape."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

from langgraph.store.base import BaseStore

from memory.service.operations.metrics import show_dead_letters, show_queue
from memory.storage.due import oldest_mark
from memory.storage.outbox import count_dead

_EVERY_SECONDS = 60
_MOST = 1_000
_log = logging.getLogger(__name__)


async def keep_measuring(open_store: Callable[[], Awaitable[BaseStore]]) -> None:
    """Measure the queue for as long as the server runs; what fails is logged and tried again a minute later."""
    while True:
        try:
            await measure(await open_store(), datetime.now(UTC))
        except Exception:  # noqa: BLE001  # whatever a store raises, the server goes on
            _log.exception("how much waits could not be read")
        await asyncio.sleep(_EVERY_SECONDS)


async def measure(store: BaseStore, now: datetime) -> None:
    """Show how much is due and for how long, and how many events nobody took."""
    threads, oldest = await oldest_mark(store, _MOST)
    show_dead_letters(await count_dead(store, _MOST))
    show_queue(threads, max(0.0, (now - oldest).total_seconds()) if oldest else 0.0)
