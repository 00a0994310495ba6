"""Knows who is talking, acknowledges the message, and loads what this turn may need."""

import secrets
from dataclasses import asdict
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

from langchain_core.messages import AnyMessage
from langgraph.graph.message import push_message
from langgraph.runtime import Runtime

from memory.core.errors import StorageError
from memory.core.forgetting.temporary import TemporaryError
from memory.core.messages.blobs import all_taken_out
from memory.core.messages.incoming import answered_by, unanswered
from memory.core.messages.unrecorded import UNKNOWN_EPOCH, with_unrecorded
from memory.core.transcript.entries import Message, Terms
from memory.service.access.identity import User, context_of, now_user, run_of, run_user, thread_of
from memory.service.operations.metrics import count_turn
from memory.service.settings.context import Context
from memory.service.turn.availability import KEPT, tell_unavailable
from memory.service.turn.messages import to_langchain, to_message
from memory.service.turn.turn_memory import terms_of, turn_lines
from memory.service.turn.turn_opening import as_recorded, is_owner
from memory_nodes.loading import Loaded, owners_part, recorded_part, settled_owner, with_memory, without_memory
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState, is_sent_again, restored, unmarked


async def load_memories(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Load the user's memory for this turn; the user's message has its transcript entry when this returns.

    When the store fails or hangs, the turn goes on from the thread's state alone and says so.
    """
    start, now, store = perf_counter(), datetime.now(UTC), counted_store(runtime)
    try:
        user = await now_user(store, run_user(runtime, UNKNOWN_EPOCH))
        owner = settled_owner(state, user)
        if not is_owner(owner, user.root):
            recorded = await as_recorded(store, str(owner), thread_of(runtime), *recorded_part(state))
            return _refused(state, owners_part(state, recorded), None)
        loaded = await with_memory(state, runtime, store, user, now, first=not owner)
    except TemporaryError as refusal:
        return _refused(state, owners_part(state), refusal)
    except StorageError as error:
        user = run_user(runtime, state.get("epoch", UNKNOWN_EPOCH))
        if not is_owner(state.get("owner"), user.root):
            return _refused(state, owners_part(state), None)
        try:
            loaded = without_memory(state, runtime, user, str(error), now)
        except TemporaryError as refusal:
            return _refused(state, owners_part(state), refusal)
    load_ms = round((perf_counter() - start) * 1000 - loaded.found.took_ms, 2)
    shared = _shared(state, user, loaded, now, terms_of(loaded.settings, context_of(runtime)))
    if loaded.opened.answered:
        return {**shared, **_answered_again(state, loaded, loaded.opened.answered, _turn(loaded, run_of(runtime), now))}
    report = {
        "degraded": [*loaded.opened.notes, *loaded.found.degraded],
        "ms": {"load": load_ms, "recall": loaded.found.took_ms},
        "store_ops": store.ops,
    }
    if loaded.problem:
        tell_unavailable(report, thread_of(runtime), loaded.problem, KEPT)
    return {**shared, "turn": _turn(loaded, run_of(runtime), now), "report": report}


def _shared(state: AgentState, user: User, loaded: Loaded, now: datetime, terms: Terms) -> dict[str, Any]:
    """Return what the thread keeps beyond this turn."""
    opened, known = loaded.opened, state.get("unrecorded", {})
    messages, _ = all_taken_out(opened.messages)
    unrecorded = with_unrecorded(known, messages, opened.path, now.isoformat(), terms=terms)
    kept = unrecorded if loaded.problem else {}
    return {
        "messages": _changed(state["messages"], opened.messages),
        "owner": user.root,
        "epoch": user.epoch,
        "path": opened.path,
        "fence": state.get("fence") or secrets.token_hex(16),
        **({"unrecorded": kept} if kept or known else {}),
        **({"temporary": True} if loaded.settings.temporary else {}),
    }


def _turn(loaded: Loaded, run: str | None, now: datetime) -> dict[str, Any]:
    return {
        "run": run,
        "now": now.isoformat(),
        "asked": [m["id"] for m in unanswered(loaded.opened.messages)],
        "answered": False,
        "conversation": loaded.conversation,
        "mailbox": loaded.read.summary,
        "forgot": loaded.forgot,
        "unavailable": loaded.problem,
        **asdict(loaded.settings),
        **turn_lines(loaded.memory, loaded.read, loaded.found, loaded.settings),
    }


def _refused(state: AgentState, kept: list[Message], refusal: TemporaryError | None) -> dict[str, Any]:
    """Take the message out of the state; `refusal`: what is wrong with it, None: it is not the owner's."""
    told = [refusal.field, refusal.problem, refusal.remedy] if refusal else []
    turn = {**state.get("turn", {}), "refused": True, "refusal": told}
    count_turn("refused")
    return {"messages": _changed(state["messages"], kept), "turn": turn}


def _answered_again(state: AgentState, loaded: Loaded, answer: Message, turn: dict[str, Any]) -> dict[str, Any]:
    """Give the recorded answer to whoever streams the run; what a turn does after its answer follows once more.

    The run that made the answer may have ended before it did that. Done twice, it changes nothing.
    """
    push_message(to_langchain(answer), state_key=None)
    count_turn("repeated")
    asked, before = [m["id"] for m in answered_by(loaded.opened.messages, answer)], state.get("turn", {})
    same = {"now": before["now"]} if before.get("asked") == asked else {}
    told = {"degraded": list(loaded.opened.notes), "tokens": {}, "store_ops": 0, **state.get("report", {})}
    return {
        "turn": {**turn, **same, "asked": asked, "answered": True},
        "report": {**told, "recorded_answer": answer["id"]},
    }


def unless_answered(state: AgentState) -> str:
    """Go on to the window, or to what follows an answer that is there already; refuse who has no part in the thread."""
    if state["turn"].get("refused"):
        return "refused"
    return "answered" if state["turn"]["answered"] else "open"


def _changed(messages: list[AnyMessage], wanted: list[Message]) -> Any:
    """Return the update that gives the state the messages it should have; none when it has them already."""
    both = [(m, to_message(m)) for m in messages]
    # One that is not clean comes back from a checkpoint as another text, which would be an edit.
    own = {plain["id"]: (unmarked(m), plain) for m, plain in both if m.content == plain["content"]}
    if [plain for _, plain in own.values()] == wanted and not any(map(is_sent_again, messages)):
        return []
    return restored([own[m["id"]][0] if own.get(m["id"], (None, None))[1] == m else to_langchain(m) for m in wanted])
