"""Appends the turn to the transcript before anything that may fail, and bounds the thread's state."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from langchain_core.messages import AnyMessage, RemoveMessage, ToolMessage
from langgraph.runtime import Runtime

from memory.core.defaults import DEFAULTS
from memory.core.errors import StorageError
from memory.core.messages.blobs import Blob, all_taken_out
from memory.core.messages.incoming import follow, waiting_keys
from memory.core.messages.unrecorded import UNKNOWN_EPOCH, with_unrecorded
from memory.core.retention.usage import used_in_turn
from memory.core.transcript.entries import Message
from memory.core.transcript.transcript_docs import make_thread_record
from memory.core.window.adoption import PathStep
from memory.service.access.identity import context_of, conversation_of, now_user, run_of, thread_of, turn_user
from memory.service.operations.metrics import count_answer
from memory.service.recall.counted_store import CountedStore
from memory.service.settings.context import Context
from memory.service.turn.availability import KEPT, tell_unavailable
from memory.service.turn.blobs import as_referring
from memory.service.turn.late_recording import record_late
from memory.service.turn.messages import to_message
from memory.service.turn.recording import record
from memory.service.turn.turn_memory import settings_of
from memory.storage.turn import read_turn
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState, restored
from tools.search_memory import search_memory


async def record_turn(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Record what the state holds that the transcript lacks; the answer's entry carries the context report.

    When the store fails, the state keeps the turn for the next one; a turn that began without it is tried once more.
    """
    store, thread, now = counted_store(runtime), thread_of(runtime), datetime.now(UTC)
    messages, brought = all_taken_out(to_message(m) for m in state["messages"])
    degraded = list(state["report"]["degraded"])
    report = {**state["report"], "usage": messages[-1].get("usage"), "degraded": degraded}
    attempt = _record_late if state["turn"].get("unavailable") else _record
    try:
        update = await attempt(state, runtime, store, messages, brought, report, now)
    except StorageError as error:
        tell_unavailable(report, thread, str(error), KEPT)
        kept = with_unrecorded(state.get("unrecorded", {}), messages, state["path"], now.isoformat(), report)
        update = {"unrecorded": kept, "turn": {**state["turn"], "unavailable": str(error)}}
    report["store_ops"] += store.ops
    count_answer(report)
    runtime.stream_writer({"type": "context_report", "final": True, "report": report})
    return {**update, "report": report}


async def _record(
    state: AgentState,
    runtime: Runtime[Context],
    store: CountedStore,
    messages: list[Message],
    brought: dict[str, Blob],
    report: dict[str, Any],
    now: datetime,
) -> dict[str, Any]:
    followed = follow(messages, state["path"])
    path = await record(
        store,
        turn_user(runtime, state).root,
        thread_of(runtime),
        followed.path,
        followed.new,
        now=now,
        report=report,
        answered=waiting_keys(messages, followed.path),
        brought=brought,
        instead_of=followed.instead_of,
        degraded=report["degraded"] if state["turn"].get("run") == run_of(runtime) else None,
        facts_used=used_in_turn(state["turn"]["facts"], _looked_up(state["messages"])),
    )
    return _bounded(state, path, brought)


def _looked_up(messages: Sequence[AnyMessage]) -> list[str]:
    """Return the ids of the facts that searches of memory showed since the user's newest message."""
    found: list[str] = []
    for message in reversed(messages):
        if message.type == "human":
            break
        if isinstance(message, ToolMessage) and message.name == search_memory.name:
            found += (message.artifact or {}).get("facts", [])
    return found


async def _record_late(
    state: AgentState,
    runtime: Runtime[Context],
    store: CountedStore,
    messages: list[Message],
    brought: dict[str, Blob],
    report: dict[str, Any],
    now: datetime,
) -> dict[str, Any]:
    """Record a turn that began without the store, as the next turn would; settings hold from here on."""
    user, thread, begun = turn_user(runtime, state), thread_of(runtime), state["epoch"] != UNKNOWN_EPOCH
    user = user if begun else await now_user(store, user)
    told = {**report, "degraded": [*report["degraded"], "memory was back after the reply: this turn is recorded"]}
    late = with_unrecorded(state.get("unrecorded", {}), messages, state["path"], now.isoformat(), told)
    read = await read_turn(store, user.root, thread, list(late), now)
    if not begun and read.head:
        raise StorageError("the thread's earlier messages have to be read first.")
    conversation = read.thread["conversation"] if read.thread else conversation_of(runtime, user, thread)
    temporary = bool(state["turn"].get("temporary"))
    new = None if read.thread else make_thread_record(thread, conversation, now, temporary=temporary)
    path = await record_late(store, user.root, thread, messages, state["path"], late, brought, new)
    if [step["id"] for step in path] != [m["id"] for m in messages]:
        raise StorageError("the thread has branched since; the next turn records this one.")
    settings = asdict(settings_of(context_of(runtime), read.settings, temporary=temporary))
    turn = {**state["turn"], **settings, "conversation": conversation, "unavailable": None}
    report |= told
    kept = {"owner": user.root, "epoch": user.epoch, "unrecorded": {}, "turn": turn}
    return _bounded(state, path, brought) | kept


def _bounded(state: AgentState, path: list[PathStep], brought: dict[str, Blob]) -> dict[str, Any]:
    """Return messages and path as the state keeps them; what facts are still owed of stays."""
    dropped = [] if state.get("owed") else _past_limit(state["messages"])
    kept = restored([as_referring(m) for m in state["messages"][len(dropped) :]]) if brought else dropped
    return {"messages": kept, "path": path[len(dropped) :]}


def _past_limit(messages: list[AnyMessage]) -> list[RemoveMessage]:
    """Return the removal of the oldest whole exchanges past what a state keeps; each has its entry.

    They go in steps of a fifth of that, so that a window that begins with the oldest does not move each turn.
    """
    over = len(messages) - DEFAULTS.state_messages
    if over <= DEFAULTS.state_messages // 5:
        return []
    first = next((i for i, m in enumerate(messages) if i >= over and m.type == "human"), over)
    return [RemoveMessage(id=str(m.id)) for m in messages[:first]]
