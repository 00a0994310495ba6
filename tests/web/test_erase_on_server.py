"""Erasing on the real server: nothing is left in any file or table, and nobody else is touched."""

import json
from typing import Any

import httpx
import pytest
from support.openai_server import ScriptedModel
from support.planted import STORED, documents, found_in_files, found_in_tables, plant
from support.server import StartServer, scripted_env
from support.talking import GRAPH, Talk

from evals.dev_server import DevServer
from memory.core.ids import consolidation_thread_id, user_root
from memory.storage.opening import open_store

pytestmark = pytest.mark.server

SAID = {
    "message": "BITTERN-6402 is my locker",
    "message_zh": "我的儲物櫃是白鷺六四零二",
    "reply": "spoken reply GANNET-7718",
    "reply_zh": "回答里的塘鹅七七一八",
    "call": "tool argument PLOVER-3391",
    "metadata": "thread metadata 沙锥三三九一",
    "cron": "every morning CURLEW-4420",
    "queued": "queued message 杓鹬四四二零",
}


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def server(
    request: pytest.FixtureRequest,
    start_server: StartServer,
    scripted_model: ScriptedModel,
    monkeypatch: pytest.MonkeyPatch,
) -> DevServer:
    """A server with a scripted model; this process opens the same storage."""
    env = scripted_env(scripted_model)
    if request.param == "postgres":
        env["HOLDFAST_DATABASE_URI"] = request.getfixturevalue("postgres_uri")
        monkeypatch.setenv("HOLDFAST_DATABASE_URI", env["HOLDFAST_DATABASE_URI"])
    server = start_server(env=env)
    monkeypatch.setenv("HOLDFAST_DATA", str(server.data))
    return server


def left(server: DevServer, strings: dict[str, str]) -> set[tuple[str, str]]:
    """Where planted strings are still found."""
    found = found_in_files([server.folder, server.data], strings.values())
    uri = server.env.get("HOLDFAST_DATABASE_URI")
    return found | (found_in_tables(uri, strings.values()) if uri else set())


async def talk_a_lot(server: DevServer) -> tuple[Talk, Talk]:
    """Let ann and bob talk; ann says things in every way there is."""
    async with server.client() as client:
        bob, ann = await Talk.begin(client, "bob", "main"), await Talk.begin(client, "ann", "main")
        await bob.say("Remember that my flight is CA1234.")
        await ann.say(f"{SAID['message']}\n!say {SAID['reply']}")
        await ann.say(f"{SAID['message_zh']}\n!say {SAID['reply_zh']}")
        await ann.say('!tools 1 search_transcript {"query": "' + SAID["call"] + '"}')
        await client.threads.update(ann.thread, metadata={"title": SAID["metadata"]})
        await client.threads.copy(ann.thread)
        await client.crons.create(GRAPH, schedule="0 5 * * *", **ann.run(SAID["cron"]))
        await client.runs.create(ann.thread, GRAPH, after_seconds=3600, **ann.run(SAID["queued"]))
        root = user_root("ann", 0)
        await client.runs.create(
            consolidation_thread_id(root, ann.thread),
            "consolidation",
            input={"root": root, "thread": ann.thread},
            if_not_exists="create",
            after_seconds=3600,
        )
    return ann, bob


async def test_after_an_erase_and_a_restart_no_byte_is_left_and_another_user_is_untouched(server: DevServer):
    await talk_a_lot(server)
    async with open_store() as store:
        await plant(store, "ann", STORED, facts=250)
        await plant(store, "bob", {k: f"bob {k}" for k in STORED})
        before = await documents(store, "bob")
        assert {text for _, text in left(server, STORED)} == set(STORED.values())
        receipt = await erase(server, "ann")
        assert await documents(store, "bob") == before
        assert json.loads(await documents(store, "ann")) == []
    assert receipt["epoch"] == 1
    assert receipt["documents"]["facts"] >= 250
    assert (receipt["crons"], receipt["runs_stopped"]) == (1, 2)
    assert receipt["threads"] == 3
    server.restart()
    assert left(server, {**STORED, **SAID}) == set()
    async with server.client() as client:
        ann, bob = await Talk.begin(client, "ann", "main"), await Talk.begin(client, "bob", "main")
        assert await ann.entries() == []
        for asked in ("BITTERN", "白鷺", "theorbo", "二胡"):
            assert await ann.say(f"!seen {asked}") == "no"
        assert await bob.say("!seen CA1234") == "yes"
        assert (await erase(server, "ann"))["epoch"] == 2
        assert (await erase(server, "nobody 無名"))["documents"] == {}


async def erase(server: DevServer, user: str) -> dict[str, Any]:
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        answer = await http.post("/v1/erase", params={"user_id": user}, json={"confirm": user})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())
