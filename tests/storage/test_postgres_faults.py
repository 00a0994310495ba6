"""PostgreSQL that restarts, is cut off, held or unreachable: what holds, how long it may take, and what is told."""

import asyncio
import sys
import traceback
from asyncio.subprocess import PIPE, STDOUT

import psycopg
import pytest
from langgraph.checkpoint.base import empty_checkpoint
from psycopg.conninfo import make_conninfo
from support.postgres_faults import PASSWORD, FaultyPostgres

from memory.core.errors import InputError, StorageError
from memory.storage import postgres
from memory.storage.listing import list_items
from memory.storage.opening import open_store, place_of_memory
from memory.storage.ops import put, write
from memory.storage.postgres_saver import PostgresSaver, open_postgres_saver
from memory.storage.postgres_store import open_postgres_store

pytestmark = pytest.mark.postgres

SET_UP = """
import asyncio, os, sys
from memory.storage.ops import put, write
from memory.storage.postgres_saver import open_postgres_saver
from memory.storage.postgres_store import open_postgres_store

async def main(uri, me):
    async with open_postgres_store(uri) as store, open_postgres_saver(uri) as saver:
        await write(store, [put(("n",), me, {})])
        await saver.aget_tuple({"configurable": {"thread_id": me}})

def child(number):
    try:
        asyncio.run(main(sys.argv[1], f"p{number}"))
    except BaseException as error:
        print(repr(error), flush=True)
    os._exit(0)

children = [os.fork() or child(number) for number in range(8)]
for pid in children:
    os.waitpid(pid, 0)
"""
LIMITS = "SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock"


@pytest.mark.process
async def test_eight_processes_may_set_up_a_new_database_at_once(faulty_postgres: FaultyPostgres):
    command = (sys.executable, "-c", SET_UP, faulty_postgres.uri)
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=STDOUT)
    output, _ = await process.communicate()
    assert (process.returncode, output.decode()) == (0, "")
    async with open_store(faulty_postgres.uri) as store:
        assert [item.key for item in await list_items(store, ("n",))] == [f"p{number}" for number in range(8)]


async def test_writers_go_on_over_a_restart_and_nothing_is_lost(faulty_postgres: FaultyPostgres):
    async with open_postgres_store(faulty_postgres.uri) as store, open_postgres_saver(faulty_postgres.uri) as saver:

        async def talk(me: str) -> None:
            config = {"configurable": {"thread_id": me, "checkpoint_ns": ""}}
            for number in range(30):
                await write(store, [put(("n",), f"{me}-{number}", {"by": me})])
                await saver.aput(config, empty_checkpoint(), {"source": "loop", "step": number}, {})
                await asyncio.sleep(0.02)

        talking = [asyncio.create_task(talk(me)) for me in ("甲", "b", "c")]
        await asyncio.sleep(0.2)
        await asyncio.to_thread(faulty_postgres.stop)
        await asyncio.to_thread(faulty_postgres.start)
        await asyncio.gather(*talking)
        assert len(await list_items(store, ("n",))) == 90
        kept = [len([c async for c in saver.alist({"configurable": {"thread_id": me}})]) for me in ("甲", "b", "c")]
    assert kept == [30] * 3


async def test_a_pool_whose_idle_connections_were_all_cut_off_answers_at_once(faulty_postgres: FaultyPostgres):
    async with open_postgres_store(faulty_postgres.uri) as store:
        await asyncio.gather(*(write(store, [put(("n",), f"{n}", {"text": "x" * 1000})]) for n in range(200)))
        assert faulty_postgres.connections() > 5
        faulty_postgres.cut_off()
        assert len(await list_items(store, ("n",))) == 200


async def test_a_thread_that_is_held_up_holds_up_no_other_and_fails_in_time(faulty_postgres: FaultyPostgres):
    uri = make_conninfo(faulty_postgres.uri, options="-c lock_timeout=1s")

    async def save(saver: PostgresSaver, thread: str) -> None:
        config = {"configurable": {"thread_id": thread, "checkpoint_ns": ""}}
        await saver.aput(config, checkpoint, {"source": "loop", "step": 1}, {})

    checkpoint = empty_checkpoint()
    async with open_postgres_saver(uri) as saver:
        await save(saver, "held")
        with faulty_postgres.held("SELECT FROM checkpoints FOR UPDATE"):
            held = asyncio.create_task(save(saver, "held"))
            await asyncio.sleep(0.1)
            await save(saver, "other")
            assert not held.done()
            with pytest.raises(StorageError, match=r"lock timeout.*pg_stat_activity"):
                await held


async def test_limits_hold_unless_the_address_sets_its_own(faulty_postgres: FaultyPostgres):
    own = make_conninfo(faulty_postgres.uri, options="-c statement_timeout=77s")
    told = []
    for uri in (faulty_postgres.uri, own):
        async with postgres.open_pool(uri, 1) as pool, pool.connection() as conn:
            told.append(await (await conn.execute(LIMITS)).fetchone())
    assert told == [{"statement": "30s", "lock": "10s"}, {"statement": "77s", "lock": "10s"}]


@pytest.mark.usefixtures("hasty_pools")
async def test_a_server_lost_midway_is_told_by_host_and_database_without_the_password(
    faulty_postgres: FaultyPostgres, caplog: pytest.LogCaptureFixture
):
    async with open_postgres_store(faulty_postgres.uri) as store, open_postgres_saver(faulty_postgres.uri) as saver:
        await asyncio.to_thread(faulty_postgres.stop)
        for asking in (write(store, [put(("n",), "k", {})]), saver.aget_tuple({"configurable": {"thread_id": "t"}})):
            with pytest.raises(
                StorageError, match=f"PostgreSQL at .*{faulty_postgres.name}.*HOLDFAST_DATABASE_URI"
            ) as error:
                await asking
            assert PASSWORD not in f"{error.value!r} {error.value.__cause__!r}"
        await asyncio.to_thread(faulty_postgres.start)
        await write(store, [put(("n",), "k", {})])
    assert PASSWORD not in caplog.text


@pytest.mark.parametrize(
    "uri", ["postgresql://u:s3cr%zzet@db/x", "postgresql://u:s3cret@db:port/x", "s3cret=1", "nonsense s3cret"]
)
async def test_an_address_that_is_none_is_refused_without_repeating_it(uri: str):
    with pytest.raises((InputError, StorageError), match="HOLDFAST_DATABASE_URI") as error:
        async with open_store(uri):
            pass
    assert "s3c" not in "".join(traceback.format_exception(error.value))


def test_where_memory_lies_is_told_without_user_and_password():
    assert place_of_memory("postgresql://ann:geheim@db.example:5433/记忆") == "PostgreSQL at db.example:5433/记忆"


async def test_a_password_that_an_error_repeats_is_struck_out():
    uri = "postgresql://u:hunter2@h/db"
    error = postgres.storage_error(uri, psycopg.OperationalError("no entry for hunter2"))
    assert "hunter2" not in str(error)
