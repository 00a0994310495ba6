"""What the server asks of a saver, and thinning, on a real graph."""

import asyncio
import contextlib
from pathlib import Path
from typing import Annotated, Any, TypedDict
from uuid import uuid4

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.channels import DeltaChannel
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph import START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.types import Command, interrupt

from memory.core.errors import StorageError
from memory.storage.postgres_saver import PostgresSaver
from memory.storage.sqlite_saver import SqliteSaver, open_sqlite_saver
from memory.storage.thinning import begins_turn

Saver = BaseCheckpointSaver[str]
_COUNT = "SELECT count(*) FROM {}"


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


async def say(graph: Any, text: str, config: dict[str, Any] | None = None, durability: str = "async") -> list[str]:
    state = await graph.ainvoke({"messages": [HumanMessage(text)]}, config or at(), durability=durability)
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
    assert begins_turn(at(), {"source": "input"})
    assert not begins_turn(at(), {"source": "loop"})
    assert not begins_turn(at(), {"source": "input", "counters_since_delta_snapshot": {"messages": (1, 1)}})


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


async def rows_of(saver: Saver) -> dict[str, int]:
    """Count the rows of each table a saver keeps checkpoints in."""
    if isinstance(saver, SqliteSaver):
        tables = ("checkpoints", "writes", "holdfast_parts")
        counts = [await saver.conn.execute_fetchall(_COUNT.format(table)) for table in tables]
        return {table: next(iter(rows))[0] for table, rows in zip(tables, counts, strict=True)}
    assert isinstance(saver, PostgresSaver)
    tables = ("checkpoints", "checkpoint_writes", "checkpoint_blobs")
    async with saver._cursor() as cursor:
        found = [await (await cursor.execute(_COUNT.format(table))).fetchone() for table in tables]
    return {table: row["count"] for table, row in zip(tables, found, strict=True) if row}


@pytest.mark.parametrize("durability", ["async", "sync", "exit"])
async def test_rows_of_a_thread_stay_flat_whatever_the_durability(any_saver: Saver, durability: str):
    graph = _replacing_graph(any_saver)
    rows = []
    for number in range(9):
        await graph.ainvoke({"texts": [f"{number} {part}" for part in "甲乙丙"]}, at(), durability=durability)
        rows.append(await rows_of(any_saver))
    assert rows[4:] == [rows[4]] * 5
    assert rows[0]["checkpoints"] * 3 == rows[8]["checkpoints"] == (3 if durability == "exit" else 9)


def _replacing_graph(saver: Saver) -> Any:
    class Texts(TypedDict):
        texts: list[str]

    builder = StateGraph(Texts)
    builder.add_node("answer", lambda state: {"texts": [f"答 {text}" for text in state["texts"]]})
    builder.set_entry_point("answer")
    return builder.compile(checkpointer=saver)


async def test_each_of_the_last_three_runs_saved_at_their_exit_can_be_branched_from(any_saver: Saver):
    graph = graph_on(any_saver)
    for number in range(5):
        await say(graph, f"{number}", durability="exit")
    states = await history(graph)
    assert [len(s.values["messages"]) for s in states] == [10, 8, 6]
    branch = await say(graph, "叉", at(checkpoint_id=states[-1].config["configurable"]["checkpoint_id"]), "exit")
    assert branch[-2:] == ["叉", "答 叉"]
    assert len(branch) == 8


async def test_durabilities_may_be_mixed_on_one_thread(any_saver: Saver):
    graph = graph_on(any_saver)
    for number in range(12):
        await say(graph, f"{number}", durability=("async", "exit", "sync")[number % 3])
    assert len(await said(graph)) == 24
    assert len(await history(graph)) == 4 + 1 + 4


async def test_an_interrupt_saved_at_exit_is_resumed(any_saver: Saver):
    graph = graph_on(any_saver)
    for number in range(4):
        await say(graph, f"{number}", durability="exit")
    await say(graph, "ask", durability="exit")
    assert (await graph.aget_state(at())).next == ("answer",)
    state = await graph.ainvoke(Command(resume="这个"), at(), durability="exit")
    assert [m.content for m in state["messages"][-2:]] == ["ask", "答 这个"]


async def test_an_interrupted_turn_waits_as_long_as_it_is_among_the_last_three(any_saver: Saver):
    graph = graph_on(any_saver)
    await say(graph, "ask")
    waiting = (await graph.aget_state(at())).config["configurable"]["checkpoint_id"]
    for number in range(2):
        await say(graph, f"{number}")
    resumed = await graph.ainvoke(Command(resume="还在"), at(checkpoint_id=waiting))
    assert resumed["messages"][-1].content == "答 还在"


async def test_a_state_corrected_in_a_kept_turn_begins_a_branch_that_is_thinned_like_any_other(any_saver: Saver):
    graph = graph_on(any_saver)
    for number in range(5):
        await say(graph, f"{number}")
    old = next(s for s in await history(graph) if len(s.values["messages"]) == 8 and not s.next)
    fork = await graph.aupdate_state(old.config, {"messages": [AIMessage("改 corrected", id="a7")]})
    assert [m.content for m in (await graph.aget_state(fork)).values["messages"]][-1] == "改 corrected"
    for number in range(4):
        before = await say(graph, f"after {number}")
    assert "改 corrected" in before
    assert len(await history(graph)) == 12


