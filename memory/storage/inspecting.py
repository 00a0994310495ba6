"""Looks at where memory lies without making or changing anything."""

import asyncio
import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.store.postgres import AsyncPostgresStore
from langgraph.store.sqlite.aio import AsyncSqliteStore
from psycopg import AsyncConnection, Error
from psycopg.rows import dict_row

from memory.core.errors import StorageError
from memory.storage.postgres import check_uri, storage_error
from memory.storage.sqlite_file import storage_error as file_error

_CONNECT_SECONDS = 5
_ASKED = """
SELECT clock_timestamp() AS now, current_setting('server_version') AS version,
    current_setting('transaction_read_only') = 'on' AS read_only,
    to_regclass('store_migrations') IS NOT NULL AS store,
    to_regclass('checkpoint_migrations') IS NOT NULL AS checkpoints
"""


@dataclass(frozen=True)
class FileLook:
    """What a look at an SQLite file tells."""

    exists: bool
    size: int = 0
    """Bytes, the write-ahead log included."""
    writable: bool = True
    """The file, and its folder or the nearest one there is, can be written."""
    newer: bool = False
    """A newer version than the one installed made its tables."""


@dataclass(frozen=True)
class DatabaseLook:
    """What a look at a PostgreSQL database tells."""

    version: str
    read_only: bool
    store: bool
    """The store's tables are there."""
    checkpoints: bool
    newer: bool
    """A newer version than the one installed made its tables."""
    clock: datetime
    """Its time, aware."""


async def look_at_file(path: Path, *, is_store: bool) -> FileLook:
    """Look at an SQLite file. Raises StorageError: it cannot be read or is no sound database."""
    try:
        return await asyncio.to_thread(_look_at_file, path, is_store)
    except (OSError, sqlite3.Error) as error:
        raise file_error(path, error) from error


async def look_at_database(uri: str) -> DatabaseLook:
    """Look at a PostgreSQL database. Raises InputError: the address is none; StorageError: it cannot be reached."""
    check_uri(uri)
    try:
        async with await AsyncConnection.connect(
            uri, autocommit=True, row_factory=dict_row, connect_timeout=_CONNECT_SECONDS
        ) as conn:
            row = await (await conn.execute(_ASKED)).fetchone()
            if row is None:
                raise StorageError("the database answered nothing.")
            newest = [
                (await _newest(conn, "store_migrations") if row["store"] else -1, len(AsyncPostgresStore.MIGRATIONS)),
                (
                    await _newest(conn, "checkpoint_migrations") if row["checkpoints"] else -1,
                    len(AsyncPostgresSaver.MIGRATIONS),
                ),
            ]
    except (Error, OSError) as error:
        raise storage_error(uri, error) from error
    newer = any(made >= known for made, known in newest)
    return DatabaseLook(row["version"], row["read_only"], row["store"], row["checkpoints"], newer, row["now"])


async def _newest(conn: AsyncConnection[dict[str, int]], table: str) -> int:
    asked = f"SELECT coalesce(max(v), -1) AS newest FROM {table}"  # noqa: S608  # one of two names of ours
    row = await (await conn.execute(asked.encode())).fetchone()
    return row["newest"] if row else -1


def _look_at_file(path: Path, is_store: bool) -> FileLook:
    if not path.exists():
        return FileLook(exists=False, writable=_can_write(_nearest_folder(path.parent)))
    size = sum(part.stat().st_size for part in (path, path.with_name(f"{path.name}-wal")) if part.exists())
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=_CONNECT_SECONDS)) as conn:
        conn.execute("SELECT count(*) FROM sqlite_master").fetchone()
        newer = is_store and _newest_in_file(conn) >= len(AsyncSqliteStore.MIGRATIONS)
    return FileLook(True, size, _can_write(path) and _can_write(path.parent), newer)


def _newest_in_file(conn: sqlite3.Connection) -> int:
    if not conn.execute("SELECT 1 FROM sqlite_master WHERE name = 'store_migrations'").fetchone():
        return -1
    ((newest,),) = conn.execute("SELECT coalesce(max(v), -1) FROM store_migrations").fetchall()
    return int(newest)


def _can_write(path: Path) -> bool:
    return os.access(path, os.W_OK)


def _nearest_folder(folder: Path) -> Path:
    return next(parent for parent in (folder.absolute(), *folder.absolute().parents) if parent.exists())
