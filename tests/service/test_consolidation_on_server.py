"""Consolidation on the real server process: its runs and its cron."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from langgraph_sdk.errors import APIStatusError

from evals.dev_server import DevServer
from memory.core.ids import consolidation_thread_id
from memory.service.cron import MARK, ensure_cron

pytestmark = pytest.mark.server

NIGHTLY = "0 3 * * *"
STARTER = Path(__file__).parents[1] / "support" / "starter_graph.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DevServer]:
    """A server of the consolidation graph alone, so that no other part makes a cron."""
    prepared = DevServer(tmp_path_factory.mktemp("server"), config="langgraph.json")
    graphs = {"consolidation": "graphs.consolidation:graph", "starter": f"{STARTER}:graph"}
    (prepared.folder / "langgraph.json").write_text(json.dumps({"dependencies": ["."], "graphs": graphs}))
    with prepared as running:
        yield running


async def ours(server: DevServer) -> list[tuple[str, str, str | None]]:
    async with server.client() as client:
        return [
            (c["cron_id"], c["schedule"], c["timezone"]) for c in await client.crons.search(metadata=MARK, limit=100)
        ]


async def ensure(server: DevServer, schedule: str = NIGHTLY, timezone: str = "Asia/Shanghai") -> str:
    async with server.client() as client:
        return await ensure_cron(client, schedule, timezone)


async def test_many_servers_a_restart_and_a_new_schedule_leave_exactly_one_cron(server: DevServer):
    kept = set(await asyncio.gather(*(ensure(server) for _ in range(10))))
    remaining = await ours(server)
    assert [(schedule, zone) for _, schedule, zone in remaining] == [(NIGHTLY, "Asia/Shanghai")]
    assert remaining[0][0] in kept
    assert await ensure(server) == remaining[0][0]
    await asyncio.gather(*(ensure(server, "30 4 * * *") for _ in range(5)))
    assert [schedule for _, schedule, _ in await ours(server)] == ["30 4 * * *"]
    await ensure(server, "30 4 * * *", "Europe/Berlin")
    assert [zone for _, _, zone in await ours(server)] == ["Europe/Berlin"]


async def test_other_crons_are_left_alone(server: DevServer):
    async with server.client() as client:
        await client.crons.create("consolidation", schedule="0 1 1 1 *", metadata={"name": "mine"}, input={})
        await ensure_cron(client, NIGHTLY, "UTC")
        assert len(await client.crons.search(metadata={"name": "mine"})) == 1


async def test_a_malformed_schedule_is_refused_and_leaves_the_cron_as_it_is(server: DevServer):
    await ensure(server)
    with pytest.raises(APIStatusError):
        await ensure(server, "every night")
    assert [schedule for _, schedule, _ in await ours(server)] == [NIGHTLY]


async def test_a_node_starts_one_run_on_the_threads_own_consolidation_thread(server: DevServer):
    async with server.client() as client:
        state = await client.runs.wait(None, "starter", input={"root": "ann--0", "thread": "T"})
        assert isinstance(state, dict)
        assert state["outcomes"] == ["started", "running"]
        thread = consolidation_thread_id("ann--0", "T")
        (run,) = await client.runs.list(thread)
        await client.runs.join(thread, run["run_id"])
        values = (await client.threads.get_state(thread))["values"]
        assert isinstance(values, dict)
        assert values["report"] == {
            "threads": 1,
            "leaves": 0,
            "entries": 0,
            "shortened": 0,
            "facts": 0,
            "asked": 0,
            "unread": 0,
            "notes": [],
            "failed": [],
        }
