"""Facts, events, summaries, due threads, epochs and the read of a turn."""

from datetime import UTC, datetime
from typing import Any

import pytest
from langgraph.store.base import BaseStore
from support.counting import CountingStore
from support.entries import START, conversation

from memory.core import namespaces
from memory.core.errors import SchemaError
from memory.core.events.event_docs import make_event
from memory.core.facts.facts import FACT_SCHEMA, SELF, Assertion, Proposal, Tombstone
from memory.core.facts.identity import assertion_key
from memory.core.summary.summary_docs import RULES, Leaf, Summary
from memory.core.transcript.entries import Place, place_of
from memory.core.transcript.transcript_docs import ThreadRecord
from memory.storage.due import clear_due, list_due, mark_due
from memory.storage.epochs import epoch_op, read_epoch
from memory.storage.events import list_events
from memory.storage.facts import get_pending, list_pending, load_memory, read_version, write_memory
from memory.storage.listing import list_items
from memory.storage.ops import put, write
from memory.storage.summaries import list_leaves, read_summary, write_fold
from memory.storage.transcript_write import append
from memory.storage.turn import read_settings, read_turn

U, T = "ann--0", "T"
NOW = datetime(2026, 3, 2, tzinfo=UTC)


def proposal(fact_id: str, text: str, observed_at: str = "2026-03-01T12:00:00+00:00") -> Proposal:
    return {
        "schema": FACT_SCHEMA,
        "id": fact_id,
        "text": text,
        "kind": "preference",
        "slot": None,
        "value": None,
        "subject": SELF,
        "quote": text,
        "source": {"thread": T, "conversation": "trip", "message": "m0", "entry": "k0"},
        "said_by": "user",
        "explicit": True,
        "grounded": True,
        "confidence": 0.9,
        "importance": 0.5,
        "importance_parts": {},
        "sensitivity": "normal",
        "observed_at": observed_at,
        "valid_from": None,
        "valid_until": None,
        "time_zone": "UTC",
    }


def assertion(fact_id: str, text: str) -> Assertion:
    return {**proposal(fact_id, text), "approved_at": "2026-03-01T12:00:01+00:00"}


def tombstone(content: str) -> Tombstone:
    return {
        "schema": 1,
        "content": content,
        "slot": None,
        "masks": [],
        "entries": ["k0"],
        "threads": [T],
        "forgotten_at": "2026-03-02",
    }


async def test_a_change_of_facts_is_read_back_with_its_version(any_store: BaseStore):
    assert await read_version(any_store, U) is None
    facts = [assertion("b", "喜欢喝茶"), assertion("a", "likes green tea")]
    await write_memory(any_store, U, version="v1", assertions=facts, tombstones=[tombstone("z")])
    memory = await load_memory(any_store, U)
    assert memory.version == await read_version(any_store, U) == "v1"
    assert memory.assertions == facts[::-1]
    assert memory.tombstones == [tombstone("z")]
    assert (await load_memory(any_store, "ann--1")).assertions == []


async def test_approving_moves_a_proposal_and_forgetting_deletes_the_text(any_store: BaseStore):
    late, early = proposal("p1", "我不吃肉", "2026-03-02"), proposal("p2", "is vegetarian", "2026-03-01")
    await write_memory(any_store, U, version="v1", pending=[late, early])
    assert await list_pending(any_store, U) == [early, late]
    await write_memory(
        any_store, U, version="v2", assertions=[assertion("p1", "我不吃肉")], delete=[(namespaces.pending(U), "p1")]
    )
    assert (await get_pending(any_store, U, "p1"), await get_pending(any_store, U, "p2")) == (None, early)
    gone = [(namespaces.facts(U), assertion_key(assertion("p1", "我不吃肉"))), (namespaces.pending(U), "p2")]
    await write_memory(any_store, U, version="v3", tombstones=[tombstone("p1")], delete=gone)
    memory = await load_memory(any_store, U)
    assert (memory.version, memory.assertions, await list_pending(any_store, U)) == ("v3", [], [])


async def test_a_fact_of_a_newer_schema_is_refused(any_store: BaseStore):
    newer: dict[str, Any] = {**assertion("a", "x"), "schema": 99}
    await write(any_store, [put(namespaces.facts(U), "a", newer)])
    with pytest.raises(SchemaError, match="fact has schema 99"):
        await load_memory(any_store, U)


async def test_events_are_kept_once_and_in_the_order_in_which_they_were_logged(any_store: BaseStore):
    first = make_event("fact.written", START, {"fact": "a", "why": "用户要求"}, "aa")
    second = make_event("fact.forgotten", NOW, {"fact": "a"}, "bb")
    for version in ("1", "2"):
        await write_memory(any_store, U, version=version, events=[second, first])
    logged = await list_events(any_store, U)
    assert [{**event, "logged": 0} for event in logged] == [{**second, "logged": 0}, {**first, "logged": 0}]
    assert await list_events(any_store, U, since=logged[1]["logged"]) == logged[1:]


