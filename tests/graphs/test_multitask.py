"""Several messages at once on one thread of the real server, under each of the platform's strategies."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import ConflictError
from support.directives import Body, by_rule
from support.openai_server import ScriptedModel
from support.replies import Reply
from support.talking import Talk, errors, reply_of

from evals.dev_server import DevServer
from memory.client import HoldfastClient
from memory.core import namespaces
from memory.core.ids import user_root
from memory.service.turn.reply_events import Done, Token

pytestmark = pytest.mark.server

SLOW = "!slow 100 12"
CALLING = '!tools 2 calculator {"expression": "{i}+1"}'


@pytest.fixture
async def client(shared_server: DevServer) -> AsyncIterator[LangGraphClient]:
    async with shared_server.client() as sdk:
        yield sdk


@dataclass
class Sent:
    """What became of one message."""

    text: str
    message_id: str
    began: bool = False
    refused: bool = False
    answer: str = ""


async def send(talk: Talk, text: str, number: int, strategy: str) -> Sent:
    sent = Sent(text, f"{number} of {talk.thread}")
    try:
        async for part in talk.stream("", **talk.run(text, sent.message_id), multitask_strategy=strategy):
            assert not errors([part])
            sent.began = True
            sent.answer += reply_of([part])
    except ConflictError:
        sent.refused = True
    return sent


async def all_entries(talk: Talk) -> list[dict[str, Any]]:
    """The entries of every branch."""
    namespace = namespaces.transcript(user_root(talk.user, 0), talk.thread, 0)
    found = await talk.client.store.search_items(namespace[:-1], limit=1000)
    return [item["value"] for item in found["items"]]


async def rapid(talk: Talk, strategy: str, texts: Sequence[str], pause: float) -> list[Sent]:
    sending = []
    for number, text in enumerate(texts):
        sending.append(asyncio.create_task(send(talk, text, number, strategy)))
        await asyncio.sleep(pause)
    return await asyncio.gather(*sending)


def slow_after_tools(body: Body) -> Reply:
    """Rules, but the answer after a round of tools takes a second."""
    reply = by_rule(body)
    return replace(reply, token_ms=60) if body["messages"][-1]["role"] == "tool" else reply


@pytest.mark.parametrize("strategy", ["enqueue", "interrupt", "rollback", "reject"])
async def test_rapid_messages_lose_nothing_acknowledged_answer_nothing_twice_and_wedge_nothing(
    client: LangGraphClient, scripted_model: ScriptedModel, strategy: str
):
    scripted_model.handler = slow_after_tools
    series = [
        ([SLOW, "!say 二"], 0.0),
        ([SLOW, "!say two"], 1.2),
        ([SLOW, "!say 一", "!say 二", "!say 三"], 0.3),
        ([CALLING, "!say later"], 1.0),
        ([CALLING, "!say 甲", "!say 乙", "!say 丙"], 0.4),
    ]
    await asyncio.gather(*(check_series(client, strategy, texts, pause) for texts, pause in series))


async def check_series(client: LangGraphClient, strategy: str, texts: Sequence[str], pause: float) -> None:
    talk = await Talk.begin(client)
    assert await talk.say("!say 开始") == "开始"
    sent = await rapid(talk, strategy, texts, pause)
    await talk.until_idle()
    assert await talk.say("!say last") == "last"
    assert (await client.threads.get(talk.thread))["status"] == "idle"
    entries = await all_entries(talk)
    check_acknowledged(sent, entries)
    check_answers(entries)
    check_results([{"role": m["type"], **m} for m in (await talk.state())["messages"]])
    check_results(await talk.entries())
    if strategy == "enqueue":
        assert all(one.began and one.answer for one in sent)
    if strategy == "reject":
        assert any(one.refused for one in sent)
        assert not [one for one in sent if one.refused == bool(one.answer)]
    assert any(one.answer.endswith(answer["content"]) for one in sent for answer in finished(entries))
    assert [text for _, text in await talk.messages()] == [e["content"] for e in await talk.entries()]


def check_acknowledged(sent: Sequence[Sent], entries: Sequence[dict[str, Any]]) -> None:
    told = Counter(e["id"] for e in entries if e["role"] == "user")
    assert not [one for one in sent if one.answer and not told[one.message_id]]
    assert {one.message_id for one in sent if one.refused}.isdisjoint(told)
    assert max(told.values()) == 1


def check_answers(entries: Sequence[dict[str, Any]]) -> None:
    """No message has two finished answers."""
    by_key = {e["key"]: e for e in entries}
    assert max(Counter(asked(e, by_key) for e in finished(entries)).values()) == 1


def finished(entries: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [e for e in entries if e["role"] == "assistant" and e["mark"] is None and not e["tool_calls"]]


def asked(entry: dict[str, Any], by_key: dict[str, dict[str, Any]]) -> str:
    while entry["role"] != "user":
        entry = by_key[entry["parent"]]
    return str(entry["id"])


def check_results(messages: Sequence[dict[str, Any]]) -> None:
    """No result of a tool is without its call."""
    called: set[str] = set()
    for message in messages:
        called |= {call["id"] for call in message.get("tool_calls") or ()}
        assert message["role"] != "tool" or message["tool_call_id"] in called


async def test_the_client_sends_again_what_the_server_dropped_before_its_run_began(shared_server: DevServer):
    async with (
        shared_server.client() as sdk,
        HoldfastClient(shared_server.url) as first,
        HoldfastClient(shared_server.url) as second,
    ):
        talk = await Talk.begin(sdk)

        async def send_by(client: HoldfastClient, text: str) -> tuple[str, Done]:
            events = [event async for event in client.stream(talk.user, talk.conversation, text)]
            assert isinstance(events[-1], Done)
            return "".join(e.text for e in events if isinstance(e, Token)), events[-1]

        running = asyncio.create_task(send_by(first, "!slow 100 60"))
        await asyncio.sleep(1.2)
        waiting = asyncio.create_task(send_by(second, "!say 我等着"))
        await asyncio.sleep(0.3)
        interrupting = await send(talk, "!say now", 0, "interrupt")
        shown, stopped = await running
        assert interrupting.answer == "now"
        assert stopped.reply.startswith(shown)
        assert 0 < len(shown) < 300
        assert (await waiting)[1].reply == "我等着"
        assert [text for role, text in await talk.said() if role == "user"] == [
            "!slow 100 60",
            "!say now",
            "!say 我等着",
        ]
