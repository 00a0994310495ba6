"""Work that ends even when who waits for it is cancelled."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
logger = logging.getLogger(__name__)


class Uninterrupted:
    """Runs work to its end: a cancel between BEGIN and COMMIT would leave the connection in a transaction for good."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what `work` returns; when cancelled, stop waiting, not the work."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_log_failure)
            raise

    async def drain(self) -> None:
        """Wait for everything that still runs."""
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def finish(work: Coroutine[Any, Any, T]) -> T:
    """Return what `work` returns; when cancelled, however often, wait for its end all the same and be cancelled then.

    For short work that must stand before whoever cancelled goes on.
    """
    task = asyncio.create_task(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as again:
            cancelled = again
    if cancelled is None:
        return task.result()
    _log_failure(task)
    raise cancelled


def _log_failure(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()):
        logger.error("a write nobody waits for any more failed", exc_info=error)
