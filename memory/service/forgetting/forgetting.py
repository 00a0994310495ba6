"""Forgetting facts: their text leaves everything that is derived, and what brings it back is masked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import cast
from uuid import uuid4

from langgraph.store.base import BaseStore, PutOp

from memory.core import namespaces
from memory.core.events.event_docs import Event, EventKind, make_event
from memory.core.facts.facts import Assertion, Mask, Proposal, Tombstone
from memory.core.facts.identity import assertion_key
from memory.core.facts.likeness import likeness_hash
from memory.core.forgetting.forgetting import FactT, locate_masks, make_tombstone
from memory.core.forgetting.retelling import endings, tells, without_retelling
from memory.core.forgetting.traces import find_traces, traces_of
from memory.core.language.text import content_hash
from memory.core.language.times import INSTANT, moment
from memory.core.namespaces import Namespace
from memory.core.retention.archive import archive_key
from memory.core.retention.usage import without_facts
from memory.core.summary.summary_docs import Leaf, Summary, all_text
from memory.core.summary.summary_edits import tells_forgotten as edit_tells
from memory.core.transcript.entries import Entry, Place, text_of
from memory.core.transcript.titles import title_tells_forgotten
from memory.core.working import tells_forgotten
from memory.service.forgetting.veiling import trace_key, veil_for
from memory.storage.due import due_op
from memory.storage.facts import StoredMemory, list_pending, load_memory, memory_ops, remark_key
from memory.storage.ops import write
from memory.storage.summaries import fold_ops, list_leaves, read_summary
from memory.storage.summary_edits import edit_of, list_all_edits
from memory.storage.titles import list_titles, title_of
from memory.storage.transcript_read import list_threads, lookup, read_entries_at
from memory.storage.usage import list_usage, usage_op
from memory.storage.working import list_all_working


@dataclass(frozen=True)
class EntryAt:
    """An entry of one of the user's threads."""

    thread: str
    place: Place


@dataclass(frozen=True)
class Forgotten:
    """What was forgotten."""

    ids: list[str] = field(default_factory=list)
    """Content ids."""
    threads: list[str] = field(default_factory=list)
    """Threads marked due, whose summaries consolidation makes anew."""


async def forget(
    store: BaseStore,
    root: str,
    facts: Sequence[Proposal],
    *,
    now: datetime,
    asking: EntryAt | None = None,
    event: EventKind = "fact.forgotten",
) -> Forgotten:
    """Forget facts, approved or pending, in one write; return what that was.

    `asking` is the entry of the request, which may repeat them. A tombstone each keeps them from returning and masks
    them in every view; the summaries that may hold them are not used again, also those that a clock which was wrong
    dated ahead. `event`: the type of the events.
    Raises SchemaError and what the store raises; nothing is forgotten then.
    """
    facts = list({fact["id"]: fact for fact in facts}.values())
    if not facts:
        return Forgotten()
    memory, pending = await load_memory(store, root), await list_pending(store, root)
    told = [known for known in memory.assertions if any(tells(known, fact) for fact in facts)]
    waiting = [known for known in pending if any(tells(known, fact) for fact in facts)]
    sayings = [*facts, *waiting, *told]
    gone = list({known["id"]: known for known in sayings}.values())
    gone_ids = {known["id"] for known in gone}
    summaries = await _summaries(store, root)
    stones = await _tombstones(store, root, gone, sayings, memory.tombstones, summaries, now, asking)
    threads = list(dict.fromkeys(thread for stone in stones for thread in stone["threads"]))
    key = trace_key(root)
    ended = endings(memory.assertions, told, now.isoformat())
    change = memory_ops(
        root,
        version=uuid4().hex,
        assertions=[*_cleared(memory.assertions, gone, key), *ended],
        pending=_cleared(pending, gone, key),
        tombstones=stones,
        delete=[
            *_known_of(root, memory, told, gone_ids),
            *_source_vectors(root, stones),
            *await _retold(store, root, stones),
        ],
        events=[_event(event, stone, now) for stone in stones],
    )
    uncounted = [
        usage_op(root, label, without_facts(usage, gone_ids))
        for label, usage in (await list_usage(store, root)).items()
        if gone_ids & set(usage["facts"])
    ]
    dated = [op for thread in threads for op in _dated_before(root, thread, summaries.get(thread, []), now)]
    await write(store, [*change, *uncounted, *dated, *(due_op(root, thread) for thread in threads)])
    return Forgotten([known["id"] for known in gone], threads)


def _known_of(root: str, memory: StoredMemory, told: Sequence[Assertion], ids: set[str]) -> list[tuple[Namespace, str]]:
    """Return where the sayings `told` lie, and all that is kept of the facts called `ids`."""
    return [
        *((namespaces.facts(root), assertion_key(known)) for known in told),
        *((namespaces.remarks(root), remark_key(remark)) for remark in memory.remarks if remark["about"] in ids),
        *((namespaces.archive(root), archive_key(mark)) for mark in memory.archive if mark["about"] in ids),
        *((kind(root), one) for kind in (namespaces.pending, namespaces.fact_vectors) for one in sorted(ids)),
    ]


