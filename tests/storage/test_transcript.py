from datetime import timedelta

import pytest
from langgraph.store.base import BaseStore
from support.counting import CountingStore
from support.entries import START, conversation, entry

from memory.core import namespaces
from memory.core.errors import InputError, SchemaError
from memory.core.transcript.entries import Entry, make_entry, place_of
from memory.core.transcript.transcript_docs import ThreadRecord
from memory.storage.listing import list_items
from memory.storage.ops import put, write
from memory.storage.transcript_read import (
    all_entries,
    list_threads,
    lookup,
    page,
    read_answer,
    read_entries_at,
    read_head,
    read_path,
    read_thread,
)
from memory.storage.transcript_write import append

U = "ann--0"
T = "T"


async def keys_of_pages(store: BaseStore, limit: int) -> list[str]:
    keys: list[str] = []
    before = None
    while True:
        got = await page(store, U, T, before=before, limit=limit)
        keys[:0] = [e["key"] for e in got.entries]
        if got.next is None:
            return keys
        before = got.next


async def fill(store: BaseStore, entries: list[Entry]) -> None:
    await append(store, U, T, entries, head=place_of(entries[-1]))


async def test_an_appended_entry_comes_back_whole(any_store: BaseStore):
    blocks = [
        {"type": "text", "text": "看图 look"},
        {"type": "image", "url": "data:…"},
        {"type": "reasoning", "x": None},
    ]
    calls = [{"id": "c1", "name": "clock", "args": {"zone": "亚洲/上海"}}]
    whole = make_entry(
        {"id": "m", "role": "assistant", "content": blocks, "tool_calls": calls, "usage": {"input_tokens": 3}},
        T, None, START, "stopped", {"tokens": {"window": 12}},
    )  # fmt: skip
    await append(any_store, U, T, [whole], head=place_of(whole))
    assert await read_path(any_store, U, T, place_of(whole)) == [whole]
    assert await read_entries_at(any_store, U, T, [place_of(whole), {"key": "none", "depth": 7}]) == {
        whole["key"]: whole
    }


async def test_hostile_text_is_stored_cleaned(any_store: BaseStore):
    bad = entry("m\x00\ud800", "NUL \x00 and lone \udfff 代理")
    await append(any_store, U, T, [bad], head=place_of(bad))
    assert [e["content"] for e in await read_path(any_store, U, T, place_of(bad))] == ["NUL  and lone \ufffd 代理"]


async def test_appending_twice_changes_nothing(any_store: BaseStore):
    entries = conversation(5)
    for _ in range(2):
        await append(
            any_store, U, T, entries, head=place_of(entries[-1]), answers={entries[0]["key"]: place_of(entries[1])}
        )
    assert len(await list_items(any_store, ("users", U))) == 5 + 5 + 1 + 1
    assert [e["key"] async for e in all_entries(any_store, U, T)] == [e["key"] for e in entries]


async def test_a_message_id_tells_its_first_time_entry_and_content(any_store: BaseStore):
    first, second = conversation(2)
    await fill(any_store, [first, second])
    seen = await lookup(any_store, U, T, [first["id"], "never", second["id"]])
    assert set(seen) == {first["id"], second["id"]}
    assert seen[first["id"]].first_seen == START.isoformat()
    assert seen[first["id"]].entry == place_of(first)
    assert first["key"].endswith(seen[first["id"]].content)
    assert await lookup(any_store, U, T, []) == {}


async def test_an_edit_keeps_the_first_time_and_names_the_newest_entry(any_store: BaseStore):
    original = entry("m1", "I live in Lisbon")
    await fill(any_store, [original])
    seen = (await lookup(any_store, U, T, ["m1"]))["m1"]
    edited = entry("m1", "我住在柏林", None, START + timedelta(days=1))
    await append(any_store, U, T, [edited], first_seen={"m1": seen.first_seen}, head=place_of(edited))
    again = (await lookup(any_store, U, T, ["m1"]))["m1"]
    assert (again.first_seen, again.entry) == (START.isoformat(), place_of(edited))
    assert len([e async for e in all_entries(any_store, U, T)]) == 2


