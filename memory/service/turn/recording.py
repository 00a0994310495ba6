"""Writes what a thread's state holds and its transcript lacks; the same call again changes nothing."""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from langgraph.store.base import BaseStore, Item, PutOp

from memory.core.errors import ErasedError, SchemaError
from memory.core.events.event_docs import Event, make_event
from memory.core.ids import encode_label
from memory.core.language.text import content_hash
from memory.core.messages.blobs import Blob, all_taken_out, referenced_blobs
from memory.core.messages.incoming import answers_in, step_of
from memory.core.retention.usage import with_used
from memory.core.transcript.branches import said_at
from memory.core.transcript.entries import Entry, Message, Place, Terms, make_entry, message_hash, place_of
from memory.core.transcript.transcript_docs import SeenMessage, ThreadRecord
from memory.core.window.adoption import PathStep
from memory.service.extraction.model_asking import looks_later
from memory.service.turn.branches import carry_over, departure_ops
from memory.storage.blobs import blob_ops, drop_unused
from memory.storage.events import event_ops
from memory.storage.extraction import unread_op
from memory.storage.ops import write
from memory.storage.transcript_read import lookup_with_head, read_entries_at
from memory.storage.transcript_write import append, head_op
from memory.storage.uninterrupted import finish
from memory.storage.usage import upgrade_usage, usage_op, usage_read

OVERLAP = "another run wrote to this thread meanwhile: both are kept as branches"
_log = logging.getLogger(__name__)


async def record(
    store: BaseStore,
    root: str,
    thread: str,
    path: Sequence[PathStep],
    new: Sequence[Message],
    *,
    now: datetime,
    seen: Mapping[str, SeenMessage] | None = None,
    report: dict[str, Any] | None = None,
    mark: str | None = None,
    answered: Sequence[str] = (),
    thread_record: ThreadRecord | None = None,
    brought: Mapping[str, Blob] | None = None,
    head: Place | None = None,
    instead_of: Place | None = None,
    degraded: list[str] | None = None,
    terms: Terms | None = None,
    facts_used: Sequence[str] = (),
) -> list[PathStep]:
    """Append `new` after the end of `path`, in one write, and return the path with them.

    `seen` and `head`: what the transcript knows of their ids and where it ends (`seen` None: both are looked up here),
    so that a retry writes the same keys. `report` and `mark` go into the last entry; it answers the entries with the
    keys `answered`. The thread's head moves to it; what that takes off the active path is told in `branches.py`. With
    an empty `path` the first new entry takes the place of the entry `instead_of`, or begins the thread. Images and
    files in `new` become blobs; `brought`: those that were taken out of it before, by hash. `degraded` is told when
    another run has moved the head away from `path`. `terms` go with the user's messages. Where a model
    looks for facts, the thread is listed as one with entries it has yet to read. `facts_used`: ids of the facts that
    were of use in this turn, counted once, with its last entry (where `seen` is None).
    """
    if not new:
        return list(path)
    new, taken = all_taken_out(new)
    counted: list[PutOp] = []
    if seen is None:
        seen, head, usage = await _looked_up(store, root, thread, path, new, degraded, facts_used)
        counted = _counted(root, thread, new[-1], seen, usage, facts_used, now)
    after = await _after(store, root, thread, path, instead_of)
    entries = await _entries(store, root, thread, after, new, now, seen, report, mark, terms)
    recorded = [*path, *(step_of(entry) for entry in entries)]
    used = referenced_blobs(entries)
    try:
        await append(
            store,
            root,
            thread,
            entries,
            first_seen={i: s.first_seen for i, s in seen.items()},
            head=place_of(entries[-1]),
            answers=answers_in(entries, answered),
            record=thread_record,
            beside=[
                *blob_ops(root, used, {**(brought or {}), **taken}, now),
                *await _departure(store, root, thread, head, recorded, after, now),
                *([unread_op(root, thread)] if looks_later(entries) else []),
                *counted,
                *event_ops(root, _degraded(entries[-1], report, now)),
            ],
        )
    except ErasedError:  # what says that a thread uses its images and files was taken back
        await drop_unused(store, root, used)
        raise
    return recorded


def _degraded(entry: Entry, report: Mapping[str, Any] | None, now: datetime) -> list[Event]:
    """Return the event of a turn that was degraded; why stands in the report, which is erased with its entry."""
    notes = len(report.get("degraded", ())) if report else 0
    detail = {"thread": entry["thread"], "entry": entry["key"], "notes": notes}
    return [make_event("turn.degraded", now, detail, content_hash(entry["key"]))] if notes else []