def _source_vectors(root: str, stones: Sequence[Tombstone]) -> list[tuple[Namespace, str]]:
    """Return where the vectors of source entries lie; those of what repeats them go when their texts are next read."""
    return [
        (namespaces.vectors(root, t), entry) for stone in stones for t in stone["threads"] for entry in stone["entries"]
    ]


async def _retold(store: BaseStore, root: str, stones: Sequence[Tombstone]) -> list[tuple[Namespace, str]]:
    """Return where entries of working memory, a user's changes of summaries, and titles tell what is forgotten."""
    veil = veil_for(root, stones)
    working, edits = await list_all_working(store, root), await list_all_edits(store, root)
    found = [
        *(item for item in working if tells_forgotten(item.value, veil)),
        *(item for item in edits if edit_tells(edit_of(item), veil)),
        *(item for item in await list_titles(store, root) if title_tells_forgotten(title_of(item), veil)),
    ]
    return [(item.namespace, item.key) for item in found]


def _cleared(known: Iterable[FactT], gone: Sequence[Proposal], key: str) -> list[FactT]:
    """Return those that stay and must change, changed."""
    ids = {fact["id"] for fact in gone}
    kept = [(fact, without_retelling(fact, gone, key)) for fact in known if fact["id"] not in ids]
    return [after for before, after in kept if after != before]


async def _tombstones(
    store: BaseStore,
    root: str,
    gone: Sequence[Proposal],
    sayings: Sequence[Proposal],
    known: Iterable[Tombstone],
    summaries: Mapping[str, Sequence[Leaf | Summary]],
    now: datetime,
    asking: EntryAt | None,
) -> list[Tombstone]:
    key = trace_key(root)
    before = {stone["content"]: stone for stone in known}
    texts = [(thread, all_text(one)) for thread, made in summaries.items() for one in made]
    asked = await read_entries_at(store, root, asking.thread, [asking.place]) if asking else {}
    stones: list[Tombstone] = []
    for fact in gone:
        said = [saying for saying in sayings if saying["id"] == fact["id"]]
        told_in = {e["key"]: e for saying in said for e in await _sources(store, root, saying)}
        entries = list((told_in | asked).values())
        quotes = dict.fromkeys(saying["quote"] for saying in said)
        masks: list[Mask] = [
            mask for quote in quotes for e in entries for mask in locate_masks(quote, e["key"], text_of(e))
        ]
        old = before.get(fact["id"])
        masks += [mask for mask in (old["masks"] if old else []) if mask not in masks]
        traces = list({t["hash"]: t for saying in said for t in traces_of(saying, key)}.values())
        alike = [*(likeness_hash(saying, key) for saying in said), *(old.get("alike", []) if old else [])]
        threads = [e["thread"] for e in entries]
        threads += [thread for thread, text in texts if find_traces(text, traces, key)]
        threads += old["threads"] if old else []
        stones.append(make_tombstone(fact, masks, now.isoformat(), threads, traces, alike))
    return stones


async def _sources(store: BaseStore, root: str, fact: Proposal) -> list[Entry]:
    """Return the entry in which a fact was said and, if the message was edited since, its newest one."""
    source = fact["source"]
    seen = (await lookup(store, root, source["thread"], [source["message"]])).get(source["message"])
    if seen is None:
        return []
    places = [seen.entry, Place(key=source["entry"], depth=seen.entry["depth"])]  # an edit takes the same step
    return list((await read_entries_at(store, root, source["thread"], places)).values())


async def _summaries(store: BaseStore, root: str) -> dict[str, list[Leaf | Summary]]:
    """Return every leaf and running summary of a user, by thread."""
    found: dict[str, list[Leaf | Summary]] = {}
    for thread in [record["thread"] for record in await list_threads(store, root)]:
        summary = await read_summary(store, root, thread)
        found[thread] = [*await list_leaves(store, root, thread), *([summary] if summary else [])]
    return found


def _dated_before(root: str, thread: str, made: Sequence[Leaf | Summary], now: datetime) -> list[PutOp]:
    """Return what dates before `now` the leaves and the summary that a clock which was wrong dated later."""
    ahead: list[Leaf | Summary] = [one for one in made if moment(one["time"]) >= now]
    time = (now - INSTANT).isoformat()
    leaves = [cast("Leaf", {**one, "time": time}) for one in ahead if "cursor" not in one]
    summary = next((cast("Summary", {**one, "time": time}) for one in ahead if "cursor" in one), None)
    return fold_ops(root, thread, leaves, summary)


def _event(kind: EventKind, stone: Tombstone, now: datetime) -> Event:
    detail = {"id": stone["content"], "slot": stone["slot"], "entries": stone["entries"]}
    return make_event(kind, now, detail, content_hash([kind, stone["content"]]))
