"""One SQLite file as Holdfast opens it: safe beside other processes, private, never overwritten."""

import asyncio
import itertools
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Literal, TypeVar

import aiosqlite

from memory.core.errors import StorageError
from memory.core.language.text import one_line

T = TypeVar("T")
_BUSY_MS = 5_000
_GIVE_UP = 5.0  # seconds after which no new attempt begins
_FIRST_PAUSE, _LONGEST_PAUSE = 0.02, 0.5  # seconds; doubles with each attempt
_CHECKED_BYTES = 256 * 2**20  # a check of the whole file takes about a millisecond a megabyte
_PRAGMAS = (f"busy_timeout={_BUSY_MS}", "journal_mode=WAL", "synchronous=NORMAL", "secure_delete=ON", "foreign_keys=ON")


@asynccontextmanager
async def open_sqlite(
    path: Path, isolation: Literal["IMMEDIATE"] | None, page_size: int = 4096
) -> AsyncIterator[aiosqlite.Connection]:
    """Open, or create, the database at `path` in WAL mode with secure deletes.

    `isolation`: "IMMEDIATE" begins a transaction before each write by itself, None leaves that to the caller.
    `page_size`: bytes, of a new file; small pages suit rows that come and go. The file and a folder made for it are
    private to this user. Raises StorageError: the file cannot be opened or is no sound database; it is left as it is.
    """
    try:
        await asyncio.to_thread(_make_private, path)
        await retry_locked(lambda: asyncio.to_thread(_check, path))
        conn = await aiosqlite.connect(path, timeout=_BUSY_MS / 1000, isolation_level=isolation)
    except (OSError, sqlite3.Error) as error:
        raise storage_error(path, error) from error
    try:
        try:
            await retry_locked(lambda: _prepare(conn, page_size))
        except sqlite3.Error as error:
            raise storage_error(path, error) from error
        yield conn
    finally:
        await conn.close()


async def retry_locked(attempt: Callable[[], Awaitable[T]]) -> T:
    """Return what `attempt` returns, tried again with growing pauses while another process holds the lock.

    SQLite's own waiting (the busy time-out) leaves out recovery, snapshots and the switch to WAL. A file that is held
    for seconds on end is given up.
    """
    give_up = time.monotonic() + _GIVE_UP
    for tries in itertools.count(1):
        try:
            return await attempt()
        except sqlite3.OperationalError as error:
            if not _is_locked(error) or time.monotonic() > give_up:
                raise
            pause = min(_FIRST_PAUSE * 2**tries, _LONGEST_PAUSE)
            await asyncio.sleep(pause * random.uniform(0.5, 1))  # noqa: S311  # spreads retries
    raise AssertionError  # the loop has no end


def storage_error(path: Path, error: Exception) -> StorageError:
    """Return the error that tells a person what is wrong with the file at `path` and what to do."""
    return StorageError(f"{path}: {error}. {_advice(error)}")


def _advice(error: Exception) -> str:
    text = str(error)
    if isinstance(error, sqlite3.OperationalError) and _is_locked(error):
        return "Another process has held the file for too long: stop it, then try again."
    if "full" in text:
        return "Free disk space, then try again; nothing was half written."
    if "readonly" in text or "unable to open" in text or isinstance(error, OSError):
        return "Let this user read and write the file and its folder, or set HOLDFAST_DATA to another folder."
    if "not a database" in text or "malformed" in text:
        return "The file was left as it is: restore it from a backup, or move it away and start anew."
    return "The file was left as it is."


def _is_locked(error: sqlite3.OperationalError) -> bool:
    return "locked" in str(error) or "busy" in str(error)


def _make_private(path: Path) -> None:
    if not path.parent.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists():
        path.touch(mode=0o600)


def _check(path: Path) -> None:
    """Raise sqlite3.DatabaseError if a file is no sound database, before anything may write to it.

    Of a large file only the header and the table of contents are read: damage inside it is told when it is met.
    """
    size = path.stat().st_size
    if size == 0:  # new
        return
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=_BUSY_MS / 1000)) as conn:
        conn.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if size <= _CHECKED_BYTES:
            ((found,),) = conn.execute("PRAGMA quick_check(1)").fetchall()
            if found != "ok":
                raise sqlite3.DatabaseError(f"database disk image is malformed ({one_line(found, 200)})")


async def _prepare(conn: aiosqlite.Connection, page_size: int) -> None:
    for pragma in (f"page_size={page_size}", *_PRAGMAS):
        await conn.execute_fetchall(f"PRAGMA {pragma}")
