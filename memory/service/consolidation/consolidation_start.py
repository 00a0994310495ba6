"""Starts the consolidation of a thread in the background: on a LangGraph server as a run, else in this process."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextvars import Context
from typing import Literal

import httpx
from langgraph.store.base import BaseStore
from langgraph_sdk import get_client

from memory.core.ids import encode_label, user_of
from memory.service.consolidation.consolidation_runs import AT_ONCE, Created, create_run, create_waiting
from memory.service.settings.own_context import as_server
from memory.storage.due import Due, list_marks, mark_due

Outcome = Created | Literal["no_runner", "failed"]
"""`running`: that thread's consolidation runs already; `waits`: as many run as may, and it is started when one ends."""
LocalRunner = Callable[[str, str, int | None], Awaitable[object]]
"""Runs the consolidation graph for a root, a thread and a budget (None: the default)."""

_log = logging.getLogger(__name__)


class LocalConsolidation:
    """Consolidations in this process: one of a thread at a time, each to its end when nobody waits."""

    def __init__(self, runner: LocalRunner) -> None:
        self._runner = runner
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._again: set[tuple[str, str]] = set()
        self._free = asyncio.Semaphore(AT_ONCE)

    def start(self, root: str, thread: str, budget: int | None) -> Outcome:
        """Start the consolidation of a thread; if it runs already, it runs once more, however many ask."""
        key = (root, thread)
        if key in self._tasks:
            self._again.add(key)
            return "running"
        # A context of its own: the work outlives the run that asked and is no part of its trace.
        task = asyncio.create_task(self._run(key, budget), name=f"consolidation of {thread}", context=Context())
        self._tasks[key] = task
        task.add_done_callback(lambda done: self._ended(key, done))
        return "started"

    async def finish(self) -> None:
        """Wait for everything that was started; what failed was logged and stays due."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def stop(self, threads: Collection[str]) -> int:
        """Cancel the consolidations of these threads and wait for their ends; return how many there were."""
        tasks = [task for (_, thread), task in self._tasks.items() if thread in threads]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        return len(tasks)

    async def _run(self, key: tuple[str, str], budget: int | None) -> None:
        while True:
            async with self._free:
                self._again.discard(key)
                await self._runner(*key, budget)
            if key not in self._again:
                return

    def _ended(self, key: tuple[str, str], task: asyncio.Task[None]) -> None:
        self._tasks.pop(key, None)
        self._again.discard(key)
        if not task.cancelled() and (error := task.exception()):
            _log.error("%s failed; it stays due", task.get_name(), exc_info=error)


class _Installed:
    """The process's own consolidations, if its entry point set any up."""

    local: LocalConsolidation | None = None


def set_local_runner(runner: LocalRunner | None) -> None:
    """Let consolidations outside a server run through `runner`; None: they stay due until something runs them."""
    _Installed.local = LocalConsolidation(runner) if runner else None


async def finish_local() -> None:
    """Wait for the consolidations of this process, before it ends."""
    if _Installed.local:
        await _Installed.local.finish()


async def stop_local(threads: Collection[str]) -> int:
    """Cancel this process's consolidations of these threads and wait for their ends; return how many there were."""
    return await _Installed.local.stop(threads) if _Installed.local else 0


async def start_consolidation(root: str, thread: str, *, on_server: bool, budget: int | None = None) -> Outcome:
    """Start the consolidation of a thread and return at once with what became of it.

    `on_server`: the caller is a node of a run on a LangGraph server. `budget`: tokens of the thread's context window.
    Never raises for a start that fails: it is logged, and the thread stays due.
    """
    if on_server:
        return await _start_run(Due(root, thread, budget))
    return _Installed.local.start(root, thread, budget) if _Installed.local else "no_runner"


async def start_waiting(store: BaseStore, ended: str, after: Due | None, caller: str | None) -> int:
    """Start what waits because enough ran, at the end of the run on thread `ended` of a LangGraph server.

    `after`: what that run consolidated, None: everything due. `caller`: the authenticated user it ran as, whose alone
    may be started; what is others' waits for theirs or the cron. Never raises for a start that fails, as above.
    """
    listed = await list_marks(store)
    marks = [due for due in listed if caller is None or user_of(due.root) == encode_label(caller)]
    if not marks:
        return 0
    try:
        return await as_server(_create_waiting(marks, ended, after))
    except httpx.HTTPError:
        _log.exception("what is due could not be started; it stays due")
        return 0


async def keep_due(store: BaseStore, root: str, thread: str, budget: int | None) -> None:
    """Leave a thread due whose consolidation failed: for a turn, the cron or a person, not to be tried at once again.

    Never raises: a store that takes no mark has the one that was there.
    """
    try:
        await mark_due(store, root, thread, budget, failed=True)
    except Exception:  # noqa: BLE001  # whatever a store raises, the other threads go on
        _log.exception("that consolidation of %s failed could not be marked", thread)


async def _start_run(due: Due) -> Outcome:
    try:
        return await as_server(_create_run(due))
    except httpx.HTTPError:
        _log.exception("consolidation of %s could not be started; it stays due", due.thread)
        return "failed"


async def _create_run(due: Due) -> Created:
    # As the server: how many run in all is counted, and a user is shown only their own.
    async with get_client() as client:
        return await create_run(client, due)


async def _create_waiting(marks: Sequence[Due], ended: str, after: Due | None) -> int:
    async with get_client() as client:
        return await create_waiting(client, marks, ended, after)
