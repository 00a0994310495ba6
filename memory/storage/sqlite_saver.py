"""The checkpointer on one SQLite file, for any number of processes, with what the server asks of a saver.

What it keeps is told in `thinning.py`.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from memory.storage.sqlite_file import open_sqlite, retry_locked, storage_error
from memory.storage.thinning import KEPT_TURNS, begins_turn
from memory.storage.uninterrupted import Uninterrupted

T = TypeVar("T")

_META = "CAST(metadata AS TEXT)"
_INDEXES = f"""
CREATE INDEX IF NOT EXISTS holdfast_turns ON checkpoints (thread_id, checkpoint_ns, checkpoint_id)
    WHERE json_extract({_META}, '$.source') = 'input';
CREATE INDEX IF NOT EXISTS holdfast_runs ON checkpoints (json_extract({_META}, '$.run_id'));
"""
_CUTOFF = f"""
SELECT checkpoint_id FROM checkpoints
WHERE thread_id = ? AND checkpoint_ns = ? AND json_extract({_META}, '$.source') = 'input'
ORDER BY checkpoint_id DESC LIMIT 1 OFFSET {KEPT_TURNS - 1}
"""  # noqa: S608  # constants of this module
_OLDER = "thread_id = ? AND checkpoint_id < ? AND (checkpoint_ns = ? OR (? = '' AND instr(checkpoint_ns, ':') > 0))"
_THIN = (f"DELETE FROM checkpoints WHERE {_OLDER}", f"DELETE FROM writes WHERE {_OLDER}")  # noqa: S608  # as above
_UNLINK = """
UPDATE checkpoints SET parent_checkpoint_id = NULL
WHERE thread_id = ? AND checkpoint_ns = ? AND parent_checkpoint_id < ?
"""
_RUN = f"json_extract({_META}, '$.run_id') = ?"
_DELETE_RUN = (
    f"""
    DELETE FROM writes WHERE (thread_id, checkpoint_ns, checkpoint_id) IN
        (SELECT thread_id, checkpoint_ns, checkpoint_id FROM checkpoints WHERE {_RUN})
    """,  # noqa: S608  # as above
    f"DELETE FROM checkpoints WHERE {_RUN}",  # noqa: S608  # as above
)
_LATEST = "(SELECT checkpoint_ns, max(checkpoint_id) FROM checkpoints WHERE thread_id = ?1 GROUP BY checkpoint_ns)"
_KEEP_LATEST = (
    f"DELETE FROM writes WHERE thread_id = ?1 AND (checkpoint_ns, checkpoint_id) NOT IN {_LATEST}",  # noqa: S608
    f"DELETE FROM checkpoints WHERE thread_id = ?1 AND (checkpoint_ns, checkpoint_id) NOT IN {_LATEST}",  # noqa: S608
    "UPDATE checkpoints SET parent_checkpoint_id = NULL WHERE thread_id = ?1",
)
_DELETE_THREAD = ("DELETE FROM checkpoints WHERE thread_id = ?", "DELETE FROM writes WHERE thread_id = ?")
_COPY = (
    f"""
    INSERT OR REPLACE INTO checkpoints
        (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata)
    SELECT ?1, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint,
        CAST(json_replace({_META}, '$.thread_id', ?1) AS BLOB)
    FROM checkpoints WHERE thread_id = ?2
    """,  # noqa: S608  # as above
    """
    INSERT OR REPLACE INTO writes
        (thread_id, checkpoint_ns, checkpoint_id, task_id, task_path, idx, channel, type, value)
    SELECT ?1, checkpoint_ns, checkpoint_id, task_id, task_path, idx, channel, type, value
    FROM writes WHERE thread_id = ?2
    """,
)

_Statement = tuple[str, tuple[Any, ...]]


class SqliteSaver(AsyncSqliteSaver):
    """A write is all or nothing, ends even when its run is cancelled, and waits for other processes."""

    def __init__(self, conn: aiosqlite.Connection, path: Path) -> None:
        super().__init__(conn)
        self._path = path
        self._work = Uninterrupted()
        self._one_writer = asyncio.Lock()

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Save a checkpoint; the first of a new turn thins what is behind it."""
        put = super().aput
        saved = await self._write(lambda: put(config, checkpoint, metadata, new_versions))
        if begins_turn(metadata):
            thread, namespace = str(config["configurable"]["thread_id"]), config["configurable"]["checkpoint_ns"]
            await self._write(lambda: self._thin(thread, namespace))
        return saved

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Save what a task wrote."""
        put_writes = super().aput_writes
        await self._write(lambda: put_writes(config, writes, task_id, task_path))

    async def adelete_thread(self, thread_id: str) -> None:
        """Delete every checkpoint of a thread."""
        await self._write(lambda: self._execute((sql, (str(thread_id),)) for sql in _DELETE_THREAD))

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Delete the checkpoints that runs made; the state is again what it was before them."""
        ids = [str(run_id) for run_id in run_ids]
        await self._write(lambda: self._execute((sql, (run_id,)) for run_id in ids for sql in _DELETE_RUN))

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Keep the newest checkpoint of each namespace (`keep_latest`), or none (`delete`, `delete_all`).

        Raises ValueError: another strategy.
        """
        if strategy not in {"keep_latest", "delete", "delete_all"}:
            raise ValueError(f"unknown prune strategy {strategy!r}: use keep_latest or delete")
        statements = _KEEP_LATEST if strategy == "keep_latest" else _DELETE_THREAD
        ids = [str(thread_id) for thread_id in thread_ids]
        await self._write(lambda: self._execute((sql, (thread,)) for thread in ids for sql in statements))

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Copy every checkpoint of a thread to another."""
        at = (str(target_thread_id), str(source_thread_id))
        await self._write(lambda: self._execute((sql, at) for sql in _COPY))

    async def drain(self) -> None:
        """Wait for writes whose runs were cancelled."""
        await self._work.drain()

    async def _thin(self, thread: str, namespace: str) -> None:
        async with self.lock, self.conn.execute(_CUTOFF, (thread, namespace)) as cursor:
            row = await cursor.fetchone()
        if row is not None:
            older = (thread, row[0], namespace, namespace)
            unlink = (_UNLINK, (thread, namespace, row[0]))
            await self._execute([*((sql, older) for sql in _THIN), unlink])

    async def _execute(self, statements: Iterable[_Statement]) -> None:
        async with self.lock:
            for sql, parameters in statements:
                await self.conn.execute(sql, parameters)
            await self.conn.commit()

    async def _write(self, attempt: Callable[[], Awaitable[T]]) -> T:
        return await self._work.run(self._write_alone(attempt))

    async def _write_alone(self, attempt: Callable[[], Awaitable[T]]) -> T:
        async def rolled_back_on_error() -> T:
            try:
                return await attempt()
            except BaseException:
                await self.conn.rollback()
                raise

        async with self._one_writer:  # so that a rollback takes back nobody else's write
            try:
                return await retry_locked(rolled_back_on_error)
            except sqlite3.DatabaseError as error:
                raise storage_error(self._path, error) from error


@asynccontextmanager
async def open_sqlite_saver(path: Path) -> AsyncIterator[SqliteSaver]:
    """Open, or create, the checkpoints at `path`. Raises StorageError: the file cannot be used; it is left as is."""
    async with open_sqlite(path, isolation="IMMEDIATE") as conn:
        saver = SqliteSaver(conn, path)
        try:
            await retry_locked(saver.setup)
            await retry_locked(lambda: conn.executescript(_INDEXES))
        except sqlite3.Error as error:
            raise storage_error(path, error) from error
        try:
            yield saver
        finally:
            await saver.drain()
