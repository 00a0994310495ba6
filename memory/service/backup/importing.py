"""Imports what another product kept: conversations as transcripts, memories as proposals, all through the policy."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from langgraph.store.base import BaseStore, PutOp

from memory.core.backup.foreign import ForeignConversation, ForeignMemory
from memory.core.backup.imports import Imported
from memory.core.errors import ErasedError, InputError
from memory.core.extraction.extraction import extract
from memory.core.extraction.scenes import SCENE_MESSAGES
from memory.core.facts.facts import Proposal, Source
from memory.core.facts.proposals import make_proposal
from memory.core.forgetting.veiled import repeats_forgotten
from memory.core.ids import entry_key
from memory.core.language.text import content_hash, one_line
from memory.core.policy.policy import Action, Mode
from memory.core.transcript.entries import Entry, Place, Terms, make_entry, place_of, text_of
from memory.core.transcript.titles import TITLE_LIMIT, TITLE_SCHEMA, checked_title
from memory.core.transcript.transcript_docs import ThreadRecord, make_thread_record
from memory.service.access.identity import User
from memory.service.facts.deciding import decide_all
from memory.service.facts.fact_index import FACTS
from memory.service.facts.remembering import write_decided
from memory.service.forgetting.veiling import trace_key
from memory.storage.due import due_op
from memory.storage.extraction import unread_op
from memory.storage.facts import list_pending
from memory.storage.titles import title_op
from memory.storage.transcript_read import lookup, read_head, read_thread
from memory.storage.transcript_write import append
from memory.storage.unremembered import is_unremembered

CHATGPT, MEM0 = "chatgpt", "mem0"
_AT_ONCE = 100  # entries of one write


async def import_conversations(
    store: BaseStore, user: User, found: Iterable[ForeignConversation], *, mode: Mode, zone: str, now: datetime
) -> Imported:
    """Write conversations as transcripts of `user`, named `chatgpt/<id>`, and what rules find in them as proposals.

    What a model finds follows with consolidation; what the user asked not to remember teaches nothing. `mode`: how
    what is found is approved, also then. `zone`: the user's (IANA). Run again it changes nothing, and adds what a
    conversation has more. Raises what the store raises.
    """
    told = Imported()
    for conversation in found:
        try:
            await _import_one(store, user, conversation, mode, zone, now, told)
        except ErasedError:
            told.skipped["erased here"] += 1
    return told


async def import_memories(
    store: BaseStore, user: User, found: Sequence[ForeignMemory], *, mode: Mode, zone: str, now: datetime
) -> Imported:
    """Propose memories that another product wrote of the user.

    None of the user's own words bear them, so each waits for a decision. Run again it proposes nothing twice. Raises
    what the store raises.
    """
    told = Imported()
    await _propose(store, user.root, [_of_memory(user, memory, zone, now) for memory in found], mode, now, told)
    return told


async def _import_one(
    store: BaseStore,
    user: User,
    conversation: ForeignConversation,
    mode: Mode,
    zone: str,
    now: datetime,
    told: Imported,
) -> None:
    name = f"{CHATGPT}/{conversation.id}"
    thread = user.thread_id(name)
    entries = _entries(conversation, thread, mode, zone, now)
    seen = await lookup(store, user.root, thread, [entry["id"] for entry in entries])
    fresh = [entry for entry in entries if entry["id"] not in seen]
    head = await read_head(store, user.root, thread)
    if fresh and head is not None and fresh[0]["parent"] != head["key"]:
        told.skipped["it went on here"] += 1
        return
    record: ThreadRecord | None = None
    beside = [unread_op(user.root, thread), due_op(user.root, thread)]
    if await read_thread(store, user.root, thread) is None:
        created = min(conversation.created or now, now)
        record = make_thread_record(thread, name, created)
        beside += _title_ops(user.root, thread, conversation.title, created)
    for at in range(0, len(fresh), _AT_ONCE):
        page = fresh[at : at + _AT_ONCE]
        begun = None if at else record
        await append(store, user.root, thread, page, head=place_of(page[-1]), record=begun, beside=beside)
    told.conversations += bool(fresh)
    told.messages += len(fresh)
    if await is_unremembered(store, user.root, thread):
        return
    found = await asyncio.to_thread(list, _found(entries, name, zone))  # a long conversation would hold up the turns
    await _propose(store, user.root, found, mode, now, told)


def _title_ops(root: str, thread: str, title: str, created: datetime) -> list[PutOp]:
    """Return what gives a conversation the title it has where it comes from, if it may have it here."""
    try:
        told = checked_title(one_line(title, TITLE_LIMIT))
    except InputError:
        return []
    return [title_op(root, thread, {"schema": TITLE_SCHEMA, "title": told, "time": created.isoformat()})]


def _entries(conversation: ForeignConversation, thread: str, mode: Mode, zone: str, now: datetime) -> list[Entry]:
    terms: Terms = {"approval": mode, "time_zone": zone}
    entries: list[Entry] = []
    parent: Place | None = None
    at = min(conversation.created or now, now)
    for message in conversation.messages:
        at = min(message.time or at, now)
        said = {"id": f"{CHATGPT}-{message.id}", "role": message.role, "content": message.text}
        entries.append(make_entry(said, thread, parent, at, terms=terms))  # type: ignore[arg-type]  # a Message
        parent = place_of(entries[-1])
    return entries


def _found(entries: Sequence[Entry], name: str, zone: str) -> Iterator[Proposal]:
    """Yield what rules find in the user's messages."""
    earlier: list[str] = []
    asked = ""
    for entry in entries:
        text = text_of(entry)
        if entry["role"] == "user":
            source: Source = {
                "thread": entry["thread"],
                "conversation": name,
                "message": entry["id"],
                "entry": entry["key"],
            }
            context = {"earlier": earlier[-SCENE_MESSAGES:], "asked": asked}
            yield from extract(text, source=source, observed_at=entry["time"], time_zone=zone, **context)  # type: ignore[arg-type]  # as they are
            earlier.append(text)
        asked = text if entry["role"] == "assistant" else ""


