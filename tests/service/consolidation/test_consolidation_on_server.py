"""Consolidation on the real server process: its runs and its cron."""

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import APIStatusError
from support.server import BY_WORDS

from evals.dev_server import DevServer
from memory.core.ids import consolidation_thread_id
from memory.service.consolidation.consolidation_runs import create_run, create_waiting
from memory.service.consolidation.cron import MARK, ensure_cron
from memory.storage.due import Due

pytestmark = pytest.mark.server

NIGHTLY = "0 3 * * *"
SUPPORT = Path(__file__).parents[2] / "support"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DevServer]:
    """A server of the consolidation graph without the product's routes, so that no other part makes a cron."""
    prepared = DevServer(tmp_path_factory.mktemp("server"), config="langgraph.json", env=BY_WORDS)
    graphs = {
        "consolidation": f"{SUPPORT / 'napping_consolidation.py'}:graph",
        "starter": f"{SUPPORT / 'starter_graph.py'}:graph",
    }
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
        assert (values["report"]["threads"], values["report"]["failed"]) == (1, [])


async def test_two_run_at_once_and_those_that_wait_are_taken_up_as_one_ends_each_once(server: DevServer):
    threads = [f"T{number}" for number in range(5)]
    async with server.client() as client:
        state = await client.runs.wait(None, "starter", input={"root": "slow--0", "thread": " ".join(threads)})
        assert isinstance(state, dict)
        first = ["started", "running"] * 2
        assert state["outcomes"] == [*first, *["waits"] * 6]
        naps = await _naps(client, threads, len(threads))
        assert sorted(nap["thread"] for nap in naps) == threads
        assert max(sum(a["began"] <= b["began"] < a["ended"] for a in naps) for b in naps) == 2
        await asyncio.gather(*(ended(client, "slow--0", thread) for thread in threads))
        assert len(await _naps(client, threads, len(threads))) == len(threads)


async def test_what_a_run_finds_due_at_its_end_follows_it_on_its_own_thread_and_what_failed_waits(server: DevServer):
    root, again, failed = "slow-too--0", Due("slow-too--0", "A"), Due("slow-too--0", "B", failed=True)
    async with server.client() as client:
        assert await create_run(client, again) == "started"
        own = consolidation_thread_id(root, "A")
        assert await create_waiting(client, [again, failed], own, after=again) == 1
        assert await create_run(client, again) == "running"
        await ended(client, root, "A")
        first, second = sorted(await _naps(client, ["A", "B"], 2), key=lambda nap: nap["began"])
        assert (first["thread"], second["thread"]) == ("A", "A")
        assert first["ended"] <= second["began"]


async def _naps(client: LangGraphClient, threads: list[str], wanted: int) -> list[dict[str, Any]]:
    """Return the naps there were for these threads, once there are so many, or after 20 s."""
    deadline = time.monotonic() + 20
    while True:
        items = (await client.store.search_items(["naps"], limit=100))["items"]
        naps = [item["value"] for item in items if item["value"]["thread"] in threads]
        if len(naps) >= wanted or time.monotonic() > deadline:
            return naps
        await asyncio.sleep(0.1)


async def ended(client: LangGraphClient, root: str, thread: str) -> None:
    """Wait until no consolidation of a thread runs."""
    own = consolidation_thread_id(root, thread)
    for run in await client.runs.list(own):
        await client.runs.join(own, run["run_id"])
