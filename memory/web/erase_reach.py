"""What an erase reaches from inside the server."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import httpx
from langgraph_sdk import get_client

from memory.core.errors import HoldfastError
from memory.service.erasing.erasing import resume_erases
from memory.service.erasing.erasing_reach import Reach, Runs
from memory.service.erasing.erasing_server import ServerRuns
from memory.service.forgetting.temporary_end import end_temporary
from memory.storage.compact import Compacted, compact
from memory.web.platform_saver import platform_saver
from memory.web.platform_settings import has_local_store, server_url
from memory.web.platform_store import platform_store

PLATFORM_DATABASE = "Freed space, write-ahead log, replicas and backups of the platform's own database."
SERVER_FILES = (
    "The development server's own files (.langgraph_api): it writes them anew within ten seconds and when it stops."
)
_PAUSES = (1, 2, 4, 8, 15, 30)
"""Seconds before each attempt: the server takes its first requests only after its lifespan has begun."""
_EVERY_SECONDS = 900
_log = logging.getLogger(__name__)


@asynccontextmanager
async def server_reach() -> AsyncIterator[Reach]:
    """Open what an erase works on; its client may do everything, so who asks must have been let in before."""
    async with get_client() as client:
        runs = ServerRuns(client, await platform_saver())
        yield Reach(await platform_store(), runs, _compact, [SERVER_FILES] if server_url() else [])


@asynccontextmanager
async def server_runs() -> AsyncIterator[Runs]:
    """Open what reaches the states of threads, as `server_reach` does."""
    async with server_reach() as reach:
        yield reach.runs


async def keep_erasing() -> None:
    """Go on with erases that were cut off and end temporary conversations, now and again and again.

    What fails is tried again, at last logged, and never stops the server.
    """
    while True:
        await _erase_what_waits()
        await asyncio.sleep(_EVERY_SECONDS)


async def _erase_what_waits() -> None:
    failure = None
    for pause in _PAUSES:
        await asyncio.sleep(pause)
        try:
            async with server_reach() as reach:
                await resume_erases(reach)
                await end_temporary(reach, datetime.now(UTC))
        except (httpx.HTTPError, HoldfastError, OSError, RuntimeError) as exc:
            failure = exc
        else:
            return
    _log.error("erases that were cut off and conversations that ended are still there", exc_info=failure)


async def _compact() -> Compacted:
    return await compact() if has_local_store() else Compacted(out_of_reach=[PLATFORM_DATABASE])