def a_summary(text: str, cursor: Place) -> Summary:
    return {
        "schema": 2, "text": text, "exact": ["CA123"], "origins": {"CA123": "own"}, "left_out": [], "cursor": cursor,
        "folds": 1, "turns": 2, "drift": 0.0, "repaired": 0.0, "by": RULES, "fallbacks": 0, "failed": 0,
        "time": "2026-03-01", "tokens": 12,
    }  # fmt: skip


async def test_a_fold_writes_its_leaves_and_the_mailbox(any_store: BaseStore):
    entries = [place_of(e) for e in conversation(4)]
    leaves: list[Leaf] = [
        {
            "schema": 2, "first": a, "last": b, "text": "讨论行程", "exact": ["CA123"], "origins": {"CA123": "own"},
            "tokens": 9, "turns": 1, "by": RULES, "failed": 0, "time": "2026-03-01",
        }
        for a, b in ((entries[0], entries[1]), (entries[2], entries[3]))
    ]  # fmt: skip
    summary = a_summary("行程 trip", entries[3])
    assert await read_summary(any_store, U, T) is None
    await write_fold(any_store, U, T, leaves[::-1], summary)
    assert await list_leaves(any_store, U, T) == leaves
    assert await read_summary(any_store, U, T) == summary
    revised: Leaf = {**leaves[0], "text": "(forgotten)"}
    await write_fold(any_store, U, T, [revised])
    assert await list_leaves(any_store, U, T) == [revised, leaves[1]]
    assert await read_summary(any_store, U, T) == summary


async def test_a_thread_is_due_once_until_it_is_cleared(any_store: BaseStore):
    for thread in ("T1", "T1", "会话/2"):
        await mark_due(any_store, U, thread)
    await mark_due(any_store, "bob--3", "T1")
    assert set(await list_due(any_store)) == {(U, "T1"), (U, "会话/2"), ("bob--3", "T1")}
    await clear_due(any_store, U, "T1")
    await clear_due(any_store, U, "never due")
    assert set(await list_due(any_store)) == {(U, "会话/2"), ("bob--3", "T1")}


async def test_an_epoch_moves_on_for_one_user_and_its_document_names_nobody(any_store: BaseStore):
    assert await read_epoch(any_store, "ann@example.org", "s") == 0
    for epoch in (1, 2):
        await write(any_store, [epoch_op("ann@example.org", epoch, "s")])
    assert await read_epoch(any_store, "ann@example.org", "s") == 2
    assert await read_epoch(any_store, "ann@example.org", "other secret") == 0
    assert await read_epoch(any_store, "Ann@example.org", "s") == 0
    (item,) = await list_items(any_store, ("epochs",))
    assert "ann" not in item.key
    assert item.value == {"epoch": 2}


async def test_a_turn_reads_all_it_needs(any_store: BaseStore):
    entries = conversation(2)
    record: ThreadRecord = {"schema": 1, "thread": T, "conversation": "trip", "created": START.isoformat()}
    cursor = place_of(entries[0])
    summary = a_summary("摘要", cursor)
    await append(any_store, U, T, entries, head=place_of(entries[1]), record=record)
    await write_fold(any_store, U, T, [], summary)
    await write_memory(any_store, U, version="v1")
    await write(
        any_store,
        [
            put(namespaces.settings(U), "past_conversations", {"value": False}),
            put(namespaces.working(U, T), "step", {"value": "booking"}),
            put(namespaces.working(U, T), "done", {"value": 1, "expires_at": "2026-03-02T00:00:00"}),
            put(namespaces.working(U, "another"), "step", {"value": "elsewhere"}),
        ],
    )
    begun = {**record, "first": place_of(entries[0])}
    turn = await read_turn(any_store, U, T, ["m0", "new"], NOW)
    assert turn.settings == await read_settings(any_store, U, NOW) == {"past_conversations": False}
    assert turn.working == {"step": {"value": "booking"}}
    assert (turn.version, turn.summary, turn.head, turn.thread) == ("v1", summary, place_of(entries[1]), begun)
    assert {i: seen.entry for i, seen in turn.seen.items()} == {"m0": place_of(entries[0])}


async def test_a_turn_of_a_new_user_reads_nothing_and_says_so(any_store: BaseStore):
    turn = await read_turn(any_store, U, T, ["m0"], NOW)
    assert (turn.settings, turn.working, turn.seen) == ({}, {}, {})
    assert (turn.version, turn.summary, turn.head, turn.thread) == (None, None, None, None)


async def test_a_turn_reads_in_one_batch():
    store = CountingStore()
    await read_turn(store, U, T, ["m0", "m1"], NOW)
    assert store.batches == 1
