"""The tool that keeps a task's state: bounded, of one thread, gone at the end, and without secrets."""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.store.base import BaseStore, Op, Result
from langgraph.store.memory import InMemoryStore
from support.conversations import Conversation
from support.storage_faults import BrokenStore
from support.tool_runtime import tool_runtime

from memory.core import working
from memory.core.errors import InputError, StorageError
from memory.storage.events import list_events
from memory.storage.working import list_working
from tools.task_state import task_state

ROOT = "ann--0"


class Talk:
    """A conversation in which the model may call the tool."""

    def __init__(self, store: BaseStore, thread: str = "here") -> None:
        self.store, self.thread = store, thread
        self.said = Conversation(store, ROOT, thread)

    async def say(self, text: str) -> None:
        await self.said.say(text)

    async def call(self, action: str, **args: str) -> str:
        entries = self.said.entries
        state: dict[str, Any] = {
            "epoch": 0,
            "turn": {},
            "path": [{"id": e["id"], "key": e["key"], "depth": e["depth"]} for e in entries],
            "messages": [HumanMessage(e["content"], id=e["id"]) for e in entries],
        }
        runtime = tool_runtime(self.store, state, thread=self.thread)
        return str(await task_state.ainvoke({"action": action, **args, "runtime": runtime}))

    async def kept(self) -> dict[str, str]:
        return {item["name"]: item["value"] for item in (await list_working(self.store, ROOT, self.thread)).values()}


async def test_entries_are_kept_replaced_cleared_and_gone_at_the_end_each_with_its_event():
    talk = Talk(InMemoryStore())
    await talk.say("Plan my trip")
    assert await talk.call("set", name="Goal", value="five days\nin Tokyo") == "Kept."
    await talk.call("set", name="step 1", value="book; card 4111 1111 1111 1111")
    await talk.call("set", name=" goal ", value="six days in 东京")
    assert await talk.kept() == {"goal": "six days in 东京", "step 1": "book; card [redacted]"}
    assert await talk.call("clear", name="STEP 1") == "Cleared."
    assert await talk.call("clear", name="step 1") == "There is no entry of this name."
    await talk.say("不用了，谢谢")
    assert await talk.call("end") == "任务已结束，删除了 1 个条目。"
    assert await talk.call("end") == "没有正在进行的任务。"
    assert await talk.kept() == {}
    events = [e for e in await list_events(talk.store, ROOT) if e["type"].startswith("task.")]
    assert [e["type"] for e in events] == ["task.set"] * 3 + ["task.cleared", "task.ended"]
    assert "Tokyo" not in str(events)
    assert {e["detail"]["thread"] for e in events} == {"here"}


class YieldingStore(InMemoryStore):
    """A store during whose batches others run, as on a disk."""

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        await asyncio.sleep(0)
        return await super().abatch(ops)


async def test_calls_side_by_side_keep_to_the_bounds_in_their_order(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(working, "DEFAULTS", replace(working.DEFAULTS, working_entries=3))
    talk = Talk(YieldingStore())
    await talk.say("安排五个步骤")
    calls = [talk.call("set", name=f"step {n}", value="做") for n in range(5)]
    told = await asyncio.gather(*calls, return_exceptions=True)
    assert [isinstance(one, InputError) for one in told] == [False] * 3 + [True] * 2
    assert set(await talk.kept()) == {"step 0", "step 1", "step 2"}


async def test_it_is_the_threads_own_and_a_fork_that_sets_takes_it_over():
    store = InMemoryStore()
    talk, other = Talk(store), Talk(store, "there")
    await talk.say("Plan my trip")
    await talk.call("set", name="goal", value="Tokyo")
    await talk.say("In May")
    await talk.call("set", name="month", value="May")
    await other.say("Plan my week")
    assert await other.call("end") == "No task was under way."
    talk.said.entries = talk.said.entries[:1]
    await talk.say("Rather in June 六月")
    assert await talk.call("clear", name="month") == "There is no entry of this name."
    await talk.call("set", name="hotel", value="APA")
    assert await talk.kept() == {"goal": "Tokyo", "hotel": "APA"}


async def test_without_a_store_or_with_one_that_fails_it_says_so():
    store = BrokenStore()
    talk = Talk(store)
    await talk.say("Plan my trip")
    store.down()
    with pytest.raises(StorageError, match="disk gone"):
        await talk.call("set", name="goal", value="Tokyo")
    with pytest.raises(StorageError, match="without a store"):
        await task_state.ainvoke({"action": "end", "runtime": tool_runtime(None, {})})


def test_the_model_sees_no_runtime():
    schema = task_state.tool_call_schema
    assert not isinstance(schema, dict)
    assert list(schema.model_json_schema()["properties"]) == ["action", "name", "value"]
