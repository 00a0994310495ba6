"""One PostgreSQL database as Holdfast opens it: bounded pools, set-up once at a time, clear errors."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from psycopg import AsyncConnection, Error, OperationalError
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import DeadlockDetected, SerializationFailure
from psycopg.rows import DictRow, dict_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from memory.core.errors import StorageError
from memory.core.text import one_line

T = TypeVar("T")
Pool = AsyncConnectionPool[AsyncConnection[DictRow]]

_LOCK = 0x686F6C64  # the advisory lock of set-up; any number, the same in every process
_LOCK_PAUSE = 0.05  # seconds
_CONNECT_SECONDS = 5
_POOL_SECONDS = 10.0
_PAUSES = (0.05, 0.2, 0.5, 2.0)  # seconds before each new attempt, more or less


@asynccontextmanager
async def open_pool(uri: str, size: int) -> AsyncIterator[Pool]:
    """Open at most `size` connections, checked before use, so that a restarted server costs no error.

    Raises StorageError: the database cannot be reached.
    """
    as_the_savers_want = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
    pool: Pool = AsyncConnectionPool(
        uri,
        min_size=1,
        max_size=size,
        open=False,
        timeout=_POOL_SECONDS,
        kwargs={**as_the_savers_want, "connect_timeout": _CONNECT_SECONDS},
        check=AsyncConnectionPool.check_connection,
    )
    try:
        await pool.open(wait=True, timeout=_POOL_SECONDS)
    except PoolTimeout as error:
        raise storage_error(uri, error) from error
    try:
        yield pool
    finally:
        await pool.close()


@asynccontextmanager
async def set_up_alone(uri: str) -> AsyncIterator[AsyncConnection[DictRow]]:
    """Hold the advisory lock of set-up and yield the connection that holds it.

    Raises StorageError: the database cannot be reached. The lock is polled: a connection that waits in it has a
    snapshot, for which CREATE INDEX CONCURRENTLY in the set-up of another would wait in turn.
    """
    try:
        conn = await AsyncConnection.connect(
            uri, autocommit=True, prepare_threshold=0, row_factory=dict_row, connect_timeout=_CONNECT_SECONDS
        )
    except Error as error:
        raise storage_error(uri, error) from error
    async with conn:
        while not await _try_lock(conn):  # noqa: ASYNC110  # another process holds it: no event tells
            await asyncio.sleep(_LOCK_PAUSE)
        try:
            yield conn
        finally:
            await conn.execute("SELECT pg_advisory_unlock(%s)", (_LOCK,))


async def retry_lost(uri: str, attempt: Callable[[], Awaitable[T]]) -> T:
    """Return what `attempt` returns, tried again after a deadlock or a lost connection.

    Only for what may run twice. Raises StorageError: it failed for good.
    """
    for pause in _PAUSES:
        try:
            return await attempt()
        except PoolTimeout as error:  # has waited long enough
            raise storage_error(uri, error) from error
        except (DeadlockDetected, SerializationFailure, OperationalError):
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))  # noqa: S311  # spreads retries
    try:
        return await attempt()
    except OperationalError as error:
        raise storage_error(uri, error) from error


def storage_error(uri: str, error: Exception) -> StorageError:
    """Return the error that says which database failed, without its password, and what to do."""
    return StorageError(
        f"PostgreSQL at {_where(uri)}: {one_line(str(error), 300)}. "
        "Start it, or correct HOLDFAST_DATABASE_URI (unset it to use SQLite files)."
    )


def _where(uri: str) -> str:
    parts = conninfo_to_dict(uri)
    return f"{parts.get('host') or 'localhost'}:{parts.get('port') or 5432}/{parts.get('dbname') or ''}"


async def _try_lock(conn: AsyncConnection[DictRow]) -> bool:
    cursor = await conn.execute("SELECT pg_try_advisory_lock(%s) AS held", (_LOCK,))
    row = await cursor.fetchone()
    return bool(row and row["held"])
