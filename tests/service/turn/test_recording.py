from datetime import timedelta

from langgraph.store.base import BaseStore
from support.histories import call, message, result
from support.turns import ROOT, START, THREAD, Turns

from memory.core.window.adoption import PathStep
from memory.service.turn.recording import record
from memory.storage.transcript_read import read_answer, read_head

NEW = [
    message("u", "user", "查一下 天氣"),
    message("a", "assistant", tool_calls=[call("x", q="上海")]),
    result("r", "x", "晴"),
    message("b", "assistant", "It is sunny."),
]


async def test_messages_become_a_chain_whose_end_is_the_head_and_answers(any_store: BaseStore):
    question = await record(any_store, ROOT, THREAD, [], NEW[:1], now=START)
    path = await record(any_store, ROOT, THREAD, question, NEW[1:], now=START, answered=[question[0]["key"]])
    entries = {e["id"]: e for e in await Turns(any_store).entries()}
    assert [(s["id"], s["depth"]) for s in path] == [("u", 0), ("a", 1), ("r", 2), ("b", 3)]
    assert [entries[s["id"]]["parent"] for s in path] == [None, *(s["key"] for s in path[:-1])]
    end = {"key": path[-1]["key"], "depth": 3}
    assert await read_head(any_store, ROOT, THREAD) == end
    assert await read_answer(any_store, ROOT, THREAD, path[0]["key"]) == end


async def test_the_same_call_again_writes_the_same_keys(any_store: BaseStore):
    path = await record(any_store, ROOT, THREAD, [], NEW, now=START)
    again = await record(any_store, ROOT, THREAD, [], NEW, now=START + timedelta(hours=1))
    assert again == path
    assert len(await Turns(any_store).entries()) == len(NEW)


async def test_nothing_new_leaves_the_path_and_the_head(any_store: BaseStore):
    path: list[PathStep] = [{"id": "u", "key": "k", "depth": 0}]
    assert await record(any_store, ROOT, THREAD, path, [], now=START) == path
    assert await read_head(any_store, ROOT, THREAD) is None


async def test_report_and_mark_stand_in_the_last_entry_alone(any_store: BaseStore):
    await record(any_store, ROOT, THREAD, [], NEW, now=START, report={"tokens": 5}, mark="stopped")
    entries = {e["id"]: e for e in await Turns(any_store).entries()}
    assert [(entries[m["id"]]["mark"], entries[m["id"]]["report"]) for m in NEW] == [
        (None, None),
        (None, None),
        (None, None),
        ("stopped", {"tokens": 5}),
    ]
