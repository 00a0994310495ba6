"""The agent over crashes, restarts and lost state, on server processes of its own."""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.directives import by_rule
from support.openai_server import ScriptedModel
from support.server import BY_WORDS, StartServer, scripted_env
from support.talking import GRAPH, Talk, reply_of

from evals.dev_server import DevServer
from memory.client import needed_run
from memory.service.consolidation.cron import MARK

pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, _scripted_endpoint: ScriptedModel) -> Iterator[DevServer]:
    """A server these tests may kill; its model is the scripted one unless a message's context names `offline`."""
    with DevServer(tmp_path_factory.mktemp("server"), env={**BY_WORDS, **scripted_env(_scripted_endpoint)}) as running:
        yield running


TOLD = [
    ("Remember that my flight is CA1234.", "What is my flight?", "CA1234"),
    ("记住我的航班是MU5100。", "我的航班是哪个？", "MU5100"),
]


async def test_what_was_told_before_a_crash_is_known_after_it_here_and_in_a_new_thread_but_to_nobody_else(
    server: DevServer,
):
    async with server.client() as client:
        threads = [await Talk.begin(client) for _ in TOLD]
        for (told, _, _), talk in zip(TOLD, threads, strict=True):
            await talk.say(told, model="offline")
        server.restart(crash=True)
        other = await Talk.begin(client)
        for (_, asked, known), before in zip(TOLD, threads, strict=True):
            for conversation in (before.conversation, None):
                talk = await Talk.begin(client, before.user, conversation)
                assert known in await talk.say(asked, model="offline")
            assert known not in await other.say(asked, model="offline")
        assert len(await client.crons.search(metadata=MARK)) == 1


async def test_a_turn_killed_before_or_amid_its_reply_is_answered_once_by_the_clients_rule(
    server: DevServer, scripted_model: ScriptedModel
):
    scripted_model.handler = lambda body: by_rule(body, first_token_ms=60_000)
    async with server.client() as client:
        waiting, amid = await Talk.begin(client), await Talk.begin(client)
        sent = {waiting: waiting.run("Hello 你好", "m1"), amid: amid.run("!slow 10 20", "m2")}
        runs = [await talk.start("", **run) for talk, run in sent.items()]
        await amid.until_streaming(runs[1])
        while len(scripted_model.requests) < len(runs):  # noqa: ASYNC110  # the endpoint is a thread of its own
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.3)
        server.restart(crash=True)
        scripted_model.handler = by_rule
        for talk, run in sent.items():
            message = run["input"]["messages"][0]
            await client.threads.create(thread_id=talk.thread, graph_id=GRAPH, if_exists="do_nothing")
            needed = needed_run(dict(await client.threads.get_state(talk.thread)), message["id"], run)
            assert needed is not None
            streamed = reply_of([part async for part in talk.stream("", **needed)])
            # The server may have gone on with the run by itself by then: its answer is in the thread, streamed to none.
            answer = streamed or (await talk.messages())[-1][1]
            assert answer
            assert await talk.said() == [("user", message["content"]), ("assistant", answer)]
            assert await talk.messages() == [("human", message["content"]), ("ai", answer)]


async def test_a_conversation_whose_state_was_lost_goes_on_from_the_transcript(server: DevServer):
    async with server.client() as client:
        talk = await Talk.begin(client)
        for text in ("The code of the gate is HERON-42.", "仓库的密码是 7788。"):
            await talk.say(text)
        server.kill()
        lose_state(server)
        server.start()
        talk = await Talk.begin(client, talk.user, talk.conversation)
        parts = [part async for part in talk.stream("!seen HERON-42")]
        assert reply_of(parts) == "yes"
        assert await talk.say("!seen 7788") == "yes"
        said = await talk.said()
        assert [role for role, _ in said] == ["user", "assistant"] * 4
        assert [text for _, text in await talk.messages()] == [text for _, text in said]


def lose_state(server: DevServer) -> None:
    """Delete checkpoints and thread records; the store stays."""
    found: list[Path] = list(server.data.glob("checkpoints.sqlite*"))
    assert found
    for file in found:
        file.unlink()
    shutil.rmtree(server.folder / ".langgraph_api")


async def test_the_plain_configuration_holds_a_conversation_too(start_server: StartServer):
    server = start_server(config="langgraph.json")
    assert not (server.folder / ".env").exists()
    async with server.client() as client:
        talk = await Talk.begin(client)
        await talk.say("Remember that my flight is CA1234.")
        assert "CA1234" in await talk.say("What is my flight?")
        assert "CA1234" in await (await Talk.begin(client, talk.user)).say("What is my flight? 我的航班是什么？")
