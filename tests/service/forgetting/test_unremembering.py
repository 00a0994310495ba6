"""A conversation that is not remembered: what was learned in it is taken back, and no more is learned."""

from datetime import UTC, datetime

import pytest
from langgraph.store.base import BaseStore
from support.conversations import NOW, Conversation, a_fact

from memory.core.errors import InputError
from memory.core.facts.facts import Assertion
from memory.core.ids import thread_id_for
from memory.service.access.identity import User
from memory.service.conversations.conversations import thread_of_conversation
from memory.service.forgetting.unremembering import TakenBack, set_remembered, unremember
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


async def test_by_hand_it_is_taken_out_and_remembered_again_and_each_change_is_logged_once(any_store: BaseStore):
    thread = thread_id_for("ann", 0, "t")
    await Conversation(any_store, ROOT, thread).say("hello 你好")
    await write_memory(any_store, ROOT, version="1", assertions=[told("here", thread)])
    user, seen = User("ann", 0), []
    for remembered in (True, False, True, True):
        found = await thread_of_conversation(any_store, user, "t")
        taken = await set_remembered(any_store, found, NOW, remembered=remembered)
        seen.append((taken.facts, (await thread_of_conversation(any_store, user, "t")).remembered))
    assert seen == [(0, True), (1, False), (0, True), (0, True)]
    kinds = [event["type"] for event in await list_events(any_store, ROOT)]
    assert sorted(kinds) == ["conversation.begun", "conversation.remembered", "conversation.unremembered"]


async def test_a_temporary_conversation_cannot_be_remembered(any_store: BaseStore):
    talk = Conversation(any_store, ROOT, thread_id_for("ann", 0, "t"))
    await talk.say("psst 悄悄话")
    await talk.make_temporary()
    found = await thread_of_conversation(any_store, User("ann", 0), "t")
    with pytest.raises(InputError, match="conversation: is temporary"):
        await set_remembered(any_store, found, NOW, remembered=True)


@pytest.mark.parametrize("thread", ["t", "线程.一"])
async def test_any_thread_can_be_unremembered(any_store: BaseStore, thread: str):
    await unremember(any_store, ROOT, thread, NOW)
    assert await is_unremembered(any_store, ROOT, thread)
