"""Asks the chat model: the one model call a turn waits for."""

import asyncio
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

from langchain_core.messages import AIMessage
from langchain_core.tools import BaseTool
from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore

from memory.core.defaults import DEFAULTS
from memory.core.entries import Message
from memory.core.errors import ModelError
from memory.core.incoming import is_final
from memory.service.context import Context
from memory.service.fact_index import FACTS
from memory.service.identity import context_of, thread_of, turn_user
from memory.service.messages import to_message
from memory.service.recording import record
from memory.service.replies import Streaming, stream_reply
from memory.service.turn_model import turn_settings
from memory.service.veiling import trace_key
from memory_nodes.model_tools import TOOLS
from memory_nodes.prompt import Prompt, moment_of, render_prompt
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState


async def call_model(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Render the window and stream the reply; what was streamed before a stop or a fault is kept as `stopped`."""
    start, store, settings = perf_counter(), counted_store(runtime), turn_settings(context_of(runtime))
    root = turn_user(runtime, state).root
    memory = await FACTS.load_newest(store, root, moment_of(state))
    prompt = render_prompt(state, memory.tombstones, trace_key(root))
    report = _report(state, prompt, settings.model)
    runtime.stream_writer({"type": "context_report", "final": False, "report": report})
    streaming = Streaming()
    try:
        reply = await stream_reply(
            settings, prompt.messages, _tools(state), _metadata(report), streaming, report["degraded"].append
        )
    except (asyncio.CancelledError, ModelError):
        await _keep(store, root, thread_of(runtime), state, streaming)
        raise
    report["store_ops"] += store.ops
    report["ms"]["model"] = round(report["ms"].get("model", 0) + (perf_counter() - start) * 1000, 2)
    report["calls"] = report.get("calls", 0) + 1
    return {"messages": [reply], "report": report}


def wants_tools(state: AgentState) -> str:
    """Go to the tools the reply calls, else on: the turn is answered."""
    return "answered" if is_final(to_message(state["messages"][-1])) else "tools"


def _tools(state: AgentState) -> list[BaseTool]:
    """Return the tools the model may call; none once a turn has called them often enough, so that it must answer."""
    rounds = 0
    for message in reversed(state["messages"]):
        if message.type == "human":
            break
        rounds += isinstance(message, AIMessage)
    return TOOLS if rounds < DEFAULTS.tool_rounds else []


def _report(state: AgentState, prompt: Prompt, model: str) -> dict[str, Any]:
    before = state["report"]
    tokens = {**before["tokens"], "window": prompt.window.tokens}
    return {
        **before,
        "model": model,
        "tokens": tokens,
        "total_tokens": sum(tokens.values()),
        "messages": [m["id"] for m in prompt.window.messages],
        "cut": [*before["cut"], *(c for c in prompt.window.cut if c not in before["cut"])],
        "degraded": list(before["degraded"]),
        "ms": dict(before["ms"]),
    }


def _metadata(report: dict[str, Any]) -> dict[str, Any]:
    """Return the report as metadata of the model's run, which tracing shows; without the list of messages."""
    return {"holdfast": {k: v for k, v in report.items() if k != "messages"}}


async def _keep(store: BaseStore, root: str, thread: str, state: AgentState, streaming: Streaming) -> None:
    """Write the streamed part of a reply that ended early, to its end even if the run is cancelled again."""
    if not streaming.shown:
        return
    partial = streaming.message()
    plain: Message = {**to_message(partial), "tool_calls": [], "invalid_tool_calls": []}
    writing = asyncio.ensure_future(
        record(store, root, thread, state["path"], [plain], now=datetime.now(UTC), mark="stopped")
    )
    await asyncio.shield(writing)