async def test_work_done_beside_a_failed_task_is_not_done_again_after_thinning(any_saver: Saver):
    done: list[str] = []
    failing = {"now": False}

    def good(state: State) -> dict[str, Any]:
        done.append("good")
        return {"messages": [AIMessage("good 好")]}

    def bad(state: State) -> dict[str, Any]:
        if failing["now"]:
            raise RuntimeError("down")
        return {"messages": [AIMessage("bad 坏")]}

    builder = StateGraph(State)
    for node in (good, bad):
        builder.add_node(node)
        builder.add_edge(START, node.__name__)
    graph = builder.compile(checkpointer=any_saver)
    for number in range(4):
        failing["now"] = number == 3
        with contextlib.suppress(RuntimeError):
            await say(graph, f"{number}")
    failing["now"] = False
    state = await graph.ainvoke(None, at())
    assert len(done) == 4
    assert {m.content for m in state["messages"][-2:]} == {"good 好", "bad 坏"}


async def test_what_is_deleted_leaves_no_row_behind(any_saver: Saver):
    graph = graph_on(any_saver)
    for thread in ("a", "b", "c"):
        for number in range(4):
            await say(graph, f"{thread} 第{number}", at(thread))
    run = at("d")
    await say(graph, "rolled back", run)
    await any_saver.adelete_for_runs([run["metadata"]["run_id"]])
    await any_saver.adelete_thread("a")
    await any_saver.aprune(["b"], strategy="delete")
    await any_saver.aprune(["c"], strategy="delete_all")
    assert set((await rows_of(any_saver)).values()) == {0}


async def test_a_pruned_thread_keeps_no_more_than_its_newest_checkpoint_needs(any_saver: Saver):
    graph = graph_on(any_saver)
    await say(graph, "一", at("short"))
    for number in range(3):
        await say(graph, f"{number}", at("long"))
    await any_saver.aprune(["short", "long"])
    rows = await rows_of(any_saver)
    await any_saver.aprune(["short", "long"])
    assert await rows_of(any_saver) == rows
    assert rows["checkpoints"] == 2
    assert await said(graph, "long") == ["0", "答 0", "1", "答 1", "2", "答 2"]


async def test_the_stock_checkpoints_of_a_thread_are_read_and_go_on(tmp_path: Path):
    path = tmp_path / "c.sqlite"
    async with AsyncSqliteSaver.from_conn_string(str(path)) as stock:
        for number in range(5):
            await say(graph_on(stock), f"旧 {number}")
        before = [s.values for s in await history(graph_on(stock))]
    async with open_sqlite_saver(path) as saver:
        graph = graph_on(saver)
        assert [s.values for s in await history(graph)] == before
        assert (await say(graph, "新"))[-4:] == ["旧 4", "答 旧 4", "新", "答 新"]
        assert len(await history(graph)) == 12
        for number in range(3):
            await say(graph, f"{number}")
        plain = await saver.conn.execute_fetchall("SELECT count(*) FROM checkpoints WHERE parts IS NULL")
        assert next(iter(plain))[0] == 0
        assert len(await said(graph)) == 18


async def test_a_thread_that_turns_to_delta_channels_keeps_its_messages(any_saver: Saver):
    class Delta(TypedDict):
        messages: Annotated[list[AnyMessage], DeltaChannel(_fold_messages)]

    for number in range(2):
        await say(graph_on(any_saver), f"{number}")
    builder = StateGraph(Delta)
    builder.add_node("answer", answer, input_schema=Delta)
    builder.set_entry_point("answer")
    graph = builder.compile(checkpointer=any_saver)
    for number in range(2, 8):
        await say(graph, f"{number}")
    assert await said(graph) == [text for number in range(8) for text in (f"{number}", f"答 {number}")]


def _fold_messages(messages: list[AnyMessage], writes: list[Any]) -> list[AnyMessage]:
    for update in writes:
        messages = add_messages(messages, update)  # type: ignore[assignment]  # messages in, messages out
    return messages


async def test_a_checkpoint_that_lacks_a_part_is_told_and_the_thread_can_begin_anew(tmp_path: Path):
    async with open_sqlite_saver(tmp_path / "c.sqlite") as saver:
        graph = graph_on(saver)
        await say(graph, "一")
        await saver.conn.execute("DELETE FROM holdfast_parts WHERE type != 'list'")
        await saver.conn.commit()
        with pytest.raises(StorageError, match="lacks a part of 'messages'"):
            await said(graph)
        assert await say(graph, "二", at("new")) == ["二", "答 二"]


async def test_a_listing_can_be_read_while_the_saver_works(any_saver: Saver):
    graph = graph_on(any_saver)
    await say(graph, "一")
    async for found in any_saver.alist(at()):
        again = await any_saver.aget_tuple(found.config)
        assert again is not None
        assert again.checkpoint["channel_values"] == found.checkpoint["channel_values"]
    assert [c.metadata["step"] async for c in any_saver.alist(at(), limit=1)] == [2]
    assert len([c async for c in any_saver.alist(at(), filter={"source": "input"})]) == 1


async def test_a_cancelled_run_leaves_the_saver_working(any_saver: Saver):
    graph = graph_on(any_saver)
    for pause in (0, 0.001, 0.002, 0.004, 0.008):
        task = asyncio.create_task(say(graph, "stopped", at("s")))
        await asyncio.sleep(pause)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert (await say(graph, "继续", at("s")))[-1] == "答 继续"
