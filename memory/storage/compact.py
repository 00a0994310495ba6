"""Leaves no deleted text in the free space of the database: files are written anew, the write-ahead log is emptied."""

import asyncio
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from psycopg import AsyncConnection, Error
from psycopg.sql import SQL, Identifier

from memory.storage.location import CHECKPOINTS_FILE, STORE_FILE, data_dir, database_uri
from memory.storage.postgres import storage_error as postgres_error
from memory.storage.postgres import where
from memory.storage.sqlite_file import storage_error

_WAIT_SECONDS = 30.0  # for other connections to end what they are reading or writing
_PRIMARY = 0xFF  # the part of an error code of SQLite without its details
_PAUSE = 0.05  # seconds
_OWN_TABLES = """
SELECT DISTINCT table_schema, table_name FROM information_schema.columns
WHERE table_schema = ANY (current_schemas(false)) AND (
    table_name IN ('store', 'checkpoints', 'checkpoint_blobs', 'checkpoint_writes') OR table_name LIKE 'holdfast%'
)
ORDER BY 1, 2
"""
FREED_PAGES = (
    "Space that PostgreSQL has freed in its files until it is used again, its write-ahead log, replicas and backups."
)
BACKUPS = "Copies and backups of the data folder, and blocks the disk has not overwritten yet."


@dataclass(frozen=True)
class Compacted:
    """What was compacted."""

    done: list[str] = field(default_factory=list)
    """Files or tables."""
    out_of_reach: list[str] = field(default_factory=list)
    """What may still hold deleted text."""


async def compact(uri: str | None = None) -> Compacted:
    """Compact the store and the checkpoints where `opening` opens them.

    Raises StorageError: another process did not let go of them, or they cannot be used.
    """
    uri = uri or database_uri()
    if uri:
        return await _vacuum_tables(uri)
    files = [path for path in (data_dir() / STORE_FILE, data_dir() / CHECKPOINTS_FILE) if path.exists()]
    for path in files:
        await asyncio.to_thread(_compact_file, path)
    return Compacted([path.name for path in files], [BACKUPS])


def is_in_use(path: Path) -> bool:
    """Tell whether any connection, of this process or another, has the SQLite file at `path` open. Blocks.

    Raises StorageError: it is no such file, or cannot be written.
    """
    if not path.exists():
        return False
    try:
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as conn:
            conn.execute("PRAGMA locking_mode=EXCLUSIVE")  # refused while anybody else has its log open
            conn.execute("BEGIN EXCLUSIVE")
            conn.execute("COMMIT")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & _PRIMARY in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            return True
        raise storage_error(path, error) from error
    return False


def _compact_file(path: Path) -> None:
    try:
        with closing(sqlite3.connect(path, timeout=_WAIT_SECONDS, isolation_level=None)) as conn:
            conn.execute("PRAGMA secure_delete=ON")
            conn.execute("VACUUM")
            _empty_log(conn)
    except sqlite3.DatabaseError as error:
        raise storage_error(path, error) from error


def _empty_log(conn: sqlite3.Connection) -> None:
    """Move the write-ahead log into the file and cut it to nothing; whoever reads an older state is waited for."""
    deadline = time.monotonic() + _WAIT_SECONDS
    while True:
        busy, *_ = conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if not busy:
            return
        if time.monotonic() > deadline:
            raise sqlite3.OperationalError("database is locked: its write-ahead log cannot be emptied")
        time.sleep(_PAUSE)


async def _vacuum_tables(uri: str) -> Compacted:
    try:
        async with await AsyncConnection.connect(uri, autocommit=True) as conn:
            tables = await (await conn.execute(_OWN_TABLES)).fetchall()
            for schema, table in tables:
                await conn.execute(SQL("VACUUM {}.{}").format(Identifier(schema), Identifier(table)))
    except Error as error:
        raise postgres_error(uri, error) from error
    return Compacted([f"{table} at {where(uri)}" for _, table in tables], [FREED_PAGES])
