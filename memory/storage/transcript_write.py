"""Appending to a transcript: entries, and the small documents that find them again, in one batch."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from langgraph.store.base import BaseStore, PutOp

from memory.core import namespaces
from memory.core.events.event_docs import Event, make_event
from memory.core.ids import encode_label, message_key, parse_key_time
from memory.core.language.text import content_hash
from memory.core.messages.blobs import referenced_blobs
from memory.core.transcript.entries import Entry, Place, bucket_of, place_of
from memory.core.transcript.transcript_docs import TRANSCRIPT_SCHEMA, AnswerDoc, HeadDoc, MessageDoc, ThreadRecord
from memory.storage.blobs import use_ops
from memory.storage.events import event_ops
from memory.storage.ops import put, write
from memory.storage.temporary import temporary_op


def append_ops(
    root: str,
    thread: str,
    entries: Sequence[Entry],
    *,
    first_seen: Mapping[str, str] | None = None,
    head: Place | None = None,
    answers: Mapping[str, Place] | None = None,
    record: ThreadRecord | None = None,
) -> list[PutOp]:
    """Return the operations that append to a transcript; written twice, they change nothing.

    `first_seen`: by message id the ISO time `lookup` told, so that an edit keeps it; an id without one is first seen
    at its entry's time. `head`: where the active path now ends. `answers`: by key of the answered entry, its final
    answer. `record`: the thread's, when it is new.
    """
    ops = [op for entry in entries for op in _entry_ops(root, thread, entry, first_seen or {})]
    if head is not None:
        ops.append(head_op(root, thread, head))
    for answered, entry_place in (answers or {}).items():
        answer: AnswerDoc = {"schema": TRANSCRIPT_SCHEMA, "entry": entry_place}
        ops.append(put(namespaces.answers(root, thread), answered, answer))
    if record is not None:
        ops.append(put(namespaces.threads(root), encode_label(thread), _with_first(record, entries)))
        ops += [temporary_op(root, thread)] if record.get("temporary") else event_ops(root, [_begun(record)])
    return ops


async def append(
    store: BaseStore,
    root: str,
    thread: str,
    entries: Sequence[Entry],
    *,
    first_seen: Mapping[str, str] | None = None,
    head: Place | None = None,
    answers: Mapping[str, Place] | None = None,
    record: ThreadRecord | None = None,
    beside: Sequence[PutOp] = (),
) -> None:
    """Write what `append_ops` returns, and what belongs `beside` it: all of it or nothing."""
    ops = append_ops(root, thread, entries, first_seen=first_seen, head=head, answers=answers, record=record)
    await write(store, [*ops, *beside])


def _begun(record: ThreadRecord) -> Event:
    detail = {"thread": record["thread"]}
    return make_event("conversation.begun", datetime.fromisoformat(record["created"]), detail, content_hash(detail))


def head_op(root: str, thread: str, head: Place) -> PutOp:
    """Return the operation that makes `head` the end of the thread's active path."""
    time = parse_key_time(head["key"]).isoformat()
    doc: HeadDoc = {"schema": TRANSCRIPT_SCHEMA, "key": head["key"], "depth": head["depth"], "time": time}
    return put(namespaces.heads(root), encode_label(thread), doc)


def _with_first(record: ThreadRecord, entries: Sequence[Entry]) -> ThreadRecord:
    """Return a record that knows the thread's first entry, when that is written with it."""
    first = next((place_of(entry) for entry in entries if entry["parent"] is None), None)
    return record if first is None or "first" in record else {**record, "first": first}


def _entry_ops(root: str, thread: str, entry: Entry, first_seen: Mapping[str, str]) -> list[PutOp]:
    seen: MessageDoc = {
        "schema": TRANSCRIPT_SCHEMA,
        "first_seen": first_seen.get(entry["id"], entry["time"]),
        "entry": place_of(entry),
    }
    return [
        put(namespaces.transcript(root, thread, bucket_of(entry["depth"])), entry["key"], entry),
        put(namespaces.messages(root, thread), message_key(entry["id"]), seen),
        *use_ops(root, thread, referenced_blobs([entry])),
    ]
