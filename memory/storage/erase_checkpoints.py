"""Checkpoints of one user: which threads they are of, whatever the store knows of them, and their deletion."""

from collections.abc import Collection

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from memory.core.ids import shared_root

_THREADS = "SELECT DISTINCT thread_id FROM checkpoints"
OWNER_CHANNELS = ("owner", "root")
"""Channels that name the user's root: of the agent's threads and of those consolidation runs on."""


async def owned_threads(saver: BaseCheckpointSaver[str], roots: Collection[str]) -> set[str]:
    """Return the threads whose newest checkpoint names one of `roots`, or one kept apart of the same user and epoch.

    A copied thread is in no record of ours. Reads one checkpoint of every thread there is.
    """
    owned: set[str] = set()
    for thread in await _thread_ids(saver):
        found = await saver.aget_tuple({"configurable": {"thread_id": thread}})
        values = found.checkpoint["channel_values"] if found else {}
        if any(shared_root(str(values.get(channel))) in roots for channel in OWNER_CHANNELS):
            owned.add(thread)
    return owned


async def delete_checkpoints(saver: BaseCheckpointSaver[str], threads: Collection[str]) -> int:
    """Delete all checkpoints of threads; return of how many there were any."""
    count = 0
    for thread in sorted(threads):
        count += await saver.aget_tuple({"configurable": {"thread_id": thread}}) is not None
        await saver.adelete_thread(thread)
    return count


async def _thread_ids(saver: BaseCheckpointSaver[str]) -> set[str]:
    if isinstance(saver, AsyncSqliteSaver):
        async with saver.lock:
            return {str(row[0]) for row in await saver.conn.execute_fetchall(_THREADS)}
    if isinstance(saver, AsyncPostgresSaver):
        async with saver._cursor() as cursor:  # noqa: SLF001  # its pool may be one connection; this is how it takes one
            await cursor.execute(_THREADS)
            return {str(row["thread_id"]) for row in await cursor.fetchall()}
    return {found.config["configurable"]["thread_id"] async for found in saver.alist(None)}
