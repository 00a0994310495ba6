"""What `load_memories` finds out, with the store and without it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from langchain_core.messages import AnyMessage
from langgraph.config import get_config
from langgraph.runtime import Runtime

from memory.core.errors import StorageError
from memory.core.forgetting.temporary import check_open, is_temporary
from memory.core.ids import parse_key_time
from memory.core.messages.blobs import Blob, all_taken_out
from memory.core.messages.incoming import is_recorded, read_incoming, recorded_answer, unanswered
from memory.core.messages.unrecorded import UNKNOWN_EPOCH, is_kept
from memory.core.shared.items import scopes_for
from memory.core.transcript.entries import Message, Place, Terms, text_of
from memory.core.transcript.transcript_docs import ThreadRecord, make_thread_record
from memory.core.window.adoption import PathStep
from memory.core.window.window_cut import entries_in_view
from memory.core.working import in_view
from memory.service.access.identity import User, context_of, conversation_of, organisation_of, thread_of
from memory.service.facts.fact_index import NO_FACTS, Memory
from memory.service.forgetting.veiling import veil_for
from memory.service.recall.counted_store import CountedStore
from memory.service.recall.recall import NOTHING_FOUND, Recall
from memory.service.settings.context import Context
from memory.service.turn.late_recording import record_late
from memory.service.turn.messages import to_message
from memory.service.turn.turn_memory import Settings, recall_for_turn, settings_of, terms_of
from memory.service.turn.turn_opening import Opened, open_turn
from memory.storage.turn import NOTHING_READ, TurnRead, read_turn
from memory_nodes.state import AgentState, is_sent_again


@dataclass(frozen=True)
class Loaded:
    """What a turn begins with."""

    read: TurnRead
    settings: Settings
    conversation: str
    opened: Opened
    memory: Memory
    found: Recall
    forgot: bool
    """The user has forgotten something, as of the last time the store told."""
    problem: str | None = None
    """Why the message has no entry yet, None when it has."""


@dataclass(frozen=True)
class _Held:
    """A thread's messages as its state holds them, images and files taken out, and their entries."""

    messages: list[Message]
    path: list[PathStep]
    brought: dict[str, Blob]
    again: str | None
    """Id of the newest message that may have been answered before; of a lost state it may be any."""


async def with_memory(
    state: AgentState, runtime: Runtime[Context], store: CountedStore, user: User, now: datetime, *, first: bool
) -> Loaded:
    """Read what the turn needs, record what earlier turns could not and what came in, and recall.

    `first`: the state knows no owner. A message that cannot be recorded stays in the state, and is told in `problem`.
    Raises StorageError: the store cannot be read; TemporaryError and InputError: the message is refused.
    """
    held, thread, context = _held(state, first=first), thread_of(runtime), context_of(runtime)
    scopes = scopes_for(organisation_of(runtime))
    read = await read_turn(store, user.root, thread, _without_entry(held), now, scopes)
    conversation = read.thread["conversation"] if read.thread else conversation_of(runtime, user, thread)
    temporary = _temporary(state, context, read.thread, read.head, now)
    notes: list[str] = []
    if state.get("unrecorded") and not (first and read.head):
        new = None if read.thread else make_thread_record(thread, conversation, now, temporary=temporary)
        late = state["unrecorded"]
        path = await record_late(store, user.root, thread, held.messages, held.path, late, held.brought, new)
        notes = [f"memory is back: {len(path) - len(held.path)} messages of earlier turns were recorded"]
        held, first = replace(held, path=path), first and not path
        read = await read_turn(store, user.root, thread, _without_entry(held), now, scopes)
    settings = settings_of(context, read.settings, temporary=temporary, unremembered=read.unremembered)
    terms = terms_of(settings, context)
    opened, problem = await _opened(
        store, user.root, thread, conversation, held, state, read, now, first=first, temporary=temporary, terms=terms
    )
    opened, read = replace(opened, notes=[*notes, *opened.notes]), replace(read, version=opened.version)
    if opened.unremembered:  # which a copy is told of only as it opens
        settings = settings_of(context, read.settings, temporary=temporary, unremembered=True)
    if opened.answered:
        return Loaded(read, settings, conversation, opened, NO_FACTS, NOTHING_FOUND, _forgot(state), problem)
    question = "\n".join(text_of(m) for m in unanswered(opened.messages))
    window = entries_in_view(opened.path, state.get("summary"), state.get("cut"))
    memory, found = await recall_for_turn(store, user.root, thread, question, read, context, settings, now, window)
    veil = veil_for(user.root, memory.tombstones)
    read = replace(read, working=in_view(read.working, opened.path, veil, now))
    return Loaded(read, settings, conversation, opened, memory, found, bool(memory.tombstones), problem)


