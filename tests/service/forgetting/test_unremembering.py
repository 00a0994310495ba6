"""A conversation that is not remembered: what was learned in it is taken back, and no more is learned."""

from datetime import UTC, datetime

import pytest
from langgraph.store.base import BaseStore
from support.conversations import NOW, Conversation, a_fact

from memory.core.facts.facts import Assertion
from memory.service.forgetting.unremembering import TakenBack, unremember
from memory.storage.events import list_events
from memory.storage.facts import list_pending, load_memory, write_memory
from memory.storage.unremembered import is_unremembered

ROOT = "ann--0"


def told(name: str, thread: str, entry: str = "e") -> Assertion:
    source = {"thread": thread, "conversation": thread, "message": entry, "entry": f"{thread}-{entry}"}
    return {**a_fact(name, f"{name} 事实"), "source": source}  # type: ignore[typeddict-item]  # a source


async def test_only_what_is_known_from_it_alone_is_taken_back(any_store: BaseStore):
    known = [told("here", "t"), told("both", "t"), told("both", "other"), told("there", "other")]
    await write_memory(
        any_store, ROOT, version="1", assertions=known, pending=[told("waits", "t"), told("w2", "other")]
    )
    assert await unremember(any_store, ROOT, "t", NOW) == TakenBack(facts=1, pending=1)
    left = (await load_memory(any_store, ROOT)).assertions
    assert sorted((a["id"], a["source"]["thread"]) for a in left) == [("both", "other"), ("there", "other")]
    assert [p["id"] for p in await list_pending(any_store, ROOT)] == ["w2"]
    assert (await load_memory(any_store, ROOT)).tombstones == []
    assert await is_unremembered(any_store, ROOT, "t")
    assert not await is_unremembered(any_store, ROOT, "other")
    (event,) = await list_events(any_store, ROOT)
    assert (event["type"], event["detail"]["facts"]) == ("conversation.unremembered", 1)
    assert "事实" not in str(event)


async def test_done_again_it_takes_back_what_came_meanwhile_and_nothing_else(any_store: BaseStore):
    await Conversation(any_store, ROOT, "t").say("hello")
    assert await unremember(any_store, ROOT, "t", NOW) == TakenBack(0, 0)
    await write_memory(any_store, ROOT, version="2", assertions=[told("late", "t")])
    assert await unremember(any_store, ROOT, "t", datetime.now(UTC)) == TakenBack(1, 0)
    assert await unremember(any_store, ROOT, "t", datetime.now(UTC)) == TakenBack(0, 0)


@pytest.mark.parametrize("thread", ["t", "线程.一"])
async def test_any_thread_can_be_unremembered(any_store: BaseStore, thread: str):
    await unremember(any_store, ROOT, thread, NOW)
    assert await is_unremembered(any_store, ROOT, thread)
