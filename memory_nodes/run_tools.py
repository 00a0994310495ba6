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
from memory.core.errors import StorageError
from memory.core.language.shorten import shortened
from memory.core.language.text import clean_text, one_line
from memory.core.messages.blobs import all_taken_out
from memory.core.messages.incoming import follow
from memory.core.messages.unrecorded import with_unrecorded
from memory.service.access.identity import run_of, thread_of, turn_user
from memory.service.settings.context import Context
from memory.service.turn.availability import KEPT, tell_unavailable
from memory.service.turn.blobs import as_referring
from memory.service.turn.messages import to_message
from memory.service.turn.recording import record, record_stopped
from memory_nodes.model_tools import MEMORY_TOOLS, TOOLS
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState
from tools.unremember_conversation import unremember_conversation

_ERROR_CHARS = 500


async def run_tools(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Run the calls of the newest message and record the round: whole in the transcript, bounded in the state."""
    # The round is as old as its calls: what one of them forgets is masked in the calls and results too.
    store, now = counted_store(runtime), datetime.now(UTC)
    calling = state["messages"][-1]
    assert isinstance(calling, AIMessage)  # noqa: S101  # the edge leads here from a reply with calls
    root, said = turn_user(runtime, state).root, follow([to_message(m) for m in state["messages"]], state["path"])
    try:
        ran = await _NODE.ainvoke(state, get_config()) if calling.tool_calls else {"messages": []}
    except asyncio.CancelledError:
        if not state["turn"].get("unavailable"):
            await record_stopped(store, root, thread_of(runtime), said.path, said.new, now)
        raise
    results: list[ToolMessage] = [*ran["messages"], *_broken(calling)]
    if state["turn"].get("unavailable"):
        return {"messages": results}
    new = [*said.new, *map(to_message, results)]
    degraded = list(state["report"]["degraded"])
    own = degraded if state["turn"].get("run") == run_of(runtime) else None
    try:
        path = await record(
            store, root, thread_of(runtime), said.path, new, now=now, instead_of=said.instead_of, degraded=own
        )
    except StorageError as error:
        return _unrecorded(state, results, thread_of(runtime), str(error), now)
    report = {**state["report"], "degraded": degraded, "store_ops": state["report"]["store_ops"] + store.ops}
    done = {"messages": [_bounded(as_referring(m)) for m in results], "path": path, "report": report}
    return {**done, **_not_remembered(state, results)}


def _not_remembered(state: AgentState, results: list[ToolMessage]) -> dict[str, Any]:
    """Return what keeps the rest of the turn from learning, once a call took the conversation out of memory."""
    name = unremember_conversation.name
    if not any(m.name == name and isinstance(m.artifact, dict) and m.artifact.get("unremembered") for m in results):
        return {}
    return {"turn": {**state["turn"], "learn": False, "unremembered": True}}


def _unrecorded(
    state: AgentState, results: list[ToolMessage], thread: str, reason: str, now: datetime
) -> dict[str, Any]:
    """Return the round as the state alone holds it: whole, until it has its entries."""
    messages, _ = all_taken_out(to_message(m) for m in [*state["messages"], *results])
    kept = with_unrecorded(state.get("unrecorded", {}), messages, state["path"], now.isoformat())
    report, turn = dict(state["report"]), {**state["turn"], "unavailable": reason}
    tell_unavailable(report, thread, reason, KEPT)
    return {"messages": results, "unrecorded": kept, "turn": turn, "report": report}


async def in_time(
    request: ToolCallRequest, run: Callable[[ToolCallRequest], Awaitable[ToolMessage | Command[Any]]]
) -> ToolMessage | Command[Any]:
    """Run one call within its time; give its result the id that makes a repeated round the same round."""
    call = request.tool_call
    if call["name"] in MEMORY_TOOLS and request.state["turn"].get("unavailable"):
        return failed(call["name"], call["id"], "memory is unavailable right now")
    result_id = f"result-{call['id']}"
    try:
        result = await asyncio.wait_for(run(request), DEFAULTS.tool_seconds)
    except TimeoutError:
        return failed(call["name"], call["id"], f"it did not answer within {DEFAULTS.tool_seconds:g} seconds")
    return result.model_copy(update={"id": result_id}) if isinstance(result, ToolMessage) else result


def explained(error: Exception) -> str:
    """Return what the model is told of a tool that raised."""
    return f"Error: {type(error).__name__}: {one_line(clean_text(str(error)), _ERROR_CHARS)}"


def _broken(calling: AIMessage) -> list[ToolMessage]:
    """Return a result for each call whose arguments were no JSON, so that the model can mend it."""
    return [
        failed(call.get("name") or "tool", call["id"], "its arguments are not valid JSON. Call it again")
        for call in calling.invalid_tool_calls
        if call.get("id")
    ]


def failed(name: str, call_id: str | None, why: str) -> ToolMessage:
    """Return the result of a call that gave none."""
    return ToolMessage(
        f"Error: {name} gave no result: {why}.",
        name=name,
        tool_call_id=str(call_id),
        id=f"result-{call_id}",
        status="error",
    )


def _bounded(message: ToolMessage) -> ToolMessage:
    """Return a result as the state keeps it: a long one by head and tail, since its entry holds all of it."""
    limit, plain = DEFAULTS.tool_state_chars, to_message(message)
    changed: dict[str, Any] = {"content": shortened(plain, limit, len)["content"]}
    if len(str(plain.get("artifact"))) > limit:
        changed["artifact"] = None
    return message if changed == {"content": plain["content"]} else message.model_copy(update=changed)


_NODE = ToolNode(TOOLS, handle_tool_errors=explained, awrap_tool_call=in_time)