def without_memory(state: AgentState, runtime: Runtime[Context], user: User, problem: str, now: datetime) -> Loaded:
    """Open the turn from the thread's state alone.

    Raises InputError: a message that is refused.
    """
    context, conversation = context_of(runtime), conversation_of(runtime, user, thread_of(runtime))
    settings = settings_of(context, {}, temporary=_temporary(state, context, None, None, now))
    opened = _unrecorded(state, _held(state, first=not state.get("owner")))
    return Loaded(NOTHING_READ, settings, conversation, opened, NO_FACTS, NOTHING_FOUND, _forgot(state), problem)


def _temporary(
    state: AgentState, context: Context, record: ThreadRecord | None, head: Place | None, now: datetime
) -> bool:
    """Tell whether the thread is temporary.

    Raises TemporaryError: it is not and the run wants it to be, or it is and has ended.
    """
    held = bool(state.get("temporary")) if state.get("owner") else None
    temporary = is_temporary(record, held, asked=context.temporary)
    newest = head or next(reversed(state.get("path", [])), None)
    if temporary and newest:
        check_open(parse_key_time(newest["key"]), now)
    return temporary


def settled_owner(state: AgentState, user: User) -> str | None:
    """Return whose thread it is; None also for one that began while the store could not tell this user's epoch."""
    owner = state.get("owner")
    return None if owner == replace(user, epoch=UNKNOWN_EPOCH).root else owner


def recorded_part(state: AgentState) -> tuple[list[Message], list[PathStep]]:
    """Return the messages of the state, images and files taken out, and their entries."""
    held = _held(state, first=False)
    return held.messages, held.path


def owners_part(state: AgentState, recorded: Sequence[Message] | None = None) -> list[Message]:
    """Return the messages a thread had before someone else sent one.

    `recorded`: those with entries, as the transcript has them; None: those of the state that still say what theirs do.
    """
    held, late = _held(state, first=False), state.get("unrecorded", {})
    steps = {step["id"]: step for step in held.path}
    known = [m for m in held.messages if m["id"] in steps and is_recorded(m, steps[m["id"]])]
    own = {to_message(m)["id"]: to_message(m) for m in state["messages"]}
    whole = {m["id"]: own[m["id"]] for m in held.messages if is_kept(m, late)}
    kept = [whole.get(name, one["message"]) for name, one in late.items()]
    return [*(known if recorded is None else recorded), *kept]


async def _opened(
    store: CountedStore,
    root: str,
    thread: str,
    conversation: str,
    held: _Held,
    state: AgentState,
    read: TurnRead,
    now: datetime,
    *,
    first: bool,
    temporary: bool,
    terms: Terms,
) -> tuple[Opened, str | None]:
    try:
        return await open_turn(
            store,
            root,
            thread,
            conversation,
            held.messages,
            held.path,
            read,
            now,
            first=first,
            again=held.again,
            brought=held.brought,
            step=_step(),
            temporary=temporary,
            terms=terms,
        ), None
    except StorageError as error:
        return replace(_unrecorded(state, held), version=read.version), str(error)


def _step() -> int:
    """Return the step of a run that goes back to a checkpoint, else a new thread's.

    A crash may have left a thread its first checkpoint alone: what goes on from there is no time travel.
    """
    metadata = get_config()["metadata"]
    return int(metadata["langgraph_step"]) if metadata.get("checkpoint_id") else 1


def _unrecorded(state: AgentState, held: _Held) -> Opened:
    """Return the turn with nothing written; images and files stay in their messages."""
    incoming = read_incoming(held.messages, held.path)
    plain = {m["id"]: m for m in map(to_message, state["messages"])}
    messages = [plain[m["id"]] for m in incoming.messages]
    return Opened(messages, incoming.path, recorded_answer(incoming, held.again))


def _held(state: AgentState, *, first: bool) -> _Held:
    messages, brought = all_taken_out(to_message(m) for m in state["messages"])
    return _Held(messages, state.get("path", []), brought, _sent_again(state["messages"], first=first))


def _sent_again(messages: list[AnyMessage], *, first: bool) -> str | None:
    return next((str(m.id) for m in reversed(messages) if m.type == "human" and (first or is_sent_again(m))), None)


def _without_entry(held: _Held) -> list[str]:
    recorded = {step["id"] for step in held.path}
    return [m["id"] for m in held.messages if m["id"] not in recorded]


def _forgot(state: AgentState) -> bool:
    before: Mapping[str, Any] = state.get("turn", {})  # a new thread has none
    return bool(before.get("forgot"))
