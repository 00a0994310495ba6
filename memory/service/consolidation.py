"""Consolidation of one thread: folds what is due into leaves and the running summary, until nothing is."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any, NotRequired, TypedDict

from langgraph.store.base import BaseStore, PutOp

from memory.core import namespaces
from memory.core.defaults import DEFAULTS
from memory.core.facts.event_docs import make_event
from memory.core.facts.facts import Tombstone
from memory.core.ids import encode_label
from memory.core.language.shorten import CountText
from memory.core.language.text import content_hash
from memory.core.language.times import moment
from memory.core.recall.passages import Veil
from memory.core.summary.due import CountEntry, fold_ranges
from memory.core.summary.leaf_path import covered, forgotten_since, leaves_on_path
from memory.core.summary.leaves import fold_entries
from memory.core.summary.running_summary import merge
from memory.core.summary.summary_docs import Leaf, Summary, leaf_key
from memory.core.transcript.entries import Entry, Place
from memory.service.context import zone_of
from memory.service.settings import time_zone
from memory.service.short_forms import Ask, shorten
from memory.service.veiling import trace_key, veil_for
from memory.storage.due import clear_due
from memory.storage.events import event_op
from memory.storage.facts import load_memory, read_version
from memory.storage.ops import delete, write
from memory.storage.summaries import fold_ops, list_leaves, read_summary
from memory.storage.transcript_read import read_head, read_path
from memory.storage.turn import read_settings


class ThreadReport(TypedDict):
    """What consolidation did to one thread."""

    root: str
    thread: str
    leaves: int
    """New leaves."""
    entries: int
    """Entries they fold."""
    rebuilt: int
    """Leaves of earlier runs merged again, because the thread had branched or something was forgotten."""
    cursor: Place | None
    """The newest entry the summary covers, None without a summary."""
    shortened: int
    """New short forms of long messages."""
    notes: list[str]
    """What a model that shortens did not do, and why."""
    error: NotRequired[str]
    """Why it failed; the thread stays due."""


@dataclass(frozen=True)
class Measures:
    """How consolidation counts and what it may fill."""

    count_text: CountText
    """Tokens of a text."""
    count_entry: CountEntry
    """Tokens of an entry as a message to the model."""
    budget: int
    """Tokens of the context window."""
    ask: Ask | None = None
    """Asks the model that shortens long messages, None when there is none."""


@dataclass(frozen=True)
class _Pass:
    """One look at a thread, and what it must not tell."""

    store: BaseStore
    root: str
    thread: str
    measures: Measures
    now: datetime
    """Before the tombstones were read: what is forgotten later is not respected yet."""
    version: str | None
    tombstones: Sequence[Tombstone]
    veil: Veil
    zone: tzinfo
    """The user's, as far as it is known here."""
    suspect: datetime | None
    """From then on this run made what may hold something forgotten meanwhile, None when nothing was."""


def empty_report(root: str, thread: str) -> ThreadReport:
    """Return the report of a thread to which nothing was done."""
    return {
        "root": root,
        "thread": thread,
        "leaves": 0,
        "entries": 0,
        "rebuilt": 0,
        "cursor": None,
        "shortened": 0,
        "notes": [],
    }


async def consolidate_thread(
    store: BaseStore, root: str, thread: str, *, clock: Callable[[], datetime], measures: Measures
) -> ThreadReport:
    """Fold what is due in a thread, until nothing is, and take its due mark off; return what was done.

    Each leaf is written together with the summary that holds it, so a crash between two writes loses and repeats
    nothing, and what a second run finds done it leaves. Raises StorageError, SchemaError and what the store raises;
    the mark stays then.
    """
    report = empty_report(root, thread)
    first: tuple[datetime, Sequence[Tombstone]] | None = None
    while True:
        now = clock()
        memory = await load_memory(store, root)
        first = first or (now, memory.tombstones)
        # A forgetting may carry an earlier time than a leaf that was made before it was written.
        suspect = first[0] if memory.tombstones != first[1] else None
        veil = veil_for(root, memory.tombstones)
        zone = zone_of(str((await read_settings(store, root, now)).get("time_zone") or time_zone()))
        look = _Pass(store, root, thread, measures, now, memory.version, memory.tombstones, veil, zone, suspect)
        head = await read_head(store, root, thread)
        if head is not None:
            await _fold_due(look, head, report)
        await clear_due(store, root, thread)
        # Whoever marked the thread meanwhile had changed its head or the facts before.
        if head == await read_head(store, root, thread) and memory.version == await read_version(store, root):
            return report


async def _fold_due(look: _Pass, head: Place, report: ThreadReport) -> None:
    summary, path = await _standing(look, head)
    ranges = await _ranges(look, path)
    if summary is None or ranges:
        summary, adopted = await _adopt_leaves(look, summary, path, report)
        ranges = await _ranges(look, path[adopted:]) if adopted else ranges
    for entries in ranges:
        leaf, merged = await asyncio.to_thread(_fold, look, entries, summary)
        if await _overtaken(look, summary):
            return
        await _write(look, [leaf], merged, "summary.folded", {"entries": len(entries)})
        summary = merged
        report["leaves"] += 1
        report["entries"] += len(entries)
    report["cursor"] = summary["cursor"] if summary else None
    if summary and look.measures.ask:
        await _shorten(look, head, summary, look.measures.ask, report)


