from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langgraph.store.base import BaseStore, GetOp, Op, PutOp, Result
from langgraph.store.memory import InMemoryStore
from support.paths import assistant, exchanges, parted_pairs, path_of, result, user

from memory.core.facts.facts import Tombstone
from memory.core.forgetting.traces import traces_of
from memory.core.summary.summary_docs import Leaf, Summary
from memory.core.transcript.emptied import emptied
from memory.core.transcript.entries import Entry, Message, place_of, text_of
from memory.models.tokenizer import count_message, count_text
from memory.service.consolidation.consolidation import ThreadReport, consolidate_thread
from memory.service.consolidation.mailbox import Measures
from memory.service.forgetting.veiling import trace_key
from memory.storage.due import list_due, mark_due
from memory.storage.events import list_events
from memory.storage.facts import write_memory
from memory.storage.summaries import list_leaves, read_summary
from memory.storage.transcript_read import read_path
from memory.storage.transcript_write import append

U, T = "ann--0", "T"
MEASURES = Measures(count_text, count_message, budget=16_000)


class Clock:
    """A clock that moves on a minute at each look."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def __call__(self) -> datetime:
        self.at += timedelta(minutes=1)
        return self.at


CLOCK = Clock(datetime(2027, 1, 1, tzinfo=UTC))


async def write_path(store: BaseStore, path: list[Entry]) -> None:
    await append(store, U, T, path, head=place_of(path[-1]))


async def consolidate(store: BaseStore, measures: Measures = MEASURES) -> ThreadReport:
    return await consolidate_thread(store, U, T, clock=CLOCK, measures=measures)


def talk(count: int, parent: Entry | None = None, prefix: str = "m") -> list[Entry]:
    texts = (f"Order AB-{prefix}{i:03d} 需要在12月{i % 28 + 1}日前送到 Mia Li." for i in range(count))
    return path_of(*(user(text) for text in texts), parent=parent, prefix=prefix)


async def forget(store: BaseStore, entry: Entry, text: str, name: str = "gone") -> None:
    start = text_of(entry).index(text)
    tombstone: Tombstone = {
        "schema": 1,
        "content": name,
        "slot": None,
        "masks": [{"entry": entry["key"], "start": start, "end": start + len(text)}],
        "entries": [entry["key"]],
        "threads": [T],
        "forgotten_at": CLOCK().isoformat(),
    }
    await write_memory(store, U, version=f"after {name}", tombstones=[tombstone])


async def summary_of(store: BaseStore) -> Summary:
    summary = await read_summary(store, U, T)
    assert summary is not None
    return summary


async def everything_told(store: BaseStore) -> str:
    summary = await read_summary(store, U, T)
    told: list[Leaf | Summary] = [*await list_leaves(store, U, T), *([summary] if summary else [])]
    return "\n".join("\n".join([one["text"], *one["exact"]]) for one in told)


def covered_keys(path: list[Entry], leaves: Sequence[Leaf]) -> list[list[str]]:
    keys = [entry["key"] for entry in path]
    ranges = ((keys.index(leaf["first"]["key"]), keys.index(leaf["last"]["key"])) for leaf in leaves)
    return [keys[first : last + 1] for first, last in sorted(ranges)]


async def test_a_due_thread_is_folded_into_leaves_and_the_mailbox(any_store: BaseStore):
    path = talk(65)
    await write_path(any_store, path)
    await mark_due(any_store, U, T)
    report = await consolidate(any_store)
    leaves, summary = await list_leaves(any_store, U, T), await summary_of(any_store)
    assert covered_keys(path, leaves) == [[e["key"] for e in path[:20]], [e["key"] for e in path[20:40]]]
    assert summary["cursor"] == place_of(path[39])
    assert "AB-m039" in summary["text"]
    assert "AB-m000" in summary["exact"]
    assert (report["leaves"], report["entries"], report["cursor"]) == (2, 40, summary["cursor"])
    assert await list_due(any_store) == []
    assert [e["type"] for e in await list_events(any_store, U)] == ["summary.folded"] * 2


async def test_a_second_run_changes_nothing(any_store: BaseStore):
    await write_path(any_store, talk(65))
    await consolidate(any_store)
    before = (await list_leaves(any_store, U, T), await summary_of(any_store), await list_events(any_store, U))
    report = await consolidate(any_store)
    assert (report["leaves"], report["rebuilt"]) == (0, 0)
    assert before == (await list_leaves(any_store, U, T), await summary_of(any_store), await list_events(any_store, U))


@pytest.mark.parametrize("entries", [0, 1, 39])
async def test_what_is_not_due_is_left_alone_and_its_mark_goes(entries: int):
    store = InMemoryStore()
    if entries:
        await write_path(store, talk(entries))
    await mark_due(store, U, T)
    report = await consolidate(store)
    assert (report["leaves"], report["cursor"]) == (0, None)
    assert await read_summary(store, U, T) is None
    assert await list_due(store) == []


async def test_a_thread_goes_on_where_its_last_fold_ended():
    store, path = InMemoryStore(), talk(40)
    await write_path(store, path)
    await consolidate(store)
    more = talk(30, parent=path[-1], prefix="n")
    await write_path(store, more)
    assert (await consolidate(store))["entries"] == 20
    ranges = covered_keys([*path, *more], await list_leaves(store, U, T))
    assert [len(part) for part in ranges] == [20, 20]
    assert (await summary_of(store))["folds"] == 1


async def test_a_full_window_folds_fewer_than_twenty():
    store = InMemoryStore()
    await write_path(store, talk(15))
    report = await consolidate(store, Measures(count_text, lambda _: 100, budget=1_600))
    assert report["entries"] == 7


async def test_a_leaf_that_only_this_branch_has_is_not_folded_into_another():
    store, path = InMemoryStore(), talk(56)
    small = Measures(count_text, lambda _: 100, budget=2_300)
    await write_path(store, path[:25])
    await consolidate(store, small)  # the window is nearly full: a short leaf
    short = (await list_leaves(store, U, T))[-1]
    await write_path(store, talk(1, parent=path[5], prefix="b"))
    await consolidate(store)
    await write_path(store, path)
    await consolidate(store)
    ranges = covered_keys(path, await list_leaves(store, U, T))
    assert [ranges[0][-1], list(chain.from_iterable(ranges))] == [short["last"]["key"], [e["key"] for e in path[:34]]]


async def test_messages_that_arrive_while_it_runs_are_seen_before_it_ends():
    path = talk(40)
    more = talk(25, parent=path[-1], prefix="n")

    class Busy(InMemoryStore):
        """A store in which a turn ends just after the first fold was written."""

        arrived = False

        async def abatch(self, ops: Any) -> list[Result]:
            results = await super().abatch(ops)
            if not self.arrived and any(isinstance(op, PutOp) and op.namespace[2:3] == ("leaves",) for op in ops):
                self.arrived = True
                await write_path(self, more)
                await mark_due(self, U, T)
            return results

    store = Busy()
    await write_path(store, path)
    assert (await consolidate(store))["entries"] == 40
    assert await list_due(store) == []


async def test_a_fork_is_summarised_from_the_leaves_it_shares():
    store, path = InMemoryStore(), talk(85)
    await write_path(store, path)
    await consolidate(store)
    branch = talk(50, parent=path[45], prefix="b")
    await write_path(store, branch)
    report = await consolidate(store)
    active = [*path[:46], *branch]
    summary = await summary_of(store)
    assert report["rebuilt"] == 2  # of the three leaves the third holds entries the branch left behind
    assert "AB-m05" not in summary["text"] + " ".join(summary["exact"])
    assert summary["cursor"] == place_of(active[60 - 1])
    assert "AB-b" in summary["text"]


async def test_back_on_the_old_branch_its_leaves_are_used_again():
    store, path = InMemoryStore(), talk(85)
    await write_path(store, path)
    await consolidate(store)
    before = await summary_of(store)
    await write_path(store, talk(1, parent=path[45], prefix="b"))
    await consolidate(store)
    assert (await summary_of(store))["cursor"]["depth"] < before["cursor"]["depth"]
    await write_path(store, path[-1:])
    report = await consolidate(store)
    assert (report["leaves"], report["rebuilt"]) == (0, 1)
    assert {**await summary_of(store), "time": "", "folds": 0} == {**before, "time": "", "folds": 0}


async def test_a_forget_takes_the_text_out_of_leaves_and_summary(any_store: BaseStore):
    talked = [user(f"第{i}句话很重要。") for i in range(44)]
    path = path_of(*talked[:19], user("My PIN is 4417-22 and I like tea."), *talked[19:])
    await write_path(any_store, path)
    await consolidate(any_store)
    assert "4417-22" in await everything_told(any_store)
    await forget(any_store, path[19], "PIN is 4417-22")
    report = await consolidate(any_store)
    assert report["rebuilt"] == 1
    told = await everything_told(any_store)
    assert "4417-22" not in told
    assert "tea" in told


async def test_a_forget_reaches_leaves_of_abandoned_branches_too():
    store = InMemoryStore()
    path = [*talk(22), *path_of(user("My PIN is 4417-22."), parent=talk(22)[-1], prefix="p")]
    path += talk(37, parent=path[-1], prefix="q")
    await write_path(store, path)
    await consolidate(store)
    await write_path(store, talk(2, parent=path[20], prefix="b"))
    await consolidate(store)
    await forget(store, path[22], "PIN is 4417-22")
    await consolidate(store)
    assert "4417-22" not in await everything_told(store)


async def test_a_forget_while_it_runs_is_respected_before_it_ends():
    path = path_of(user("My PIN is 4417-22."), *(user(f"第{i}句话很重要。") for i in range(44)))

    class Busy(InMemoryStore):
        """A store in which a forget arrives with the first fold."""

        arrived = False

        async def abatch(self, ops: Any) -> list[Result]:
            results = await super().abatch(ops)
            if not self.arrived and any(isinstance(op, PutOp) and op.namespace[2:3] == ("leaves",) for op in ops):
                self.arrived = True
                await forget(self, path[0], "PIN is 4417-22")
            return results

    store = Busy()
    await write_path(store, path)
    await consolidate(store)
    assert store.arrived
    assert "4417-22" not in await everything_told(store)


async def test_a_mailbox_that_someone_else_moved_is_not_moved_back():
    path = talk(70)

    class Busy(InMemoryStore):
        """A store in which another consolidation folds the same thread in the meantime."""

        reads = 0

        async def abatch(self, ops: Any) -> list[Result]:
            if any(isinstance(op, GetOp) and op.namespace[2:3] == ("summary",) for op in ops):
                self.reads += 1
                if self.reads == 3:
                    await consolidate(self)
            return await super().abatch(ops)

    store = Busy()
    await write_path(store, path)
    await consolidate(store)
    ranges = covered_keys(path, await list_leaves(store, U, T))
    assert list(chain.from_iterable(ranges)) == [e["key"] for e in path[:40]]
    assert (await summary_of(store))["cursor"] == place_of(path[39])


class KilledError(Exception):
    """The process ended."""


class Mortal(InMemoryStore):
    """A store whose process dies before a chosen write, leaving what was written."""

    writes_left: int | None = None

    async def abatch(self, ops: Any) -> list[Result]:
        writing: list[Op] = [op for op in ops if isinstance(op, PutOp)]
        if writing and self.writes_left is not None:
            if self.writes_left == 0:
                raise KilledError
            self.writes_left -= 1
        return await super().abatch(ops)


@pytest.mark.parametrize("writes", range(4))
async def test_a_crash_between_any_two_writes_loses_and_repeats_nothing(writes: int):
    path, store, whole = talk(85), Mortal(), InMemoryStore()
    for each in (store, whole):
        await write_path(each, path)
        await mark_due(each, U, T)
    await consolidate(whole)
    store.writes_left = writes
    with pytest.raises(KilledError):
        await consolidate(store)
    store.writes_left = None
    assert await list_due(store) == [(U, T)]
    await consolidate(store)
    timeless: Callable[[Leaf | Summary], dict[str, Any]] = lambda one: {**one, "time": ""}  # noqa: E731  # short
    assert [*map(timeless, await list_leaves(store, U, T))] == [*map(timeless, await list_leaves(whole, U, T))]
    assert timeless(await summary_of(store)) == timeless(await summary_of(whole))
    assert await list_due(store) == []


async def test_a_branch_that_goes_on_with_a_tools_results_keeps_them_with_their_call_where_another_one_folded_it():
    store, before = InMemoryStore(), talk(17)
    called = path_of(
        user("Find both"), assistant("", ("c1", "find", {}), ("c2", "find", {})), result("c1", "one"), parent=before[-1]
    )
    broken_off = [*before, *called, *talk(25, parent=called[-1], prefix="x")]
    answered = [*before, *called, *path_of(result("c2", "two"), assistant("Both."), parent=called[-1], prefix="y")]
    answered += talk(45, parent=answered[-1], prefix="z")
    for path in (broken_off, answered):
        await write_path(store, path)
        await consolidate(store)
        await check_promises(store, path)


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
async def test_any_history_keeps_every_promise(data: st.DataObject):
    store, budget = Mortal(), data.draw(st.sampled_from([600, 3_000, 16_000]))
    measures = Measures(count_text, count_message, budget)
    branches: list[list[Entry]] = [[]]
    for step in range(data.draw(st.integers(1, 6))):
        path = list(data.draw(st.sampled_from(branches)))
        path = path[: data.draw(st.integers(0, len(path)))] if data.draw(st.booleans()) else path
        said: list[Message] = [m for one in data.draw(st.lists(exchanges(), min_size=1, max_size=12)) for m in one]
        path += path_of(*said, parent=path[-1] if path else None, prefix=f"s{step}-")
        branches.append(path)
        await write_path(store, path)
        store.writes_left = data.draw(st.sampled_from([None, None, 0, 1, 2]))
        try:
            await consolidate(store, measures)
        except KilledError:
            store.writes_left = None
            await consolidate(store, measures)
        store.writes_left = None
        await check_promises(store, path)


async def check_promises(store: BaseStore, path: list[Entry]) -> None:
    stored = await read_path(store, U, T, place_of(path[-1]))
    assert [e["key"] for e in stored] == [e["key"] for e in path]  # the transcript is complete
    on_path = {e["key"] for e in path}
    leaves = [leaf for leaf in await list_leaves(store, U, T) if leaf["last"]["key"] in on_path]
    summary = await read_summary(store, U, T)
    covered = summary["cursor"]["key"] if summary else ""  # of another branch while nothing is due on this one
    cursor = next((i for i, e in enumerate(path) if e["key"] == covered), -1)
    ranges = made_of(covered_keys(path, leaves), cursor, path)
    assert ranges is not None  # no gap, no entry in two leaves, and never past what was summarised
    assert bool(leaves) == bool(ranges)
    by_key = {e["key"]: e for e in path}
    kept = path[cursor + 1 :]
    assert not parted_pairs([*([by_key[k] for k in part] for part in ranges), kept], path)
    if summary:
        assert count_text(summary["text"]) <= 600


def made_of(ranges: Sequence[list[str]], end: int, path: Sequence[Entry]) -> list[list[str]] | None:
    """Return ranges that follow each other from the first entry to `end`, None when none do.

    A leaf that another branch left may lie across them.
    """
    if end < 0:
        return []
    for part in ranges:
        if part[-1] == path[end]["key"] and (before := made_of(ranges, end - len(part), path)) is not None:
            return [*before, part]
    return None


async def test_a_message_of_which_only_the_beginning_is_summarised_is_told_of():
    store = InMemoryStore()
    path = path_of(user("x" * 200_001), *(user(f"Order AB-{i} 送到了") for i in range(60)))
    await append(store, U, T, path, head=place_of(path[-1]))
    report = await consolidate(store)
    assert report["notes"] == ["of 1 messages only the first 200,000 characters are summarised"]


@pytest.mark.parametrize(
    ("source", "words", "stays", "goes"),
    [(25, "ABCDEF", "AB-m003", "AB-m025"), (64, "Order AB-m012", "AB-m033", "AB-m003")],
    ids=["by its place", "by its words"],
)
async def test_of_leaves_whose_entries_are_empty_only_one_that_may_tell_what_was_forgotten_is_made_anew(
    source: int, words: str, stays: str, goes: str
):
    store, path = InMemoryStore(), talk(65)
    await write_path(store, path)
    await consolidate(store)
    await append(store, U, T, [emptied(entry, CLOCK()) for entry in path[:40]])
    fact: Any = {"text": words, "value": None}
    stone: Any = {"schema": 1, "content": "gone", "slot": None, "masks": [], "threads": [T]}
    stone |= {"entries": [path[source]["key"]], "forgotten_at": CLOCK().isoformat()}
    await write_memory(store, U, version="later", tombstones=[stone | {"traces": traces_of(fact, trace_key(U))}])
    await consolidate(store)
    told = await everything_told(store)
    assert (stays in told, goes in told) == (True, False)
