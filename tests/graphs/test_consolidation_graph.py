import json
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from support.conversations import Conversation
from support.openai_server import ScriptedModel
from support.paths import path_of, user
from support.replies import Reply

from graphs.consolidation import builder, graph
from memory.core import namespaces
from memory.core.errors import InputError, StorageError
from memory.core.transcript.entries import bucket_of, place_of
from memory.models.chat import close_chat_models
from memory.service.consolidation.consolidation import empty_report
from memory.storage.due import list_due, mark_due
from memory.storage.extraction import list_unread, unread_op
from memory.storage.ops import put, write
from memory.storage.summaries import read_summary
from memory.storage.transcript_write import append
from memory_nodes.report_consolidation import report_consolidation

NOTED: list[tuple[str, list[str]]] = [("T1", []), ("T2", ["odd"])]
EVERYTHING = {"root": None, "thread": None}
NOTHING: dict[str, Any] = dict.fromkeys(("threads", "leaves", "entries", "shortened", "facts", "asked", "unread"), 0)
NOTHING |= {"calls": 0, "input_tokens": 0, "fallbacks": 0, "invented": 0, "drift": None}
NOTHING |= {
    "users": 0,
    "merged": 0,
    "archived": 0,
    "expired": 0,
    "emptied": 0,
    "thinned": 0,
    "notes": [],
    "failed": [],
    "failed_users": [],
}


async def talk(store: BaseStore, root: str, thread: str, text: str, due: bool = True) -> None:
    path = path_of(*(user(f"{text} {i}") for i in range(45)), thread=thread)
    await append(store, root, thread, path, head=place_of(path[-1]))
    if due:
        await mark_due(store, root, thread)


async def run(store: BaseStore, request: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = await builder.compile(store=store).ainvoke(request)
    return result


async def test_everything_due_is_consolidated_and_reported(any_store: BaseStore):
    await talk(any_store, "ann--0", "T1", "Flight CA1234")
    await talk(any_store, "bob--0", "T2", "我的订单是AB-7788")
    await talk(any_store, "bob--0", "T3", "not due", due=False)
    state = await run(any_store, EVERYTHING)
    assert state["report"] == {**NOTHING, "threads": 2, "leaves": 2, "entries": 40}
    ann, bob = await read_summary(any_store, "ann--0", "T1"), await read_summary(any_store, "bob--0", "T2")
    assert ann is not None
    assert bob is not None
    assert "CA1234" in ann["text"]
    assert "用户: 我的订单是AB-7788" in bob["text"]
    assert await read_summary(any_store, "bob--0", "T3") is None
    assert await list_due(any_store) == []


async def test_what_a_model_was_asked_for_summaries_is_summed_up(
    scripted_model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
):
    def noted(body: dict[str, Any]) -> Reply:
        said = ["Ann asks about flight CA1234.", "The code is XY-9999."] if "CA1234" in str(body["messages"]) else []
        return Reply(json.dumps({"user": [], "task": said, "decisions": [], "open": []}))

    monkeypatch.setenv("HOLDFAST_SUMMARY_MODEL", "sum")
    monkeypatch.setenv("HOLDFAST_BASE_URL", scripted_model.base_url)
    store, scripted_model.handler = InMemoryStore(), noted
    await talk(store, "ann--0", "T1", "Flight CA1234")
    await talk(store, "bob--0", "T2", "Order AB-7788")
    report = (await run(store, {**EVERYTHING, "full": True}))["report"]
    await close_chat_models()
    assert report["calls"] == len(scripted_model.requests) > 4
    assert report["input_tokens"] > 100 * report["calls"]
    assert (report["fallbacks"], report["invented"], report["drift"]) == (2, 2, 0.0)
    assert len(report["notes"]) == 1


async def test_what_failed_in_many_threads_is_told_and_logged_once_with_how_often(caplog: pytest.LogCaptureFixture):
    threads = [{**empty_report("ann--0", thread), "notes": ["模型 is down", *more]} for thread, more in NOTED]
    state: Any = {"reports": threads, "extractions": [], "looked_over": []}
    report = (await report_consolidation(state))["report"]
    assert report["notes"] == ["模型 is down (2 times)", "odd"]
    assert [r.message for r in caplog.records if r.levelname == "WARNING"] == report["notes"]


async def test_one_users_request_reaches_that_users_threads_only():
    store = InMemoryStore()
    await talk(store, "ann--0", "T1", "茶")
    await talk(store, "bob--0", "T2", "tea")
    assert (await run(store, {"root": "ann--0", "thread": None}))["report"]["threads"] == 1
    assert await list_due(store) == [("bob--0", "T2")]


async def test_one_thread_is_consolidated_whether_marked_or_not():
    store = InMemoryStore()
    await talk(store, "ann--0", "T1", "tea", due=False)
    assert (await run(store, {"root": "ann--0", "thread": "T1"}))["report"]["leaves"] == 1


async def test_the_budget_of_the_request_decides_what_is_due():
    store = InMemoryStore()
    path = path_of(*(user(f"a longer sentence about number {i}") for i in range(12)))
    await append(store, "ann--0", "T", path, head=place_of(path[-1]))
    request = {"root": "ann--0", "thread": "T"}
    assert (await run(store, request))["report"]["entries"] == 0
    assert (await run(store, {**request, "budget": 100}))["report"]["entries"] > 0


async def test_nothing_due_makes_an_empty_report():
    report = (await run(InMemoryStore(), EVERYTHING))["report"]
    assert report == NOTHING


async def test_a_broken_thread_stops_no_other_and_stays_due():
    store = InMemoryStore()
    await talk(store, "ann--0", "T1", "tea")
    path = path_of(*(user(f"话 {i}") for i in range(45)), thread="T2")
    await append(store, "ann--0", "T2", path, head=place_of(path[-1]))
    newer = {**path[3], "schema": 999}
    await write(store, [put(namespaces.transcript("ann--0", "T2", bucket_of(3)), path[3]["key"], newer)])
    await mark_due(store, "ann--0", "T2")
    report = (await run(store, EVERYTHING))["report"]
    assert (report["threads"], report["leaves"]) == (2, 1)
    assert "SchemaError" in report["failed"][0]["error"]
    assert await list_due(store) == [("ann--0", "T2")]


async def test_a_thread_without_its_root_is_refused():
    with pytest.raises(InputError, match="root"):
        await run(InMemoryStore(), {"root": None, "thread": "T1"})


async def test_a_run_without_a_store_says_so():
    with pytest.raises(StorageError, match="store"):
        await graph.ainvoke(EVERYTHING)  # type: ignore[call-overload]  # the plain JSON a client sends


async def test_each_run_on_a_thread_reports_its_own_work_alone():
    store = InMemoryStore()
    compiled = builder.compile(store=store, checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "consolidation of T1"}}
    request: Any = {"root": "ann--0", "thread": "T1"}
    await talk(store, "ann--0", "T1", "tea")
    first = await compiled.ainvoke(request, config)
    second = await compiled.ainvoke(request, config)
    assert [(s["report"]["threads"], s["report"]["leaves"]) for s in (first, second)] == [(1, 1), (1, 0)]


