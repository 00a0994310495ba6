"""The checkpointer on one SQLite file, for any number of processes, with what the server asks of a saver.

What it keeps is told in `thinning.py`.
"""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    DeltaChannelHistory,
    get_checkpoint_metadata,
)
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from memory.storage import sqlite_saver_sql as sql
from memory.storage.checkpoint_parts import join, part
from memory.storage.sqlite_file import open_sqlite, retry_locked, storage_error
from memory.storage.thinning import begins_turn
from memory.storage.uninterrupted import Uninterrupted

T = TypeVar("T")
_PAGE = 1024  # bytes

_Statement = tuple[str, tuple[Any, ...]]


class SqliteSaver(AsyncSqliteSaver):
    """A write is all or nothing, ends even when its run is cancelled, and waits for other processes.

    What checkpoints share is stored once (`checkpoint_parts.py`).
    """

    def __init__(self, conn: aiosqlite.Connection, path: Path) -> None:
        super().__init__(conn)
        self._path = path
        self._work = Uninterrupted()
        self._one_writer = asyncio.Lock()

    async def set_up(self) -> None:
        """Make the tables that are missing."""
        await self.setup()
        columns = {row[1] for row in await self.conn.execute_fetchall("PRAGMA table_info(checkpoints)")}
        if "parts" not in columns:
            await self._add_column()
        await self.conn.executescript(sql.SET_UP)

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return a checkpoint, None when there is none. Raises StorageError: the file could not be read."""
        try:
            while found := await super().aget_tuple(config):
                if await self._fill(found):
                    return found
        except sqlite3.DatabaseError as error:
            raise storage_error(self._path, error) from error
        return None

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,  # noqa: A002  # LangGraph's signature
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """Yield checkpoints, newest first. Raises StorageError: the file could not be read."""
        try:
            listed = super().alist(config, filter=filter, before=before, limit=limit)
            for found in [each async for each in listed]:  # the stock one holds the saver's lock while it yields
                if await self._fill(found):
                    yield found
        except sqlite3.DatabaseError as error:
            raise storage_error(self._path, error) from error

    async def aget_delta_channel_history(
        self, *, config: RunnableConfig, channels: Sequence[str]
    ) -> Mapping[str, DeltaChannelHistory]:
        """Return what delta channels are made from; not by the stock short cut, which looks past `aget_tuple`."""
        return await BaseCheckpointSaver.aget_delta_channel_history(self, config=config, channels=channels)

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Save a checkpoint; the first of a new turn thins what is behind it.

        Raises StorageError: the file could not be written.
        """
        await self._write(lambda: self._put(config, checkpoint, metadata, new_versions))
        at = {k: config["configurable"][k] for k in ("thread_id", "checkpoint_ns")}
        return {"configurable": {**at, "checkpoint_id": checkpoint["id"]}}

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Save what a task wrote."""
        put_writes = super().aput_writes
        await self._write(lambda: put_writes(config, writes, task_id, task_path))

    async def adelete_thread(self, thread_id: str) -> None:
        """Delete every checkpoint of a thread."""
        await self._write(lambda: self._execute((statement, (str(thread_id),)) for statement in sql.DELETE_THREAD))

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Delete the checkpoints that runs made; the state is again what it was before them."""
        await self._write(lambda: self._delete_for_runs([str(run_id) for run_id in run_ids]))

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Keep the newest checkpoint of each namespace (`keep_latest`), or none (`delete`, `delete_all`).

        Raises ValueError: another strategy.
        """
        if strategy not in {"keep_latest", "delete", "delete_all"}:
            raise ValueError(f"unknown prune strategy {strategy!r}: use keep_latest or delete")
        statements = sql.KEEP_LATEST if strategy == "keep_latest" else sql.DELETE_THREAD
        ids = [str(thread_id) for thread_id in thread_ids]
        await self._write(lambda: self._execute((statement, (thread,)) for thread in ids for statement in statements))

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Copy every checkpoint of a thread to another."""
        at = (str(target_thread_id), str(source_thread_id))
        await self._write(lambda: self._execute((statement, at) for statement in sql.COPY))

    async def drain(self) -> None:
        """Wait for writes whose runs were cancelled."""
        await self._work.drain()

    async def _add_column(self) -> None:
        try:
            await self.conn.execute(sql.COLUMN)
            await self.conn.commit()
        except sqlite3.OperationalError as error:
            if "duplicate column" not in str(error):  # another process was quicker
                raise

    async def _fill(self, found: CheckpointTuple) -> bool:
        """Put the values into a checkpoint read without them; False when it was deleted meanwhile."""
        at = found.config["configurable"]
        place = (str(at["thread_id"]), at.get("checkpoint_ns", ""), at["checkpoint_id"])
        async with self.lock:
            rows = [tuple(row) for row in await self.conn.execute_fetchall(sql.VALUES, place)]
        found.checkpoint["channel_values"] |= join(rows[1:], self.serde.loads_typed)  # the first tells it is there
        return bool(rows)

    async def _put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> None:
        at = config["configurable"]
        thread, namespace, parent = str(at["thread_id"]), at["checkpoint_ns"], at.get("checkpoint_id")
        async with self.lock:
            await self.conn.execute("BEGIN IMMEDIATE")  # nobody may sweep the parent's parts meanwhile
            rows = [*await self.conn.execute_fetchall(sql.PARTS_OF, (thread, namespace, parent))]
            known = json.loads(rows[0][0]) if rows and rows[0][0] else {}
            parts = part(checkpoint["channel_values"], known, new_versions, self.serde.dumps_typed)
            await self.conn.executemany(sql.PUT_PART, ((thread, key, *content) for key, content in parts.new.items()))
            stored = self.serde.dumps_typed({**checkpoint, "channel_values": parts.inline})
            told = json.dumps(get_checkpoint_metadata(config, metadata), ensure_ascii=False).encode("utf-8", "ignore")
            row = (thread, namespace, checkpoint["id"], parent, *stored, told, json.dumps(parts.ids))
            await self.conn.execute(sql.PUT, row)
            if begins_turn(config, metadata):
                await self._thin(thread, namespace)
            await self.conn.commit()

    async def _thin(self, thread: str, namespace: str) -> None:
        rows = [*await self.conn.execute_fetchall(sql.CUTOFF, (thread, namespace))]
        for ((cutoff,),) in [rows] if rows else []:
            for statement in sql.THIN:
                await self.conn.execute(statement, (thread, namespace, cutoff))
            await self.conn.execute(sql.SWEEP, (thread,))

    async def _delete_for_runs(self, run_ids: Sequence[str]) -> None:
        async with self.lock:
            await self.conn.execute("BEGIN IMMEDIATE")
            threads: set[str] = set()
            for run_id in run_ids:
                threads |= {row[0] for row in await self.conn.execute_fetchall(sql.RUN_THREADS, (run_id,))}
                for statement in sql.DELETE_RUN:
                    await self.conn.execute(statement, (run_id,))
            for thread in sorted(threads):
                await self.conn.execute(sql.SWEEP, (thread,))
            await self.conn.commit()

    async def _execute(self, statements: Iterable[_Statement]) -> None:
        async with self.lock:
            for statement, parameters in statements:
                await self.conn.execute(statement, parameters)
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
    async with open_sqlite(path, isolation="IMMEDIATE", page_size=_PAGE) as conn:
        saver = SqliteSaver(conn, path)
        try:
            await retry_locked(saver.set_up)
        except sqlite3.Error as error:
            raise storage_error(path, error) from error
        try:
            yield saver
        finally:
            await saver.drain()
