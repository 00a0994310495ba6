"""Appends the turn to the transcript before anything that may fail, and bounds the thread's state."""

from datetime import UTC, datetime
from typing import Any

from langchain_core.messages import AnyMessage, RemoveMessage
from langgraph.runtime import Runtime

from memory.core.defaults import DEFAULTS
from memory.core.incoming import unanswered
from memory.service.context import Context
from memory.service.identity import thread_of, turn_user
from memory.service.messages import to_message
from memory.service.recording import record
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState


async def record_turn(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Record what the state holds that the transcript lacks; the answer's entry carries the context report."""
    store = counted_store(runtime)
    keys = {step["id"]: step["key"] for step in state["path"]}
    messages = [to_message(m) for m in state["messages"]]
    new = [m for m in messages if m["id"] not in keys]
    answered = [keys[m["id"]] for m in unanswered(messages[:-1]) if m["id"] in keys]
    report = {**state["report"], "usage": messages[-1].get("usage")}
    path = await record(
        store,
        turn_user(runtime, state).root,
        thread_of(runtime),
        state["path"],
        new,
        now=datetime.now(UTC),
        report=report,
        answered=answered,
    )
    report["store_ops"] += store.ops
    runtime.stream_writer({"type": "context_report", "final": True, "report": report})
    dropped = _past_limit(state["messages"])
    return {"messages": dropped, "path": path[len(dropped) :], "report": report}


def _past_limit(messages: list[AnyMessage]) -> list[RemoveMessage]:
    """Return the removal of the oldest whole exchanges past what a state keeps; each has its entry."""
    over = len(messages) - DEFAULTS.state_messages
    if over <= 0:
        return []
    first = next((i for i, m in enumerate(messages) if i >= over and m.type == "human"), over)
    return [RemoveMessage(id=str(m.id)) for m in messages[:first]]