def test_the_graph_is_drawn_as_it_reads():
    edges = {(edge.source, edge.target) for edge in graph.get_graph().edges}
    assert edges == {
        ("__start__", "plan_consolidation"),
        ("plan_consolidation", "consolidate_thread"),
        ("plan_consolidation", "extract_thread"),
        ("plan_consolidation", "plan_users"),
        ("consolidate_thread", "plan_users"),
        ("extract_thread", "plan_users"),
        ("plan_users", "consolidate_user"),
        ("plan_users", "report_consolidation"),
        ("consolidate_user", "report_consolidation"),
        ("report_consolidation", "start_waiting"),
        ("start_waiting", "__end__"),
    }


def test_few_threads_run_at_once():
    assert graph.config is not None
    assert graph.config["max_concurrency"] == 4


async def test_the_model_of_the_setting_shortens_long_messages(
    scripted_model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_BASE_URL", scripted_model.base_url)
    monkeypatch.setenv("HOLDFAST_SHORTEN_MODEL", "short")
    scripted_model.push(Reply("订单AB-7788一直没有送到。"))
    store = InMemoryStore()
    path = path_of(
        user("我又写信问了订单AB-7788，一直没有送到。" * 30), *(user(f"第{i}句") for i in range(45)), thread="T1"
    )
    await append(store, "ann--0", "T1", path, head=place_of(path[-1]))
    report = (await run(store, {"root": "ann--0", "thread": "T1"}))["report"]
    await close_chat_models()
    summary = await read_summary(store, "ann--0", "T1")
    assert summary is not None
    assert summary.get("short") == {path[0]["key"]: "订单AB-7788一直没有送到。"}
    assert (report["shortened"], report["notes"]) == (1, [])


async def test_threads_that_a_model_has_yet_to_read_are_taken_up_with_what_is_due(
    scripted_model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_BASE_URL", scripted_model.base_url)
    store, said = InMemoryStore(), "我的周末多半花在修一座旧灯塔上"
    path = path_of(user(said), thread="T1")
    await append(store, "ann--0", "T1", path, head=place_of(path[-1]))
    await write(store, [unread_op("ann--0", "T1")])
    assert (await run(store, EVERYTHING))["report"] == NOTHING  # without a model it waits for one
    monkeypatch.setenv("HOLDFAST_EXTRACT_MODEL", "small")
    found = {"message": 1, "quote": said, "text": said, "kind": "preference", "slot": None, "value": None}
    scripted_model.push(Reply.of_json({"facts": [found]}))
    report = (await run(store, EVERYTHING))["report"]
    assert report == {**NOTHING, "threads": 1, "facts": 1, "users": 1}
    newer = put(namespaces.extraction("ann--0", "T1"), namespaces.CURSOR_KEY, {"schema": 999})
    await write(store, [unread_op("ann--0", "T1"), newer])
    broken = (await run(store, EVERYTHING))["report"]
    assert "SchemaError" in broken["notes"][0]
    assert await list_unread(store) == [("ann--0", "T1")]
    await close_chat_models()


async def test_what_is_kept_no_longer_is_taken_away_and_reported(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOLDFAST_KEEP_TRANSCRIPT_DAYS", "30")
    store = InMemoryStore()
    await Conversation(store, "ann--0", "T1").say("在三月说的", "said in March")
    report = (await run(store, EVERYTHING))["report"]
    note = "checkpoints that were kept long enough stay: nothing here reaches them"
    assert report == {**NOTHING, "users": 1, "emptied": 2, "notes": [note]}
    assert (await run(store, EVERYTHING))["report"]["emptied"] == 0
