"""Fixtures of every test: the stores and savers Holdfast runs on."""

import gc
import logging
import os
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from hypothesis import settings
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from support.postgres import fresh_database, fresh_schema, running_postgres

from memory.storage.postgres_saver import open_postgres_saver
from memory.storage.postgres_store import open_postgres_store
from memory.storage.sqlite_saver import open_sqlite_saver
from memory.storage.sqlite_store import open_sqlite_store
from memory.web.quiet_logs import without_text

os.environ["HOLDFAST_EMBEDDINGS"] = "none"  # loading the offline model takes seconds: tests that compare meanings ask
settings.register_profile("holdfast", settings(), deadline=None)  # no test fails for a machine that is busy
settings.load_profile("holdfast")
pytest_plugins = ["support.openai_server_fixture", "support.postgres_faults", "support.server"]

on_postgres = pytest.param("postgres", marks=pytest.mark.postgres)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without garbage collection, and leave thousands of tests and modules out of every later one."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(autouse=True)
def _whole_logs() -> Iterator[None]:
    """Logs as they are: what one test has left out of the process's log is not left out in the next."""
    yield
    for handler in logging.getLogger().handlers:
        handler.removeFilter(without_text)


@pytest.fixture
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of a command that works in an empty folder; no other setting of Holdfast is made."""
    for name in [*(name for name in os.environ if name.startswith("HOLDFAST_")), "COLUMNS"]:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOLDFAST_EMBEDDINGS", "none")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOLDFAST_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    with running_postgres() as uri:
        yield uri


@pytest.fixture
def postgres_uri(postgres_server: str) -> Iterator[str]:
    with fresh_database(postgres_server) as uri:
        yield uri


@pytest.fixture
def postgres_tables(postgres_server: str) -> Iterator[str]:
    with fresh_schema(postgres_server) as uri:
        yield uri


@asynccontextmanager
async def _opened_store(backend: str, folder: Path, request: pytest.FixtureRequest) -> AsyncIterator[BaseStore]:
    if backend == "memory":
        yield InMemoryStore()
    elif backend == "sqlite":
        async with open_sqlite_store(folder / "store.sqlite") as store:
            yield store
    else:
        async with open_postgres_store(request.getfixturevalue("postgres_tables")) as store:
            yield store


@pytest.fixture(params=["memory", "sqlite", on_postgres])
async def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[BaseStore]:
    """Every store; a test that takes it states a contract."""
    async with _opened_store(request.param, tmp_path, request) as store:
        yield store


@pytest.fixture(params=["sqlite", on_postgres])
async def durable_store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[BaseStore]:
    """The stores that survive a restart."""
    async with _opened_store(request.param, tmp_path, request) as store:
        yield store


@pytest.fixture(params=["sqlite", on_postgres])
async def any_saver(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[BaseCheckpointSaver[str]]:
    """Every saver of ours."""
    if request.param == "sqlite":
        async with open_sqlite_saver(tmp_path / "checkpoints.sqlite") as saver:
            yield saver
    else:
        async with open_postgres_saver(request.getfixturevalue("postgres_tables")) as saver:
            yield saver
