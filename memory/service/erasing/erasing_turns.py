"""The turns that run in this process, so that an erase can end them."""

import asyncio
from collections.abc import AsyncGenerator, Collection
from typing import Any, TypeVar

from memory.core.errors import ErasedError

T = TypeVar("T")
_END: Any = object()


class RunningTurns:
    """Turns by thread, each a task of its own that whoever reads its parts waits for."""

    def __init__(self) -> None:
        self._tasks: dict[asyncio.Task[None], str] = {}
        self._ended: set[asyncio.Task[None]] = set()

    async def parts(self, thread: str, parts: AsyncGenerator[T, None]) -> AsyncGenerator[T, None]:
        """Yield what a turn yields; closing this stops it and waits for its end.

        Raises what the turn raises, ErasedError when an erase ended it.
        """
        queue: asyncio.Queue[T] = asyncio.Queue()
        task = asyncio.create_task(_pump(parts, queue))
        self._tasks[task] = thread
        try:
            while (part := await queue.get()) is not _END:
                yield part
            if task in self._ended:
                raise ErasedError("The conversation was erased while its reply was made.")
            await task
        finally:
            await _stopped([task])
            self._tasks.pop(task, None)
            self._ended.discard(task)

    async def stop(self, threads: Collection[str]) -> int:
        """End the turns on these threads and wait for that; return how many there were."""
        tasks = [task for task, thread in self._tasks.items() if thread in threads and not task.done()]
        self._ended.update(tasks)
        await _stopped(tasks)
        return len(tasks)


async def _pump(parts: AsyncGenerator[T, None], queue: asyncio.Queue[T]) -> None:
    try:
        async for part in parts:
            queue.put_nowait(part)
    finally:
        await parts.aclose()
        queue.put_nowait(_END)


async def _stopped(tasks: Collection[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)
