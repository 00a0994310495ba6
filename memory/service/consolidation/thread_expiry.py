"""Takes away what was said too long ago, entry by entry, and the checkpoints of threads in which nothing is said.

An entry keeps its place: key, parent, role and time stay, so that branches, heads and what refers to it are right.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import uuid4

import httpx
from langgraph.store.base import BaseStore, PutOp

from memory.core import namespaces
from memory.core.errors import HoldfastError
from memory.core.events.event_docs import Event, make_event
from memory.core.ids import encode_label, parse_key_time
from memory.core.messages.blobs import referenced_blobs
from memory.core.retention.keeping import Retained, State, is_less, never_looked, state_of, wants_look
from memory.core.transcript.emptied import emptied, is_emptied
from memory.core.transcript.entries import Entry, Place, bucket_of
from memory.service.consolidation.single_flight import error_line, one_at_a_time
from memory.service.consolidation.state_reach import state_reach
from memory.service.erasing.erasing_reach import Runs
from memory.service.settings.own_context import as_server
from memory.service.settings.settings import kept_days
from memory.storage.blobs import drop_blobs, thread_blobs
from memory.storage.events import event_ops
from memory.storage.listing import list_items
from memory.storage.ops import delete, put, write
from memory.storage.retained import list_retained, retained_op
from memory.storage.summaries import read_summary, write_fold
from memory.storage.transcript_read import all_entries, head_place, list_threads, read_head

_AT_ONCE = 200
"""Entries of one write."""
_NO_REACH = "checkpoints that were kept long enough stay: nothing here reaches them"


@dataclass(frozen=True)
class ExpiredThreads:
    """What went of one user's threads."""

    entries: int = 0
    """Messages that lost their content."""
    states: int = 0
    """Threads that lost checkpoints."""
    notes: list[str] = field(default_factory=list)
    """Why checkpoints that were kept long enough are still there."""


async def expire_threads(store: BaseStore, root: str, now: datetime) -> ExpiredThreads:
    """Take away what was said too long ago and the checkpoints that go with it; return what that was.

    Cut off midway it goes on with the next call, and what is done it leaves alone. Only this writes entries that old:
    turns write new ones. Raises InputError (a setting), SchemaError and what the store raises.
    """
    days, entries = kept_days(), 0
    thin: list[tuple[Retained, Place, State]] = []
    if days.transcript is None and days.checkpoints is None:
        return ExpiredThreads()
    start = days.transcript_from(now)
    for head, known in await _threads(store, root):
        if start and wants_look(known, head, start, now):
            gone, known = await _look_through(store, root, known, head, start, now)  # noqa: PLW2901  # as it is now
            entries += gone
        if is_less(state := state_of(head, days, now), known, head):
            thin.append((known, head, state))
    states, notes = await _thin(store, root, thin, now)
    return ExpiredThreads(entries, states, notes)


async def _threads(store: BaseStore, root: str) -> list[tuple[Place, Retained]]:
    """Return of each of a user's threads in which something was said its head and what is known of it."""
    known, heads = await list_retained(store, root), await list_items(store, namespaces.heads(root))
    places = {item.key: head_place(item.value) for item in heads}
    labels = {encode_label(record["thread"]): record["thread"] for record in await list_threads(store, root)}
    return [(places[at], known.get(at, never_looked(of))) for at, of in labels.items() if at in places]


async def _look_through(
    store: BaseStore, root: str, known: Retained, head: Place, start: str, now: datetime
) -> tuple[int, Retained]:
    """Empty a thread's entries with keys less than `start`; return how many, and what is known of the thread now."""
    thread, gone, oldest, old = known["thread"], 0, None, list[Entry]()
    await _drop_files(store, root, thread, start)
    await _drop_short_forms(store, root, thread, start)
    async for entry in all_entries(store, root, thread):
        if is_emptied(entry):
            continue
        if entry["key"] >= start:
            oldest = min(oldest or entry["key"], entry["key"])
            continue
        old.append(entry)
        if len(old) == _AT_ONCE:
            gone += await _empty(store, root, thread, old, now)
            old = []
    gone += await _empty(store, root, thread, old, now)
    looked: Retained = {**known, "looked": now.isoformat(), "head": head["key"], "oldest": oldest}
    await write(store, [retained_op(root, looked)])
    return gone, looked


async def _empty(store: BaseStore, root: str, thread: str, old: Sequence[Entry], now: datetime) -> int:
    ops: list[PutOp] = []
    for entry in old:
        ops.append(
            put(namespaces.transcript(root, thread, bucket_of(entry["depth"])), entry["key"], emptied(entry, now))
        )
        ops.append(delete(namespaces.vectors(root, thread), entry["key"]))
    if old:
        await write(store, [*ops, *event_ops(root, [_told(thread, now, entries=len(old))])])
    return len(old)


async def _drop_files(store: BaseStore, root: str, thread: str, start: str) -> None:
    """Delete the images and files that only messages of before `start` brought; before these, which name them."""
    names = set(await thread_blobs(store, root, thread))
    if not names:
        return
    async for entry in all_entries(store, root, thread):
        if entry["key"] >= start:
            names -= referenced_blobs([entry])
    await drop_blobs(store, root, thread, names, before=parse_key_time(start))


async def _drop_short_forms(store: BaseStore, root: str, thread: str, start: str) -> None:
    """Take the short forms of messages of before `start` out of the thread's summary."""
    async with one_at_a_time("fold", root, thread):
        summary = await read_summary(store, root, thread)
        if summary is None:
            return
        short = summary.get("short", {})
        kept = {key: text for key, text in short.items() if key >= start}
        if kept != short:
            await write_fold(store, root, thread, summary={**summary, "short": kept})


async def _thin(
    store: BaseStore, root: str, threads: Sequence[tuple[Retained, Place, State]], now: datetime
) -> tuple[int, list[str]]:
    """Thin the checkpoints of threads; return of how many, and why not of the others, which are tried again."""
    open_runs = state_reach()
    if open_runs is None or not threads:
        return 0, [_NO_REACH] if threads else []

    async def work() -> tuple[int, list[str]]:
        count, notes = 0, list[str]()
        async with open_runs() as runs:
            for known, head, state in threads:
                try:
                    count += await _thin_one(store, root, runs, known, head, state, now)
                except (httpx.HTTPError, HoldfastError, OSError) as error:
                    notes.append(f"the checkpoints of {known['thread']} stay: {error_line(error)}")
        return count, notes

    return await as_server(work())


async def _thin_one(
    store: BaseStore, root: str, runs: Runs, known: Retained, head: Place, state: State, now: datetime
) -> bool:
    thread = known["thread"]
    if await read_head(store, root, thread) != head:  # it goes on just now
        return False
    if state == "none":
        await runs.delete([thread])
    else:
        await runs.thin([thread])
    left: Retained = {**known, "state": state, "state_head": head["key"]}
    await write(store, [retained_op(root, left), *event_ops(root, [_told(thread, now, checkpoints=state)])])
    return True


def _told(thread: str, now: datetime, **what: object) -> Event:
    return make_event("retention.applied", now, {"thread": thread, **what}, uuid4().hex[:16])
