import asyncio
import gc
import json
import logging
import weakref
from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any

import pytest
from langgraph.store.base import BaseStore, Op, Result
from langgraph.store.memory import InMemoryStore
from support.conversations import NOW, Conversation, a_fact, a_tombstone

from memory.service.facts.fact_index import FactIndex, Memory
from memory.service.recall.recall import Recall, recall
from memory.service.recall.recalled import Around
from memory.storage.facts import write_memory

ROOT = "ann--0"


class TroubledStore(InMemoryStore):
    """An in-memory store that is slow or fails when told to."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 0.0
        self.error: Exception | None = None

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        await asyncio.sleep(self.seconds)
        if self.error:
            raise self.error
        return await super().abatch(ops)


async def memory_of(store: BaseStore) -> Memory:
    return await FactIndex().load_newest(store, ROOT)


async def memory_with_key(store: BaseStore) -> Memory:
    await write_memory(store, ROOT, version="v", assertions=[a_fact("key", "spare key under the pot")])
    return await memory_of(store)


async def ask(store: BaseStore, question: str, memory: Memory, **changed: Any) -> Recall:
    wanted = {"others": True, "in_view": None, "deadline_ms": 5_000, "max_facts": 8, "max_passages": 4, **changed}
    return await recall(store, ROOT, "here", question, now=NOW, memory=memory, **wanted)


async def test_facts_and_passages_of_other_conversations_are_recalled_dated_and_attributed(any_store: BaseStore):
    await write_memory(any_store, ROOT, version="v", assertions=[a_fact("key", "The spare key is under the pot")])
    talk = Conversation(any_store, ROOT, "garden")
    await talk.say("I hid the spare key near the roses.")
    await talk.say("Noted.", role="assistant")
    found = await ask(any_store, "Where is my spare key?", await memory_of(any_store))
    assert [fact.id for fact in found.facts] == ["key"]
    (passage,) = found.passages
    assert (passage.text, passage.conversation, passage.role) == (
        "I hid the spare key near the roses.",
        "about garden",
        "user",
    )
    assert passage.time.startswith("2026-03-01")
    assert (passage.before, passage.after) == (None, Around("assistant", "Noted."))
    assert found.degraded == []


async def test_chinese_questions_find_what_was_said_in_either_script(any_store: BaseStore):
    await Conversation(any_store, ROOT, "trip").say("我們下個月去東京旅行。")
    found = await ask(any_store, "什么时候去东京旅行？", await memory_of(any_store))
    assert [passage.text for passage in found.passages] == ["我們下個月去東京旅行。"]


async def test_the_conversation_in_hand_is_not_recalled_into_itself(any_store: BaseStore):
    await Conversation(any_store, ROOT, "here").say("the spare key")
    assert (await ask(any_store, "spare key", await memory_of(any_store))).passages == []


async def test_without_the_users_leave_no_passage_is_recalled(any_store: BaseStore):
    await Conversation(any_store, ROOT, "garden").say("the spare key")
    found = await ask(any_store, "spare key", await memory_of(any_store), others=False)
    assert (found.passages, found.degraded) == ([], [])


async def test_nothing_of_another_user_is_recalled(any_store: BaseStore):
    await Conversation(any_store, "bob--0", "garden").say("the spare key")
    await write_memory(any_store, "bob--0", version="v", assertions=[a_fact("key", "spare key under the pot")])
    found = await ask(any_store, "spare key", await memory_of(any_store))
    assert (found.facts, found.passages) == ([], [])


async def test_what_is_forgotten_is_not_recalled_even_before_the_index_knows(any_store: BaseStore):
    (said,) = await Conversation(any_store, ROOT, "pin").say("My code is 4711 and I like tea")
    memory = await memory_of(any_store)
    assert len((await ask(any_store, "code 4711", memory)).passages) == 1
    forgotten = replace(memory, tombstones=[a_tombstone("x", said["key"], (11, 15))])
    assert (await ask(any_store, "4711", forgotten)).passages == []
    assert "4711" not in (await ask(any_store, "tea", forgotten)).passages[0].text


async def test_a_question_without_words_recalls_nothing(any_store: BaseStore):
    await Conversation(any_store, ROOT, "garden").say("the spare key?!")
    for question in ("", "  ", "?!", "你好吗", "Hello, thanks!"):
        found = await ask(any_store, question, await memory_of(any_store))
        assert (found.facts, found.passages, found.degraded) == ([], [], [])


async def test_past_the_deadline_the_turn_goes_on_and_the_next_one_finds_it_done():
    store = TroubledStore()
    await Conversation(store, ROOT, "garden").say("the spare key")
    memory = await memory_with_key(store)
    store.seconds = 0.05
    late = await ask(store, "spare key", memory, deadline_ms=20)
    assert late.degraded == ["passages: not ready within 20 ms"]
    assert late.passages == []
    assert [fact.id for fact in late.facts] == ["key"]
    assert late.took_ms < 500
    await asyncio.sleep(0.3)
    store.seconds = 0.0
    assert [p.text for p in (await ask(store, "spare key", memory)).passages] == ["the spare key"]


async def test_a_failing_store_is_told_and_logged_and_does_not_raise(caplog: pytest.LogCaptureFixture):
    store = TroubledStore()
    await Conversation(store, ROOT, "garden").say("the spare key")
    memory = await memory_with_key(store)
    store.error = OSError("connection refused")
    with caplog.at_level(logging.WARNING):
        found = await ask(store, "spare key", memory)
    assert found.degraded == ["passages: OSError: connection refused"]
    assert [fact.id for fact in found.facts] == ["key"]
    assert "connection refused" in caplog.text
    store.error = None
    assert len((await ask(store, "spare key", memory)).passages) == 1


async def test_a_load_that_failed_after_the_deadline_is_told_in_the_next_late_turn():
    store = TroubledStore()
    await Conversation(store, ROOT, "garden").say("the spare key")
    memory = await memory_of(store)
    store.seconds, store.error = 0.03, OSError("connection refused")
    first = await ask(store, "spare key", memory, deadline_ms=5)
    await asyncio.sleep(0.3)
    second = await ask(store, "spare key", memory, deadline_ms=5)
    await asyncio.sleep(0.3)
    assert first.degraded == ["passages: not ready within 5 ms"]
    assert second.degraded == ["passages: not ready within 5 ms (the last load failed: OSError: connection refused)"]


async def test_a_stopped_turn_is_stopped_and_the_load_goes_on():
    store = TroubledStore()
    await Conversation(store, ROOT, "garden").say("the spare key")
    memory = await memory_of(store)
    store.seconds = 0.03
    turn = asyncio.create_task(ask(store, "spare key", memory))
    await asyncio.sleep(0.01)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    await asyncio.sleep(0.2)
    assert len((await ask(store, "spare key", memory)).passages) == 1


async def test_many_turns_at_once_find_the_same():
    store = TroubledStore()
    await Conversation(store, ROOT, "garden").say("the spare key", "茶")
    memory = await memory_of(store)
    store.seconds = 0.005
    found = await asyncio.gather(*(ask(store, "spare key", memory) for _ in range(20)))
    assert all([p.text for p in turn.passages] == ["the spare key"] for turn in found)


async def test_a_recall_is_plain_json(any_store: BaseStore):
    await write_memory(any_store, ROOT, version="v", assertions=[a_fact("key", "The spare key is under the pot")])
    await Conversation(any_store, ROOT, "garden").say("the spare key")
    found = asdict(await ask(any_store, "spare key", await memory_of(any_store)))
    assert json.loads(json.dumps(found, ensure_ascii=False)) == found
    assert set(found["passages"][0]) >= {"id", "score", "relevance", "recency", "importance"}


async def test_a_closed_store_is_not_kept_by_what_was_recalled_from_it():
    store = InMemoryStore()
    await Conversation(store, ROOT, "garden").say("the spare key")
    await ask(store, "spare key", await memory_of(store))
    kept = weakref.ref(store)
    del store
    await asyncio.sleep(0.01)
    gc.collect()
    assert kept() is None
