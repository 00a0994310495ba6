"""Files and databases that are held, full, stopped or hang in a turn: the same holds of the real ones."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from support.in_process import House
from support.openai_server import ScriptedModel
from support.postgres_faults import PASSWORD, FaultyPostgres
from support.storage_faults import ROOT, check_known, check_whole, wait_for_stores

from memory.core.errors import StorageError
from memory.storage.postgres_saver import open_postgres_saver
from memory.storage.postgres_store import open_postgres_store
from memory.storage.sqlite_store import open_sqlite_store

LOCK = """
import sqlite3, sys
file = sqlite3.connect(sys.argv[1], isolation_level=None)
file.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a store little time in a turn."""
    wait_for_stores(monkeypatch, 0.3)


@asynccontextmanager
async def locked_file(path: Path) -> AsyncIterator[None]:
    """Hold the write lock of a SQLite file in another process."""
    pipe = asyncio.subprocess.PIPE
    other = await asyncio.create_subprocess_exec(sys.executable, "-c", LOCK, str(path), stdin=pipe, stdout=pipe)
    assert other.stdout is not None
    await other.stdout.readline()
    try:
        yield
    finally:
        await other.communicate(b"\n")


@pytest.mark.process
@pytest.mark.usefixtures("impatient")
async def test_a_file_that_another_process_holds(house: House, tmp_path: Path):
    path = tmp_path / "store.sqlite"
    async with open_sqlite_store(path) as store:
        house = House(store)
        await house.say("Remember that my seat is 14C.")
        async with locked_file(path):
            told = await house.send("Remember that my flight is CA1234.")
            assert "within 0.3 seconds" in told["report"]["unavailable"]
            assert "记忆暂时不可用" in await house.say("记住我对花生过敏。")
        await house.say("ok")
        await store.drain()  # what was too late for its turn comes through as well, as the same entries
        said = ["Remember that my flight is CA1234.", "记住我对花生过敏。"]
        await check_whole(house, "Remember that my seat is 14C.", *said, "ok")
        await check_known(house, "What is my flight?", "CA1234")
        await check_known(house, "我对什么过敏？", "花生")


async def test_a_file_that_can_only_be_read_still_tells_what_is_known(house: House, tmp_path: Path):
    async with open_sqlite_store(tmp_path / "store.sqlite") as store:
        house = House(store)
        await house.say("Remember that my seat is 14C.")
        await store.conn.execute("PRAGMA query_only=ON")
        asked = await house.send("What is my seat?", thread="another")
        assert "14C" in asked["messages"][-1].text
        assert "readonly" in asked["report"]["unavailable"]
        assert "unavailable" in await house.say("Remember that my flight is CA1234.")
        await store.conn.execute("PRAGMA query_only=OFF")
        await house.say("ok")
        await check_known(house, "What is my flight?", "CA1234")


@pytest.mark.postgres
@pytest.mark.usefixtures("impatient")
async def test_postgresql_that_stops_in_a_turn_and_comes_back(
    scripted: House,
    scripted_model: ScriptedModel,
    faulty_postgres: FaultyPostgres,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
):
    async with open_postgres_store(faulty_postgres.uri) as store:
        scripted = House(store)
        streaming = asyncio.create_task(scripted.send("Remember that my flight is CA1234.\n!slow 4000 3"))
        while not scripted_model.requests:  # noqa: ASYNC110  # the endpoint is a thread of its own: no event tells
            await asyncio.sleep(0.02)
        await asyncio.to_thread(faulty_postgres.stop)
        cut = await streaming
        assert "within 0.3 seconds" in cut["report"]["unavailable"]
        gone = await scripted.send("记住我对花生过敏。\n!say 好")
        assert gone["messages"][-1].text == "好"
        await asyncio.to_thread(faulty_postgres.start)
        wait_for_stores(monkeypatch, 20)  # for the pool to find it
        await scripted.say("!say ok")
        first, second = "Remember that my flight is CA1234.\n!slow 4000 3", "记住我对花生过敏。\n!say 好"
        await check_whole(scripted, first, second, "!say ok")
        texts = str([item.value["text"] for item in await store.asearch(("users", ROOT, "facts"))])
        assert "CA1234" in texts
        assert "花生" in texts
    assert PASSWORD not in f"{caplog.text} {cut} {gone}"


@pytest.mark.postgres
@pytest.mark.usefixtures("impatient")
async def test_postgresql_that_hangs(house: House, faulty_postgres: FaultyPostgres):
    async with open_postgres_store(faulty_postgres.uri) as store:
        house = House(store)
        await house.say("Hi")
        with faulty_postgres.held("LOCK TABLE store IN ACCESS EXCLUSIVE MODE"):
            told = await house.send("记住我对花生过敏。")
        assert "within 0.3 seconds" in told["report"]["unavailable"]
        await house.say("ok")
        await check_whole(house, "Hi", "记住我对花生过敏。", "ok")


@pytest.mark.postgres
@pytest.mark.usefixtures("impatient", "hasty_pools")
async def test_without_the_checkpoints_a_run_fails_clearly_and_the_message_may_be_sent_again(
    house: House, faulty_postgres: FaultyPostgres
):
    async with open_postgres_store(faulty_postgres.uri) as store, open_postgres_saver(faulty_postgres.uri) as saver:
        house = House(store)
        house.graph.checkpointer = saver
        await house.say("Hi")
        await asyncio.to_thread(faulty_postgres.stop)
        with pytest.raises(StorageError, match=f"PostgreSQL at .*{faulty_postgres.name}") as error:
            await house.send("Remember that my flight is CA1234. 你好", message_id="m1")
        assert PASSWORD not in str(error.value)
        await asyncio.to_thread(faulty_postgres.start)
        await house.say("Remember that my flight is CA1234. 你好", message_id="m1")
        await check_whole(house, "Hi", "Remember that my flight is CA1234. 你好")


@pytest.mark.postgres
async def test_fifty_turns_at_once_share_fourteen_connections(house: House, faulty_postgres: FaultyPostgres):
    async with open_postgres_store(faulty_postgres.uri) as store, open_postgres_saver(faulty_postgres.uri) as saver:
        house = House(store)
        house.graph.checkpointer = saver
        turns = [asyncio.create_task(house.say("你好 hello", thread=f"t{n}", user=f"u{n}")) for n in range(50)]
        seen: list[int] = []
        while not all(turn.done() for turn in turns):
            seen.append(await asyncio.to_thread(faulty_postgres.connections))
        assert all(await asyncio.gather(*turns))
    assert 5 < max(seen) <= 14