async def test_a_fork_keeps_both_branches_and_the_head_names_the_active_one(any_store: BaseStore):
    trunk = conversation(6)
    left, right = conversation(150, trunk[-1], "l"), conversation(120, trunk[-1], "r")
    await fill(any_store, trunk + left)
    await fill(any_store, right)
    assert await read_head(any_store, U, T) == place_of(right[-1])
    assert await read_path(any_store, U, T, place_of(right[-1])) == trunk + right
    assert await read_path(any_store, U, T, place_of(left[-1]), limit=3) == left[-3:]
    assert len([e async for e in all_entries(any_store, U, T)]) == 6 + 150 + 120


async def test_the_path_after_a_cursor_ends_before_it(any_store: BaseStore):
    entries = conversation(250)
    await fill(any_store, entries)
    head = place_of(entries[-1])
    after = await read_path(any_store, U, T, head, after=place_of(entries[98]))
    assert after == entries[99:]
    assert after[0]["parent"] == entries[98]["key"]
    assert await read_path(any_store, U, T, head, after=head) == []
    assert await read_path(any_store, U, T, head, after=place_of(entries[98]), limit=2) == entries[-2:]
    assert await read_path(any_store, U, T, {"key": "nobody", "depth": 249}) == []


@pytest.mark.parametrize("limit", [1, 7, 100, 250, 1000])
async def test_pages_of_any_size_hold_every_entry_once_in_order(limit: int):
    store = CountingStore()
    entries = conversation(230)
    await fill(store, entries)
    assert await keys_of_pages(store, limit) == [e["key"] for e in entries]


async def test_pages_are_the_same_on_every_store(any_store: BaseStore):
    entries = conversation(130)
    await fill(any_store, entries)
    assert await keys_of_pages(any_store, 50) == [e["key"] for e in entries]
    newest = await page(any_store, U, T, limit=50)
    assert newest.entries == entries[-50:]
    assert newest.next == place_of(entries[-50])


async def test_a_page_costs_the_same_in_a_long_thread_as_in_a_short_one():
    costs = []
    for length in (300, 3_000):
        store = CountingStore()
        entries = conversation(length)
        await fill(store, entries)
        store.reset()
        await page(store, U, T, before=place_of(entries[251]), limit=50)
        costs.append((store.batches, store.reads, store.rows))
    assert costs[0] == costs[1] == (1, 1, 100)


async def test_a_page_before_an_entry_that_is_not_there_is_refused(any_store: BaseStore):
    with pytest.raises(InputError, match="before: names no entry"):
        await page(any_store, U, T, before=place_of(entry("m", "x")), limit=5)


async def test_an_empty_thread_has_no_head_page_or_record(any_store: BaseStore):
    got = await page(any_store, U, T, limit=5)
    assert (got.entries, got.next) == ([], None)
    assert await read_head(any_store, U, T) is None
    assert await read_thread(any_store, U, T) is None
    assert await read_answer(any_store, U, T, "key") is None
    assert [e async for e in all_entries(any_store, U, T)] == []


async def test_the_answer_of_an_entry_is_found_by_its_key(any_store: BaseStore):
    question, call, answer = conversation(3)
    await append(any_store, U, T, [question, call, answer], answers={question["key"]: place_of(answer)})
    assert await read_answer(any_store, U, T, question["key"]) == place_of(answer)


async def test_threads_are_listed_oldest_first_whatever_their_ids(any_store: BaseStore):
    ids = ["b/%_", "第二", "a" * 3000]
    records: list[ThreadRecord] = [
        {"schema": 1, "thread": t, "conversation": t, "created": f"2026-03-0{i}T00:00:00+00:00"}
        for i, t in enumerate(ids, 1)
    ]
    for record in reversed(records):
        one = entry("m", "好")
        await append(any_store, U, record["thread"], [one], head=place_of(one), record=record)
    begun: list[ThreadRecord] = [{**record, "first": place_of(one)} for record in records]
    assert await list_threads(any_store, U) == begun
    assert await read_thread(any_store, U, ids[2]) == begun[2]
    assert await list_threads(any_store, "other--0") == []


async def test_an_entry_of_a_newer_schema_is_refused(any_store: BaseStore):
    future = entry("m", "x")
    doc = {**future, "schema": 99}
    await write(any_store, [put(namespaces.transcript(U, T, 0), future["key"], doc)])
    with pytest.raises(SchemaError, match="schema 99"):
        await read_path(any_store, U, T, place_of(future))
