"""Opens the store and the checkpoints where the settings say they lie."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.store.base import BaseStore

from memory.storage.location import CHECKPOINTS_FILE, STORE_FILE, data_dir, database_uri
from memory.storage.postgres import check_uri, where
from memory.storage.postgres_saver import open_postgres_saver
from memory.storage.postgres_store import open_postgres_store
from memory.storage.sqlite_saver import open_sqlite_saver
from memory.storage.sqlite_store import open_sqlite_store


@asynccontextmanager
async def open_store(uri: str | None = None) -> AsyncIterator[BaseStore]:
    """Open the store: PostgreSQL at `uri`, else at the address that is set, else a file in the data folder.

    Raises InputError: the address is none. Raises StorageError: it cannot be used; the message says what to do.
    """
    uri = uri or database_uri()
    async with open_postgres_store(uri) if uri else open_sqlite_store(data_dir() / STORE_FILE) as store:
        yield store


@asynccontextmanager
async def open_checkpointer(uri: str | None = None) -> AsyncIterator[BaseCheckpointSaver[str]]:
    """Open the checkpoints: in PostgreSQL as the store, else a file of their own in the data folder.

    Raises InputError and StorageError as `open_store` does.
    """
    uri = uri or database_uri()
    async with open_postgres_saver(uri) if uri else open_sqlite_saver(data_dir() / CHECKPOINTS_FILE) as saver:
        yield saver


def place_of_memory(uri: str | None = None) -> str:
    """Return in words where memory lies; a database by host, port and name.

    Raises InputError: the address of the database is none.
    """
    uri = uri or database_uri()
    if not uri:
        return str(data_dir())
    check_uri(uri)
    return f"PostgreSQL at {where(uri)}"
