"""Claims: several processes on one store do a thing one after the other, and none waits for one that died."""

import asyncio
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import BaseStore
from support.postgres import fresh_schema

from memory.core.events.event_docs import microseconds
from memory.core.namespaces import CLAIMS
from memory.storage import claims as module
from memory.storage.claims import claimed
from memory.storage.listing import list_items
from memory.storage.ops import put

ROUNDS, AT_ONCE = 4, 3


async def test_those_who_want_the_same_do_it_one_after_the_other_and_others_meanwhile(any_store: BaseStore):
    inside, most = Counter[str](), Counter[str]()

    async def work(thing: str) -> None:
        async with claimed(any_store, "用户", thing):
            inside[thing] += 1
            most[thing] = max(most[thing], inside[thing])
            most["all"] = max(most["all"], inside.total())
            await asyncio.sleep(0.01)
            inside[thing] -= 1

    await asyncio.gather(*(work(thing) for thing in ("facts", "settings") for _ in range(4)))
    assert (most["facts"], most["settings"]) == (1, 1)
    assert await list_items(any_store, CLAIMS) == []


async def test_who_fails_leaves_no_claim_and_who_died_holds_nobody_up_for_long(any_store: BaseStore):
    with pytest.raises(RuntimeError):
        async with claimed(any_store, "facts"):
            raise RuntimeError
    gone = microseconds(datetime.now(UTC) - timedelta(seconds=1))
    place = module._place(("facts",))
    await any_store.abatch([put(place, "died", {"number": 0, "until": gone})])
    async with asyncio.timeout(5), claimed(any_store, "facts"):
        assert "died" not in [item.key for item in await list_items(any_store, place)]
    assert await list_items(any_store, CLAIMS) == []


@pytest.mark.parametrize("number", [0, 1])
async def test_who_died_with_a_clock_that_was_ahead_holds_nobody_up_for_longer(
    number: int, any_store: BaseStore, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "_SECONDS", 0.2)
    ahead = microseconds(datetime.now(UTC) + timedelta(hours=1))
    place = module._place(("facts",))
    await any_store.abatch([put(place, "0", {"number": number, "until": ahead})])
    async with asyncio.timeout(5), claimed(any_store, "facts"):
        assert "0" not in [item.key for item in await list_items(any_store, place)]


async def test_a_claim_outlives_its_time_while_the_work_goes_on(any_store: BaseStore, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "_SECONDS", 1)
    monkeypatch.setattr(module, "_RENEW_SECONDS", 0.05)
    async with claimed(any_store, "facts"):
        ((item,), later) = await list_items(any_store, CLAIMS), asyncio.Event()
        asyncio.get_running_loop().call_later(0.3, later.set)
        await later.wait()
        (renewed,) = await list_items(any_store, CLAIMS)
    assert renewed.value["until"] > item.value["until"]


class Server:
    """A process that answers requests."""

    def __init__(self, uri: str) -> None:
        env = {**os.environ, "HOLDFAST_DATABASE_URI": uri, "PYTHONPATH": "tests:.", "HOLDFAST_EMBEDDINGS": "none"}
        command = [sys.executable, "-m", "support.claiming_process"]
        pipe = subprocess.PIPE
        root = Path(__file__).parents[2]
        self.process = subprocess.Popen(command, cwd=root, env=env, stdin=pipe, stdout=pipe, text=True)  # our own

    def ask(self, *requests: Any) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(requests) + "\n")
        self.process.stdin.flush()

    def answers(self) -> list[Any]:
        assert self.process.stdout
        told: list[Any] = json.loads(self.process.stdout.readline())
        return told

    def one(self, *request: Any) -> Any:
        self.ask(request)
        return self.answers()[0]


@pytest.fixture
def servers(postgres_server: str) -> Iterator[list[Server]]:
    with fresh_schema(postgres_server) as uri, ExitStack() as stack:
        first = Server(uri)
        stack.enter_context(first.process)
        assert first.process.stdout
        assert first.process.stdout.readline() == "ready\n"  # which has made the tables
        second = Server(uri)
        stack.enter_context(second.process)
        assert second.process.stdout
        assert second.process.stdout.readline() == "ready\n"
        yield [first, second]
        for server in (first, second):
            assert server.process.stdin
            server.process.stdin.close()


def both(servers: list[Server], *requests: list[Any]) -> list[Any]:
    """Let each of the servers answer its own requests at once; return all answers."""
    for server, own in zip(servers, requests, strict=True):
        server.ask(*own)
    return [answer for server in servers for answer in server.answers()]


@pytest.mark.postgres
@pytest.mark.process
def test_two_processes_lose_no_edit_answer_a_request_once_and_keep_the_limit_of_instructions(servers: list[Server]):
    for number in range(ROUNDS):
        _, made, etag = servers[0].one("POST", "facts", {"text": f"The gate {number} opens at nine 九点"}, {})
        match, path = {"If-Match": etag}, f"facts/{made['fact']['id']}"
        edits = [
            [["PATCH", path, {"text": f"The gate {number} opens at {name}{n}"}, match] for n in range(AT_ONCE)]
            for name in ("ten ", "十点 ")
        ]
        statuses = Counter(status for status, *_ in both(servers, *edits))
        assert statuses[200] == 1, statuses
    for number in range(ROUNDS):
        sent = ["POST", "facts", {"text": f"Box {number} 号 is green"}, {"Idempotency-Key": f"{number}"}]
        answers = both(servers, [sent] * AT_ONCE, [sent] * AT_ONCE)
        assert answers == [answers[0]] * (2 * AT_ONCE)
        assert answers[0][0] == 201
    for number in range(18):
        assert servers[0].one("POST", "instructions", {"text": f"Say {number} in every letter."}, {})[0] == 201
    more = [
        [["POST", "instructions", {"text": f"Say {name} {n}."}, {}] for n in range(AT_ONCE)] for name in ("a", "乙")
    ]
    assert Counter(status for status, *_ in both(servers, *more)) == {201: 2, 422: 4}
