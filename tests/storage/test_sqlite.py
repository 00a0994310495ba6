"""What the SQLite files do beyond the contract: several processes, faults, cancelled callers."""

import asyncio
import json
import sqlite3
import stat
import sys
from asyncio.subprocess import PIPE, STDOUT
from pathlib import Path

import pytest
from langgraph.store.base import PutOp

from memory.core.errors import StorageError
from memory.storage.listing import list_items
from memory.storage.ops import put, write
from memory.storage.sqlite_saver import open_sqlite_saver
from memory.storage.sqlite_store import open_sqlite_store

WRITER = """
import asyncio, sys
from pathlib import Path
from langgraph.checkpoint.base import empty_checkpoint
from memory.storage.ops import put, write
from memory.storage.sqlite_saver import open_sqlite_saver
from memory.storage.sqlite_store import open_sqlite_store

async def main(folder, me):
    async with open_sqlite_store(folder / "store.sqlite") as store, open_sqlite_saver(folder / "c.sqlite") as saver:
        async def one(number):
            await write(store, [put(("n",), f"{me}-{number}-{part}", {"by": me}) for part in range(3)])
            await store.aget(("n",), f"{me}-{number}-0")
            config = {"configurable": {"thread_id": me, "checkpoint_ns": ""}}
            config = await saver.aput(config, empty_checkpoint(), {"source": "loop", "step": number}, {})
            await saver.aput_writes(config, [("messages", number)], "task")
        for start in range(0, 60, 6):
            await asyncio.gather(*(one(number) for number in range(start, start + 6)))

asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
"""


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


async def run_writer(folder: Path, name: str) -> tuple[int, str]:
    command = (sys.executable, "-c", WRITER, str(folder), name)
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=STDOUT)
    output, _ = await process.communicate()
    return process.returncode or 0, output.decode()


async def test_processes_that_open_and_write_one_file_at_once_lose_nothing(tmp_path: Path):
    names = ["甲", "b"]
    outcomes = await asyncio.gather(*(run_writer(tmp_path, name) for name in names))
    assert outcomes == [(0, "")] * len(names)
    async with open_sqlite_store(tmp_path / "store.sqlite") as store:
        keys = {item.key for item in await list_items(store, ("n",))}
    assert keys == {f"{name}-{number}-{part}" for name in names for number in range(60) for part in range(3)}
    async with open_sqlite_saver(tmp_path / "c.sqlite") as saver:
        for name in names:
            assert len([c async for c in saver.alist({"configurable": {"thread_id": name}})]) == 60


async def test_a_write_waits_for_another_process_that_holds_the_file(tmp_path: Path):
    async with open_sqlite_store(tmp_path / "store.sqlite") as store:
        other = sqlite3.connect(tmp_path / "store.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(write(store, [put(("n",), "k", {})]))
        await asyncio.sleep(0.2)
        assert not writing.done()
        other.execute("ROLLBACK")
        other.close()
        await writing
        assert len(await list_items(store, ("n",))) == 1


async def test_a_cancelled_caller_leaves_a_whole_batch_and_a_working_store(tmp_path: Path):
    async with open_sqlite_store(tmp_path / "store.sqlite") as store:
        for pause in (0, 0, 0.0001, 0.0003, 0.001, 0.002):
            batch = [put(("n", f"{pause}"[2:] or "0"), f"{i}", {}) for i in range(50)]
            task = asyncio.create_task(write(store, batch))
            await asyncio.sleep(pause)
            task.cancel()
            await asyncio.wait([task])
            await store.drain()
            assert len(await list_items(store, batch[0].namespace)) in {0, 50}
        await write(store, [put(("n", "after"), "k", {})])


async def test_a_write_that_fails_after_its_caller_was_cancelled_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    async with open_sqlite_store(tmp_path / "store.sqlite") as store:
        task = asyncio.create_task(store.abatch([PutOp(("n",), "bad", {"v": object()})]))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        await store.drain()
    assert "nobody waits for any more failed" in caplog.text


@pytest.mark.parametrize("kind", ["store", "saver"])
async def test_a_file_that_is_no_database_is_refused_with_advice_and_left_alone(tmp_path: Path, kind: str):
    open_file = open_sqlite_store if kind == "store" else open_sqlite_saver
    path = tmp_path / "memory.sqlite"
    path.write_bytes(b"not a database, but somebody's notes " * 100)
    before = path.read_bytes(), path.stat().st_mtime_ns
    with pytest.raises(StorageError, match=r"memory\.sqlite: file is not a database.*restore it from a backup"):
        async with open_file(path):
            pass
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert names_in(tmp_path) == ["memory.sqlite"]


async def test_a_file_damaged_inside_is_told_when_it_is_read(tmp_path: Path):
    path = tmp_path / "store.sqlite"
    async with open_sqlite_store(path) as store:
        await write(store, [put(("n",), f"{i:05d}", {"text": "x" * 2000}) for i in range(200)])
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 4)
        file.write(b"\xff" * (size // 2))
    with pytest.raises(StorageError, match="left as it is"):
        async with open_sqlite_store(path) as store:
            await list_items(store, ("n",))


async def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError, match="HOLDFAST_DATA"):
        async with open_sqlite_store(tmp_path / "file" / "store.sqlite"):
            pass


async def test_files_and_the_folder_made_for_them_are_private(tmp_path: Path):
    path = tmp_path / "data" / "store.sqlite"
    async with open_sqlite_store(path) as store:
        await write(store, [put(("n",), "k", {})])
        modes = {p.name: stat.S_IMODE(p.stat().st_mode) for p in (path.parent, *path.parent.iterdir())}
    assert modes == {"data": 0o700, "store.sqlite": 0o600, "store.sqlite-wal": 0o600, "store.sqlite-shm": 0o600}


async def test_deleted_text_is_overwritten_in_the_file(tmp_path: Path):
    path = tmp_path / "store.sqlite"
    async with open_sqlite_store(path) as store:
        await write(store, [put(("n",), f"{i}", {"text": "the secret of 张伟 " * 300}) for i in range(5)])
        await store.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert b"the secret" in path.read_bytes()
        await store.abatch([put(("n",), "0", {"text": "harmless"})])
        await asyncio.gather(*(store.adelete(("n",), f"{i}") for i in range(5)))
        await store.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"the secret" not in path.read_bytes()


async def test_a_set_up_that_was_cut_off_midway_is_taken_up_again(tmp_path: Path):
    path = tmp_path / "store.sqlite"
    half = sqlite3.connect(path, isolation_level=None)
    half.execute("CREATE TABLE store_migrations (v INTEGER PRIMARY KEY)")
    half.close()
    async with open_sqlite_store(path) as store:
        await write(store, [put(("n",), "k", {"v": 1})])
    async with open_sqlite_store(path) as store:
        assert json.dumps([item.value for item in await list_items(store, ("n",))]) == '[{"v": 1}]'