def _of_memory(user: User, memory: ForeignMemory, zone: str, now: datetime) -> Proposal:
    at = min(memory.time or now, now)
    message = f"{MEM0}-{memory.id}"
    source: Source = {
        "thread": user.thread_id(MEM0),
        "conversation": MEM0,
        "message": message,
        "entry": entry_key(at, message, content_hash(memory.text)),
    }
    return make_proposal(
        text=memory.text,
        kind="profile",
        quote=memory.text,
        message=memory.text,
        source=source,
        observed_at=at.isoformat(),
        said_by="tool",
        time_zone=zone,
        borne=False,
    )


async def _propose(
    store: BaseStore, root: str, found: Sequence[Proposal], mode: Mode, now: datetime, told: Imported
) -> None:
    memory = await FACTS.load_newest(store, root, now)
    held = [*memory.assertions, *await list_pending(store, root)]
    known = {(fact["id"], fact["source"]["message"]) for fact in held}
    fresh = [
        proposal
        for proposal in found
        if (proposal["id"], proposal["source"]["message"]) not in known
        and not repeats_forgotten(proposal, memory.tombstones, trace_key(root))
    ]
    decided = await decide_all(store, root, fresh, mode=mode, assertions=memory.assertions, now=now)
    by: dict[Action, list[Proposal]] = {"write": [], "ask": [], "reject": []}
    for proposal, action in decided:
        by[action].append(proposal)
    rejected = [(p, p.get("reason", "")) for p in by["reject"]]
    done = await write_decided(
        store,
        root,
        write=by["write"],
        ask=by["ask"],
        reject=rejected,
        assertions=memory.assertions,
        tombstones=memory.tombstones,
        now=now,
    )
    told.proposals += Counter({"write": len(done.written), "ask": len(done.pending), "reject": len(rejected)})
