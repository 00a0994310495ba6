"""The store on one SQLite file, for any number of processes."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from pathlib import Path

import aiosqlite
from langgraph.store.base import Op, PutOp, Result
from langgraph.store.sqlite.aio import AsyncSqliteStore

from memory.storage.sqlite_file import open_sqlite, retry_locked, storage_error
from memory.storage.uninterrupted import Uninterrupted

_writes: ContextVar[bool] = ContextVar("holdfast_batch_writes", default=True)


class SqliteStore(AsyncSqliteStore):
    """A batch is all or nothing, takes the write lock at its start if it writes, and waits for other processes."""

    compares_text = True
    """A filter by `$gte` or `$lte` compares texts too; that of the store in memory compares numbers alone."""

    def __init__(self, conn: aiosqlite.Connection, path: Path) -> None:
        super().__init__(conn)
        self._path = path
        self._work = Uninterrupted()

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Run a batch to its end. Raises StorageError: the file could not be read or written, nothing was written."""
        return await self._work.run(self._batch(list(ops)))

    async def drain(self) -> None:
        """Wait for batches whose callers were cancelled, and end the stock store's task, which it leaves to chance."""
        await self._work.drain()
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _batch(self, ops: list[Op]) -> list[Result]:
        _writes.set(any(isinstance(op, PutOp) for op in ops))
        batch = super().abatch
        try:
            return await retry_locked(lambda: batch(ops))
        except (sqlite3.DatabaseError, ValueError) as error:
            cause = error.__cause__ if isinstance(error, ValueError) else error
            if isinstance(cause, sqlite3.DatabaseError):  # the stock store wraps errors of reads in ValueError
                raise storage_error(self._path, cause) from error
            raise

    @asynccontextmanager
    async def _cursor(self, *, transaction: bool = True) -> AsyncIterator[aiosqlite.Cursor]:
        """Yield a cursor in a transaction that is rolled back on an error; the stock one commits what was done."""
        if not self.is_setup:
            await self.setup()
        async with self.lock, self.conn.cursor() as cursor:
            if not transaction:
                yield cursor
                return
            await cursor.execute("BEGIN IMMEDIATE" if _writes.get() else "BEGIN")
            try:
                yield cursor
                await cursor.execute("COMMIT")
            except BaseException:
                if self.conn.in_transaction:
                    await cursor.execute("ROLLBACK")
                raise


@asynccontextmanager
async def open_sqlite_store(path: Path) -> AsyncIterator[SqliteStore]:
    """Open, or create, the store at `path`. Raises StorageError: the file cannot be used; it is left as it is."""
    async with open_sqlite(path, isolation=None) as conn:
        try:
            await retry_locked(lambda: _migrate(conn))
            store = SqliteStore(conn, path)
            await store.setup()
        except sqlite3.Error as error:
            raise storage_error(path, error) from error
        try:
            yield store
        finally:
            await store.drain()


async def _migrate(conn: aiosqlite.Connection) -> None:
    """Make the tables in one transaction; the stock set-up races with another process on a new file."""
    await conn.execute("BEGIN IMMEDIATE")
    try:
        await conn.execute("CREATE TABLE IF NOT EXISTS store_migrations (v INTEGER PRIMARY KEY)")
        ((newest,),) = await conn.execute_fetchall("SELECT coalesce(max(v), -1) FROM store_migrations")
        for number, statement in enumerate(AsyncSqliteStore.MIGRATIONS):
            if number > newest:
                await conn.execute(statement)
                await conn.execute("INSERT INTO store_migrations (v) VALUES (?)", (number,))
        await conn.execute("COMMIT")
    except BaseException:
        await conn.execute("ROLLBACK")
        raise
