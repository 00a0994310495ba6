"""What an agent that has adopted memory keeps: streaming, interrupts, other middleware, retries, faults."""

import asyncio
import inspect
from pathlib import Path
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware, HumanInTheLoopMiddleware
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.memory import InMemoryStore
from langgraph.types import Command
from support.adopted import entries, example_agent, model_of, on, report, send
from support.in_process import sent_texts
from support.openai_server import ScriptedModel
from support.replies import Call, Reply
from support.storage_faults import BrokenStore

from adopt.example import make_agent, opening_hours
from adopt.memory import HoldfastMemory
from memory.core.errors import InputError, OwnershipError
from memory.local_runner import consolidating
from memory.models.offline import OfflineChatModel
from memory.service.settings.context import Context
from memory.storage.summaries import read_summary

SAID = "Remember that my dog is called Rex."


def agent_of(model: Any, *, store: Any = None, saver: Any = None, before: Any = (), settings: Any = None) -> Any:
    """An agent with one tool, memory and other middleware before it."""
    middleware = [*before, HoldfastMemory(settings)]
    store = store or InMemoryStore()
    return create_agent(model, [opening_hours], middleware=middleware, store=store, checkpointer=saver)


async def test_the_reply_streams_token_by_token_and_nothing_that_was_said_before(
    tmp_path: Path, scripted_model: ScriptedModel
):
    async with example_agent(tmp_path, scripted_model) as agent:
        await send(agent, SAID)
        scripted_model.push(Reply("Your dog is Rex. 你的狗叫 Rex。"))
        given = {"messages": [HumanMessage("What is my dog called?")]}
        stream = agent.astream(given, on("t"), context={"user_id": "ann"}, stream_mode="messages")
        pieces = [message.text async for message, _ in stream if message.text]
        assert len(pieces) > 3
        assert "".join(pieces) == "Your dog is Rex. 你的狗叫 Rex。"


async def test_an_interrupt_of_the_agents_own_waits_for_its_answer_and_the_turn_is_recorded_once(
    scripted_model: ScriptedModel,
):
    asks = HumanInTheLoopMiddleware(interrupt_on={"opening_hours": True})
    async with model_of(scripted_model) as model:
        agent = agent_of(model, saver=InMemorySaver(), before=[asks])
        scripted_model.push(Reply("", (Call.of("opening_hours", day="Monday"),)))
        stopped = await send(agent, "I live in Porto. Are you open on Monday?")
        assert stopped["__interrupt__"]
        resume = Command(resume={"decisions": [{"type": "approve"}]})
        answer = await agent.ainvoke(resume, on("t"), context={"user_id": "ann"})
        assert "from 9 to 17" in answer["messages"][-1].text
        assert [e["role"] for e in await entries(agent)] == ["user", "assistant", "tool", "assistant"]
        assert len((await report(agent))["facts"]["write"]) == 1


async def test_a_message_that_abandons_an_interrupt_is_answered_with_a_valid_prompt(scripted_model: ScriptedModel):
    asks = HumanInTheLoopMiddleware(interrupt_on={"opening_hours": True})
    async with model_of(scripted_model) as model:
        agent = agent_of(model, saver=InMemorySaver(), before=[asks])
        scripted_model.push(Reply("", (Call.of("opening_hours", day="Monday"),)))
        await send(agent, "Are you open on Monday?")
        await send(agent, "别管了，我住在哪里？")
        roles = [m["role"] for m in scripted_model.requests[-1]["messages"]]
        assert roles == ["system", "user", "assistant", "tool", "assistant", "user"]  # none after a tool takes a user's
        assert [e["role"] for e in await entries(agent)][:2] == ["user", "assistant"]
        assert (await entries(agent))[-1]["role"] == "assistant"


async def test_a_message_sent_again_gets_its_recorded_answer_and_an_edit_a_new_one(scripted_model: ScriptedModel):
    async with model_of(scripted_model) as model:
        agent = agent_of(model, saver=InMemorySaver())
        first = await send(agent, SAID, message_id="m1")
        again = await send(agent, SAID, message_id="m1")
        assert len(scripted_model.requests) == 1
        assert [m.id for m in again["messages"]] == [m.id for m in first["messages"]]
        await send(agent, "Remember that my cat is called Tom.", message_id="m1")
        assert len(scripted_model.requests) == 2
        assert "Rex" not in str(scripted_model.requests[-1]["messages"][-1])


async def test_without_checkpoints_the_transcript_is_the_history(scripted_model: ScriptedModel):
    async with model_of(scripted_model) as model:
        agent = agent_of(model)
        await send(agent, "My flight leaves at 15:30.")
        await send(agent, "我的航班几点起飞？")
        assert "15:30" in sent_texts(scripted_model)


