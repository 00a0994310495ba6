"""Consolidation as runs on a LangGraph server: one of a thread at a time, few in all, none due left behind.

The platform lets one run at a time onto the thread that stands for the consolidation of a user's thread. How many run
in all is counted before one is created: one too many is not created, its thread stays due, and the next run that ends
takes it up. So users' turns keep the server's workers.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from weakref import WeakKeyDictionary

from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import ConflictError

from memory.core.access.identities import OWNER
from memory.core.ids import consolidation_thread_id, user_of
from memory.storage.due import Due

GRAPH = "consolidation"
AT_ONCE = 2
"""Consolidations that run on a server, or in a process without one, at the same time."""
Created = Literal["started", "running", "waits"]
_MOST = 100
_ALIVE: tuple[Literal["pending", "running"], ...] = ("pending", "running")
_LOCKS: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()
"""One a loop: between the count and the creation no other start of this process comes in."""


async def create_run(client: LangGraphClient, due: Due) -> Created:
    """Create the run that consolidates a thread: `running`: it has one; `waits`: as many run as may.

    Raises what the client raises.
    """
    async with _lock():
        busy = await _busy(client)
        if (own := consolidation_thread_id(due.root, due.thread)) in busy:
            return "running"
        if len(busy) >= AT_ONCE:
            return "waits"
        try:
            await _create(client, own, due)
        except ConflictError:
            return "running"
        return "started"


@dataclass(frozen=True)
class Asked:
    """What somebody asks to have consolidated now."""

    root: str | None
    """None: of everyone."""
    thread: str | None
    """None: all that is due, of the user or of everyone."""
    full: bool = False
    """Whatever is due, and summaries from the whole transcript."""

    @property
    def runs_on(self) -> str:
        """Return the thread on which one such run at a time is let."""
        return consolidation_thread_id(self.root or "", self.thread or "")


@dataclass(frozen=True)
class Run:
    """A run on the server."""

    thread: str
    run: str


async def create_asked(client: LangGraphClient, asked: Asked) -> Run | Literal["running", "waits"]:
    """Create the run that does what somebody asks now; its updates can be read from their beginning.

    Returns why it is not created, as `create_run` does. Raises what the client raises.
    """
    async with _lock():
        busy = await _busy(client)
        if asked.runs_on in busy:
            return "running"
        if len(busy) >= AT_ONCE:
            return "waits"
        given: dict[str, Any] = {"root": asked.root, "thread": asked.thread, "full": asked.full}
        try:
            run = await client.runs.create(
                asked.runs_on,
                GRAPH,
                input=given,
                multitask_strategy="reject",
                if_not_exists="create",
                metadata=_owned(asked.root),
                stream_mode="updates",
                stream_resumable=True,
            )
        except ConflictError:
            return "running"
        return Run(asked.runs_on, str(run["run_id"]))


async def create_waiting(client: LangGraphClient, marks: Sequence[Due], ended: str, after: Due | None) -> int:
    """Create runs for what is due as far as there is room, now that the run on thread `ended` has done its work.

    What failed waits for someone to ask. Threads have their turn in the order of `marks`, from `after` on, which is
    the one that was just consolidated. Returns how many runs were created. Raises what the client raises.
    """
    async with _lock():
        busy = await _busy(client) - {ended}
        created = 0
        for due in _from(after, [due for due in marks if not due.failed]):
            if len(busy) >= AT_ONCE:
                break
            own = consolidation_thread_id(due.root, due.thread)
            if own not in busy and await _created(client, own, due, follows=own == ended):
                busy.add(own)
                created += 1
        return created


def _from(after: Due | None, marks: Iterable[Due]) -> list[Due]:
    ordered = sorted(marks, key=_place)
    later = [due for due in ordered if after is None or _place(due) > _place(after)]
    return later + [due for due in ordered if due not in later]


def _place(due: Due) -> tuple[str, str]:
    return due.root, due.thread


async def _created(client: LangGraphClient, own: str, due: Due, *, follows: bool) -> bool:
    try:
        await _create(client, own, due, "enqueue" if follows else "reject")
    except ConflictError:
        return False
    return True


async def _create(
    client: LangGraphClient, own: str, due: Due, strategy: Literal["reject", "enqueue"] = "reject"
) -> None:
    """Create a run. Never with `rollback`: stock savers lack what it needs, and the thread would stay busy for good."""
    asked: dict[str, Any] = {"root": due.root, "thread": due.thread, "budget": due.budget}
    await client.runs.create(
        own,
        GRAPH,
        input=asked,
        multitask_strategy=strategy,
        if_not_exists="create",
        metadata=_owned(due.root),
    )


def _owned(root: str | None) -> dict[str, str]:
    """Return what makes a thread a user's, who may read it; everyone's is nobody's."""
    return {} if root is None else {OWNER: user_of(root)}


async def _busy(client: LangGraphClient) -> set[str]:
    """Return the threads on which consolidations run or are about to, the cron's too."""
    found = await client.threads.search(metadata={"graph_id": GRAPH}, status="busy", limit=_MOST, select=["thread_id"])
    threads = [str(thread["thread_id"]) for thread in found]
    if len(threads) < AT_ONCE:
        return set(threads)
    # A thread can be left busy by a run that is gone; it must not keep others from running for good.
    return {thread for thread in threads if await _has_run(client, thread)}


async def _has_run(client: LangGraphClient, thread: str) -> bool:
    for status in _ALIVE:
        if await client.runs.list(thread, status=status, limit=1):
            return True
    return False


def _lock() -> asyncio.Lock:
    return _LOCKS.setdefault(asyncio.get_running_loop(), asyncio.Lock())
