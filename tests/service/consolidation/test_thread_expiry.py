"""What was said too long ago goes, word for word, and everything that rests on its entries stays as it was."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langgraph.checkpoint.base import BaseCheckpointSaver, empty_checkpoint
from langgraph.store.base import BaseStore, PutOp
from langgraph.store.memory import InMemoryStore
from support.conversations import START, Conversation
from support.media import digest, image, png

from memory.core import namespaces
from memory.core.errors import StorageError
from memory.core.messages.blobs import all_taken_out
from memory.core.recall.passages import Veil
from memory.core.summary.summary_docs import SUMMARY_SCHEMA, Summary
from memory.core.transcript.emptied import is_emptied
from memory.core.transcript.entries import Entry, Place, make_entry, place_of
from memory.service.consolidation import thread_expiry
from memory.service.consolidation.state_reach import reaching_states
from memory.service.consolidation.thread_expiry import ExpiredThreads, expire_threads
from memory.service.erasing.erasing_reach import LocalRuns, Runs, nothing_runs
from memory.service.recall.passage_index import PassageIndex
from memory.service.recall.passage_loader import refresh
from memory.storage.blobs import blob_ops, read_blobs, thread_blobs
from memory.storage.events import list_events
from memory.storage.listing import list_items
from memory.storage.summaries import read_summary, write_fold
from memory.storage.transcript_read import all_entries, lookup, read_forks, read_head, read_path
from memory.storage.transcript_write import append

ROOT, T = "ann--0", "t"
DAY = timedelta(days=1)
OLD, NEW = START, START + 40 * DAY
NOW = START + 60 * DAY
SAID = ("I keep a heron named Quartz", "我养了一只鹭鸶", "我養了一隻鷺鷥 called 石英")


@pytest.fixture(autouse=True)
def _thirty_days(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_KEEP_TRANSCRIPT_DAYS", "30")


async def everything(store: BaseStore) -> dict[Any, Any]:
    items = await list_items(store, namespaces.user(ROOT))
    return {(item.namespace, item.key): item.value for item in items}


async def talk(store: BaseStore, thread: str = T) -> list[Entry]:
    """Three messages of long ago, and three of lately."""
    old = await Conversation(store, ROOT, thread, start=OLD).say(*SAID)
    new = await Conversation(store, ROOT, thread, start=NEW).say(
        "今天說的一", "said today", "三", after=place_of(old[-1])
    )
    return [*old, *new]


async def test_without_a_setting_everything_is_kept(any_store: BaseStore, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("HOLDFAST_KEEP_TRANSCRIPT_DAYS")
    await talk(any_store)
    before = await everything(any_store)
    assert await expire_threads(any_store, ROOT, NOW + 9_999 * DAY) == ExpiredThreads()
    assert await everything(any_store) == before


async def test_old_words_go_in_every_language_with_their_vectors_and_new_ones_stay(any_store: BaseStore):
    path = await talk(any_store)
    vectors = [PutOp(namespaces.vectors(ROOT, T), e["key"], {"schema": 1}, index=False) for e in path]
    await any_store.abatch(vectors)
    assert await expire_threads(any_store, ROOT, NOW) == ExpiredThreads(entries=3)
    held = json.dumps(list((await everything(any_store)).values()), ensure_ascii=False)
    assert not [text for text in SAID if text in held]
    head = await read_head(any_store, ROOT, T)
    assert head == place_of(path[-1])
    left = await read_path(any_store, ROOT, T, head)
    assert [e["content"] for e in left] == ["", "", "", "今天說的一", "said today", "三"]
    assert [is_emptied(e) for e in left] == [True] * 3 + [False] * 3
    kept = [item.key for item in await list_items(any_store, namespaces.vectors(ROOT, T))]
    assert kept == [e["key"] for e in path[3:]]
    told = [(e["type"], e["detail"]) for e in await list_events(any_store, ROOT)]
    assert told[-1] == ("retention.applied", {"thread": T, "entries": 3})


async def test_a_second_run_changes_nothing_until_more_is_too_old(any_store: BaseStore):
    await talk(any_store)
    await expire_threads(any_store, ROOT, NOW)
    before = await everything(any_store)
    assert await expire_threads(any_store, ROOT, NOW + timedelta(hours=1)) == ExpiredThreads()
    assert await expire_threads(any_store, ROOT, NOW + DAY) == ExpiredThreads()
    assert await everything(any_store) == before
    assert await expire_threads(any_store, ROOT, NOW + 20 * DAY) == ExpiredThreads(entries=3, notes=[NO_REACH])


NO_REACH = "checkpoints that were kept long enough stay: nothing here reaches them"
Shape = list[tuple[int, int]]
"""Of each entry how far back its parent stands (0: it begins the thread), and how many days after it it was said."""


async def planted(store: BaseStore, shape: Shape, head: int) -> list[Entry]:
    entries: list[Entry] = []
    for number, (back, days) in enumerate(shape):
        parent: Place | None = place_of(entries[-back]) if 0 < back <= number else None
        after = datetime.fromisoformat(entries[-back]["time"]) if parent else START
        text = f"words {number} 話"
        role = "user" if number % 2 else "assistant"
        message: Any = {"id": f"m{number}", "role": role, "content": text}
        entries.append(make_entry(message, T, parent, after + days * DAY))
    record: Any = {"schema": 1, "thread": T, "conversation": "c", "created": START.isoformat()}
    await append(store, ROOT, T, entries, head=place_of(entries[head % len(entries)]), record=record)
    return entries


async def structure(store: BaseStore, entries: list[Entry]) -> Any:
    head = await read_head(store, ROOT, T)
    assert head is not None
    path = await read_path(store, ROOT, T, head)
    forks = await read_forks(store, ROOT, T, path)
    return (
        head,
        [(e["key"], e["parent"], e["depth"], e["role"], e["time"], e["id"]) for e in path],
        [(f.parent, f.shown, [(o.first["key"], o.tip, o.entries) for o in f.others]) for f in forks],
        await lookup(store, ROOT, T, [e["id"] for e in entries]),
        [(await read_path(store, ROOT, T, place_of(e)))[-1]["key"] for e in entries],
    )


SHAPES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 25)), min_size=1, max_size=12)


@settings(max_examples=40)
@given(SHAPES, st.integers(0, 11), st.integers(1, 120))
def test_heads_branches_and_cites_are_whole_whatever_goes(shape: Shape, head: int, age: int):
    async def play() -> None:
        store = InMemoryStore()
        entries = await planted(store, shape, head)
        before, now = await structure(store, entries), START + age * DAY
        done = await expire_threads(store, ROOT, now)
        assert await structure(store, entries) == before
        left = {e["key"]: e async for e in all_entries(store, ROOT, T)}
        old = {e["key"] for e in entries if now - datetime.fromisoformat(e["time"]) > 30 * DAY}
        assert {key for key, e in left.items() if is_emptied(e)} == old
        assert {key: e for key, e in left.items() if key not in old} == {
            e["key"]: e for e in entries if e["key"] not in old
        }
        assert done.entries == len(old)

    asyncio.run(play())


class _CutOffError(Exception):
    pass


@pytest.mark.parametrize("writes", range(4))
async def test_cut_off_anywhere_it_goes_on_where_it_was(writes: int, monkeypatch: pytest.MonkeyPatch):
    store, whole = InMemoryStore(), InMemoryStore()
    for each in (store, whole):
        await planted(each, [(1, 1)] * 10, 9)
    monkeypatch.setattr(thread_expiry, "_AT_ONCE", 3)
    left, write = writes, thread_expiry.write

    async def cut_off(*args: Any) -> None:
        nonlocal left
        if left == 0:
            raise _CutOffError
        left -= 1
        await write(*args)

    with monkeypatch.context() as cut:
        cut.setattr(thread_expiry, "write", cut_off)
        with pytest.raises(_CutOffError):
            await expire_threads(store, ROOT, NOW)
    assert (await expire_threads(store, ROOT, NOW)).entries == 10 - 3 * min(writes, 3) - (writes > 3)
    await expire_threads(whole, ROOT, NOW)

    def kept(held: dict[Any, Any]) -> dict[Any, Any]:
        return {place: value for place, value in held.items() if place[0][2] != "events"}

    assert kept(await everything(store)) == kept(await everything(whole))


async def test_files_go_with_the_last_message_that_brought_them(any_store: BaseStore):
    old, both, shared, again = png("旧"), png("both"), png("shared"), png("again")
    await brought(any_store, T, OLD, old, both, shared, again)
    await brought(any_store, T, NEW, both, after=5)
    await brought(any_store, "other", NEW, shared)
    await any_store.abatch(blob_ops_of(again, NEW))  # a message that comes in meanwhile brings it again
    await expire_threads(any_store, ROOT, NOW)
    left = await read_blobs(any_store, ROOT, map(digest, (old, both, shared, again)))
    assert set(left) == set(map(digest, (both, shared, again)))
    assert set(await thread_blobs(any_store, ROOT, T)) == {digest(both), digest(again)}


def blob_ops_of(data: bytes, now: datetime) -> list[PutOp]:
    _, blobs = all_taken_out([{"id": "m", "role": "user", "content": [image(data)]}])
    return blob_ops(ROOT, blobs, blobs, now)


async def brought(store: BaseStore, thread: str, at: datetime, *pictures: bytes, after: int = 0) -> None:
    talk = Conversation(store, ROOT, thread, start=at)
    for number, data in enumerate(pictures, start=after):
        messages, blobs = all_taken_out([{"id": f"p{number}", "role": "user", "content": [image(data)]}])
        entry = make_entry(messages[0], thread, place_of(talk.entries[-1]) if talk.entries else None, at)
        talk.entries.append(entry)
        record: Any = {"schema": 1, "thread": thread, "conversation": thread, "created": at.isoformat()}
        beside = blob_ops(ROOT, blobs, blobs, at)
        await append(store, ROOT, thread, [entry], head=place_of(entry), record=record, beside=beside)


async def test_recall_holds_nothing_that_is_no_longer_kept(any_store: BaseStore, monkeypatch: pytest.MonkeyPatch):
    path = await talk(any_store)
    index = PassageIndex()
    monkeypatch.delenv("HOLDFAST_KEEP_TRANSCRIPT_DAYS")
    await refresh(index, any_store, ROOT, Veil())
    assert len(index) == 6
    days = (datetime.now(START.tzinfo) - NEW).days + 1
    monkeypatch.setenv("HOLDFAST_KEEP_TRANSCRIPT_DAYS", str(days))
    await refresh(index, any_store, ROOT, Veil())
    assert (len(index), index.head_of(T)) == (3, path[-1]["key"])
    anew = PassageIndex()
    await refresh(anew, any_store, ROOT, Veil())
    assert len(anew) == 3


async def test_short_forms_of_old_messages_go_out_of_the_summary(any_store: BaseStore):
    path = await talk(any_store)
    made: Any = {
        "schema": SUMMARY_SCHEMA,
        "text": "摘要",
        "exact": [],
        "time": NEW.isoformat(),
        "tokens": 1,
        "folds": 1,
    }
    summary: Summary = {**made, "cursor": place_of(path[1]), "short": {path[0]["key"]: "舊", path[4]["key"]: "new"}}
    await write_fold(any_store, ROOT, T, [], summary)
    await expire_threads(any_store, ROOT, NOW)
    left = await read_summary(any_store, ROOT, T)
    assert left is not None
    assert (left["text"], left.get("short")) == ("摘要", {path[4]["key"]: "new"})


async def checkpoint(saver: BaseCheckpointSaver[str], thread: str, count: int = 3) -> None:
    config: Any = {"configurable": {"thread_id": thread, "checkpoint_ns": ""}}
    for number in range(count):
        point = empty_checkpoint()
        point["channel_values"] = {"messages": [f"説 {number}"]}
        point["channel_versions"] = {"messages": f"{number}"}
        config = await saver.aput(config, point, {"source": "loop", "step": number}, {"messages": f"{number}"})


async def held(saver: BaseCheckpointSaver[str], thread: str) -> list[Any]:
    points = saver.alist({"configurable": {"thread_id": thread}})
    return [point.checkpoint["channel_values"]["messages"] async for point in points]


def reaching(saver: BaseCheckpointSaver[str]) -> Any:
    @asynccontextmanager
    async def runs() -> AsyncIterator[Runs]:
        yield LocalRuns(saver, nothing_runs)

    return reaching_states(runs)


async def test_an_idle_thread_keeps_its_newest_checkpoint_and_none_once_its_words_are_gone(
    any_saver: BaseCheckpointSaver[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_KEEP_CHECKPOINTS_DAYS", "10")
    store = InMemoryStore()
    await talk(store)
    await Conversation(store, ROOT, "lately", start=NOW - DAY).say("hello")
    for thread in (T, "lately", "another's"):
        await checkpoint(any_saver, thread)
    with reaching(any_saver):
        assert await expire_threads(store, ROOT, NEW + 9 * DAY) == ExpiredThreads(entries=3)
        assert len(await held(any_saver, T)) == 3
        assert await expire_threads(store, ROOT, NOW) == ExpiredThreads(states=1)
        assert await held(any_saver, T) == [["説 2"]]
        assert await expire_threads(store, ROOT, NOW) == ExpiredThreads()
        assert await expire_threads(store, ROOT, NEW + 31 * DAY) == ExpiredThreads(entries=3, states=2)
    assert (await held(any_saver, T), len(await held(any_saver, "lately"))) == ([], 1)
    assert len(await held(any_saver, "another's")) == 3
    told = [e["detail"] for e in await list_events(store, ROOT) if "checkpoints" in e["detail"]]
    assert [(one["thread"], one["checkpoints"]) for one in told] == [(T, "newest"), (T, "none"), ("lately", "newest")]


async def test_a_thread_that_goes_on_just_now_keeps_its_checkpoints(monkeypatch: pytest.MonkeyPatch):
    store, saver = InMemoryStore(), Unreachable()
    await talk(store)

    async def moved(*_: Any) -> Place:
        return {"key": "another", "depth": 9}

    monkeypatch.setattr(thread_expiry, "read_head", moved)
    with reaching(saver):  # type: ignore[arg-type]  # nothing of it is called
        assert (await expire_threads(store, ROOT, NEW + 31 * DAY)).states == 0


class Unreachable:
    """A saver of which nothing may be called."""

    async def aget_tuple(self, _: Any) -> None:
        raise StorageError("the disk is full")


async def test_checkpoints_that_cannot_be_deleted_are_told_and_tried_again_and_stop_nothing_else():
    store = InMemoryStore()
    await talk(store)
    with reaching(Unreachable()):  # type: ignore[arg-type]  # all that is called of one
        done = await expire_threads(store, ROOT, NEW + 31 * DAY)
        again = await expire_threads(store, ROOT, NEW + 31 * DAY)
    assert (done.entries, done.states, again.entries) == (6, 0, 0)
    assert done.notes == again.notes == [f"the checkpoints of {T} stay: StorageError: the disk is full"]
