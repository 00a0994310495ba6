"""What an erase reaches on a LangGraph server, through the SDK."""

import asyncio
from collections.abc import Collection
from collections.abc import Set as AbstractSet
from contextvars import ContextVar
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import ConflictError, NotFoundError

from memory.service.erasing_reach import Gone
from memory.storage.erase_checkpoints import OWNER_CHANNELS, delete_checkpoints, owned_threads

_PAGE = 500
_AT_ONCE = 8
_OWNERS = {channel: f"values.{channel}" for channel in OWNER_CHANNELS}
_ACTIVE = frozenset({"pending", "running"})

DELETING: ContextVar[bool] = ContextVar("holdfast_deleting", default=False)
"""Set while an erase deletes a thread through the platform, so that this does not look like a client's wish."""


class ServerRuns:
    """Runs, records and crons of a server; checkpoints too where they lie in a saver that can be had."""

    left_to_server: str | None = None

    def __init__(self, client: LangGraphClient, saver: BaseCheckpointSaver[str] | None) -> None:
        """Take a client that may do everything, and the server's saver if it is not the platform's own."""
        self._client = client
        self._saver = saver

    async def owned(self, roots: AbstractSet[str]) -> set[str]:
        """Return the threads whose state names one of `roots`, by their records and by their checkpoints."""
        found = await owned_threads(self._saver, roots) if self._saver else set()
        seen = 0
        while page := await self._page(seen):
            seen += len(page)
            found |= {str(thread["thread_id"]) for thread in page if not roots.isdisjoint(await self._named(thread))}
        return found

    async def stop(self, threads: Collection[str]) -> int:
        """Cancel every run of threads and wait for their ends; return how many runs that were."""
        busy = asyncio.Semaphore(_AT_ONCE)

        async def stop_one(thread: str) -> int:
            async with busy:
                return await self._stop(thread)

        return sum(await asyncio.gather(*map(stop_one, sorted(threads))))

    async def delete(self, threads: Collection[str]) -> Gone:
        """Delete checkpoints and records of threads; runs and crons of a thread go with its record."""
        checkpoints = await delete_checkpoints(self._saver, threads) if self._saver else 0
        records = [await self._delete(thread) for thread in sorted(threads)]
        return Gone(sum(records), checkpoints)

    async def crons(self) -> list[dict[str, Any]]:
        """Return every cron there is."""
        found: list[dict[str, Any]] = []
        while page := await self._client.crons.search(limit=_PAGE, offset=len(found)):
            found += [dict(cron) for cron in page]
        return found

    async def delete_cron(self, cron_id: str) -> None:
        """Delete a cron; one that is gone is no error."""
        try:
            await self._client.crons.delete(cron_id)
        except NotFoundError:
            return

    async def _page(self, offset: int) -> list[dict[str, Any]]:
        # Not by values: `langgraph dev` fails at that once any thread has none.
        page = await self._client.threads.search(
            limit=_PAGE, offset=offset, select=["thread_id"], extract=_OWNERS, sort_by="thread_id"
        )
        return [dict(thread) for thread in page]

    async def _named(self, thread: dict[str, Any]) -> set[str]:
        """Return the roots a thread's state names; the record of a copy nobody has written in yet has no values."""
        named = {str(root) for root in thread["extracted"].values() if root}
        if named or self._saver:  # the saver's checkpoints were looked at
            return named
        values = (await self._client.threads.get_state(thread["thread_id"]))["values"]
        held = values if isinstance(values, dict) else {}
        return {str(held[channel]) for channel in OWNER_CHANNELS if held.get(channel)}

    async def _stop(self, thread: str) -> int:
        try:
            runs = await self._client.runs.list(thread, limit=_PAGE, select=["run_id", "status"])
        except NotFoundError:
            return 0
        active = [run["run_id"] for run in runs if run["status"] in _ACTIVE]
        for run_id in active:
            try:
                await self._client.runs.cancel(thread, run_id, wait=True)
            except (NotFoundError, ConflictError):
                continue  # it ended by itself
        return len(active)

    async def _delete(self, thread: str) -> bool:
        deleting = DELETING.set(True)
        try:
            await self._client.threads.delete(thread)
        except NotFoundError:
            return False
        finally:
            DELETING.reset(deleting)
        return True
