"""The checkpointer on PostgreSQL, with what the server asks of a saver.

What it keeps is told in `thinning.py`.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Literal

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from psycopg.rows import DictRow

from memory.storage.postgres import Pool, open_pool, retry_lost, set_up_alone
from memory.storage.thinning import KEPT_TURNS, begins_turn

_CONNECTIONS = 4
_RUN_INDEX = "CREATE INDEX IF NOT EXISTS holdfast_runs ON checkpoints ((metadata ->> 'run_id'))"
_CUTOFF = f"""
SELECT c.checkpoint_id FROM checkpoints c LEFT JOIN checkpoints p
    ON p.thread_id = c.thread_id AND p.checkpoint_ns = c.checkpoint_ns AND p.checkpoint_id = c.parent_checkpoint_id
WHERE c.thread_id = %s AND c.checkpoint_ns = %s AND CASE c.metadata ->> 'source'
    WHEN 'input' THEN TRUE
    WHEN 'loop' THEN (c.metadata ->> 'step')::int > coalesce((p.metadata ->> 'step')::int, -2) + 1
    ELSE FALSE END
ORDER BY c.checkpoint_id DESC LIMIT 1 OFFSET {KEPT_TURNS - 1}
"""  # noqa: S608  # a constant of ours
_OLDER = "thread_id = %s AND checkpoint_id < %s AND (checkpoint_ns = %s OR (%s = '' AND checkpoint_ns LIKE '%%:%%'))"
_THIN = (f"DELETE FROM checkpoint_writes WHERE {_OLDER}", f"DELETE FROM checkpoints WHERE {_OLDER}")  # noqa: S608
_UNLINK = """
UPDATE checkpoints SET parent_checkpoint_id = NULL
WHERE thread_id = %s AND checkpoint_ns = %s AND parent_checkpoint_id < %s
"""
_UNUSED_BLOBS = """
DELETE FROM checkpoint_blobs b WHERE b.thread_id = ANY(%s) AND NOT EXISTS (
    SELECT FROM checkpoints c
    WHERE c.thread_id = b.thread_id AND c.checkpoint_ns = b.checkpoint_ns
    AND c.checkpoint -> 'channel_versions' ->> b.channel = b.version
)
"""
_RUN_WRITES = """
DELETE FROM checkpoint_writes w USING checkpoints c
WHERE c.metadata ->> 'run_id' = ANY(%s) AND w.thread_id = c.thread_id
AND w.checkpoint_ns = c.checkpoint_ns AND w.checkpoint_id = c.checkpoint_id
"""
_RUN_CHECKPOINTS = "DELETE FROM checkpoints WHERE metadata ->> 'run_id' = ANY(%s) RETURNING thread_id"
_COPY = (
    """
    INSERT INTO checkpoints
        (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata)
    SELECT %(target)s, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint,
        jsonb_set(metadata, '{thread_id}', to_jsonb(%(target)s::text), false)
    FROM checkpoints WHERE thread_id = %(source)s ON CONFLICT DO NOTHING
    """,
    """
    INSERT INTO checkpoint_blobs (thread_id, checkpoint_ns, channel, version, type, blob)
    SELECT %(target)s, checkpoint_ns, channel, version, type, blob
    FROM checkpoint_blobs WHERE thread_id = %(source)s ON CONFLICT DO NOTHING
    """,
    """
    INSERT INTO checkpoint_writes
        (thread_id, checkpoint_ns, checkpoint_id, task_id, task_path, idx, channel, type, blob)
    SELECT %(target)s, checkpoint_ns, checkpoint_id, task_id, task_path, idx, channel, type, blob
    FROM checkpoint_writes WHERE thread_id = %(source)s ON CONFLICT DO NOTHING
    """,
)
_Statement = tuple[str, Sequence[Any] | dict[str, Any]]


class _NoLock(asyncio.Lock):
    """For the stock saver's lock, which guards one shared connection: here each call has a connection of its own."""

    async def acquire(self) -> Literal[True]:
        """Wait for nobody: a call held up in the database holds up no other."""
        return True

    def release(self) -> None:
        """Do nothing."""


class PostgresSaver(AsyncPostgresSaver):
    """Thins as it goes, can take back a run and copy a thread, and survives a restart of the server."""

    def __init__(self, pool: Pool, uri: str) -> None:
        super().__init__(pool)
        self.lock = _NoLock()
        self._uri = uri

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return a checkpoint. Raises StorageError: the database did not answer."""
        get = super().aget_tuple
        return await retry_lost(self._uri, lambda: get(config))

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Save a checkpoint; the first of a new turn thins what is behind it.

        Raises StorageError: the database did not answer.
        """
        put = super().aput
        saved = await retry_lost(self._uri, lambda: put(config, checkpoint, metadata, new_versions))
        if begins_turn(config, metadata):
            await self._thin(config["configurable"]["thread_id"], config["configurable"]["checkpoint_ns"])
        return saved

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Save what a task wrote. Raises StorageError: the database did not answer."""
        put_writes = super().aput_writes
        await retry_lost(self._uri, lambda: put_writes(config, writes, task_id, task_path))

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Delete the checkpoints that runs made; the state is again what it was before them."""
        ids = [str(run_id) for run_id in run_ids]
        await retry_lost(self._uri, lambda: self._delete_for_runs(ids))

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Keep the newest checkpoint of each namespace (`keep_latest`), or none (`delete`, `delete_all`).

        Raises ValueError: another strategy.
        """
        await super().aprune(thread_ids, strategy="delete" if strategy == "delete_all" else strategy)

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Copy every checkpoint of a thread to another."""
        at = {"source": str(source_thread_id), "target": str(target_thread_id)}
        await self._execute([(sql, at) for sql in _COPY])

    async def _thin(self, thread: str, namespace: str) -> None:
        row = await retry_lost(self._uri, lambda: self._cutoff(thread, namespace))
        if row is not None:
            cutoff = row["checkpoint_id"]
            older = (thread, cutoff, namespace, namespace)
            await self._execute(
                [
                    *((sql, older) for sql in _THIN),
                    (_UNLINK, (thread, namespace, cutoff)),
                    (_UNUSED_BLOBS, ([thread],)),
                ]
            )

    async def _cutoff(self, thread: str, namespace: str) -> DictRow | None:
        async with self._cursor() as cursor:
            await cursor.execute(_CUTOFF, (thread, namespace))
            return await cursor.fetchone()

    async def _delete_for_runs(self, ids: list[str]) -> None:
        async with self._cursor() as cursor, cursor.connection.transaction():
            await cursor.execute(_RUN_WRITES, (ids,))
            await cursor.execute(_RUN_CHECKPOINTS, (ids,))
            threads = sorted({row["thread_id"] for row in await cursor.fetchall()})
            await cursor.execute(_UNUSED_BLOBS, (threads,))

    async def _execute(self, statements: Sequence[_Statement]) -> None:
        async def attempt() -> None:
            async with self._cursor() as cursor, cursor.connection.transaction():
                for sql, parameters in statements:
                    await cursor.execute(sql, parameters)

        await retry_lost(self._uri, attempt)


@asynccontextmanager
async def open_postgres_saver(uri: str) -> AsyncIterator[PostgresSaver]:
    """Open the checkpoints, made when they are missing. Raises StorageError: the database cannot be reached."""
    async with set_up_alone(uri) as conn:
        await AsyncPostgresSaver(conn).setup()
        await conn.execute(_RUN_INDEX)
    async with open_pool(uri, _CONNECTIONS) as pool:
        yield PostgresSaver(pool, uri)
