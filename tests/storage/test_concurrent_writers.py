"""Many writers on one database, in threads and in processes: nothing is lost, nobody is refused, nothing half done."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import Iterator
from pathlib import Path

import pytest
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.store.base import BaseStore
from support.entries import conversation, entry
from support.storage_writer import ROOT, WRITES, T, write_all

from memory.core.transcript.entries import place_of
from memory.storage.due import list_due
from memory.storage.facts import load_memory
from memory.storage.opening import open_checkpointer, open_store
from memory.storage.transcript_read import all_entries, lookup
from memory.storage.transcript_write import append

PROJECT = Path(__file__).parents[2]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where this process, its threads and its children find the same database."""
    monkeypatch.setenv("HOLDFAST_DATA", str(tmp_path))
    uri = request.getfixturevalue("postgres_tables") if request.param == "postgres" else ""
    monkeypatch.setenv("HOLDFAST_DATABASE_URI", uri)
    return request.param


async def expect_all(store: BaseStore, names: list[str]) -> None:
    """Assert that everything every writer wrote is there, once."""
    ids = {f"{name}-{number}" for name in names for number in range(WRITES)}
    entries = [e async for e in all_entries(store, ROOT, T)]
    assert sorted(e["id"] for e in entries) == sorted(ids)
    assert set(await lookup(store, ROOT, T, sorted(ids))) == ids
    assert sorted(a["id"] for a in (await load_memory(store, ROOT)).assertions) == sorted(ids)
    assert await list_due(store) == [(ROOT, T)]


async def test_threads_with_loops_of_their_own_lose_nothing(place: str):
    async with open_store():  # set up once, as a server has by the time it serves
        pass

    async def work(name: str) -> None:
        async with open_store() as store:
            await write_all(store, name)

    await asyncio.gather(*(asyncio.to_thread(asyncio.run, work(name)) for name in ("甲", "乙", "c")))
    async with open_store() as store:
        await expect_all(store, ["甲", "乙", "c"])


@pytest.mark.process
async def test_processes_that_start_on_a_new_database_and_write_at_once_lose_nothing(place: str):
    names = ["甲", "b"]
    outcomes = await asyncio.gather(*(run_writer(name) for name in names))
    assert outcomes == [(0, "")] * len(names)
    async with open_store() as store, open_checkpointer() as saver:
        await expect_all(store, names)
        for name in names:
            assert await said(saver, name) == [f"{name} {n}" for n in range(WRITES)]
        assert set(await said(saver, "shared")) <= {f"{name} {n}" for name in names for n in range(WRITES)}


async def test_a_writer_that_is_cancelled_midway_leaves_all_or_nothing(durable_store: BaseStore):
    for number, pause in enumerate((0, 0, 0.0005, 0.001, 0.002, 0.004, 0.008, 0.02)):
        entries = conversation(40, prefix=f"{number}-")
        task = asyncio.create_task(append(durable_store, ROOT, f"T{number}", entries, head=place_of(entries[-1])))
        await asyncio.sleep(pause)
        task.cancel()
        await asyncio.wait([task])
        after = entry("after", "之后")
        await append(durable_store, ROOT, f"T{number}", [after])
        found = {e["id"] async for e in all_entries(durable_store, ROOT, f"T{number}")} - {"after"}
        assert len(found) in {0, 40}


async def said(saver: BaseCheckpointSaver[str], thread: str) -> list[str]:
    """Return what the newest checkpoint of a thread holds."""
    found = await saver.aget_tuple({"configurable": {"thread_id": thread}})
    return found.checkpoint["channel_values"]["said"] if found else []


async def run_writer(name: str) -> tuple[int, str]:
    paths = os.pathsep.join([str(PROJECT), str(PROJECT / "tests")])
    command = (sys.executable, "-m", "support.storage_writer", name)
    env = {**os.environ, "PYTHONPATH": paths}
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=STDOUT, env=env, cwd=PROJECT)
    output, _ = await process.communicate()
    return process.returncode or 0, output.decode()
