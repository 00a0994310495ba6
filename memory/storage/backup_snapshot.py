"""The whole store as it was at one moment, read document by document whatever is written meanwhile.

It reads the tables of the stock stores themselves: through a store, a large namespace could only be had at once, and
two reads could lie on either side of a write.
"""

import json
import sqlite3
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, Protocol

import aiosqlite
from psycopg import AsyncConnection, Error, IsolationLevel

from memory.core.backup.backup_format import Document, is_of_user, kind_in, place_order
from memory.core.errors import StorageError
from memory.core.namespaces import Namespace
from memory.storage.location import STORE_FILE, data_dir, database_uri
from memory.storage.postgres import check_uri
from memory.storage.postgres import storage_error as postgres_error
from memory.storage.sqlite_file import storage_error

_AT_ONCE = 32  # documents; a message may have a megabyte
_LARGE = frozenset({"blobs"})
"""Kinds of which one document is read at a time."""
_PREFIXES = "SELECT DISTINCT prefix FROM store"


class _Rows(Protocol):
    """A connection that is in its transaction."""

    async def prefixes(self) -> list[str]:
        """Return every namespace."""

    def read(self, prefix: str, at_once: int) -> AsyncIterator[tuple[str, Any]]:
        """Yield keys and values of one namespace in the order of the keys' characters."""


class Snapshot:
    """The store at one moment; for one reader at a time."""

    def __init__(self, rows: _Rows, namespaces: Iterable[Namespace], taken: datetime) -> None:
        self.taken = taken
        self._rows = rows
        self._namespaces = sorted(namespaces)

    def roots(self) -> list[str]:
        """Return the roots of users under which anything lies, in order."""
        return self._under("users")

    def scopes(self) -> list[str]:
        """Return the scopes of shared knowledge, in order."""
        return self._under("shared")

    def _under(self, first: str) -> list[str]:
        own = (ns for ns in self._namespaces if is_of_user(ns) and ns[0] == first)
        return [root for root, _ in groupby(own, key=lambda ns: ns[1])]

    async def documents(self, root: str) -> AsyncIterator[Document]:
        """Yield everything of one user in the order of `place_order`."""
        own = [ns for ns in self._namespaces if is_of_user(ns) and ns[1] == root]
        for namespace in sorted(own, key=lambda ns: place_order(ns, "")):
            async for document in self.under(namespace):
                yield document

    async def under(self, namespace: Namespace) -> AsyncIterator[Document]:
        """Yield what lies in one namespace, by key."""
        at_once = 1 if kind_in(namespace) in _LARGE else _AT_ONCE
        async for key, value in self._rows.read(".".join(namespace), at_once):
            yield Document(namespace, key, json.loads(value) if isinstance(value, str | bytes) else value)


@asynccontextmanager
async def open_snapshot(uri: str | None = None) -> AsyncIterator[Snapshot]:
    """Open the store as it is now: PostgreSQL at `uri` or at the address that is set, else the file of the data folder.

    Raises InputError: the address is none. Raises StorageError: it is not there or cannot be read.
    """
    uri, taken = uri or database_uri(), datetime.now(UTC)  # before it: nothing erased in between counts as older
    async with _postgres(uri) if uri else _sqlite() as rows:
        yield Snapshot(rows, [tuple(prefix.split(".")) for prefix in await rows.prefixes()], taken)


@asynccontextmanager
async def _sqlite() -> AsyncIterator["_SqliteRows"]:
    path = data_dir() / STORE_FILE
    if not path.exists():
        raise StorageError(f"There is no memory in {data_dir()}. Set HOLDFAST_DATA to the folder it lies in.")
    try:
        async with aiosqlite.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None) as conn:
            await conn.execute("BEGIN")  # from its first read on, it sees one state
            yield _SqliteRows(conn)
    except sqlite3.Error as error:
        raise storage_error(path, error) from error


class _SqliteRows:
    def __init__(self, conn: aiosqlite.Connection) -> None:
        self._conn = conn

    async def prefixes(self) -> list[str]:
        return [str(prefix) for (prefix,) in await self._conn.execute_fetchall(_PREFIXES)]

    async def read(self, prefix: str, at_once: int) -> AsyncIterator[tuple[str, Any]]:
        async with self._conn.execute("SELECT key, value FROM store WHERE prefix = ? ORDER BY key", (prefix,)) as rows:
            while page := await rows.fetchmany(at_once):
                for key, value in page:
                    yield key, value


@asynccontextmanager
async def _postgres(uri: str) -> AsyncIterator["_PostgresRows"]:
    check_uri(uri)
    try:
        async with await AsyncConnection.connect(uri, application_name="holdfast") as conn:
            await conn.set_isolation_level(IsolationLevel.REPEATABLE_READ)
            await conn.set_read_only(True)
            yield _PostgresRows(conn)
    except Error as error:
        raise postgres_error(uri, error) from error


class _PostgresRows:
    def __init__(self, conn: AsyncConnection[Any]) -> None:
        self._conn = conn

    async def prefixes(self) -> list[str]:
        return [str(prefix) for (prefix,) in await (await self._conn.execute(_PREFIXES)).fetchall()]

    async def read(self, prefix: str, at_once: int) -> AsyncIterator[tuple[str, Any]]:
        async with self._conn.cursor(name="backup") as rows:
            await rows.execute('SELECT key, value FROM store WHERE prefix = %s ORDER BY key COLLATE "C"', (prefix,))
            while page := await rows.fetchmany(at_once):
                for key, value in page:
                    yield key, value
