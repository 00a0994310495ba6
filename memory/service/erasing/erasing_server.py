"""What an erase reaches on a LangGraph server, through the SDK."""

import asyncio
from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from contextvars import ContextVar
from http import HTTPStatus
from typing import Any

import httpx
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import NotFoundError
from langgraph_sdk.schema import ThreadStatus

from memory.core.access.identities import whose
from memory.core.ids import shared_root, user_of, user_root
from memory.service.erasing.erasing_reach import Gone
from memory.service.settings.settings import local_user
from memory.storage.erase_checkpoints import OWNER_CHANNELS, delete_checkpoints, owned_threads

_PAGE = 500
_AT_ONCE = 8
_OWNERS = {channel: f"values.{channel}" for channel in OWNER_CHANNELS}
_ACTIVE = frozenset({"pending", "running"})
_ENDED = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT})
"""What cancelling a run answers that ended by itself."""

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
        """Return the threads whose state names one of `roots`, by their records and by their checkpoints.

        A thread whose first turn has not got so far, or was refused, belongs to whoever started its runs.
        """
        found = await owned_threads(self._saver, roots) if self._saver else set()
        seen = 0
        while page := await self._page(seen):
            seen += len(page)
            found |= {str(thread["thread_id"]) for thread in page if await self._is_of(roots, thread)}
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

    async def thin(self, threads: Collection[str]) -> None:
        """Delete the checkpoints of threads but the newest."""
        if self._saver:
            await self._saver.aprune(sorted(threads), strategy="keep_latest")
            return
        try:
            await self._client.threads.prune(sorted(threads), strategy="keep_latest")
        except NotFoundError:
            return

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

    async def busy(self, roots: AbstractSet[str]) -> set[str]:
        """Return the threads of one of `roots` on which a run is under way or waits."""
        page = await self._page(0, status="busy")
        return {str(thread["thread_id"]) for thread in page if await self._is_of(roots, thread)}

    async def _page(self, offset: int, status: ThreadStatus | None = None) -> list[dict[str, Any]]:
        # Not by values: `langgraph dev` fails at that once any thread has none.
        page = await self._client.threads.search(
            status=status, limit=_PAGE, offset=offset, select=["thread_id"], extract=_OWNERS, sort_by="thread_id"
        )
        return [dict(thread) for thread in page]

    async def _is_of(self, roots: AbstractSet[str], thread: dict[str, Any]) -> bool:
        if named := await self._named(thread):
            return not roots.isdisjoint(map(shared_root, named))
        users = {user_of(root) for root in roots}
        return not users.isdisjoint(await self._starters(str(thread["thread_id"])))

    async def _starters(self, thread: str) -> set[str]:
        try:
            runs: list[Any] = list(await self._client.runs.list(thread, limit=_PAGE, select=["kwargs"]))
        except NotFoundError:
            return set()
        return {started_by(run["kwargs"]) for run in runs}

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
            except httpx.HTTPStatusError as refused:  # waiting, the SDK raises this and not its own subclasses
                if refused.response.status_code not in _ENDED:
                    raise
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


def started_by(kwargs: Mapping[str, Any]) -> str:
    """Return the user's part of the root a run works for: its user's or, of consolidation, the one it names."""
    given, context = kwargs.get("input"), kwargs.get("context") or {}
    if isinstance(given, dict) and isinstance(given.get("root"), str):
        return user_of(given["root"])
    configurable = (kwargs.get("config") or {}).get("configurable") or {}
    named = context.get("user_id")
    user = whose(configurable.get("langgraph_auth_user_id"), None if named is None else str(named))
    return user_of(user_root(local_user() if user is None else user, 0))
