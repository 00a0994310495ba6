"""The agent on the real server process, as a default client of the platform meets it."""

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import fields

import pytest
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import ConflictError
from support.replies import text_of_tokens
from support.talking import GRAPH, Talk, errors, reply_of, tokens

from evals.dev_server import DevServer
from memory.core.ids import consolidation_thread_id, user_root
from memory.service.settings.context import Context

pytestmark = pytest.mark.server


@pytest.fixture
async def client(shared_server: DevServer) -> AsyncIterator[LangGraphClient]:
    async with shared_server.client() as sdk:
        yield sdk


@pytest.fixture
async def talk(client: LangGraphClient) -> Talk:
    return await Talk.begin(client)


async def test_a_default_client_gets_the_replys_tokens_and_nothing_internal(talk: Talk):
    text = "Remember that my flight is CA1234. 记住我的房间是 502。\n!tokens 20"
    parts = [part async for part in talk.stream(text)]
    assert {part.event for part in parts} <= {"metadata", "messages"}
    assert {part.data[1]["langgraph_node"] for part in parts if part.event == "messages"} == {"call_model"}
    assert len(tokens(parts)) == 20
    assert reply_of(parts) == text_of_tokens(20)


async def test_the_context_report_comes_as_a_custom_event_before_and_after_the_reply(talk: Talk):
    await talk.say("Remember that I am allergic to peanuts.")
    parts = [part async for part in talk.stream("What may I eat?", stream_mode=["custom"])]
    told = [part.data for part in parts if part.event == "custom"]
    assert [(event["type"], event["final"]) for event in told] == [("context_report", False), ("context_report", True)]
    report = told[-1]["report"]
    assert report["total_tokens"] == sum(report["tokens"].values()) <= report["budget"]
    assert report["profile"] + len(report["items"]) == 1
    assert {"load", "recall", "build", "model"} <= set(report["ms"])
    assert report["store_ops"] > 0


async def test_studio_sees_every_field_of_the_context_with_its_description(client: LangGraphClient):
    (assistant,) = await client.assistants.search(graph_id=GRAPH)
    schema = (await client.assistants.get_schemas(assistant["assistant_id"]))["context_schema"]
    assert schema is not None
    shown = schema["properties"]
    assert set(shown) == {field.name for field in fields(Context)}
    assert [name for name, field in shown.items() if not field.get("description")] == []


async def test_two_messages_sent_at_once_are_both_answered_in_turn(talk: Talk):
    answers = await asyncio.gather(talk.say("!say one"), talk.say("!say 二"))
    assert sorted(answers) == ["one", "二"]
    said = await talk.said()
    assert [role for role, _ in said] == ["user", "assistant", "user", "assistant"]
    assert sorted(text for role, text in said if role == "assistant") == ["one", "二"]
    assert [text for _, text in await talk.messages()] == [text for _, text in said]


@pytest.mark.parametrize("strategy", ["reject", "interrupt", "rollback"])
async def test_no_multitask_strategy_wedges_a_thread_or_loses_an_acknowledged_message(talk: Talk, strategy: str):
    first = await talk.start("!slow 100 40")
    await talk.until_streaming(first)
    if strategy == "reject":
        with pytest.raises(ConflictError):
            await talk.start("!say second", multitask_strategy="reject")
        await talk.client.runs.cancel(talk.thread, first, wait=True)
    else:
        parts = [p async for p in talk.stream("!say second", multitask_strategy=strategy)]
        assert reply_of(parts).endswith("second")
    assert await talk.say("!say third") == "third"
    await talk.until_idle()
    users = [text for role, text in await talk.said() if role == "user"]
    assert users == ["!slow 100 40", *(["!say second"] if strategy != "reject" else []), "!say third"]


async def test_a_reply_cancelled_midway_is_in_the_transcript_as_stopped_and_the_next_turn_works(talk: Talk):
    run = await talk.start("!slow 100 60")
    seen = await talk.until_streaming(run)
    await talk.client.runs.cancel(talk.thread, run, wait=True)
    await check_stopped(talk, seen)


async def test_a_reply_whose_client_goes_away_is_kept_as_stopped(talk: Talk):
    seen = ""
    stream = talk.stream("!slow 100 60", on_disconnect="cancel")
    async for part in stream:
        seen += reply_of([part])
        if len(seen) > 10:
            break
    await stream.aclose()  # type: ignore[attr-defined]  # it is a generator, whatever its annotation says
    await talk.until_idle()
    await check_stopped(talk, seen)


async def check_stopped(talk: Talk, seen: str) -> None:
    parts = [part async for part in talk.stream("!say next")]
    assert reply_of(parts) == "next"
    question, stopped, *_ = entries = await talk.entries()
    assert (question["content"], stopped["mark"]) == ("!slow 100 60", "stopped")
    assert stopped["content"].startswith(seen)
    assert len(stopped["content"]) < len(text_of_tokens(60))
    assert [e["role"] for e in entries] == ["user", "assistant", "user", "assistant"]
    assert [text for _, text in await talk.messages()] == [e["content"] for e in entries]


async def test_another_user_on_someones_thread_is_refused_and_leaves_no_trace(talk: Talk):
    await talk.say("The code of the gate is HERON-42.")
    stranger = Talk(talk.client, f"{talk.user}2", talk.thread, talk.conversation)
    parts = [part async for part in stranger.stream("What is the code of the gate? 密码是什么？")]
    assert [told["error"] for told in errors(parts)] == ["OwnershipError"]
    assert tokens(parts) == []
    assert await stranger.entries() == []
    assert await talk.say("!seen 密码是什么") == "no"
    assert [role for role, _ in await talk.said()] == ["user", "assistant"] * 2


async def test_a_long_thread_starts_its_consolidation_and_chat_goes_on_beside_it(talk: Talk):
    history = [
        {"type": "ai" if i % 2 else "human", "id": f"{talk.thread}-{i}", "content": f"Order AB-{i} 订单第{i}号。"}
        for i in range(44)
    ]
    sent = talk.run("!say begun")
    sent["input"]["messages"] = [*history, *sent["input"]["messages"]]
    parts = [part async for part in talk.stream("", **sent)]
    assert reply_of(parts) == "begun"
    start = time.monotonic()
    assert await talk.say("!say beside") == "beside"
    assert time.monotonic() - start < 5
    assert (await talk.state())["report"]["consolidation"] in {"started", "running"}
    folding = consolidation_thread_id(user_root(talk.user, 0), talk.thread)
    run = (await talk.client.runs.list(folding))[-1]
    await talk.client.runs.join(folding, run["run_id"])
    values = (await talk.client.threads.get_state(folding))["values"]
    assert isinstance(values, dict)
    assert (values["report"]["failed"], values["report"]["leaves"] > 0) == ([], True)
