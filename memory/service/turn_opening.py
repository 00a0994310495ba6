"""Opens a turn: whose thread it is, what came in, and the acknowledgement of it in the transcript."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from langgraph.store.base import BaseStore

from memory.core.adoption import PathStep
from memory.core.defaults import DEFAULTS
from memory.core.entries import Entry, Message, message_hash
from memory.core.ids import key_content
from memory.core.incoming import Incoming, read_incoming
from memory.core.transcript_docs import TRANSCRIPT_SCHEMA, ThreadRecord
from memory.service.recording import record, step_of
from memory.storage.transcript_read import read_answer, read_entries_at, read_path
from memory.storage.turn import TurnRead


@dataclass(frozen=True)
class Opened:
    """A turn whose user message is acknowledged: it has its transcript entry."""

    messages: list[Message]
    """The thread's messages as its state should now hold them."""
    path: list[PathStep]
    """Their entries."""
    answered: Message | None = None
    """The recorded answer, when the message was answered before."""
    notes: list[str] = field(default_factory=list)
    """What was out of order, for the context report."""


def is_owner(owner: str | None, root: str) -> bool:
    """Tell whether a thread is free or belongs to this user in this epoch."""
    return not owner or owner == root


async def as_recorded(
    store: BaseStore, owner: str, thread: str, messages: Sequence[Message], path: Sequence[PathStep]
) -> list[Message]:
    """Return a thread's messages as its owner's transcript has them: without what someone else sent or changed."""
    held = {m["id"]: m for m in messages}
    changed = [s for s in path if s["id"] not in held or not _is_recorded(held[s["id"]], s)]
    entries = await read_entries_at(store, owner, thread, [{"key": s["key"], "depth": s["depth"]} for s in changed])
    kept = [entries.get(s["key"]) or held.get(s["id"]) for s in path]
    return [m for m in kept if m is not None]


def _is_recorded(message: Message, step: PathStep) -> bool:
    # The state holds long tool results shortened.
    return message["role"] == "tool" or key_content(step["key"]) == message_hash(message)


async def open_turn(
    store: BaseStore,
    root: str,
    thread: str,
    conversation: str,
    messages: Sequence[Message],
    path: Sequence[PathStep],
    read: TurnRead,
    now: datetime,
    *,
    first: bool,
) -> Opened:
    """Acknowledge what came in, after mending what the state lacks.

    `first`: the state knows no owner, so it is new or was lost. Raises InputError for a message that is refused.
    """
    messages, path, notes = await _caught_up(store, root, thread, messages, path, read, first=first)
    incoming = read_incoming(messages, path)
    if incoming.answered:
        return Opened(incoming.messages, incoming.path, incoming.messages[-1], notes)
    if old := await _answered_before(store, root, thread, incoming, read):
        return Opened(*old, notes)
    record_of_thread = None if read.thread else _thread_record(thread, conversation, now)
    new_path = await record(
        store, root, thread, incoming.path, incoming.new, now=now, seen=read.seen, thread_record=record_of_thread
    )
    return Opened(incoming.messages, new_path, None, notes)


def _thread_record(thread: str, conversation: str, now: datetime) -> ThreadRecord:
    return {
        "schema": TRANSCRIPT_SCHEMA,
        "thread": thread,
        "conversation": conversation,
        "created": now.isoformat(),
    }


async def _caught_up(
    store: BaseStore,
    root: str,
    thread: str,
    messages: Sequence[Message],
    path: Sequence[PathStep],
    read: TurnRead,
    *,
    first: bool,
) -> tuple[Sequence[Message], Sequence[PathStep], list[str]]:
    """Return messages and path with what the transcript has and the state lost."""
    if read.head is None:
        return messages, path, []
    if first:
        entries = await read_path(store, root, thread, read.head, limit=DEFAULTS.state_messages)
        if entries[-1:] and entries[-1].get("mark") == "stopped" and {m["id"] for m in messages} <= _ids(entries):
            entries = entries[:-1]  # a retry of what was stopped is answered anew
        note = f"the thread's state was lost: {len(entries)} messages restored from the transcript"
        return _merged(entries, messages), [step_of(e) for e in entries], [note]
    if path and read.head["key"] != path[-1]["key"]:
        return await _with_stopped(store, root, thread, messages, path, read)
    return messages, path, []


def _ids(messages: Sequence[Message]) -> set[str]:
    return {m["id"] for m in messages}


def _merged(entries: Sequence[Entry], messages: Sequence[Message]) -> list[Message]:
    """Return the transcript's messages, then those of the state it lacks; the state's content wins, as an edit."""
    sent = {m["id"]: m for m in messages}
    known = {e["id"] for e in entries}
    return [*(sent.get(e["id"], e) for e in entries), *(m for m in messages if m["id"] not in known)]


async def _with_stopped(
    store: BaseStore,
    root: str,
    thread: str,
    messages: Sequence[Message],
    path: Sequence[PathStep],
    read: TurnRead,
) -> tuple[Sequence[Message], Sequence[PathStep], list[str]]:
    """Put the streamed part of a stopped reply, which only the transcript has, behind the message it answered.

    Nothing changes when no message follows: it is a retry, answered anew on a branch of its own.
    """
    assert read.head is not None  # noqa: S101  # the caller looked
    entry = (await read_entries_at(store, root, thread, [read.head])).get(read.head["key"])
    if entry is None or entry.get("mark") != "stopped" or entry["id"] in _ids(messages):
        return messages, path, []
    lost = await read_path(store, root, thread, read.head, after=path[-1])
    if not lost or lost[0]["parent"] != path[-1]["key"] or not _ids(lost[:-1]) <= _ids(messages):
        return messages, path, []
    before = lost[-2]["id"] if len(lost) > 1 else path[-1]["id"]
    at = next((i for i, m in enumerate(messages) if m["id"] == before), len(messages))
    if at + 1 >= len(messages):
        return messages, path, []
    note = "the reply before this one was stopped: its streamed part is in the window"
    return [*messages[: at + 1], entry, *messages[at + 1 :]], [*path, *map(step_of, lost)], [note]


async def _answered_before(
    store: BaseStore, root: str, thread: str, incoming: Incoming, read: TurnRead
) -> tuple[list[Message], list[PathStep], Message] | None:
    """Return the state with the recorded answer, if the one new message is an old one with the same content."""
    if len(incoming.new) != 1:
        return None
    message = incoming.new[0]
    seen = read.seen.get(message["id"])
    if seen is None or seen.content != message_hash(message):
        return None
    place = await read_answer(store, root, thread, seen.entry["key"])
    if place is None:
        return None
    chain = await read_path(store, root, thread, place, after=incoming.path[-1] if incoming.path else None)
    here = bool(chain) and chain[0]["parent"] == (incoming.path[-1]["key"] if incoming.path else None)
    answer = chain[-1] if chain else (await read_entries_at(store, root, thread, [place]))[place["key"]]
    known = [m for m in incoming.messages if m["id"] != message["id"]]
    if not here:
        return known, incoming.path, answer
    return [*known, *chain], [*incoming.path, *(step_of(e) for e in chain)], answer
