"""Replies that end early: stopped by the client or cut off by the model; what was shown is kept, the thread goes on."""

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest
from langchain_core.tools import tool
from langgraph.prebuilt import ToolNode
from langgraph.store.base import Op, PutOp, Result
from langgraph.store.memory import InMemoryStore
from support.in_process import House
from support.openai_server import ScriptedModel
from support.replies import Call, Reply
from support.sending import Sending

from memory.core.errors import ModelError
from memory.core.transcript.entries import text_of
from memory.models import chat
from memory_nodes import run_tools


@dataclass(eq=False)
class Held(InMemoryStore):
    """A store that holds the write of an assistant's entry until it is let go, or fails it."""

    holds: bool = False
    fails: bool = False
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        super().__init__()

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        ops = list(ops)
        if any(isinstance(op, PutOp) and (op.value or {}).get("role") == "assistant" for op in ops):
            self.reached.set()
            if self.fails:
                raise OSError("disk full")
            if self.holds:
                await self.go.wait()
        return await super().abatch(ops)


def marked(entries: list[Any]) -> list[tuple[str, str | None]]:
    return [(entry["role"], entry.get("mark")) for entry in entries]


STOPPED = [("user", None), ("assistant", "stopped")]


async def test_a_second_cancel_does_not_leave_the_streamed_part_unwritten(scripted: House):
    store = Held(holds=True)
    house = House(store)
    sending = Sending(house, "!slow 1 50")
    await asyncio.wait_for(sending.shown.wait(), 10)
    sending.task.cancel()
    await asyncio.wait_for(store.reached.wait(), 10)
    for _ in range(3):
        sending.task.cancel()
        await asyncio.sleep(0.01)
    assert marked(await house.entries()) == [("user", None)]
    store.go.set()
    await asyncio.wait({sending.task})
    async with asyncio.timeout(10):
        while marked(await house.entries()) != STOPPED:  # noqa: ASYNC110  # the run has let go of the write
            await asyncio.sleep(0.01)


async def test_a_store_that_fails_while_a_stop_is_kept_is_logged_and_the_run_is_stopped(
    scripted: House, caplog: pytest.LogCaptureFixture
):
    store = Held(fails=True)
    sending = Sending(House(store), "!slow 1 50")
    await asyncio.wait_for(sending.shown.wait(), 10)
    with caplog.at_level(logging.ERROR):
        await sending.stop()
    assert sending.task.cancelled()
    assert "disk full" in caplog.text


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """A tool, `hang`, that never ends; the event tells that it runs."""
    runs = asyncio.Event()

    @tool
    async def hang() -> str:
        """Hang."""
        runs.set()
        await asyncio.sleep(60)
        return "late"

    node = ToolNode([*run_tools.TOOLS, hang], handle_tool_errors=run_tools.explained, awrap_tool_call=run_tools.in_time)
    monkeypatch.setattr(run_tools, "_NODE", node)
    return runs


async def test_a_stop_while_a_tool_runs_keeps_what_was_said_and_the_next_prompt_is_valid(
    scripted: House, scripted_model: ScriptedModel, hanging: asyncio.Event
):
    assert await scripted.say("!say before") == "before"
    scripted_model.push(Reply("让我查一下 let me look", calls=(Call("hang"), Call("clock"))))
    sending = Sending(scripted, "我的航班？")
    await asyncio.wait_for(hanging.wait(), 10)
    await sending.stop()
    assert await scripted.texts() == ["!say before", "before", "我的航班？", "让我查一下 let me look"]
    assert marked(await scripted.entries())[2:] == STOPPED
    assert await scripted.say("!say next") == "next"
    assert [text for text in await scripted.texts() if text][2:] == [
        "我的航班？",
        "让我查一下 let me look",
        "!say next",
        "next",
    ]
    check_calls(scripted_model.requests[-1]["messages"])
    state = await scripted.graph.aget_state(scripted.config("t"))
    assert [text_of({"content": m.content}) for m in state.values["messages"]] == await scripted.texts()


def check_calls(messages: list[dict[str, Any]]) -> None:
    """Every call has one result, right behind it, and no result is without its call."""
    waiting: list[str] = []
    for message in messages:
        if message["role"] == "tool":
            waiting.remove(message["tool_call_id"])
        else:
            assert waiting == []
        waiting += [call["id"] for call in message.get("tool_calls") or ()]
    assert waiting == []


async def test_the_same_message_sent_again_after_a_stop_amid_a_tool_is_answered_once(
    scripted: House, scripted_model: ScriptedModel, hanging: asyncio.Event
):
    scripted_model.push(Reply("let me look", calls=(Call("hang"),)))
    sending = Sending(scripted, "what is it?")
    await asyncio.wait_for(hanging.wait(), 10)
    await sending.stop()
    again = [await scripted.say("what is it?", message_id="id of what is it?") for _ in range(2)]
    assert again[0] == again[1]
    assert [e["role"] for e in await scripted.entries()].count("user") == 1
    check_calls(scripted_model.requests[-1]["messages"])


@pytest.fixture
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "_PAUSE", 0.001)


FAILURES = {status: Reply(status=status) for status in (429, 500, 503)} | {0: Reply("a b c", die_after=0)}


@pytest.mark.usefixtures("no_pause")
@pytest.mark.parametrize("failure", FAILURES.values(), ids=["429", "500", "503", "cut"])
async def test_a_passing_failure_before_the_first_token_is_waited_out_and_told_in_the_report(
    scripted: House, scripted_model: ScriptedModel, failure: Reply
):
    scripted_model.push(failure, failure)
    result = await scripted.send("!say 好")
    assert result["messages"][-1].text == "好"
    assert len(scripted_model.requests) == 3
    told = [line for line in result["report"]["degraded"] if "asked again" in line]
    assert len(told) == 2
    assert (await scripted.entries())[-1]["report"]["degraded"] == result["report"]["degraded"]
    assert await scripted.texts() == ["!say 好", "好"]


@pytest.mark.usefixtures("no_pause")
async def test_a_failure_that_does_not_pass_ends_the_run_after_the_retries_and_the_next_message_works(
    scripted: House, scripted_model: ScriptedModel
):
    with pytest.raises(ModelError, match="limit of requests"):
        await scripted.send("!status 429")
    assert len(scripted_model.requests) == 3
    assert await scripted.say("!say fine") == "fine"


@pytest.mark.usefixtures("no_pause")
@pytest.mark.parametrize("status", [400, 401, 404])
async def test_a_refusal_is_not_repeated(scripted: House, scripted_model: ScriptedModel, status: int):
    with pytest.raises(ModelError):
        await scripted.send(f"!status {status}")
    assert len(scripted_model.requests) == 1


@pytest.mark.usefixtures("no_pause")
async def test_a_stream_that_breaks_off_after_tokens_were_shown_is_not_silently_repeated(
    scripted: House, scripted_model: ScriptedModel
):
    with pytest.raises(ModelError, match="broke off"):
        await scripted.send("!die 3", message_id="m")
    assert len(scripted_model.requests) == 1
    assert marked(await scripted.entries()) == STOPPED
    scripted_model.push(Reply("完整的回答"))
    assert await scripted.say("!die 3", message_id="m") == "完整的回答"
    assert await scripted.texts() == ["!die 3", "完整的回答"]
