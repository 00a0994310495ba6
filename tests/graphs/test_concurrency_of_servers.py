"""Two server processes on one database: what one learns the other knows, and runs at once on a thread both stay."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from langgraph_sdk.client import LangGraphClient
from support.openai_server import ScriptedModel
from support.server import BY_WORDS, scripted_env
from support.talking import Talk, errors, reply_of

from evals.dev_server import DevServer
from memory.client import HoldfastClient
from memory.core import namespaces
from memory.core.ids import user_root
from memory.service.turn.recording import OVERLAP
from memory.service.turn.reply_events import Done

pytestmark = pytest.mark.server


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def pair(
    request: pytest.FixtureRequest, tmp_path: Path, scripted_model: ScriptedModel
) -> AsyncIterator[tuple[DevServer, DevServer]]:
    """Two servers on one database, which take nothing but plain JSON from a checkpoint."""
    env = {**scripted_env(scripted_model), "HOLDFAST_DATA": str(tmp_path / "data"), "LANGGRAPH_STRICT_MSGPACK": "true"}
    if request.param == "postgres":
        env["HOLDFAST_DATABASE_URI"] = request.getfixturevalue("postgres_uri")
    servers = [DevServer(tmp_path / name, env={**BY_WORDS, **env}) for name in ("one", "two")]
    try:
        await asyncio.gather(*(asyncio.to_thread(server.start) for server in servers))
        yield servers[0], servers[1]
    finally:
        for server in servers:
            server.stop()


TOLD = [
    ("Remember that my flight is CA1234.", "What is my flight?", "CA1234"),
    ("记住我的航班是MU5100。", "我的航班是哪个？", "MU5100"),
]


async def test_two_servers_on_one_database_hold_one_memory(pair: tuple[DevServer, DevServer]):
    async with contextlib.AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(server.client()) for server in pair]
        await asyncio.gather(
            *(check_facts_are_shared(*clients, *told) for told in TOLD),
            check_one_thread_on_both(*clients),
            check_a_question(clients[0], pair[1]),
        )


async def check_facts_are_shared(one: LangGraphClient, two: LangGraphClient, told: str, asked: str, known: str) -> None:
    here = await Talk.begin(one)
    there = await Talk.begin(two, here.user)
    await asyncio.gather(here.say(told, model="offline"), there.say("!say beside"))
    assert known in await there.say(asked, model="offline")
    await there.say(f"Remember that I like {there.thread}.", model="offline")
    assert await here.say(f"!seen {there.thread}") == "yes"


async def check_one_thread_on_both(one: LangGraphClient, two: LangGraphClient) -> None:
    here = await Talk.begin(one)
    assert await here.say("!say 开始") == "开始"
    there = await Talk.begin(two, here.user, here.conversation)
    await asyncio.gather(here.say("!slow 1500 2"), there.say("!slow 1500 3"))
    namespace = namespaces.transcript(user_root(here.user, 0), here.thread, 0)
    found = await two.store.search_items(namespace[:-1], limit=100)
    entries = [item["value"] for item in found["items"]]
    texts = ["!say 开始", "开始", "!slow 1500 2", "word1 word2", "!slow 1500 3", "word1 word2 word3"]
    assert sorted(e["content"] for e in entries) == sorted(texts)
    assert any(OVERLAP in ((e["report"] or {}).get("degraded") or ()) for e in entries)
    assert await here.say("!say 这里") == "这里"
    assert await there.say("!say 那里") == "那里"
    said = await here.said()
    assert said[-4:] == [("user", "!say 这里"), ("assistant", "这里"), ("user", "!say 那里"), ("assistant", "那里")]
    assert await there.said() == said
    assert [text for _, text in await there.messages()] == [text for _, text in said]


async def check_a_question(one: LangGraphClient, other: DevServer) -> None:
    """A run that asks is answered through the other server, whose checkpoint holds plain JSON alone."""
    here = await Talk.begin(one)
    text = "I have diabetes. 我有高血压。"
    parts = [part async for part in here.stream("", **here.run(text, "m1", approval="interrupt"))]
    assert not errors(parts)
    assert reply_of(parts)
    (asked,) = (await one.threads.get_state(here.thread))["interrupts"]
    pending = [proposal["id"] for proposal in asked["value"]["pending"]]
    assert pending
    async with HoldfastClient(other.url) as client:
        events = [
            event
            async for event in client.resume(
                here.user, here.conversation, {"approve": pending}, "m1", {"approval": "interrupt"}
            )
        ]
    assert isinstance(events[-1], Done)
    assert (events[-1].question, events[-1].reply) == (None, reply_of(parts))
    facts = await one.store.search_items(namespaces.facts(user_root(here.user, 0)), limit=100)
    assert {item["value"]["id"] for item in facts["items"]} >= set(pending)
