"""What else changes when a thread's head leaves its path, and when a thread turns out to be a copy of another."""

from collections.abc import Sequence
from datetime import datetime
from uuid import uuid4

from langgraph.store.base import BaseStore, PutOp

from memory.core import namespaces
from memory.core.facts.facts import Tombstone
from memory.core.facts.identity import assertion_key
from memory.core.messages.incoming import answers_in
from memory.core.summary.leaf_path import forgotten_since, leaves_on_path
from memory.core.transcript.branches import LEFT_PATH, depart, left_behind
from memory.core.transcript.entries import Entry, Place, place_of
from memory.service.facts.remembering import fact_event
from memory.storage.extraction import extraction_op, read_extraction
from memory.storage.facts import list_pending, load_memory, memory_ops
from memory.storage.ops import write
from memory.storage.summaries import fold_ops, list_leaves, read_summary
from memory.storage.transcript_read import find_threads, read_departed, read_path
from memory.storage.transcript_write import append
from memory.storage.unremembered import list_unremembered, unremembered_op

_ENTRIES_A_WRITE = 200


async def departure_ops(
    store: BaseStore, root: str, thread: str, old: Place, path: Sequence[Place], fork: Place | None, now: datetime
) -> list[PutOp]:
    """Return what changes in a user's facts as a thread's head goes from `old` to the end of `path`.

    `path` is the end of the new active path, with what is being appended; `fork` the newest of it that has an entry,
    None when all of it is new. Costs a read of both branches down to their fork, and of the facts only if a user's
    message left. What has changed already is not changed again.
    """
    left = left_behind(await read_departed(store, root, thread, old, fork), path)
    said = {entry["key"] for entry in left if entry["role"] == "user"}
    if not said:
        return []
    memory, waiting = await load_memory(store, root), await list_pending(store, root)
    change = depart(memory.assertions, {p["id"] for p in waiting}, thread, said, now.isoformat())
    if not change.gone:
        return []
    return memory_ops(
        root,
        version=uuid4().hex,
        pending=change.pending,
        delete=[(namespaces.facts(root), assertion_key(fact)) for fact in change.gone],
        events=[
            *(fact_event("fact.left", fact, LEFT_PATH, now) for fact in change.gone),
            *(fact_event("proposal.pending", proposal, LEFT_PATH, now) for proposal in change.pending),
        ],
    )


async def carry_over(store: BaseStore, root: str, thread: str, end: Place) -> bool:
    """Give a thread whose state came from another one a transcript of its own; tell whether the other was found.

    It is looked for among the same user's threads, and has an entry at `end`. The whole path to there is copied, what
    was folded of it and its summary; facts keep their sources. A copy of what is not remembered is not either. The head
    is written last, so it can be done again.
    """
    origins = await find_threads(store, root, end)
    for origin in origins:
        entries = [_in_thread(entry, thread) for entry in await read_path(store, root, origin, end)]
        if entries:
            await _copy_unremembered(store, root, origins, thread)
            await _copy_summaries(store, root, origin, thread, entries)
            await _copy_entries(store, root, thread, entries)
            return True
    return False


async def _copy_unremembered(store: BaseStore, root: str, origins: Sequence[str], thread: str) -> None:
    told = next((one for one in await list_unremembered(store, root) if one["thread"] in origins), None)
    if told is not None:
        await write(store, [unremembered_op(root, {**told, "thread": thread})])


def _in_thread(entry: Entry, thread: str) -> Entry:
    return {**entry, "thread": thread}


async def _copy_entries(store: BaseStore, root: str, thread: str, entries: Sequence[Entry]) -> None:
    answers = answers_in(entries)
    for first in range(0, len(entries), _ENTRIES_A_WRITE):
        part = entries[first : first + _ENTRIES_A_WRITE]
        done = {e["key"]: answers[e["key"]] for e in part if e["key"] in answers}
        head = place_of(part[-1]) if part[-1] is entries[-1] else None
        await append(store, root, thread, part, head=head, answers=done)


async def _copy_summaries(store: BaseStore, root: str, origin: str, thread: str, entries: Sequence[Entry]) -> None:
    """Copy what was folded of a path and how far a model read it.

    What was forgotten in the other thread is made as good as forgotten here.
    """
    stones = (await load_memory(store, root)).tombstones
    leaves, summary = await list_leaves(store, root, origin), await read_summary(store, root, origin)
    kept = leaves_on_path(entries, [leaf for leaf in leaves if not forgotten_since(leaf["time"], origin, stones)])
    holds = summary is not None and summary["cursor"]["key"] in {entry["key"] for entry in entries}
    if summary is None or not holds or forgotten_since(summary["time"], origin, stones):
        summary = None
    ops = fold_ops(root, thread, kept, summary)
    read = await read_extraction(store, root, origin)
    if read["cursor"] and read["cursor"]["key"] in {entry["key"] for entry in entries}:
        ops.append(extraction_op(root, thread, read))
    untold = [t for t in stones if origin in t["threads"] and thread not in t["threads"]]
    if untold:
        told = [_told_in(t, thread) for t in untold]
        ops += memory_ops(root, version=uuid4().hex, tombstones=told)
    await write(store, ops)


def _told_in(stone: Tombstone, thread: str) -> Tombstone:
    return {**stone, "threads": [*stone["threads"], thread]}
