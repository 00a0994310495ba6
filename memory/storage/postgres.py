"""One PostgreSQL database as Holdfast opens it: bounded pools, set-up once at a time, clear errors."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from psycopg import AsyncConnection, Error, OperationalError, ProgrammingError
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import (
    DiskFull,
    FeatureNotSupported,
    LockNotAvailable,
    QueryCanceled,
    ReadOnlySqlTransaction,
    TooManyConnections,
    UndefinedFile,
)
from psycopg.rows import DictRow, dict_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from memory.core.defaults import DEFAULTS
from memory.core.errors import InputError, StorageError
from memory.core.language.text import one_line

T = TypeVar("T")
Pool = AsyncConnectionPool[AsyncConnection[DictRow]]

_LOCK = 0x686F6C64  # the advisory lock of set-up; any number, the same in every process
_LOCK_PAUSE = 0.05  # seconds
_SET_UP_SECONDS = 60  # for the lock of set-up; its statements have no limit, as a migration may take long
_CONNECT_SECONDS = 5
_POOL_SECONDS = 10.0  # to wait for a connection: as long as a restart may take
_RECONNECT_SECONDS = 10.0  # of attempts; the pauses between them double, so a longer series would come back late
_SILENCE_MS = 10_000  # after which a server that does not even acknowledge is given up
_PAUSES = (0.05, 0.2, 0.5, 2.0)  # seconds before each new attempt, more or less
_CONNECTION: dict[str, Any] = {
    "autocommit": True,  # this and the next are as the stock store and saver want them
    "prepare_threshold": 0,
    "connect_timeout": _CONNECT_SECONDS,
    "tcp_user_timeout": _SILENCE_MS,
    "application_name": "holdfast",
}
_LIMIT = """
SELECT set_config(name, value, false)
FROM (VALUES
    ('statement_timeout', %(statement)s), ('lock_timeout', %(lock)s),
    ('idle_in_transaction_session_timeout', %(statement)s)
) AS ours (name, value) WHERE current_setting(name) = '0'
"""  # what the URI, the role or the database sets counts


@asynccontextmanager
async def open_pool(uri: str, size: int) -> AsyncIterator[Pool]:
    """Open at most `size` connections, checked before use, so that a restarted server costs no error.

    Raises InputError: `uri` is none. Raises StorageError: the database cannot be reached.
    """
    check_uri(uri)

    async def check(conn: AsyncConnection[DictRow]) -> None:
        try:
            await AsyncConnectionPool.check_connection(conn)
        except OperationalError:
            await pool.check()  # what ended one ended all: found one by one, with a pause each, they take too long
            raise

    pool: Pool = AsyncConnectionPool(
        uri,
        min_size=1,
        max_size=size,
        open=False,
        timeout=_POOL_SECONDS,
        reconnect_timeout=_RECONNECT_SECONDS,
        kwargs={**_CONNECTION, "row_factory": dict_row},
        configure=_limit,
        check=check,
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

    Raises InputError: `uri` is none. Raises StorageError: the database cannot be reached, or another process has not
    finished its set-up for a minute. The lock is polled: a connection that waits in it has a snapshot, for which
    CREATE INDEX CONCURRENTLY in the set-up of another would wait in turn.
    """
    check_uri(uri)
    try:
        async with await AsyncConnection.connect(uri, row_factory=dict_row, **_CONNECTION) as conn:
            await _lock(conn)
            try:
                yield conn
            finally:
                await conn.execute("SELECT pg_advisory_unlock(%s)", (_LOCK,))
    except (Error, TimeoutError) as error:
        raise storage_error(uri, error) from error


async def retry_lost(uri: str, attempt: Callable[[], Awaitable[T]]) -> T:
    """Return what `attempt` returns, tried again after a deadlock or a lost connection.

    Only for what may run twice. Raises StorageError: it failed for good, or took longer than it may.
    """
    pauses = iter(_PAUSES)
    while True:
        try:
            return await attempt()
        except Error as error:
            pause = next(pauses, None)
            if pause is None or not isinstance(error, OperationalError) or isinstance(error, _FINAL):
                raise storage_error(uri, error) from error
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))  # noqa: S311  # spreads retries


_FINAL = (PoolTimeout, QueryCanceled, LockNotAvailable, DiskFull)
"""Operational errors that have waited long enough, or that no new attempt mends."""


def storage_error(uri: str, error: Exception) -> StorageError:
    """Return the error that says which database failed, without its password, and what to do."""
    told = one_line(str(error), 300)
    if password := conninfo_to_dict(uri).get("password"):
        told = told.replace(str(password), "***")
    return StorageError(f"PostgreSQL at {where(uri)}: {told.rstrip('.')}. {_advice(error)}")


def check_uri(uri: str) -> None:
    """Raise InputError if `uri` is no address of a PostgreSQL database; the error does not repeat it."""
    try:
        conninfo_to_dict(uri)
    except ProgrammingError:
        raise InputError(
            "HOLDFAST_DATABASE_URI",
            "is no PostgreSQL address",
            "Write it like postgresql://user:password@host:5432/database, with %, @, / and : in a password as "
            "%25, %40, %2F and %3A.",
        ) from None  # the driver's error shows a part of the address, which may be the password


def where(uri: str) -> str:
    """Return host, port and database of an address."""
    parts = conninfo_to_dict(uri)
    return f"{parts.get('host') or 'localhost'}:{parts.get('port') or 5432}/{parts.get('dbname') or ''}"


def _advice(error: Exception) -> str:
    if isinstance(error, QueryCanceled | LockNotAvailable):
        return "Something holds its tables (see pg_stat_activity); end that, then try again."
    if isinstance(error, DiskFull):
        return "Free disk space there, then try again."
    if isinstance(error, ReadOnlySqlTransaction):
        return "Point HOLDFAST_DATABASE_URI at the primary, or let this user write."
    if isinstance(error, FeatureNotSupported | UndefinedFile) and "vector" in str(error):
        return "Install pgvector for HOLDFAST_VECTOR_INDEX, or unset that."
    if isinstance(error, TooManyConnections):
        return "Raise its max_connections, or run fewer processes."
    return "Start it, or correct HOLDFAST_DATABASE_URI (unset it to use SQLite files)."


async def _limit(conn: AsyncConnection[DictRow]) -> None:
    """Bound how long a statement, a lock and an abandoned transaction may hold what they hold."""
    limits = {"statement": f"{DEFAULTS.statement_seconds}s", "lock": f"{DEFAULTS.lock_seconds}s"}
    await conn.execute(_LIMIT, limits)


async def _lock(conn: AsyncConnection[DictRow]) -> None:
    """Take the advisory lock of set-up. Raises TimeoutError: another process keeps it."""
    try:
        async with asyncio.timeout(_SET_UP_SECONDS):
            while not await _try_lock(conn):  # noqa: ASYNC110  # another process holds it: no event tells
                await asyncio.sleep(_LOCK_PAUSE)
    except TimeoutError:
        raise TimeoutError(f"another process has been setting it up for over {_SET_UP_SECONDS} seconds") from None


async def _try_lock(conn: AsyncConnection[DictRow]) -> bool:
    cursor = await conn.execute("SELECT pg_try_advisory_lock(%s) AS held", (_LOCK,))
    row = await cursor.fetchone()
    return bool(row and row["held"])
