"""Background work of which one piece runs at a time."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextvars import Context
from weakref import WeakValueDictionary

from memory.core.language.text import one_line

_log = logging.getLogger(__name__)
_running: set[asyncio.Task[None]] = set()  # the event loop alone holds tasks weakly
_ERROR_CHARS = 200
_turns: WeakValueDictionary[tuple[str, str, str], asyncio.Lock] = WeakValueDictionary()


class SingleFlight:
    """Runs work in the background, one piece after the other, and goes on when nobody waits any more.

    Who asks while a piece runs gets the next one, so what it finds is never older than the question; several who
    ask meanwhile share it. Used from one event loop.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._current: asyncio.Task[None] | None = None
        self._next: asyncio.Task[None] | None = None
        self.last_error: str | None = None
        """Why the last finished piece failed, None when it did not."""

    @property
    def busy(self) -> bool:
        """Tell whether a piece runs or waits."""
        return self._current is not None or self._next is not None

    def start(self, work: Callable[[], Coroutine[None, None, None]]) -> asyncio.Task[None]:
        """Return the task that does `work`, or the same for somebody who asked before; shield it when waiting."""
        if self._next is None:
            # A context of its own: the work outlives the run that asked and is no part of its trace.
            self._next = asyncio.create_task(self._run(self._current, work), name=self._name, context=Context())
            _running.add(self._next)
            self._next.add_done_callback(self._finished)
        return self._next

    async def _run(self, before: asyncio.Task[None] | None, work: Callable[[], Coroutine[None, None, None]]) -> None:
        if before is not None:
            await asyncio.wait({before})
        self._current, self._next = self._next, None
        await work()

    def _finished(self, task: asyncio.Task[None]) -> None:
        _running.discard(task)
        if self._current is task:
            self._current = None
        if self._next is task:
            self._next = None
        error = None if task.cancelled() else task.exception()
        self.last_error = error_line(error) if error else None
        if error:
            _log.error("%s failed", self._name, exc_info=error)


async def stop_background() -> None:
    """End what this event loop still does in the background, for whoever is about to close the stores it works on.

    A write that has begun is finished; what is left undone is done by whoever asks next.
    """
    loop = asyncio.get_running_loop()
    tasks = [task for task in _running if task.get_loop() is loop]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def one_at_a_time(work: str, root: str, thread: str) -> asyncio.Lock:
    """Return the lock of one kind of `work` on a user's thread: in this process it is never done twice at once.

    Whoever waits for it finds done what there was to do: the run of one thread and one of everything due can meet.
    """
    return _turns.setdefault((work, root, thread), asyncio.Lock())


def error_line(error: BaseException) -> str:
    """Return an error on one line, as reports show it."""
    return one_line(f"{type(error).__name__}: {error}", _ERROR_CHARS)
