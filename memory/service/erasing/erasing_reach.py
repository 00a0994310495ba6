"""What an erase can reach beside the store: runs, thread records, checkpoints and crons."""

from collections.abc import Awaitable, Callable, Collection
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, Protocol

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.store.base import BaseStore

from memory.storage.compact import Compacted
from memory.storage.erase_checkpoints import delete_checkpoints, owned_threads

Stop = Callable[[Collection[str]], Awaitable[int]]
"""Stops what runs on these threads in this process, waits for its end, and returns how many runs that were."""
Compact = Callable[[], Awaitable[Compacted]]


@dataclass(frozen=True)
class Gone:
    """What was deleted of some threads."""

    threads: int = 0
    """Records of the platform."""
    checkpoints: int = 0
    """Threads that had checkpoints."""


class Runs(Protocol):
    """Who runs the graphs: a server, or this process."""

    async def owned(self, roots: AbstractSet[str]) -> set[str]:
        """Return the threads of `roots` and of what is kept apart of them, and those their consolidation runs on."""

    async def stop(self, threads: Collection[str]) -> int:
        """Cancel every run of threads and wait for their ends; return how many runs that were."""

    async def delete(self, threads: Collection[str]) -> Gone:
        """Delete checkpoints and records of threads."""

    async def thin(self, threads: Collection[str]) -> None:
        """Delete the checkpoints of threads but the newest."""

    async def crons(self) -> list[dict[str, Any]]:
        """Return every cron there is."""

    async def delete_cron(self, cron_id: str) -> None:
        """Delete a cron."""

    @property
    def left_to_server(self) -> str | None:
        """What only a server could delete, None when this is one."""


@dataclass(frozen=True)
class Reach:
    """Everything an erase works on."""

    store: BaseStore
    runs: Runs
    compact: Compact
    out_of_reach: list[str] = field(default_factory=list)
    """What nothing here reaches."""


class LocalRuns:
    """Runs and checkpoints of this process; a server that works on the same files later has records of its own."""

    def __init__(self, saver: BaseCheckpointSaver[str], stop: Stop) -> None:
        self._saver = saver
        self._stop = stop

    async def owned(self, roots: AbstractSet[str]) -> set[str]:
        """Return the threads whose checkpoints name one of `roots`."""
        return await owned_threads(self._saver, roots)

    async def stop(self, threads: Collection[str]) -> int:
        """Cancel what runs in this process on `threads`."""
        return await self._stop(threads)

    async def delete(self, threads: Collection[str]) -> Gone:
        """Delete the checkpoints of threads."""
        return Gone(checkpoints=await delete_checkpoints(self._saver, threads))

    async def thin(self, threads: Collection[str]) -> None:
        """Delete the checkpoints of threads but the newest."""
        await self._saver.aprune(sorted(threads), strategy="keep_latest")

    async def crons(self) -> list[dict[str, Any]]:
        """Return none: crons are a server's."""
        return []

    async def delete_cron(self, cron_id: str) -> None:
        """Do nothing: there are none."""

    @property
    def left_to_server(self) -> str | None:
        """Say what a server that was not running keeps."""
        return (
            "Thread and run records of a development server that is not running (.langgraph_api in its folder): "
            "it deletes them when it next starts."
        )


async def nothing_runs(_: Collection[str]) -> int:
    """Stop nothing: this process runs no graph."""
    return 0
