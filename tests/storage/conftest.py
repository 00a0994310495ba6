"""The storage contract runs on one store more: the platform's own on PostgreSQL, with a vector index."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import psycopg
import pytest
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from langgraph.store.postgres import AsyncPostgresStore
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from memory.storage.postgres_store import open_postgres_store
from memory.storage.sqlite_store import open_sqlite_store

BACKENDS = [
    "memory",
    "sqlite",
    pytest.param("postgres", marks=pytest.mark.postgres),
    pytest.param("pgvector", marks=pytest.mark.postgres),
]
_LOCK = 0x76656374


async def refuse_to_embed(texts: Sequence[str]) -> list[list[float]]:
    """Stand in for an embedder: nothing of ours is ever embedded by a store."""
    raise AssertionError(f"a store embeds {texts}")


@asynccontextmanager
async def open_indexed_store(uri: str) -> AsyncIterator[AsyncPostgresStore]:
    """Open a stock store with a vector index over everything."""
    with psycopg.connect(uri, autocommit=True) as conn:
        conn.execute("SELECT pg_advisory_lock(%s)", (_LOCK,))
        conn.execute("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public")
    schema = str(conninfo_to_dict(uri)["options"]).rpartition("=")[2]
    with_types = make_conninfo(uri, options=f"-c search_path={schema},public")
    index = {"dims": 2, "embed": refuse_to_embed, "fields": ["$"]}
    async with AsyncPostgresStore.from_conn_string(with_types, index=index) as store:
        await store.setup()
        yield store


@pytest.fixture(params=BACKENDS)
async def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[BaseStore]:
    """Every store; a test that takes it states the contract."""
    if request.param == "memory":
        yield InMemoryStore()
    elif request.param == "sqlite":
        async with open_sqlite_store(tmp_path / "store.sqlite") as store:
            yield store
    else:
        opening = open_indexed_store if request.param == "pgvector" else open_postgres_store
        async with opening(request.getfixturevalue("postgres_tables")) as store:
            yield store
