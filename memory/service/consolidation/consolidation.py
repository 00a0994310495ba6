"""Consolidation of one thread: folds what is due into leaves and the running summary, until nothing is."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NotRequired, TypedDict

from langgraph.store.base import BaseStore

from memory.core.defaults import DEFAULTS
from memory.core.summary.due import fold_ranges
from memory.core.summary.leaf_path import covered, leaves_on_path
from memory.core.summary.recalibration import Anew, is_adrift, made_anew_from, owes_model
from memory.core.summary.summary_docs import Summary, leaf_key
from memory.core.transcript.entries import Entry, Place
from memory.models.ask import Ask
from memory.service.consolidation.folding import as_edited, make_leaf, make_summary, renewed_leaf
from memory.service.consolidation.mailbox import Look, Mailbox, Measures, OvertakenError, look_at
from memory.service.consolidation.recalibration import make_anew
from memory.service.consolidation.short_forms import shorten
from memory.service.consolidation.summarising import Writing
from memory.service.forgetting.veiling import trace_key
from memory.storage.due import clear_due, mark_due
from memory.storage.facts import read_version
from memory.storage.summaries import list_leaves
from memory.storage.transcript_read import read_head, read_path


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
    calls: int
    """Requests to the model that writes leaves and summaries."""
    input_tokens: int
    """Tokens of those requests, as they are counted here."""
    fold_tokens: int
    """Of them, what was read to fold new entries and merge them: without the fixed texts around it."""
    anew_tokens: int
    """Of them, what was read to make the summary anew."""
    fallbacks: int
    """Texts that the model was asked for and rules wrote."""
    invented: int
    """Exact strings that nobody had said and that were taken out of what the model wrote."""
    drift: float | None
    """Share of exact strings that the summary had lost when it was made anew, None when it was not."""
    owed: bool
    """Something is left for the next run: the model could not be asked, or not as often as it was due."""
    notes: list[str]
    """What a model did not do, and why."""
    error: NotRequired[str]
    """Why it failed; the thread stays due."""


@dataclass
class _Run:
    """One run over a thread."""

    report: ThreadReport
    writing: Writing
    full: bool
    """The summary is to be made anew from the transcript, and was not yet."""


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
        "calls": 0,
        "input_tokens": 0,
        "fold_tokens": 0,
        "anew_tokens": 0,
        "fallbacks": 0,
        "invented": 0,
        "drift": None,
        "owed": False,
        "notes": [],
    }


async def consolidate_thread(
    store: BaseStore,
    root: str,
    thread: str,
    *,
    clock: Callable[[], datetime],
    measures: Measures,
    full: bool = False,
) -> ThreadReport:
    """Fold what is due in a thread, until nothing is, and take its due mark off; return what was done.

    `full`: make its summary anew from the transcript. Each leaf is written together with the summary that holds it, so
    a crash between two writes loses and repeats nothing, and what a second run finds done it leaves. A model that
    fails costs no entry: rules write what it does not, and the thread stays due as one that failed. Raises
    StorageError, SchemaError and what the store raises; the mark stays then.
    """
    run = _Run(
        empty_report(root, thread), Writing(measures.summariser, measures.count_text, trace_key(root)), full=full
    )
    first: Look | None = None
    while True:
        look = await look_at(store, root, thread, measures=measures, clock=clock, first=first)
        first = first or look
        head = await read_head(store, root, thread)
        if head is not None:
            try:
                await _fold_due(look, head, run)
            except OvertakenError:
                run.report["owed"] = False
        if run.report["owed"]:
            await mark_due(store, root, thread, measures.budget, failed=True)
        else:
            await clear_due(store, root, thread)
        # Whoever marked the thread meanwhile had changed its head or the facts before.
        if head == await read_head(store, root, thread) and look.version == await read_version(store, root):
            return _reported(run)


async def _fold_due(look: Look, head: Place, run: _Run) -> None:
    box = Mailbox(look)
    summary, path = await box.standing(head)
    ranges = await _ranges(look, path)
    if summary is None or ranges:
        summary, adopted = await _adopt_leaves(look, box, run, summary, path)
        ranges = await _ranges(look, path[adopted:]) if adopted else ranges
    summary = await _fold(look, box, run, summary, ranges)
    if summary:
        summary = await _anew(look, box, run, summary)
        summary = await _edited(look, box, summary)
        run.report["owed"] = run.report["owed"] or (run.writing.model is not None and owes_model(summary))
    run.report["cursor"] = summary["cursor"] if summary else None
    if summary and look.measures.ask:
        await _shorten(look, box, head, summary, look.measures.ask, run.report)


async def _fold(
    look: Look, box: Mailbox, run: _Run, summary: Summary | None, ranges: Sequence[list[Entry]]
) -> Summary | None:
    """Fold ranges of entries, one after the other; return the summary that then holds."""
    before = run.writing.read
    run.report["owed"] = False
    for entries in ranges:
        if run.writing.spent:
            run.report["owed"] = True
            run.writing.notes.append("more is due than one run may ask a model for; it stays due")
            break
        known = run.writing.invented
        leaf = await make_leaf(look, run.writing, entries)
        summary = await make_summary(look, run.writing, summary, [leaf])
        by = {"leaf_by": leaf["by"], "by": summary["by"], "invented": run.writing.invented - known}
        detail = {"entries": len(entries), "dropped": summary["dropped"], **by}
        await box.put("summary.folded", summary, [leaf], detail)
        run.report["leaves"] += 1
        run.report["entries"] += len(entries)
    run.report["fold_tokens"] += run.writing.read - before
    return summary


async def _anew(look: Look, box: Mailbox, run: _Run, summary: Summary) -> Summary:
    """Make the summary anew where that is due: from its leaves and, where those tell that it drifted, in full."""
    before = run.writing.read
    able, owed = run.writing.able, not run.writing.fallbacks
    source: Anew | None = "transcript" if run.full else made_anew_from(summary, by_model=able, owed=owed)
    run.full = False
    while source:
        made = await make_anew(look, run.writing, box, summary, source)
        summary = made.summary
        reread = source == "leaves" and made.drift is not None and run.writing.able and is_adrift(summary)
        source = "transcript" if reread else None
        run.report["drift"] = run.report["drift"] if made.drift is None else made.drift
    run.report["anew_tokens"] += run.writing.read - before
    return summary


async def _edited(look: Look, box: Mailbox, summary: Summary) -> Summary:
    """Put what the user changed in the summary into the mailbox, where it is not there yet."""
    edited = as_edited(look, summary)
    if edited is None:
        return summary
    await box.put("summary.edited", edited)
    return edited


async def _shorten(look: Look, box: Mailbox, head: Place, summary: Summary, ask: Ask, report: ThreadReport) -> None:
    """Have the long messages that a window may still show shortened, and keep that with the summary."""
    path = await read_path(look.store, look.root, look.thread, head, limit=DEFAULTS.state_messages)
    stored = summary.get("short", {})
    # What this run made before something was forgotten may hold it.
    known = stored if look.suspect is None else {}
    count, secret = look.measures.count_text, trace_key(look.root)
    done = await shorten(path, known, look.veil, count, ask, secret=secret, zone=look.zone)
    report["shortened"] += done.made
    report["notes"] += done.notes
    if done.forms != stored:
        detail = {"made": done.made, "kept": len(done.forms) - done.made, "notes": len(done.notes)}
        await box.put("summary.shortened", {**summary, "short": done.forms}, detail=detail)


async def _ranges(look: Look, path: Sequence[Entry]) -> list[list[Entry]]:
    return await asyncio.to_thread(fold_ranges, path, look.measures.count_entry, look.measures.budget)


async def _adopt_leaves(
    look: Look, box: Mailbox, run: _Run, summary: Summary | None, path: Sequence[Entry]
) -> tuple[Summary | None, int]:
    """Merge the leaves that cover the beginning of `path` already; return the summary and how many entries they cover.

    There are some after a fork or a forget, when the summary is merged anew, and where another branch set the cursor
    back. Leaves of any branch that were made before a forgetting are made anew with it.
    """
    leaves = await list_leaves(look.store, look.root, look.thread)
    renewed = [await renewed_leaf(look, run.writing, leaf) for leaf in leaves if look.may_hold_forgotten(leaf)]
    by_key = {leaf_key(leaf): leaf for leaf in [*leaves, *renewed]}
    found = leaves_on_path(path, by_key.values())
    if found:
        summary = await make_summary(look, run.writing, summary, found)
    if found or renewed:
        await box.put("summary.rebuilt", summary, renewed, {"leaves": len(found), "renewed": len(renewed)})
    run.report["rebuilt"] += len(found)
    return summary, sum(map(covered, found))


def _reported(run: _Run) -> ThreadReport:
    """Return the report of a run with what was asked of the model."""
    writing, report = run.writing, run.report
    return {
        **report,
        "calls": writing.calls,
        "input_tokens": writing.tokens,
        "fallbacks": writing.fallbacks,
        "invented": writing.invented,
        "notes": [*writing.notes, *report["notes"]],
    }