async def _shorten(look: _Pass, head: Place, summary: Summary, ask: Ask, report: ThreadReport) -> None:
    """Have the long messages that a window may still show shortened, and keep that with the summary."""
    path = await read_path(look.store, look.root, look.thread, head, limit=DEFAULTS.state_messages)
    stored = summary.get("short", {})
    # What this run made before something was forgotten may hold it.
    known = stored if look.suspect is None else {}
    count, secret = look.measures.count_text, trace_key(look.root)
    done = await shorten(path, known, look.veil, count, ask, secret=secret, zone=look.zone)
    report["shortened"] += done.made
    report["notes"] += done.notes
    if done.forms != stored and not await _overtaken(look, summary):
        detail = {"made": done.made, "kept": len(done.forms) - done.made, "notes": len(done.notes)}
        await _write(look, [], {**summary, "short": done.forms}, "summary.shortened", detail)


async def _standing(look: _Pass, head: Place) -> tuple[Summary | None, list[Entry]]:
    """Return the summary that holds on the active path and the path past its cursor, or None and the whole path.

    None: there is no summary yet, the thread has branched off before its cursor, or something was forgotten since.
    """
    summary = await read_summary(look.store, look.root, look.thread)
    if summary and not _may_hold_forgotten(look, summary):
        cursor = summary["cursor"]
        path = await read_path(look.store, look.root, look.thread, head, after=cursor)
        if cursor["key"] == (path[0]["parent"] if path else head["key"]):
            return summary, path
    return None, await read_path(look.store, look.root, look.thread, head)


async def _ranges(look: _Pass, path: Sequence[Entry]) -> list[list[Entry]]:
    return await asyncio.to_thread(fold_ranges, path, look.measures.count_entry, look.measures.budget)


async def _adopt_leaves(
    look: _Pass, summary: Summary | None, path: Sequence[Entry], report: ThreadReport
) -> tuple[Summary | None, int]:
    """Merge the leaves that cover the beginning of `path` already; return the summary and how many entries they cover.

    There are some after a fork or a forget, when the summary is merged anew, and where another branch set the cursor
    back. Leaves of any branch that were made before a forgetting are made anew with it.
    """
    leaves = await list_leaves(look.store, look.root, look.thread)
    renewed = [await _renewed(look, leaf) for leaf in leaves if _may_hold_forgotten(look, leaf)]
    by_key = {leaf_key(leaf): leaf for leaf in [*leaves, *renewed]}
    found = leaves_on_path(path, by_key.values())
    if found:
        summary = await asyncio.to_thread(merge, summary, found, look.measures.count_text, now=look.now)
    if found or renewed:
        await _write(look, renewed, summary, "summary.rebuilt", {"leaves": len(found), "renewed": len(renewed)})
    report["rebuilt"] += len(found)
    return summary, sum(map(covered, found))


async def _renewed(look: _Pass, leaf: Leaf) -> Leaf:
    entries = await read_path(look.store, look.root, look.thread, leaf["last"], limit=covered(leaf))
    return await asyncio.to_thread(_leaf, look, entries)


def _may_hold_forgotten(look: _Pass, made: Leaf | Summary) -> bool:
    ours = look.suspect is not None and moment(made["time"]) >= look.suspect
    return ours or forgotten_since(made["time"], look.thread, look.tombstones)


def _fold(look: _Pass, entries: Sequence[Entry], summary: Summary | None) -> tuple[Leaf, Summary]:
    leaf = _leaf(look, entries)
    return leaf, merge(summary, [leaf], look.measures.count_text, now=look.now)


def _leaf(look: _Pass, entries: Sequence[Entry]) -> Leaf:
    return fold_entries(entries, look.veil, look.measures.count_text, now=look.now, zone=look.zone)


async def _overtaken(look: _Pass, summary: Summary | None) -> bool:
    """Tell whether something was forgotten meanwhile, or someone else moved the mailbox.

    Some servers run two consolidations of a thread at once.
    """
    stored = await read_summary(look.store, look.root, look.thread)
    if summary is not None and stored is not None and stored["cursor"] != summary["cursor"]:
        return True
    changed = await read_version(look.store, look.root) != look.version
    return changed and (await load_memory(look.store, look.root)).tombstones != look.tombstones


async def _write(
    look: _Pass, leaves: Sequence[Leaf], summary: Summary | None, kind: str, detail: dict[str, Any]
) -> None:
    """Write leaves, summary and event together; no summary: none holds any more, and the mailbox is emptied."""
    cursor = summary["cursor"] if summary else None
    unique = content_hash([kind, look.thread, *map(leaf_key, leaves), cursor])
    event = make_event(kind, look.now, {"thread": look.thread, "cursor": cursor, **detail}, unique)
    emptied = [delete(namespaces.summary(look.root), encode_label(look.thread))] if summary is None else []
    ops: list[PutOp] = [*fold_ops(look.root, look.thread, leaves, summary), *emptied, event_op(look.root, event)]
    await write(look.store, ops)
