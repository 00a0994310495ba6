"""Makes a running summary anew, from its leaves or from the transcript, before it drifts from what was said."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass

from memory.core.defaults import DEFAULTS
from memory.core.summary.leaf_path import covered, leaves_on_path
from memory.core.summary.recalibration import Anew, carried_on, owes_model
from memory.core.summary.summary_docs import RULES, Leaf, Summary, leaf_key
from memory.core.transcript.emptied import is_emptied
from memory.core.transcript.entries import Entry
from memory.service.consolidation.folding import make_leaf, make_summary
from memory.service.consolidation.mailbox import Look, Mailbox
from memory.service.consolidation.summarising import Writing
from memory.storage.summaries import list_leaves
from memory.storage.transcript_read import read_path

_MERGES_RESERVED = 10
"""Requests kept for merging the leaves when all are written anew."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class MadeAnew:
    """What making a summary anew came to."""

    summary: Summary
    """The one that holds now: the new one or, where that did not verify, the old one."""
    drift: float | None
    """Share of exact strings that the old one had lost, None: it was kept."""


async def make_anew(look: Look, writing: Writing, box: Mailbox, summary: Summary, source: Anew) -> MadeAnew:
    """Make a summary anew and put it in the mailbox, with the leaves that were written anew for it.

    From the transcript every leaf is, as far as the run may ask; from the leaves those that rules had to write. The
    new summary takes the old one's place only if a model wrote it as well, where one had. Raises OvertakenError.
    """
    path = await read_path(look.store, look.root, look.thread, summary["cursor"])
    leaves = leaves_on_path(path, await list_leaves(look.store, look.root, look.thread), closed=True)
    if sum(map(covered, leaves)) != len(path):
        _log.warning("the summary of %s is not made anew: its leaves have a gap", look.thread)
        return MadeAnew(summary, None)
    known = writing.invented
    written = await _written(look, writing, _wanted(leaves, source, writing), path)
    new = await make_summary(look, writing, None, [written.get(leaf_key(leaf), leaf) for leaf in leaves])
    if new["by"] == RULES != summary["by"]:
        return await _kept(writing, box, summary, source)
    still_owed = writing.able and owes_model(new)
    new = await asyncio.to_thread(carried_on, new, summary, source)
    new["failed"] += still_owed
    told = {"leaves": len(leaves), "written": len(written), "by": new["by"], "invented": writing.invented - known}
    detail = {"from": source, "drift": round(new["drift"], 3), **told}
    await box.put("summary.recalibrated", new, list(written.values()), detail)
    return MadeAnew(new, new["drift"])


def _wanted(leaves: Sequence[Leaf], source: Anew, writing: Writing) -> list[Leaf]:
    """Return the leaves to write anew, the newest first; without a model, what a model wrote stays."""
    if source == "leaves":
        return [leaf for leaf in reversed(leaves) if writing.able and _owed(leaf)]
    return [leaf for leaf in reversed(leaves) if writing.able or leaf["by"] == RULES]


def _owed(leaf: Leaf) -> bool:
    return leaf["by"] == RULES and leaf["failed"] < DEFAULTS.fold_runs


async def _written(look: Look, writing: Writing, leaves: Sequence[Leaf], path: Sequence[Entry]) -> dict[str, Leaf]:
    """Return the leaves written anew, by key; one that only rules could write takes no model's place."""
    found: dict[str, Leaf] = {}
    by_model, most = writing.able, DEFAULTS.fold_calls - _MERGES_RESERVED
    for leaf in leaves:
        if by_model and (not writing.able or writing.calls >= most):
            break
        first = leaf["first"]["depth"] - path[0]["depth"]
        entries = path[first : first + covered(leaf)]
        if any(map(is_emptied, entries)):
            continue  # the leaf is all that is left of them
        new = await make_leaf(look, writing, entries, leaf["failed"])
        if not (new["by"] == RULES != leaf["by"]):
            found[leaf_key(leaf)] = new
    return found


async def _kept(writing: Writing, box: Mailbox, summary: Summary, source: Anew) -> MadeAnew:
    """Keep a summary in whose place none was found: it is tried again later, and later still if it fails again."""
    if writing.able:
        summary = {**summary, "failed": summary["failed"] + 1}
        await box.put("summary.kept", summary, detail={"from": source, "reason": writing.notes[-1]})
    return MadeAnew(summary, None)
