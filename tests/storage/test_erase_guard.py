"""A late writer brings nothing back: whatever it writes of something that was erased is gone with its write."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from langgraph.store.base import BaseStore
from support.conversations import Conversation, a_fact, a_tombstone

from memory.core import namespaces
from memory.core.errors import ErasedError
from memory.core.events.event_docs import make_event
from memory.core.forgetting.erase_marks import Mark, Phase, root_key, thread_key
from memory.core.ids import encode_label
from memory.core.namespaces import ERASURES
from memory.core.retention.usage import with_used
from memory.storage.due import list_due, mark_due
from memory.storage.due_users import list_due_users, set_due
from memory.storage.erase_documents import delete_under
from memory.storage.erase_marks import drop_marks, set_mark, unfinished
from memory.storage.facts import load_memory, write_memory
from memory.storage.listing import list_items
from memory.storage.location import secret
from memory.storage.ops import put, write
from memory.storage.usage import usage_op

ROOT, THREAD, OTHER = "ann--0", "t/1", "t/2"
END = datetime(2026, 3, 5, tzinfo=UTC)
BEFORE, AFTER = END - timedelta(days=1), END + timedelta(days=1)


def a_mark(phase: Phase, *, of_user: bool) -> Mark:
    threads = [] if phase == "done" else [THREAD]
    return {
        "schema": 1,
        "phase": phase,
        "threads": threads,
        "facts": None if of_user else "keep",
        "at": END.isoformat(),
    }


async def erase_thread(store: BaseStore, phase: Phase = "done") -> None:
    await set_mark(store, thread_key(ROOT, encode_label(THREAD), secret()), a_mark(phase, of_user=False))


async def erase_root(store: BaseStore) -> None:
    await set_mark(store, root_key(ROOT, secret()), a_mark("done", of_user=True))


async def everything(store: BaseStore) -> list[str]:
    return [item.key for item in await list_items(store, ("users",))]


async def test_nothing_can_be_written_under_the_root_of_an_erased_user(any_store: BaseStore):
    await erase_root(any_store)
    for op in (
        put(namespaces.settings(ROOT), "theme", {"value": "深色"}),
        put((*namespaces.user(ROOT), "kinds", "of", "tomorrow"), "k", {"text": "x"}),
        put(namespaces.facts(ROOT), "f", a_fact("f", "likes tea")),
    ):
        with pytest.raises(ErasedError):
            await write(any_store, [op])
    with pytest.raises(ErasedError):
        await Conversation(any_store, ROOT, THREAD).say("我回来了")
    with pytest.raises(ErasedError):
        await mark_due(any_store, ROOT, THREAD)
    with pytest.raises(ErasedError):
        await set_due(any_store, ROOT, BEFORE)
    await write(any_store, [put(namespaces.settings("ann--1"), "theme", {"value": "light"})])
    assert await everything(any_store) == ["theme"]
    assert await list_due(any_store) == []
    assert await list_due_users(any_store, END) == []


async def test_what_a_late_turn_counted_of_an_erased_conversation_goes_with_it(any_store: BaseStore):
    await erase_thread(any_store, "running")
    counted = usage_op(ROOT, encode_label(THREAD), with_used(None, ["f"], BEFORE))
    with pytest.raises(ErasedError):
        await write(any_store, [counted, usage_op(ROOT, encode_label(OTHER), with_used(None, ["f"], BEFORE))])
    assert await everything(any_store) == [encode_label(OTHER)]


async def test_a_conversation_that_goes_on_from_before_its_erase_is_stopped_and_a_new_one_of_its_name_is_not(
    any_store: BaseStore,
):
    old = Conversation(any_store, ROOT, THREAD, start=BEFORE)
    await old.say("before", "之前")
    await delete_under(any_store, namespaces.user(ROOT))
    await erase_thread(any_store)
    old.start = AFTER  # the late answer is given after the end of the erase
    with pytest.raises(ErasedError):
        await old.say("a late answer", role="assistant")
    assert await everything(any_store) == []
    new = Conversation(any_store, ROOT, THREAD, start=AFTER)
    await new.say("anew", "重新开始")
    await Conversation(any_store, ROOT, OTHER, start=BEFORE).say("another one")
    assert len(await list_items(any_store, ("users", ROOT, "transcript"))) == 3


async def test_while_a_conversation_is_being_erased_nothing_is_added_to_it(any_store: BaseStore):
    await erase_thread(any_store, "running")
    with pytest.raises(ErasedError):
        await Conversation(any_store, ROOT, THREAD, start=AFTER).say("too early")
    assert await everything(any_store) == []


async def test_late_facts_of_a_conversation_go_and_what_was_written_with_them_stays(any_store: BaseStore):
    await erase_thread(any_store)
    entry = f"{BEFORE.strftime('%Y%m%dT%H%M%S%fZ')}-a-b"
    late = a_fact("late", "likes tea")
    late["source"] = {"thread": THREAD, "conversation": "c", "message": "m", "entry": entry}
    kept = {**late, "id": "kept", "source": {**late["source"], "erased": True}}
    event = make_event("fact.written", AFTER, {"thread": THREAD, "entry": entry}, "0")
    with pytest.raises(ErasedError):
        await write_memory(any_store, ROOT, version="v", assertions=[late], events=[event])
    await write_memory(any_store, ROOT, version="v", assertions=[kept], tombstones=[a_tombstone("x", entry)])  # type: ignore[list-item]  # a copy of an assertion
    assert [a["id"] for a in (await load_memory(any_store, ROOT)).assertions] == ["kept"]
    assert await list_items(any_store, namespaces.events(ROOT)) == []


async def test_writers_and_an_eraser_at_once_leave_nothing(durable_store: BaseStore):
    async def keep_writing(name: str) -> int:
        for number in range(200):
            try:
                await write(durable_store, [put(namespaces.settings(ROOT), f"{name}{number}", {"value": "说"})])
            except ErasedError:
                return number
            await asyncio.sleep(0)
        raise AssertionError("the writer was never stopped")

    writers = [asyncio.create_task(keep_writing(name)) for name in "abcd"]
    await asyncio.sleep(0.02)
    await erase_root(durable_store)
    await delete_under(durable_store, namespaces.user(ROOT))
    assert all(await asyncio.gather(*writers))
    await delete_under(durable_store, namespaces.user(ROOT))
    assert await everything(durable_store) == []


async def test_marks_name_nobody_and_are_forgotten_in_time_when_they_are_done(any_store: BaseStore):
    await erase_root(any_store)
    await erase_thread(any_store, "running")
    items = await list_items(any_store, ERASURES)
    assert len(items) == 2
    assert not any("ann" in f"{item.key}{item.value}" for item in items)
    assert list(await unfinished(any_store)) == [thread_key(ROOT, encode_label(THREAD), secret())]
    await drop_marks(any_store, before=BEFORE)
    assert len(await list_items(any_store, ERASURES)) == 2
    await drop_marks(any_store, before=AFTER)
    assert len(await list_items(any_store, ERASURES)) == 1
