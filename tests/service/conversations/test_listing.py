"""A user's conversations, listed by title and searched, without what is temporary, forgotten or another user's."""

from datetime import timedelta
from typing import Any

import pytest
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from support.conversations import NOW, START, Conversation

from memory.core import namespaces
from memory.core.errors import InputError
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Proposal, Source
from memory.core.transcript.entries import Entry, text_of
from memory.core.transcript.transcript_docs import make_thread_record
from memory.service.access.identity import User
from memory.service.backup.exporting import export_conversation
from memory.service.conversations.conversations import begun_conversation
from memory.service.conversations.listing import list_conversations, search_conversations
from memory.service.conversations.titles import rename_conversation
from memory.service.facts.remembering import write_decided
from memory.service.forgetting.forgetting import forget
from memory.storage import newest
from memory.storage.listing import list_items

ANN, BOB = User("ann", 0), User("bob", 0)
THREAD = "11111111-1111-4111-8111-111111111111"


async def talk(store: BaseStore, thread: str, *texts: str, user: User = ANN, days: int = 0) -> Conversation:
    talked = Conversation(store, user.root, thread, start=START + timedelta(days=days))
    await talked.say(*texts)
    return talked


async def titles(store: BaseStore, user: User = ANN) -> dict[str, str | None]:
    listed = await list_conversations(store, user, NOW)
    return {one["thread_id"]: one["title"] for one in listed["conversations"]}


def told(entry: Entry) -> list[Proposal]:
    source: Source = {"thread": entry["thread"], "conversation": "c", "message": entry["id"], "entry": entry["key"]}
    return extract(text_of(entry), source=source, observed_at=entry["time"])


async def test_the_one_something_was_said_in_last_comes_first_and_pages_tell_each_once(any_store: BaseStore):
    for number in range(6):
        await talk(any_store, f"t{number}", f"Question number {number} 第{number}个问题", days=number)
    await talk(any_store, "t0", "again 又来了", days=9)
    await (await talk(any_store, "passing", "never listed")).make_temporary()
    await talk(any_store, "other", "Bob's 鮑勃", user=BOB)
    seen: list[str] = []
    after = None
    while seen == [] or after:
        page = await list_conversations(any_store, ANN, NOW, limit=4, after=after)
        seen += [one["thread_id"] for one in page["conversations"]]
        after = page["next"]
    assert seen == ["t0", "t5", "t4", "t3", "t2", "t1"]
    assert list(await titles(any_store, BOB)) == ["other"]


@pytest.mark.parametrize(("field", "value"), [("limit", 0), ("limit", 201), ("after", "x"), ("after", "..")])
async def test_a_limit_or_cursor_that_is_none_is_refused_by_name(field: str, value: Any):
    with pytest.raises(InputError, match=f"^{field}: "):
        await list_conversations(InMemoryStore(), ANN, NOW, **{field: value})


async def test_a_title_is_made_of_the_first_words_of_new_and_old_records_until_the_user_gives_one():
    store = InMemoryStore()
    talked = await talk(store, THREAD, "你好！帮我订去里斯本的机票。")
    made = {THREAD: "帮我订去里斯本的机票"}
    assert await titles(store) == made
    await talked.say("For two.")
    (item,) = await list_items(store, namespaces.threads(ANN.root))
    assert "first" not in item.value
    assert await titles(store) == made
    conversation = await begun_conversation(store, ANN, THREAD)
    assert await rename_conversation(store, conversation, "里斯本 trip", NOW) == "里斯本 trip"
    assert await titles(store) == {THREAD: "里斯本 trip"}
    assert await rename_conversation(store, conversation, None, NOW) == made[THREAD]
    exported = [line async for line in export_conversation(store, conversation, NOW)]
    assert [line["type"] for line in exported] == ["export", "conversation", "message", "message"]
    assert exported[1]["title"] == made[THREAD]


async def test_a_temporary_conversation_gets_no_title():
    store = InMemoryStore()
    await (await talk(store, THREAD, "psst")).make_temporary()
    with pytest.raises(InputError, match=r"^conversation: is temporary"):
        await rename_conversation(store, await begun_conversation(store, ANN, THREAD), "x", NOW)
    assert await list_items(store, namespaces.titles(ANN.root)) == []


