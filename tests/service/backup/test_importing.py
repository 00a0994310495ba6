"""What other products kept comes in as transcripts and proposals, and is a fact only where the policy says so."""

from datetime import UTC, datetime
from typing import Any

import pytest
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore

from memory.core.backup.foreign import ForeignConversation, ForeignMemory, ForeignMessage
from memory.core.backup.imports import Imported
from memory.service.access.identity import User
from memory.service.backup.importing import import_conversations, import_memories
from memory.service.facts.remembering import decide_pending
from memory.service.forgetting.unremembering import unremember
from memory.storage.extraction import list_unread
from memory.storage.facts import list_pending, load_memory
from memory.storage.titles import list_titles
from memory.storage.transcript_read import list_threads, page

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
ANN = User("ann", 0)
HOW: dict[str, Any] = {"mode": "review", "zone": "Asia/Shanghai", "now": NOW}


def said(*texts: str, name: str = "c1") -> ForeignConversation:
    at = datetime(2025, 1, 1, tzinfo=UTC)
    messages = [
        ForeignMessage(f"{name}-{n}", "assistant" if n % 2 else "user", text, at) for n, text in enumerate(texts)
    ]
    return ForeignConversation(name, "旅行", at, messages)


TALK = said("I live in Lisbon.", "You live in Oslo, I think.", "我叫小林", "好的")


async def bring(store: BaseStore, *conversations: ForeignConversation, **change: Any) -> Imported:
    return await import_conversations(store, ANN, conversations, **(HOW | change))


async def test_a_conversation_becomes_a_transcript_with_its_times_and_its_facts_wait_with_their_source():
    store = InMemoryStore()
    told = await bring(store, TALK)
    assert (told.conversations, told.messages, dict(told.proposals)) == (1, 4, {"ask": 2})
    (record,), (title,) = await list_threads(store, ANN.root), await list_titles(store, ANN.root)
    assert (record["conversation"], title.value["title"], record["created"][:10]) == (
        "chatgpt/c1",
        "旅行",
        "2025-01-01",
    )
    entries = (await page(store, ANN.root, record["thread"], limit=10)).entries
    assert [entry["content"] for entry in entries] == [message.text for message in TALK.messages]
    assert [entry["role"] for entry in entries] == ["user", "assistant"] * 2
    assert {entry["time"][:10] for entry in entries} == {"2025-01-01"}
    assert entries[0].get("terms") == {"approval": "review", "time_zone": "Asia/Shanghai"}
    waiting = {proposal["slot"]: proposal for proposal in await list_pending(store, ANN.root)}
    assert {slot: proposal["value"] for slot, proposal in waiting.items()} == {"home": "Lisbon", "name": "小林"}
    assert waiting["home"]["source"]["entry"] == entries[0]["key"]
    assert await list_unread(store) == [(ANN.root, record["thread"])]
    assert (await load_memory(store, ANN.root)).assertions == []


async def test_with_the_policy_only_what_the_user_said_is_written():
    store = InMemoryStore()
    await bring(store, TALK, mode="auto")
    facts = (await load_memory(store, ANN.root)).assertions
    assert {fact["value"] for fact in facts} == {"Lisbon", "小林"}


async def test_run_again_it_doubles_nothing_and_adds_what_a_conversation_has_more():
    store = InMemoryStore()
    await bring(store, TALK)
    told = await bring(store, TALK)
    assert (told.conversations, told.messages, told.proposals.total()) == (0, 0, 0)
    (home,) = [p for p in await list_pending(store, ANN.root) if p["slot"] == "home"]
    await decide_pending(store, ANN.root, home["id"], approve=False, now=NOW)
    longer = said(*(message.text for message in TALK.messages), "I have a cat", "Nice")
    told = await bring(store, longer, said("你好", "你好！", name="c2"))
    assert (told.conversations, told.messages) == (2, 4)
    assert "home" not in {proposal["slot"] for proposal in await list_pending(store, ANN.root)}


async def test_what_the_user_asked_not_to_remember_is_not_learned_when_it_is_brought_again():
    store = InMemoryStore()
    await bring(store, TALK, mode="auto")
    (record,) = await list_threads(store, ANN.root)
    await unremember(store, ANN.root, record["thread"], NOW)
    longer = said(*(message.text for message in TALK.messages), "I have a cat called 墨墨", "好")
    for mode in ("auto", "review"):
        await bring(store, longer, mode=mode)
        assert (await load_memory(store, ANN.root)).assertions == await list_pending(store, ANN.root) == []
    assert len((await page(store, ANN.root, record["thread"], limit=10)).entries) == 6


async def test_a_conversation_that_went_on_here_is_left_as_it_is():
    store = InMemoryStore()
    await bring(store, TALK)
    other = said(*(message.text for message in TALK.messages[:2]), "another branch", "was continued")
    forked = ForeignConversation(
        "c1",
        "",
        None,
        [
            *TALK.messages[:2],
            *(
                ForeignMessage(f"other-{message.id}", message.role, message.text, message.time)
                for message in other.messages[2:]
            ),
        ],
    )
    told = await bring(store, forked)
    assert (told.messages, dict(told.skipped)) == (0, {"it went on here": 1})


@pytest.mark.parametrize("mode", ["review", "auto"])
async def test_memories_of_another_product_always_wait(mode: str):
    store = InMemoryStore()
    found = [ForeignMemory("1", "Likes hiking", "alex", NOW), ForeignMemory("2", "对花生过敏", "", None)]
    found.append(ForeignMemory("3", "My password is hunter2horse", "", None))
    told = await import_memories(store, ANN, found, **(HOW | {"mode": mode}))
    assert dict(told.proposals) == {"ask": 2, "reject": 1}
    again = await import_memories(store, ANN, found[:2], **(HOW | {"now": datetime(2026, 4, 1, tzinfo=UTC)}))
    assert again.proposals.total() == 0
    waiting = await list_pending(store, ANN.root)
    assert {p["text"] for p in waiting} == {"Likes hiking", "对花生过敏"}
    assert {(p["said_by"], p["grounded"], p["source"]["conversation"]) for p in waiting} == {("tool", False, "mem0")}
    assert (await load_memory(store, ANN.root)).assertions == []


async def test_a_conversation_said_to_be_of_an_early_year_can_be_read_and_brought_again():
    store, at = InMemoryStore(), datetime(200, 1, 1, tzinfo=UTC)
    early = ForeignConversation("old", "古", at, [ForeignMessage("m", "user", "I live in Lisbon.", at)])
    assert (await bring(store, early)).messages == 1
    (record,) = await list_threads(store, ANN.root)
    (entry,) = (await page(store, ANN.root, record["thread"], limit=10)).entries
    assert (entry["time"][:10], entry["key"][:8]) == ("0200-01-01", "02000101")
    assert (await bring(store, early)).messages == 0
