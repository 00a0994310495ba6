"""Opens a turn: whose thread it is, what came in, and the acknowledgement of it in the transcript."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from langgraph.store.base import BaseStore

from memory.core.messages.blobs import Blob
from memory.core.messages.incoming import Incoming, is_recorded, read_incoming, recorded_answer, step_of, waiting_keys
from memory.core.transcript.emptied import in_state, is_emptied
from memory.core.transcript.entries import Message, Terms, message_hash
from memory.core.transcript.transcript_docs import ThreadRecord, make_thread_record
from memory.core.window.adoption import PathStep
from memory.service.turn.recording import move_head, record
from memory.service.turn.turn_mending import at_edited, caught_up, is_lost, own_transcript
from memory.storage.facts import read_version
from memory.storage.transcript_read import lookup, read_answer, read_entries_at, read_path
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
    version: str | None = None
    """The version of the user's facts now: another one once messages, and facts with them, left the path."""
    unremembered: bool = False
    """The conversation is not remembered, also where the thread turned out to be a copy of one that is not."""


def is_owner(owner: str | None, root: str) -> bool:
    """Tell whether a thread is free or belongs to this user in this epoch."""
    return not owner or owner == root


async def as_recorded(
    store: BaseStore, owner: str, thread: str, messages: Sequence[Message], path: Sequence[PathStep]
) -> list[Message]:
    """Return a thread's messages as its owner's transcript has them: without what someone else sent or changed."""
    held = {m["id"]: m for m in messages}
    changed = [s for s in path if s["id"] not in held or not is_recorded(held[s["id"]], s)]
    entries = await read_entries_at(store, owner, thread, [{"key": s["key"], "depth": s["depth"]} for s in changed])
    kept = [in_state(entries[s["key"]]) if s["key"] in entries else held.get(s["id"]) for s in path]
    return [m for m in kept if m is not None]


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
    again: str | None = None,
    brought: Mapping[str, Blob] | None = None,
    step: int = 1,
    temporary: bool = False,
    terms: Terms | None = None,
) -> Opened:
    """Acknowledge what came in, after mending what the state lacks.

    `first`: the state knows no owner, so it is new or was lost. `again`: id of the message that was sent, if the state
    held it already or is new. `brought`: the images and files that were taken out of `messages`, by hash. `step`: the
    run's, of LangGraph; it tells a lost state from a run at the thread's beginning. `temporary`: what a thread that has
    no record yet is to be. `terms`: what the run chose. Raises InputError for a message that is
    refused.
    """
    path, read, copied = await own_transcript(store, root, thread, path, read)
    lost = first and is_lost(step, messages, read)
    messages, path, notes = await caught_up(store, root, thread, messages, path, read, lost=lost)
    messages, path = await at_edited(store, root, thread, messages, path, read)
    incoming = read_incoming(messages, path)
    read = await _with_changed(store, root, thread, incoming, path, read)
    opened = await _answered_before(store, root, thread, incoming, read)
    if opened is None:
        new = None if read.thread else make_thread_record(thread, conversation, now, temporary=temporary)
        opened = await _acknowledged(store, root, thread, incoming, read, now, again, brought, new, terms)
    else:
        await move_head(store, root, thread, opened.path, read.head, now)
    left = read.head is not None and all(step["key"] != read.head["key"] for step in opened.path)
    version = await read_version(store, root) if left or copied else read.version
    return replace(opened, notes=[*copied, *notes], version=version, unremembered=read.unremembered)


async def _with_changed(
    store: BaseStore, root: str, thread: str, incoming: Incoming, path: Sequence[PathStep], read: TurnRead
) -> TurnRead:
    """Return what was read with what the transcript knows of recorded messages that are new again."""
    recorded = {step["id"] for step in path}
    changed = [m["id"] for m in incoming.new if m["id"] in recorded]
    return replace(read, seen={**read.seen, **await lookup(store, root, thread, changed)})


async def _acknowledged(
    store: BaseStore,
    root: str,
    thread: str,
    incoming: Incoming,
    read: TurnRead,
    now: datetime,
    again: str | None,
    brought: Mapping[str, Blob] | None,
    thread_record: ThreadRecord | None,
    terms: Terms | None,
) -> Opened:
    """Record what is new; without anything new, the head moves to where the state goes on from."""
    answer = recorded_answer(incoming, again)
    if not incoming.new:
        await move_head(store, root, thread, incoming.path, read.head, now)
        return Opened(incoming.messages, incoming.path, answer)
    path = await record(
        store,
        root,
        thread,
        incoming.path,
        incoming.new,
        now=now,
        seen=read.seen,
        answered=waiting_keys(incoming.messages, incoming.path),
        thread_record=thread_record,
        brought=brought,
        head=read.head,
        instead_of=incoming.instead_of,
        terms=terms,
    )
    return Opened(incoming.messages, path, answer)


async def _answered_before(
    store: BaseStore, root: str, thread: str, incoming: Incoming, read: TurnRead
) -> Opened | None:
    """Return the turn with the recorded answer, if the one message to answer is an old one with the same content.

    None also where the answer is no longer kept: the message is then answered anew.
    """
    asked = _asked_again(incoming, read)
    place = await read_answer(store, root, thread, asked) if asked else None
    if place is None:
        return None
    chain = await read_path(store, root, thread, place, after=incoming.path[-1] if incoming.path else None)
    here = bool(chain) and chain[0]["parent"] == (incoming.path[-1]["key"] if incoming.path else None)
    answer = chain[-1] if chain else (await read_entries_at(store, root, thread, [place]))[place["key"]]
    if any(map(is_emptied, [*chain, answer])):
        return None
    known = incoming.messages[: len(incoming.path)]
    if not here:
        return Opened(known, incoming.path, answer)
    return Opened([*known, *chain], [*incoming.path, *(step_of(e) for e in chain)], answer)


def _asked_again(incoming: Incoming, read: TurnRead) -> str | None:
    """Return the key of the entry that the one message to answer has already, None if it has none."""
    if not incoming.new and incoming.messages[-1]["role"] == "user":
        return incoming.path[-1]["key"]  # its answer may be newer than the checkpoint
    if len(incoming.new) != 1 or incoming.instead_of:
        return None
    seen = read.seen.get(incoming.new[0]["id"])
    return seen.entry["key"] if seen and seen.content == message_hash(incoming.new[0]) else None
