"""Makes leaves and running summaries: a model writes their texts where there is one, rules where it gives none."""

import asyncio
from collections.abc import Sequence

from memory.core.anchors.anchors import SCAN_LIMIT
from memory.core.summary.approved import approved_strings
from memory.core.summary.leaf_path import covered, is_veiled
from memory.core.summary.leaves import fold_entries
from memory.core.summary.reading import conversation_lines, conversation_words
from memory.core.summary.running_summary import Kept, limits_for, merge, summary_with, with_edits
from memory.core.summary.summary_docs import RULES, Leaf, Summary, all_text
from memory.core.transcript.emptied import is_emptied
from memory.core.transcript.entries import Entry, Place, text_of
from memory.service.consolidation.mailbox import Look
from memory.service.consolidation.summarising import Writing
from memory.storage.transcript_read import read_path


async def make_leaf(look: Look, writing: Writing, entries: Sequence[Entry], failed: int = 0) -> Leaf:
    """Return the leaf of one range of entries, not empty; `failed`: runs in which a model gave no text of it.

    Never raises for a model: what it could not write is noted, and the text is then chosen by rules.
    """
    count = look.measures.count_text
    leaf = await asyncio.to_thread(fold_entries, entries, look.veil, count, now=look.now, zone=look.zone)
    leaf["failed"] = failed
    writing.note_unread(sum(len(text_of(entry)) > SCAN_LIMIT for entry in entries))
    if not leaf["text"]:
        return {**leaf, "by": writing.name or RULES}
    if writing.model is None:
        return leaf
    lines = await asyncio.to_thread(conversation_lines, entries, look.veil, look.zone)
    answer = await writing.stretch(lines, conversation_words(lines))
    if answer.problem:
        writing.fall_back(f"a leaf was written by rules: {answer.problem}")
        return {**leaf, "failed": failed + writing.able}
    tokens = leaf["tokens"] + count(answer.text) - count(leaf["text"])
    return {**leaf, "text": answer.text, "by": writing.name, "tokens": tokens}


async def make_summary(look: Look, writing: Writing, previous: Summary | None, leaves: Sequence[Leaf]) -> Summary:
    """Return the summary of `previous` and then `leaves`, at least one; a model that fails is as in `make_leaf`.

    Where at most one of them has a text, and a model wrote it, nobody need be asked.
    """
    count, kept = look.measures.count_text, _kept(look, leaves[-1]["last"])
    parts = [part for part in (*([previous] if previous else []), *leaves) if part["text"]]
    text, by = (parts[0]["text"], parts[0]["by"]) if len(parts) == 1 else ("", writing.name or RULES)
    if len(parts) > 1 and writing.model:
        answer = await writing.merged([part["text"] for part in parts], kept.text_room(count))
        text = answer.text
        if answer.problem:
            by = RULES
            writing.fall_back(f"a summary was merged by rules: {answer.problem}")
    if by == RULES:
        return await asyncio.to_thread(merge, previous, leaves, count, now=look.now, kept=kept)
    return await asyncio.to_thread(summary_with, text, by, previous, leaves, count, now=look.now, kept=kept)


async def renewed_leaf(look: Look, writing: Writing, leaf: Leaf) -> Leaf:
    """Return a leaf as it may be told now: with a new time where nothing of its entries was forgotten, else anew."""
    entries = await read_path(look.store, look.root, look.thread, leaf["last"], limit=covered(leaf))
    if not await asyncio.to_thread(_is_veiled, look, leaf, entries):
        return {**leaf, "time": look.now.isoformat()}
    return await make_leaf(look, writing, entries)


def _is_veiled(look: Look, leaf: Leaf, entries: Sequence[Entry]) -> bool:
    """Tell whether a leaf may tell what must not be shown; of entries without content it alone can tell."""
    told = any(map(is_emptied, entries)) and look.veil.masked("", entries[0]["time"], all_text(leaf))
    return bool(told) or is_veiled(entries, look.veil)


def as_edited(look: Look, summary: Summary) -> Summary | None:
    """Return the summary with what its user changed since it was made, None when nothing was."""
    return with_edits(summary, look.measures.count_text, _kept(look, summary["cursor"]))


def _kept(look: Look, cursor: Place) -> Kept:
    return Kept(approved_strings(look.facts, cursor), look.edits, limits_for(look.measures.budget))
