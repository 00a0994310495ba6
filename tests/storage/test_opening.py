import asyncio
import importlib.util
import time
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from memory.core.errors import StorageError
from memory.storage import location
from memory.storage.listing import list_items
from memory.storage.opening import open_checkpointer, open_store
from memory.storage.ops import put, write
from memory.storage.postgres_saver import PostgresSaver, open_postgres_saver
from memory.storage.postgres_store import PostgresStore, open_postgres_store
from memory.storage.sqlite_saver import SqliteSaver
from memory.storage.sqlite_store import SqliteStore

END_CONNECTIONS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
LOCAL = Path(location.__file__).with_name("local.py")


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOLDFAST_DATA", str(tmp_path / "数据 data"))
    monkeypatch.delenv("HOLDFAST_DATABASE_URI", raising=False)


def test_settings_have_defaults_and_an_empty_one_counts_as_unset(monkeypatch: pytest.MonkeyPatch):
    for name in ("HOLDFAST_DATA", "HOLDFAST_DATABASE_URI", "HOLDFAST_SECRET"):
        monkeypatch.setenv(name, "")
    assert (location.data_dir(), location.database_uri()) == (Path(".holdfast"), None)
    assert location.secret() == location.DEFAULT_SECRET
    monkeypatch.setenv("HOLDFAST_SECRET", "ours")
    assert location.secret() == "ours"


async def test_store_and_checkpoints_are_two_files_that_outlive_the_process(tmp_path: Path):
    async with open_store() as store, open_checkpointer() as saver:
        assert (type(store), type(saver)) == (SqliteStore, SqliteSaver)
        await write(store, [put(("n",), "k", {"记": "住"})])
    async with open_store() as store:
        assert [item.value for item in await list_items(store, ("n",))] == [{"记": "住"}]
    assert {p.name for p in (tmp_path / "数据 data").iterdir()} == {"store.sqlite", "checkpoints.sqlite"}


async def test_the_server_may_load_the_file_it_names_as_a_second_copy():
    spec = importlib.util.spec_from_file_location("a_second_copy", LOCAL)
    assert spec is not None
    assert spec.loader is not None
    copy = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(copy)
    async with copy.open_store() as store, copy.open_checkpointer() as saver:
        assert (type(store), type(saver)) == (SqliteStore, SqliteSaver)


@pytest.mark.postgres
async def test_a_uri_chooses_postgresql(monkeypatch: pytest.MonkeyPatch, postgres_uri: str):
    monkeypatch.setenv("HOLDFAST_DATABASE_URI", postgres_uri)
    async with open_store() as store, open_checkpointer() as saver:
        assert (type(store), type(saver)) == (PostgresStore, PostgresSaver)


@pytest.mark.postgres
async def test_many_may_set_up_a_new_database_at_once(postgres_uri: str):
    async def start() -> None:
        async with open_postgres_store(postgres_uri) as store, open_postgres_saver(postgres_uri):
            await write(store, [put(("n",), "k", {})])

    await asyncio.gather(*(start() for _ in range(4)))


@pytest.mark.postgres
async def test_lost_connections_cost_no_error(postgres_uri: str, postgres_server: str):
    async with open_postgres_store(postgres_uri) as store, open_postgres_saver(postgres_uri) as saver:
        await write(store, [put(("n",), "k", {})])
        async with await psycopg.AsyncConnection.connect(postgres_server, autocommit=True) as admin:
            await admin.execute(END_CONNECTIONS, (conninfo_to_dict(postgres_uri)["dbname"],))
        assert len(await list_items(store, ("n",))) == 1
        assert await saver.aget_tuple({"configurable": {"thread_id": "t"}}) is None


@pytest.mark.postgres
async def test_a_missing_database_is_told_at_once_and_without_the_password(postgres_uri: str):
    began = time.monotonic()
    for uri in (make_conninfo(postgres_uri, dbname="nobody"), "postgresql://u:hunter2@127.0.0.1:9/db"):
        for opening in (open_postgres_store, open_postgres_saver):
            with pytest.raises(StorageError, match=r"PostgreSQL at .*HOLDFAST_DATABASE_URI") as error:
                async with opening(uri):
                    pass
            assert "hunter2" not in str(error.value)
    assert time.monotonic() - began < 5
