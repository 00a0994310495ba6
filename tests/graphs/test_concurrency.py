"""Two runs on one thread at once, where no platform keeps them apart: both are kept, and it is told."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import BaseStore
from support.in_process import House
from support.openai_server import ScriptedModel
from support.replies import Call, Reply
from support.sending import Sending

from graphs.agent import builder
from memory.core.ids import user_root
from memory.core.transcript.entries import Entry, text_of
from memory.local_runner import LocalRunner
from memory.service.access.identity import User
from memory.service.conversations.conversations import thread_of_conversation
from memory.service.turn.recording import OVERLAP
from memory.service.turn.reply_events import Done, Event, Token
from memory.storage.sqlite_saver import open_sqlite_saver
from memory.storage.sqlite_store import open_sqlite_store
from memory.storage.transcript_read import all_entries, read_head

ROOT = user_root("ann", 0)


@pytest.fixture
async def durable(scripted: House, tmp_path: Path) -> AsyncIterator[House]:
    """The graph with the scripted model on SQLite files."""
    async with (
        open_sqlite_store(tmp_path / "store.sqlite") as store,
        open_sqlite_saver(tmp_path / "checkpoints.sqlite") as saver,
    ):
        house = House(store)
        house.graph = builder.compile(store=store, checkpointer=saver)
        yield house


async def everything(store: BaseStore, thread: str = "t") -> list[Entry]:
    return [entry async for entry in all_entries(store, ROOT, thread)]


async def state_texts(house: House) -> list[str]:
    state = await house.graph.aget_state(house.config("t"))
    return [text_of({"content": m.content}) for m in state.values["messages"]]


def degraded(result: dict[str, Any]) -> list[str]:
    return [line for line in result["report"]["degraded"] if line == OVERLAP]


async def check_both_kept(house: House, before: list[str], *texts: str) -> None:
    """All of `texts` are in the transcript, the next turn works, and the active path is what the state goes on from."""
    said = [text_of(e) for e in await everything(house.store)]
    assert sorted(said) == sorted([*before, *texts])
    head = await read_head(house.store, ROOT, "t")
    assert head is not None
    assert head["key"] not in {e["parent"] for e in await everything(house.store)}
    went_on = await state_texts(house)
    assert await house.say("!say 接着") == "接着"
    assert await house.texts() == [*went_on, "!say 接着", "接着"] == await state_texts(house)
    assert len(await everything(house.store)) == len(said) + 2


@pytest.mark.parametrize(("first", "second"), [(400, 100), (100, 400), (200, 200)])
async def test_both_of_two_runs_at_once_are_kept_as_branches_and_told_in_the_report(
    durable: House, first: int, second: int
):
    assert await durable.say("!say 开始") == "开始"
    results = await asyncio.gather(durable.send(f"!slow {first} 1"), durable.send(f"!slow {second} 1"))
    assert any(map(degraded, results))
    reported = [e for e in await everything(durable.store) if OVERLAP in ((e["report"] or {}).get("degraded") or ())]
    assert reported
    await check_both_kept(durable, ["!say 开始", "开始"], f"!slow {first} 1", "word1", f"!slow {second} 1", "word1")


async def test_the_first_messages_of_a_thread_at_once_are_both_kept(durable: House):
    results = await asyncio.gather(durable.send("!slow 200 1"), durable.send("!say 你好"))
    assert any(map(degraded, results))
    await check_both_kept(durable, [], "!slow 200 1", "word1", "!say 你好", "你好")


async def test_a_run_that_ends_while_another_runs_its_tools_is_told_there(
    durable: House, scripted_model: ScriptedModel
):
    scripted_model.push(Reply("算一下", calls=(Call.of("calculator", expression="1+1"),), first_token_ms=500))
    calling = asyncio.create_task(durable.send("how much?"))
    while not scripted_model.requests:  # noqa: ASYNC110  # the endpoint lives on a thread of its own
        await asyncio.sleep(0.01)
    await durable.say("!say 插话")
    result = await calling
    assert degraded(result) == [OVERLAP]
    await check_both_kept(durable, [], "how much?", "算一下", "2", "results: 2", "!say 插话", "插话")


async def test_runs_that_follow_each_other_and_a_stop_that_is_taken_up_again_are_not_told_as_overlap(durable: House):
    results = [await durable.send(f"!say {i}") for i in range(3)]
    results.append(await durable.send('!tools 2 calculator {"expression": "{i}+1"}'))
    sending = Sending(durable, "!slow 1 12")
    await asyncio.wait_for(sending.shown.wait(), 10)
    await sending.stop()
    results.append(await durable.graph.ainvoke(None, durable.config("t"), context={"user_id": "ann"}))
    assert [degraded(result) for result in results] == [[]] * 5


async def test_the_runner_lets_runs_of_one_thread_follow_each_other_and_others_go_beside(
    durable: House, scripted_model: ScriptedModel
):
    runner = LocalRunner(durable.graph, durable.store)

    async def send(conversation: str, text: str) -> list[Event]:
        return [event async for event in runner.stream("ann", conversation, text)]

    slow = asyncio.create_task(send("trip", "!slow 600 1"))
    await asyncio.sleep(0.1)
    waiting = asyncio.create_task(send("trip", "!say 然后"))
    (*_, beside) = await send("dinner", "!say 同时")
    assert isinstance(beside, Done)
    assert (beside.reply, slow.done(), waiting.done()) == ("同时", False, False)
    ends = [events[-1] for events in await asyncio.gather(slow, waiting)]
    assert [e.reply for e in ends if isinstance(e, Done)] == ["word1", "然后"]


async def test_the_runner_gives_an_older_message_that_is_sent_again_its_own_answer(
    durable: House, scripted_model: ScriptedModel
):
    runner = LocalRunner(durable.graph, durable.store)

    async def send(text: str, message_id: str) -> str:
        events = [event async for event in runner.stream("ann", "trip", text, message_id)]
        assert isinstance(events[-1], Done)
        assert "".join(e.text for e in events if isinstance(e, Token)) == events[-1].reply
        return events[-1].reply

    told = {f"m{i}": await send(f"!say 第{i}答", f"m{i}") for i in range(3)}
    asked = len(scripted_model.requests)
    assert {i: await send(f"!say 第{i[1:]}答", i) for i in told} == told == {f"m{i}": f"第{i}答" for i in range(3)}
    assert len(scripted_model.requests) == asked


async def test_a_reply_the_runner_is_told_to_stop_is_kept_before_the_next_begins(durable: House):
    runner = LocalRunner(durable.graph, durable.store)
    stream = runner.stream("ann", "trip", "!slow 1 50")
    seen = 0
    async for _ in stream:
        seen += 1
        if seen > 5:
            break
    await stream.aclose()
    (*_, done) = [event async for event in runner.stream("ann", "trip", "!say next")]
    assert isinstance(done, Done)
    assert done.reply == "next"
    thread = (await thread_of_conversation(durable.store, User("ann", 0), "trip")).thread
    kept = [entry async for entry in all_entries(durable.store, ROOT, thread)]
    assert [(e["role"], e["mark"]) for e in kept] == [
        ("user", None),
        ("assistant", "stopped"),
        ("user", None),
        ("assistant", None),
    ]
