"""Free space and write-ahead log hold no deleted text after a compaction."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from langgraph.store.base import BaseStore
from support.planted import found_in_files

from memory.core.errors import StorageError
from memory.storage import compact as compacting
from memory.storage.compact import compact, is_in_use
from memory.storage.ops import delete, put, write
from memory.storage.postgres_store import open_postgres_store
from memory.storage.sqlite_store import open_sqlite_store

TEXTS = [f"翡翠灯塔{number} HERON" for number in range(500)]
WORDS = ("翡翠灯塔", "HERON")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the store lies."""
    monkeypatch.delenv("HOLDFAST_DATABASE_URI", raising=False)
    monkeypatch.setenv("HOLDFAST_DATA", str(tmp_path))
    return tmp_path / "store.sqlite"


async def write_and_delete(store: BaseStore) -> None:
    await write(store, [put(("users", "u", "settings"), str(n), {"value": text}) for n, text in enumerate(TEXTS)])
    await write(store, [delete(("users", "u", "settings"), str(n)) for n in range(len(TEXTS))])


async def test_what_was_deleted_is_in_no_file_beside_others_who_have_it_open(file: Path):
    async with open_sqlite_store(file) as store, open_sqlite_store(file) as other:
        await write_and_delete(store)
        assert found_in_files([file.parent], WORDS)
        assert (await compact()).done == ["store.sqlite"]
        assert found_in_files([file.parent], WORDS) == set()
        await write(other, [put(("users", "u", "settings"), "k", {"value": "after"})])


async def test_what_was_deleted_without_care_is_overwritten_too(file: Path):
    with closing(sqlite3.connect(file, isolation_level=None)) as careless:
        careless.execute("PRAGMA secure_delete=OFF")
        careless.execute("CREATE TABLE t (x TEXT)")
        careless.executemany("INSERT INTO t VALUES (?)", [(text,) for text in TEXTS])
        careless.execute("DELETE FROM t")
    assert found_in_files([file.parent], WORDS)
    await compact()
    assert found_in_files([file.parent], WORDS) == set()


async def test_a_reader_who_does_not_end_is_told_of(file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(compacting, "_WAIT_SECONDS", 0.2)
    async with open_sqlite_store(file) as store:
        await write(store, [put(("users", "u", "settings"), "k", {"value": "v"})])
        with closing(sqlite3.connect(file, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM store").fetchone()
            with pytest.raises(StorageError, match="Another process"):
                await compact()
        await compact()


async def test_a_file_is_in_use_as_long_as_anybody_has_it_open(file: Path):
    assert not await asyncio.to_thread(is_in_use, file)
    async with open_sqlite_store(file):
        assert await asyncio.to_thread(is_in_use, file)
    assert not await asyncio.to_thread(is_in_use, file)


@pytest.mark.postgres
async def test_every_table_of_ours_is_vacuumed_and_no_other(postgres_tables: str):
    async with open_postgres_store(postgres_tables) as store:
        await write_and_delete(store)
        with psycopg.connect(postgres_tables, autocommit=True) as conn:
            conn.execute("CREATE TABLE orders (id int)")
        done = (await compact(postgres_tables)).done
        assert [name.split(" ")[0] for name in done] == ["store"]


async def test_what_is_no_database_is_told_with_advice_and_stays_as_it_is(tmp_path: Path):
    broken, folder = tmp_path / "坏了.sqlite", tmp_path / "folder.sqlite"
    broken.write_bytes(b"no database" * 500)
    folder.mkdir()
    with pytest.raises(StorageError, match=r"not a database.*left as it is"):
        await asyncio.to_thread(is_in_use, broken)
    with pytest.raises(StorageError, match=r"unable to open.*HOLDFAST_DATA"):
        await asyncio.to_thread(is_in_use, folder)
    assert broken.read_bytes() == b"no database" * 500
