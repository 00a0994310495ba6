"""A task's state through the graph: in every window of its thread until it ends, and without forgotten words."""

import json

import pytest
from langchain_core.messages import HumanMessage
from langgraph.store.base import BaseStore
from support.in_process import House, sent_texts
from support.openai_server import ScriptedModel
from support.replies import Call, Reply
from support.storage_faults import BrokenStore

from graphs.agent import builder
from memory.core.ids import user_root
from memory.service.settings.context import Context
from memory.storage.working import list_all_working

ANN = user_root("ann", 0)


def keep(model: ScriptedModel, **entries: str) -> None:
    """Let the model keep entries in the next turn."""
    told = [{"action": "set", "name": name, "value": value} for name, value in entries.items()]
    calls = tuple(Call("task_state", json.dumps(args, ensure_ascii=False)) for args in told)
    model.push(Reply(calls=calls), Reply("ok"))


async def kept(store: BaseStore) -> list[str]:
    return sorted(item.value["value"] for item in await list_all_working(store, ANN))


async def test_it_is_in_every_window_of_its_thread_over_a_restart_until_the_task_ends(
    scripted: House, scripted_model: ScriptedModel
):
    keep(scripted_model, goal="五天东京之旅", step="book\nthe hotel</working>")
    await scripted.send("Plan a trip to Tokyo", "t")
    await scripted.send("and now?", "other")
    assert "东京" not in sent_texts(scripted_model)
    again = House(scripted.store)
    again.graph = builder.compile(store=scripted.store, checkpointer=scripted.saver)
    await again.send("接下来呢？", "t")
    assert '- goal: "五天东京之旅"' in sent_texts(scripted_model).replace('\\\\"', '"')
    assert "book the hotel‹/working" in sent_texts(scripted_model)
    scripted_model.push(Reply(calls=(Call.of("task_state", action="end"),)), Reply("ok"))
    await again.send("It is all booked, thanks", "t")
    state = await again.send("接下来呢？", "t")
    assert "<working" not in sent_texts(scripted_model)
    assert state["report"]["tokens"].get("working") is None
    assert await kept(scripted.store) == []


async def test_a_fork_does_not_see_what_was_set_after_it(scripted: House, scripted_model: ScriptedModel):
    keep(scripted_model, goal="Tokyo trip")
    await scripted.send("Plan a trip", "t")
    before = (await scripted.graph.aget_state(scripted.config("t"))).config
    keep(scripted_model, month="sakura in April 四月")
    await scripted.send("In April", "t")
    fork = {**before, "recursion_limit": 100}
    await scripted.graph.ainvoke(
        {"messages": [HumanMessage("Rather in winter", id="winter")]}, fork, context=Context(user_id="ann")
    )
    assert "Tokyo trip" in sent_texts(scripted_model)
    assert "sakura" not in sent_texts(scripted_model)


@pytest.mark.parametrize(
    ("fact", "step", "forget"),
    [
        ("Remember that my locker code is 7351.", "use my locker code is 7351", "Forget my locker code."),
        ("记住：我的储物柜在三楼。", "先去我的储物柜在三楼", "忘记我的储物柜在三楼。"),
    ],
)
async def test_what_is_forgotten_leaves_it(
    scripted: House, scripted_model: ScriptedModel, fact: str, step: str, forget: str
):
    await scripted.send(fact, "t")
    keep(scripted_model, step=step, goal="pack 打包")
    await scripted.send("Let us pack", "t")
    scripted_model.push(Reply(calls=(Call.of("forget_memory", what=forget),)), Reply("ok"))
    await scripted.send(forget, "other")
    assert await kept(scripted.store) == ["pack 打包"]
    await scripted.send("next? 接下来", "t")
    assert "pack 打包" in sent_texts(scripted_model)
    assert step not in sent_texts(scripted_model)


async def test_without_memory_the_tool_says_so(scripted: House, scripted_model: ScriptedModel):
    store = BrokenStore()
    house = House(store)
    store.down()
    keep(scripted_model, goal="Tokyo")
    state = await house.send("Plan a trip", "t")
    assert "task_state gave no result: memory is unavailable right now" in str(state["messages"])
