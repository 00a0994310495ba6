"""Opens the store and the checkpoints where the settings say they lie."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.store.base import BaseStore

from memory.storage.location import CHECKPOINTS_FILE, STORE_FILE, data_dir, database_uri
from memory.storage.postgres_saver import open_postgres_saver
from memory.storage.postgres_store import open_postgres_store
from memory.storage.sqlite_saver import open_sqlite_saver
from memory.storage.sqlite_store import open_sqlite_store


@asynccontextmanager
async def open_store() -> AsyncIterator[BaseStore]:
    """Open the store: PostgreSQL when a URI is set, else a file in the data folder.

    Raises StorageError: it cannot be used; the message says what to do.
    """
    uri = database_uri()
    async with open_postgres_store(uri) if uri else open_sqlite_store(data_dir() / STORE_FILE) as store:
        yield store


@asynccontextmanager
async def open_checkpointer() -> AsyncIterator[BaseCheckpointSaver[str]]:
    """Open the checkpoints: PostgreSQL when a URI is set, else a file of their own in the data folder.

    Raises StorageError: they cannot be used; the message says what to do.
    """
    uri = database_uri()
    async with open_postgres_saver(uri) if uri else open_sqlite_saver(data_dir() / CHECKPOINTS_FILE) as saver:
        yield saver
