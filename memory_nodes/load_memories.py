"""Knows who is talking, acknowledges the message, and loads what this turn may need."""

import secrets
from dataclasses import asdict
from datetime import UTC, datetime
from time import perf_counter
from typing import Any
from zoneinfo import ZoneInfo

from langchain_core.messages import AnyMessage
from langgraph.graph.message import push_message
from langgraph.runtime import Runtime

from memory.core.adoption import PathStep
from memory.core.entries import Message, text_of
from memory.core.incoming import unanswered
from memory.service.context import Context
from memory.service.identity import context_of, conversation_of, read_user, thread_of, user_id_of
from memory.service.messages import to_langchain, to_message
from memory.service.turn_memory import recall_for_turn, settings_of, turn_lines
from memory.service.turn_opening import as_recorded, is_owner, open_turn
from memory.storage.turn import read_turn
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState, restored


async def load_memories(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Load the user's memory for this turn; the user's message has its transcript entry when this returns."""
    start, now, store = perf_counter(), datetime.now(UTC), counted_store(runtime)
    user, thread = await read_user(store, user_id_of(runtime)), thread_of(runtime)
    messages, path = [to_message(m) for m in state["messages"]], state.get("path", [])
    if not is_owner(state.get("owner"), user.root):
        kept = await as_recorded(store, state["owner"], thread, messages, path)
        return {"messages": _changed(state["messages"], kept), "turn": {**state["turn"], "refused": True}}
    read = await read_turn(store, user.root, thread, _without_entry(messages, path), now)
    settings = settings_of(context_of(runtime), read.settings)
    conversation = read.thread["conversation"] if read.thread else conversation_of(runtime, user, thread)
    first = not state.get("owner")
    opened = await open_turn(store, user.root, thread, conversation, messages, path, read, now, first=first)
    loaded_ms = round((perf_counter() - start) * 1000, 2)
    shared = {
        "messages": _changed(state["messages"], opened.messages),
        "owner": user.root,
        "epoch": user.epoch,
        "path": opened.path,
        "fence": state.get("fence") or secrets.token_hex(6),
    }
    if opened.answered:
        return {**shared, **_answered_again(state, opened.answered)}
    asked = unanswered(opened.messages)
    question = "\n".join(text_of(m) for m in asked)
    memory, found = await recall_for_turn(store, user.root, thread, question, read, context_of(runtime), settings, now)
    turn = {
        "now": now.isoformat(),
        "asked": [m["id"] for m in asked],
        "answered": False,
        "conversation": conversation,
        "mailbox": read.summary,
        **asdict(settings),
        **turn_lines(memory, read, found, settings),
    }
    degraded = [*opened.notes, *found.degraded]
    report = {"degraded": degraded, "ms": {"load": loaded_ms, "recall": found.took_ms}, "store_ops": store.ops}
    return {**shared, "turn": turn, "report": report}


def _answered_again(state: AgentState, answer: Message) -> dict[str, Any]:
    """Give the recorded answer to whoever streams the run, and end the turn."""
    push_message(to_langchain(answer), state_key=None)
    report = {**state.get("report", {}), "recorded_answer": answer["id"]}
    return {"turn": {**state.get("turn", {}), "answered": True}, "report": report}


def _without_entry(messages: list[Message], path: list[PathStep]) -> list[str]:
    recorded = {step["id"] for step in path}
    return [m["id"] for m in messages if m["id"] not in recorded]


def unless_answered(state: AgentState) -> str:
    """Go on to the window, or end: the message was answered before, or its sender has no part in the thread."""
    if state["turn"].get("refused"):
        return "refused"
    return "answered" if state["turn"]["answered"] else "open"


def now_line(now: str, zone: str) -> str:
    """Return the user's local date and time as the window shows it."""
    return datetime.fromisoformat(now).astimezone(ZoneInfo(zone)).strftime(f"%Y-%m-%d %A %H:%M ({zone})")


def _changed(messages: list[AnyMessage], wanted: list[Message]) -> Any:
    """Return the update that gives the state the messages it should have; none when it has them already."""
    own = {str(m.id): (m, to_message(m)) for m in messages}
    if [plain for _, plain in own.values()] == wanted:
        return []
    return restored([own[m["id"]][0] if own.get(m["id"], (None, None))[1] == m else to_langchain(m) for m in wanted])
