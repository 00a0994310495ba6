"""What the server asks of a saver, and thinning, on a real graph."""

import asyncio
from pathlib import Path
from typing import Annotated, Any, TypedDict
from uuid import uuid4

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import StateGraph
from langgraph.graph.message import add_messages
from langgraph.types import Command, interrupt

from memory.storage.sqlite_saver import open_sqlite_saver
from memory.storage.thinning import begins_turn

Saver = BaseCheckpointSaver[str]


class State(TypedDict):
    messages: Annotated[list[AnyMessage], add_messages]


def answer(state: State) -> dict[str, Any]:
    text = str(state["messages"][-1].content)
    if text == "ask":
        text = interrupt("which?")
    return {"messages": [AIMessage(f"答 {text}", id=f"a{len(state['messages'])}")]}


def after(state: State) -> dict[str, Any]:
    return {}


def graph_on(saver: Saver):
    builder = StateGraph(State)
    builder.add_node("answer", answer)
    builder.add_node("after", after)
    builder.set_entry_point("answer")
    builder.add_edge("answer", "after")
    return builder.compile(checkpointer=saver)


def at(thread: str = "t", **more: Any) -> dict[str, Any]:
    run_id = str(uuid4())
    return {"configurable": {"thread_id": thread, **more}, "metadata": {"run_id": run_id, "thread_id": thread}}


async def say(graph: Any, text: str, config: dict[str, Any] | None = None) -> list[str]:
    state = await graph.ainvoke({"messages": [HumanMessage(text)]}, config or at(), durability="async")
    return [str(m.content) for m in state["messages"]]


async def said(graph: Any, thread: str = "t") -> list[str]:
    state = await graph.aget_state(at(thread))
    return [str(m.content) for m in state.values.get("messages", [])]


async def history(graph: Any, thread: str = "t") -> list[Any]:
    return [state async for state in graph.aget_state_history(at(thread))]


async def test_only_the_last_three_turns_keep_their_checkpoints(any_saver: Saver):
    graph = graph_on(any_saver)
    counts = []
    for number in range(8):
        await say(graph, f"第{number}")
        counts.append(len(await history(graph)))
    assert counts == [4, 8, 12, 12, 12, 12, 12, 12]
    assert len(await said(graph)) == 16
    assert (await history(graph))[-1].parent_config is None


async def test_every_checkpoint_of_the_last_three_turns_can_be_branched_from(any_saver: Saver):
    graph = graph_on(any_saver)
    for number in range(6):
        await say(graph, f"{number}")
    for state in await history(graph):
        checkpoint, before = state.config["configurable"]["checkpoint_id"], state.values.get("messages", [])
        await any_saver.acopy_thread("t", checkpoint)
        branch = await say(graph, "叉 fork", at(checkpoint, checkpoint_id=checkpoint))
        assert branch == [*(str(m.content) for m in before), "叉 fork", "答 叉 fork"]


async def test_every_checkpoint_of_the_last_three_turns_can_be_run_again(any_saver: Saver):
    graph = graph_on(any_saver)
    for number in range(5):
        await say(graph, f"{number}")
    before = await said(graph)
    for state in await history(graph):
        again = await graph.ainvoke(None, at(checkpoint_id=state.config["configurable"]["checkpoint_id"]))
        assert [str(m.content) for m in again["messages"]] == before[: len(again["messages"])]


async def test_an_interrupt_is_resumed_after_thinning(any_saver: Saver):
    graph = graph_on(any_saver)
    for number in range(4):
        await say(graph, f"{number}")
    await say(graph, "ask")
    assert (await graph.aget_state(at())).next == ("answer",)
    state = await graph.ainvoke(Command(resume="这个"), at())
    assert state["messages"][-1].content == "答 这个"


def test_a_thread_with_delta_channels_is_not_thinned():
    assert begins_turn({"source": "input"})
    assert not begins_turn({"source": "loop"})
    assert not begins_turn({"source": "input", "counters_since_delta_snapshot": {"messages": (1, 1)}})


async def test_threads_are_thinned_apart(any_saver: Saver):
    graph = graph_on(any_saver)
    await say(graph, "只此一句", at("quiet"))
    for number in range(5):
        await say(graph, f"{number}", at("busy"))
    assert len(await history(graph, "quiet")) == 4
    assert len(await history(graph, "busy")) == 12


async def test_a_rolled_back_run_leaves_no_trace(any_saver: Saver):
    graph = graph_on(any_saver)
    await say(graph, "kept")
    before = await said(graph)
    run = at()
    await say(graph, "rolled back", run)
    await any_saver.adelete_for_runs([run["metadata"]["run_id"], str(uuid4())])
    assert await said(graph) == before
    assert len(await history(graph)) == 4
    assert await say(graph, "next") == [*before, "next", "答 next"]


async def test_a_pruned_thread_keeps_its_state_or_nothing(any_saver: Saver):
    graph = graph_on(any_saver)
    for thread in ("a", "b", "c"):
        await say(graph, "一", at(thread))
        await say(graph, "二", at(thread))
    await any_saver.aprune(["a"])
    await any_saver.aprune(["b"], strategy="delete")
    assert (len(await history(graph, "a")), await said(graph, "a")) == (1, ["一", "答 一", "二", "答 二"])
    assert (await history(graph, "b"), len(await history(graph, "c"))) == ([], 8)
    assert await say(graph, "三", at("a")) == ["一", "答 一", "二", "答 二", "三", "答 三"]
    with pytest.raises(ValueError, match="nknown prune strategy"):
        await any_saver.aprune(["a"], strategy="all but the best")


async def test_a_copied_thread_goes_its_own_way(any_saver: Saver):
    graph = graph_on(any_saver)
    await say(graph, "shared", at("origin"))
    await any_saver.acopy_thread("origin", "copy")
    await say(graph, "叉", at("copy"))
    await say(graph, "主", at("origin"))
    assert await said(graph, "copy") == ["shared", "答 shared", "叉", "答 叉"]
    assert await said(graph, "origin") == ["shared", "答 shared", "主", "答 主"]
    assert {s.metadata.get("thread_id", "copy") for s in await history(graph, "copy")} == {"copy"}
    await any_saver.adelete_thread("origin")
    assert (await history(graph, "origin"), len(await history(graph, "copy"))) == ([], 8)


async def test_bytes_of_a_thread_stay_flat(tmp_path: Path):
    async with open_sqlite_saver(tmp_path / "c.sqlite") as saver:
        graph = graph_on(saver)
        rows = []
        for number in range(9):
            await say(graph, f"{number}")
            counted = await saver.conn.execute_fetchall(
                "SELECT (SELECT count(*) FROM checkpoints), count(*) FROM writes"
            )
            rows.append(tuple(next(iter(counted))))
    assert len(set(rows[3:])) == 1


async def test_a_cancelled_run_leaves_the_saver_working(any_saver: Saver):
    graph = graph_on(any_saver)
    for pause in (0, 0.001, 0.002, 0.004, 0.008):
        task = asyncio.create_task(say(graph, "stopped", at("s")))
        await asyncio.sleep(pause)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert (await say(graph, "继续", at("s")))[-1] == "答 继续"