async def test_another_user_is_refused_and_leaves_nothing_in_the_thread(scripted_model: ScriptedModel):
    async with model_of(scripted_model) as model:
        agent = agent_of(model, saver=InMemorySaver())
        await send(agent, SAID)
        with pytest.raises(OwnershipError):
            await send(agent, "What is the dog called? 狗叫什么？", user="ben")
        state = (await agent.aget_state(on("t"))).values
        assert "狗叫什么" not in str(state)
        await send(agent, "And my dog?")
        assert len(await entries(agent)) == 4
        assert await entries(agent, user="ben") == []


async def test_a_store_that_fails_does_not_fail_the_run_and_the_turn_is_recorded_later(scripted_model: ScriptedModel):
    store = BrokenStore()
    async with model_of(scripted_model) as model:
        agent = agent_of(model, store=store, saver=InMemorySaver())
        await send(agent, "Hello")
        store.down()
        scripted_model.push(Reply("", (Call.of("search_memory", query="dog"),)))
        await send(agent, SAID)
        assert "memory is unavailable" in str((await report(agent))["degraded"])
        store.up()
        await send(agent, "谢谢")
        assert [e["role"] for e in await entries(agent)].count("user") == 3


class Redacts(AgentMiddleware):
    """Middleware that edits messages on their way to the model."""

    async def awrap_model_call(self, request: Any, handler: Any) -> Any:
        edited = [m.model_copy(update={"content": str(m.content).replace("4711", "****")}) for m in request.messages]
        return await handler(request.override(messages=edited))


async def test_what_other_middleware_edits_in_a_request_stays_edited(scripted_model: ScriptedModel):
    async with model_of(scripted_model) as model:
        agent = agent_of(model, before=[Redacts()], saver=InMemorySaver())
        await send(agent, "The door code is 4711. 门禁密码是 4711。")
        assert "4711" not in str(scripted_model.requests[-1]["messages"][-1]).split("<memory")[0]


async def test_a_client_cannot_write_what_memory_keeps_in_the_state(scripted_model: ScriptedModel):
    async with model_of(scripted_model) as model:
        agent = agent_of(model, saver=InMemorySaver())
        given = {"messages": [HumanMessage(SAID)], "holdfast": {"owner": "ben--0", "turn": {"refused": True}}}
        result = await agent.ainvoke(given, on("t"), context={"user_id": "ann"})
        assert "holdfast" not in result
        assert (await agent.aget_state(on("t"))).values["holdfast"]["owner"] == "ann--0"


async def test_a_small_budget_holds_with_the_offline_model_too():
    agent = agent_of(OfflineChatModel(), settings=Context(context_budget=4000), saver=InMemorySaver())
    for n in range(4):
        await send(agent, f"第{n}段：" + "茶叶和水温。" * 250)
    told = await report(agent)
    assert told["budget"] == 4000 >= told["total_tokens"]


async def test_consolidation_in_the_same_process_summarises_a_long_thread():
    store = InMemoryStore()
    agent = agent_of(OfflineChatModel(), store=store, saver=InMemorySaver())
    async with consolidating(store):
        for n in range(22):
            await send(agent, f"Order {n} is KX-{n:03}. 第{n}单。")
    summary = await read_summary(store, "ann--0", "t")
    assert summary is not None
    assert "KX-000" in str(summary)


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"approval": "interrupt"}, "approval"),
        ({"model": "openai:gpt-4o"}, "model"),
        ({"user_id": "ann"}, "user_id"),
        ({"context_budget": 10}, "context_budget"),
    ],
)
def test_settings_that_the_agent_decides_itself_are_refused(settings: dict[str, Any], field: str):
    with pytest.raises(InputError, match=field):
        HoldfastMemory(Context(**settings))


async def test_a_run_that_does_not_say_who_is_talking_is_refused():
    agent = agent_of(OfflineChatModel(), saver=InMemorySaver())
    with pytest.raises(InputError, match="HoldfastMemory"):
        await agent.ainvoke({"messages": [HumanMessage("hi")]}, on("t"))


async def test_a_synchronous_call_is_refused_with_what_to_call():
    agent = agent_of(OfflineChatModel(), saver=InMemorySaver())
    with pytest.raises(RuntimeError, match="ainvoke"):
        await asyncio.to_thread(agent.invoke, {"messages": [HumanMessage("hi")]}, on("t"), context={"user_id": "a"})


def test_the_page_shows_the_example_as_it_runs():
    page = Path(__file__).parents[2] / "docs" / "adopt.md"
    assert inspect.getsource(make_agent) in page.read_text()
