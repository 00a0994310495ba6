"""Runs the tools a reply calls, side by side; whatever one does, each call gets a result."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

from langchain_core.messages import AIMessage, ToolMessage
from langgraph.config import get_config
from langgraph.prebuilt import ToolNode
from langgraph.prebuilt.tool_node import ToolCallRequest
from langgraph.runtime import Runtime
from langgraph.types import Command

from memory.core.defaults import DEFAULTS
from memory.core.text import clean_text, one_line
from memory.service.context import Context
from memory.service.identity import thread_of, turn_user
from memory.service.messages import to_message
from memory.service.recording import record
from memory_nodes.model_tools import TOOLS
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState

_ERROR_CHARS = 500


async def run_tools(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Run the calls of the newest message and record the round: whole in the transcript, bounded in the state."""
    # The round is as old as its calls: what one of them forgets is masked in the calls and results too.
    store, now = counted_store(runtime), datetime.now(UTC)
    calling = state["messages"][-1]
    assert isinstance(calling, AIMessage)  # noqa: S101  # the edge leads here from a reply with calls
    ran = await _NODE.ainvoke(state, get_config()) if calling.tool_calls else {"messages": []}
    results = [*ran["messages"], *_broken(calling)]
    recorded = {step["id"] for step in state["path"]}
    new = [to_message(m) for m in [*state["messages"], *results] if m.id not in recorded]
    root = turn_user(runtime, state).root
    path = await record(store, root, thread_of(runtime), state["path"], new, now=now)
    report = {**state["report"], "store_ops": state["report"]["store_ops"] + store.ops}
    return {"messages": [_bounded(m) for m in results], "path": path, "report": report}


async def _in_time(
    request: ToolCallRequest, run: Callable[[ToolCallRequest], Awaitable[ToolMessage | Command[Any]]]
) -> ToolMessage | Command[Any]:
    """Run one call within its time; give its result the id that makes a repeated round the same round."""
    call = request.tool_call
    result_id = f"result-{call['id']}"
    try:
        result = await asyncio.wait_for(run(request), DEFAULTS.tool_seconds)
    except TimeoutError:
        return _failed(call["name"], call["id"], f"it did not answer within {DEFAULTS.tool_seconds:g} seconds")
    return result.model_copy(update={"id": result_id}) if isinstance(result, ToolMessage) else result


def _explained(error: Exception) -> str:
    """Return what the model is told of a tool that raised."""
    return f"Error: {type(error).__name__}: {one_line(clean_text(str(error)), _ERROR_CHARS)}"


def _broken(calling: AIMessage) -> list[ToolMessage]:
    """Return a result for each call whose arguments were no JSON, so that the model can mend it."""
    return [
        _failed(call.get("name") or "tool", call["id"], "its arguments are not valid JSON. Call it again")
        for call in calling.invalid_tool_calls
        if call.get("id")
    ]


def _failed(name: str, call_id: str | None, why: str) -> ToolMessage:
    return ToolMessage(
        f"Error: {name} gave no result: {why}.",
        name=name,
        tool_call_id=str(call_id),
        id=f"result-{call_id}",
        status="error",
    )


def _bounded(message: ToolMessage) -> ToolMessage:
    """Return a result as the state keeps it: a long one by head and tail, since its entry holds all of it."""
    limit = DEFAULTS.tool_state_chars
    text = message.text
    if len(text) <= limit:
        return message
    note = f"\n[… {len(text):,} characters; the middle is in the transcript …]\n"
    return message.model_copy(update={"content": f"{text[: limit // 2]}{note}{text[-limit // 2 :]}"})


_NODE = ToolNode(TOOLS, handle_tool_errors=_explained, awrap_tool_call=_in_time)