async def move_head(
    store: BaseStore, root: str, thread: str, path: Sequence[PathStep], head: Place | None, now: datetime
) -> None:
    """Make the end of `path` the thread's head, where nothing is appended: a run went on from an older checkpoint."""
    if path and head is not None and head["key"] != path[-1]["key"]:
        beside = await _departure(store, root, thread, head, path, path[-1], now)
        await write(store, [head_op(root, thread, path[-1]), *beside])


async def record_stopped(
    store: BaseStore, root: str, thread: str, path: Sequence[PathStep], new: Sequence[Message], now: datetime
) -> None:
    """Record what a run had said when it ended early, to the end even if it is cancelled once more.

    A failure is logged: what its caller must learn is why the run ended.
    """
    try:
        await finish(record(store, root, thread, path, new, now=now, mark="stopped"))
    except Exception:  # noqa: BLE001  # whatever a store raises
        _log.exception("what a run said before it ended early could not be recorded")


async def _looked_up(
    store: BaseStore,
    root: str,
    thread: str,
    path: Sequence[PathStep],
    new: Sequence[Message],
    degraded: list[str] | None,
    facts_used: Sequence[str],
) -> tuple[Mapping[str, SeenMessage], Place | None, Item | None]:
    """Return what the transcript knows of new messages, where it ends, and the thread's usage if facts were used now.

    Tells `degraded` of another run.
    """
    beside = [usage_read(root, thread)] if facts_used else []
    seen, head, read = await lookup_with_head(store, root, thread, [m["id"] for m in new], beside)
    if head is None and path and await carry_over(store, root, thread, path[-1]):
        head = path[-1]
    if degraded is not None and OVERLAP not in degraded and await _overlaps(store, root, thread, path, seen, head):
        degraded.append(OVERLAP)
    return seen, head, read[0] if read else None


def _counted(
    root: str,
    thread: str,
    last: Message,
    seen: Mapping[str, SeenMessage],
    usage: Item | None,
    facts_used: Sequence[str],
    now: datetime,
) -> list[PutOp]:
    """Return what counts the facts a turn used: nothing where its last message is recorded, and so counted.

    A count that cannot be read is left alone: the turn is recorded in any case.
    """
    known = seen.get(last["id"])
    if not facts_used or (known is not None and known.content == message_hash(last)):
        return []
    try:
        before = upgrade_usage(usage.value) if usage else None
    except SchemaError as error:
        _log.warning("which facts were used is not counted: %s", error)
        return []
    return [usage_op(root, encode_label(thread), with_used(before, facts_used, now))]


async def _overlaps(
    store: BaseStore,
    root: str,
    thread: str,
    path: Sequence[PathStep],
    seen: Mapping[str, SeenMessage],
    head: Place | None,
) -> bool:
    """Tell whether someone else set the head: not the writer of `path`, who may have written what is `seen` before."""
    own = {step["key"] for step in path} | {message.entry["key"] for message in seen.values()}
    if head is None or head["key"] in own:
        return False
    entry = (await read_entries_at(store, root, thread, [head])).get(head["key"])
    return entry is not None and entry.get("mark") != "stopped"  # a reply that was stopped and now goes on


async def _after(
    store: BaseStore, root: str, thread: str, path: Sequence[PathStep], instead_of: Place | None
) -> Place | None:
    """Return the place of the entry the new ones follow, None where they begin the thread."""
    if path:
        return {"key": path[-1]["key"], "depth": path[-1]["depth"]}
    if instead_of is None or instead_of["depth"] == 0:
        return None
    replaced = (await read_entries_at(store, root, thread, [instead_of])).get(instead_of["key"])
    return {"key": replaced["parent"], "depth": replaced["depth"] - 1} if replaced and replaced["parent"] else None


async def _departure(
    store: BaseStore,
    root: str,
    thread: str,
    head: Place | None,
    path: Sequence[PathStep],
    fork: Place | None,
    now: datetime,
) -> list[PutOp]:
    """Return what changes besides when the head goes to the end of `path`: nothing while that goes on from it."""
    if head is None or any(step["key"] == head["key"] for step in path):
        return []
    return await departure_ops(store, root, thread, head, path, fork, now)


async def _entries(
    store: BaseStore,
    root: str,
    thread: str,
    parent: Place | None,
    new: Sequence[Message],
    now: datetime,
    seen: Mapping[str, SeenMessage],
    report: dict[str, Any] | None,
    mark: str | None,
    terms: Terms | None,
) -> list[Entry]:
    same = [seen[m["id"]].entry for m in new if m["id"] in seen and seen[m["id"]].content == message_hash(m)]
    newest = {e["id"]: e for e in (await read_entries_at(store, root, thread, same)).values()}
    entries: list[Entry] = []
    for message in new:
        last = message is new[-1]
        at = said_at(message, parent, newest.get(message["id"]), now)
        entry = make_entry(message, thread, parent, at, mark if last else None, report if last else None, terms)
        entries.append(entry)
        parent = place_of(entry)
    return entries
