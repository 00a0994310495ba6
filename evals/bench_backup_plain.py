"""The plain copies that the benchmark of backups compares with, as commands: `copy_sqlite FROM TO` and so on.

Of SQLite the online backup and gzip; of PostgreSQL `COPY` of the store's table and gzip. Neither is checked, encrypted,
of one user, merged, or respects what was forgotten since.
"""

import asyncio
import gzip
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import psycopg

from memory.storage.postgres_store import open_postgres_store

_PIECE = 2**20


def copy_sqlite(source: str, target: str) -> None:
    """Copy a file into a packed one."""
    plain = Path(f"{target}.plain")
    with closing(sqlite3.connect(source)) as conn, closing(sqlite3.connect(plain)) as other:
        conn.backup(other)
    with plain.open("rb") as read, gzip.open(target, "wb", compresslevel=6) as packed:
        shutil.copyfileobj(read, packed, _PIECE)
    plain.unlink()


def back_sqlite(source: str, target: str) -> None:
    """Unpack it again."""
    with gzip.open(source, "rb") as packed, Path(target).open("wb") as plain:
        shutil.copyfileobj(packed, plain, _PIECE)


def copy_postgres(source: str, target: str) -> None:
    """Copy a database's store into a packed file."""
    with (
        psycopg.connect(source) as conn,
        conn.cursor().copy("COPY store TO STDOUT") as rows,
        gzip.open(target, "wb", compresslevel=6) as packed,
    ):
        for piece in rows:
            packed.write(piece)


def back_postgres(source: str, target: str) -> None:
    """Copy it into the store of an empty database."""
    asyncio.run(_set_up(target))
    with (
        psycopg.connect(target) as conn,
        gzip.open(source, "rb") as packed,
        conn.cursor().copy("COPY store FROM STDIN") as rows,
    ):
        while piece := packed.read(_PIECE):
            rows.write(piece)


async def _set_up(uri: str) -> None:
    async with open_postgres_store(uri):
        pass


COMMANDS = {command.__name__: command for command in (copy_sqlite, back_sqlite, copy_postgres, back_postgres)}

if __name__ == "__main__":
    COMMANDS[sys.argv[1]](*sys.argv[2:])