@pytest.mark.parametrize(("said", "word"), [("I am allergic to peanuts.", "peanuts"), ("我对花生过敏。", "花生")])
async def test_what_was_forgotten_is_in_no_title_and_a_given_one_that_tells_it_is_deleted(said: str, word: str):
    store = InMemoryStore()
    talked = await talk(store, THREAD, said)
    facts = told(talked.entries[0])
    await write_decided(store, ANN.root, write=facts, ask=[], reject=[], assertions=[], tombstones=[], now=NOW)
    await rename_conversation(store, await begun_conversation(store, ANN, THREAD), said, NOW)
    await forget(store, ANN.root, facts, now=NOW + timedelta(minutes=1))
    assert await list_items(store, namespaces.titles(ANN.root)) == []
    assert word not in str(await titles(store))


async def test_a_search_names_the_conversations_with_what_was_found_in_them():
    store = InMemoryStore()
    await talk(store, "a", "Where do herons nest?", "苍鹭在哪里筑巢？")
    await talk(store, "b", "I like trains.", days=1)
    await talk(store, "other", "herons 苍鹭", user=BOB)
    for question in ("herons", "苍鹭", "蒼鷺"):
        found = await search_conversations(store, ANN, question, NOW)
        assert [(one["thread_id"], one["title"]) for one in found["conversations"]] == [("a", "Where do herons nest?")]
        assert found["conversations"][0]["passages"]
    assert (await search_conversations(store, ANN, "zeppelin", NOW))["conversations"] == []
    with pytest.raises(InputError, match=r"^search: is empty"):
        await search_conversations(store, ANN, "  ", NOW)


async def paged(store: BaseStore, limit: int) -> list[str]:
    """Return the threads of all pages, in their order."""
    seen, after = list[str](), None
    while seen == [] or after:
        page = await list_conversations(store, ANN, NOW, limit=limit, after=after)
        seen += [one["thread_id"] for one in page["conversations"]]
        after = page["next"]
    return seen


@pytest.mark.parametrize("limit", [1, 3, 5])
async def test_many_conversations_are_listed_by_stretches_of_time_as_few_are_at_once(
    any_store: BaseStore, monkeypatch: pytest.MonkeyPatch, limit: int
):
    for number, days in enumerate([0, 0, 0, 1, 30, 31, 31, 400, 401, 900, 900]):
        await talk(any_store, f"t{number}", f"第{number}个 number {number}", days=days)
    await talk(any_store, "t5", "again 又来了", days=402)
    await talk(any_store, "written-last-said-first", "an import 导入", days=-2000)
    await (await talk(any_store, "passing", "never listed", days=901)).make_temporary()
    record = make_thread_record("begun", "begun", START + timedelta(days=899))
    await any_store.aput(namespaces.threads(ANN.root), "begun", dict(record))
    at_once = await paged(any_store, limit)
    assert (len(at_once), at_once[2], at_once[-1]) == (13, "begun", "written-last-said-first")
    monkeypatch.setattr(newest, "_FEW", 3)
    assert await paged(any_store, limit) == at_once


async def test_of_many_conversations_those_of_other_times_are_not_read(
    durable_store: BaseStore, monkeypatch: pytest.MonkeyPatch
):
    for number in range(12):
        await talk(durable_store, f"t{number}", "hello 你好", days=10 * number)
    read = list[str]()

    async def between(*asked: Any) -> newest.Said:
        said = await whole(*asked)
        read.extend(record["thread"] for record in said.records)
        return said

    whole = newest._between
    monkeypatch.setattr(newest, "_FEW", 5)
    monkeypatch.setattr(newest, "_between", between)
    page = await list_conversations(durable_store, ANN, NOW, limit=2)
    read.clear()  # which were written last, SQLite tells by the second
    await list_conversations(durable_store, ANN, NOW, limit=2, after=page["next"])
    assert not {"t0", "t1", "t2"} & set(read)
    assert await titles(durable_store) != {}
