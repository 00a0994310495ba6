"""Which facts a turn used is counted with its answer, once; what is archived is out of every window until looked up."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.store.base import BaseStore, GetOp, PutOp
from support.conversations import a_fact
from support.in_process import House, sent_texts
from support.openai_server import ScriptedModel
from support.replies import Call, Reply
from support.storage_faults import BrokenStore

from memory.core.facts.facts import Assertion
from memory.core.ids import encode_label, user_root
from memory.core.namespaces import usage as usage_place
from memory.service.consolidation.retention import look_over
from memory.service.settings.context import Context
from memory.storage.facts import load_memory, write_memory
from memory.storage.usage import list_usage

ANN = user_root("ann", 0)
OLD = datetime.now(UTC) - timedelta(days=45)


def old(name: str, text: str, **fields: Any) -> Assertion:
    told: Assertion = {**a_fact(name, text, importance=0.4), **fields}  # type: ignore[typeddict-item]  # its fields
    return {**told, "observed_at": OLD.isoformat(), "approved_at": OLD.isoformat()}


async def remember(store: BaseStore, *facts: Assertion) -> None:
    await write_memory(store, ANN, version="v1", assertions=facts)


async def uses(store: BaseStore, thread: str = "t") -> dict[str, int]:
    usage = (await list_usage(store, ANN)).get(encode_label(thread))
    return {fact: count for fact, (count, _) in usage["facts"].items()} if usage else {}


class Counting(BrokenStore):
    """A store that keeps what it was asked, batch by batch."""

    batches: list[list[Any]]

    async def abatch(self, ops: Any) -> Any:
        listed = list(ops)
        self.batches.append(listed)
        return await super().abatch(listed)


def _place(op: Any) -> Any:
    return op.namespace if isinstance(op, GetOp | PutOp) else None


async def test_recalled_facts_count_with_the_answer_and_cost_no_further_round_trip(house: House):
    store = Counting()
    store.batches = []
    await remember(store, old("bike", "My bike is painted teal"), old("自行车", "我的自行车叫小青"))
    counting = House(store)
    await counting.say("hello there", "t")
    store.batches.clear()
    await counting.say("hello again", "t")
    without = len(store.batches)
    assert await uses(store) == {}
    store.batches.clear()
    await counting.say("What colour is my bike?", "t")
    assert len(store.batches) == without
    about = [(batch, op) for batch in store.batches for op in batch if _place(op) == usage_place(ANN)]
    assert [type(op) for _, op in about] == [GetOp, PutOp]
    assert all(len(batch) > 1 for batch, _ in about)
    await counting.say("我的自行車叫什麼？", "t")
    await counting.say("And what colour is my bike?", "other")
    assert (await uses(store), await uses(store, "other")) == ({"bike": 1, "自行车": 1}, {"bike": 1})


async def test_a_turn_that_is_recorded_twice_counts_once(scripted: House, scripted_model: ScriptedModel):
    await remember(scripted.store, old("bike", "My bike is painted teal"))
    scripted_model.push(Reply("Teal."))
    await scripted.send("What colour is my bike?", "t", message_id="m1")
    states = [s async for s in scripted.graph.aget_state_history(scripted.config("t"))]
    (before,) = [s for s in states if s.next == ("record_turn",)]
    await scripted.graph.ainvoke(None, {**before.config, "recursion_limit": 100}, context=Context(user_id="ann"))
    assert await uses(scripted.store) == {"bike": 1}


async def test_a_count_of_a_newer_holdfast_is_left_alone_and_the_turn_recorded(house: House):
    newer = {"schema": 999, "facts": "?"}
    await remember(house.store, old("bike", "My bike is painted teal"))
    await house.store.aput(usage_place(ANN), encode_label("t"), newer, index=False)
    await house.say("What colour is my bike?", "t")
    item = await house.store.aget(usage_place(ANN), encode_label("t"))
    assert item is not None
    assert item.value == newer
    assert len(await house.entries("t")) == 2


@pytest.mark.parametrize(
    ("text", "ask", "told"),
    [
        ("My bike is painted teal", "What colour is my bike?", ", from the archive)"),
        ("我的自行车是青色的", "我的自行車是什麼顏色？", "，来自归档）"),
    ],
)
async def test_what_is_archived_is_out_of_the_window_until_the_archive_is_searched(
    scripted: House, scripted_model: ScriptedModel, text: str, ask: str, told: str
):
    slots: Any = {"kind": "preference", "slot": "likes", "value": text}
    await remember(scripted.store, old("fact", text), old("liked", f"喜欢 {text}", **slots))
    now = datetime.now(UTC)
    assert (await look_over(scripted.store, ANN, now))["idle"] == 2
    await scripted.send(ask, "t")
    assert text not in sent_texts(scripted_model)
    scripted_model.push(Reply(calls=(Call.of("search_memory", query=ask),)), Reply("nothing"))
    await scripted.send("?", "t")
    assert text not in sent_texts(scripted_model)
    assert "archive" in sent_texts(scripted_model).rpartition("search_memory")[2]
    scripted_model.push(Reply(calls=(Call.of("search_memory", query=ask, archive=True),)), Reply("teal 青"))
    await scripted.send("search the archive 查归档", "t")
    assert any(text in line and told in line for line in sent_texts(scripted_model).split("\\n"))
    assert (await uses(scripted.store))["fact"] == 1
    await scripted.send(ask, "new")
    assert text in sent_texts(scripted_model)
    assert (await look_over(scripted.store, ANN, now + timedelta(days=1)))["idle"] == 0


async def test_an_archived_fact_that_the_user_ends_does_not_come_back(house: House):
    await remember(house.store, old("cat", "I have a cat"))
    await look_over(house.store, ANN, datetime.now(UTC))
    await house.say("I no longer have a cat.", "t")
    memory = await load_memory(house.store, ANN)
    assert [a["retracts"] for a in memory.assertions if a.get("retracts")] == ["cat"]


async def test_a_temporary_conversation_counts_and_brings_back_nothing(scripted: House, scripted_model: ScriptedModel):
    await remember(scripted.store, old("bike", "My bike is painted teal"))
    await look_over(scripted.store, ANN, datetime.now(UTC))
    scripted_model.push(Reply(calls=(Call.of("search_memory", query="bike", archive=True),)), Reply("nothing"))
    message = HumanMessage("What colour is my bike?", id="m")
    context = Context(user_id="ann", temporary=True)
    await scripted.graph.ainvoke({"messages": [message]}, scripted.config("t"), context=context)
    assert "teal" not in sent_texts(scripted_model)
    assert await list_usage(scripted.store, ANN) == {}
    assert len((await load_memory(scripted.store, ANN)).archive) == 1
