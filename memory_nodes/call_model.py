"""Asks the chat model: the one model call a turn waits for."""

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from time import perf_counter
from typing import Any

from langchain_core.messages import AIMessage
from langchain_core.tools import BaseTool
from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore

from memory.core.context_report import with_window
from memory.core.defaults import DEFAULTS
from memory.core.entries import Message
from memory.core.errors import ModelError
from memory.core.incoming import follow, is_final
from memory.models.settings import ModelSettings
from memory.service.availability import tombstones_now
from memory.service.context import Context
from memory.service.identity import context_of, thread_of, turn_user
from memory.service.messages import as_kept, to_message
from memory.service.recording import record_stopped
from memory.service.replies import Streaming, stream_reply
from memory.service.token_counts import TokenCounter, counter_for, learn
from memory.service.turn_model import turn_settings
from memory.service.veiling import trace_key
from memory_nodes.model_tools import TOOLS
from memory_nodes.prompt import Prompt, render_prompt, with_blobs
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState

_log = logging.getLogger(__name__)


async def call_model(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Render the window and stream the reply; what was streamed before a stop or a fault is kept as `stopped`."""
    start, store, settings = perf_counter(), counted_store(runtime), turn_settings(context_of(runtime))
    root = turn_user(runtime, state).root
    down = bool(state["turn"].get("unavailable"))
    stones, problem = await tombstones_now(store, root, readable=not down)
    counter = counter_for(settings, state["plan"], planned=True)
    known = stones if stones is not None or state["turn"].get("forgot") else []
    render = partial(render_prompt, state, known, trace_key(root), counter=counter)
    prompt = await with_blobs(render(), store, root)
    report = _report(state, prompt, settings.model, counter)
    if problem:
        report["degraded"].append(f"what was forgotten: as last known, {problem}")
    runtime.stream_writer({"type": "context_report", "final": False, "report": report})
    streaming, tools = Streaming(), _tools(state)
    try:
        reply = await _reply(settings, prompt, render, tools, report, streaming)
    except (asyncio.CancelledError, ModelError):
        await _keep(store, root, thread_of(runtime), state, streaming)
        raise
    if tools and report["media"] == prompt.media and streaming.model == settings.model and reply.usage_metadata:
        learn(settings, counter, report, reply.usage_metadata["input_tokens"])
    report["store_ops"] += store.ops
    report["ms"]["model"] = round(report["ms"].get("model", 0) + (perf_counter() - start) * 1000, 2)
    report["calls"] = report.get("calls", 0) + 1
    update = {"messages": [as_kept(reply)], "report": report, "cut": prompt.window.cut}
    if stones is None or bool(stones) == bool(state["turn"].get("forgot")):
        return update
    return {**update, "turn": {**state["turn"], "forgot": bool(stones)}}  # a tool of this turn may have forgotten


async def _reply(
    settings: ModelSettings,
    prompt: Prompt,
    render: Callable[..., Prompt],
    tools: list[BaseTool],
    report: dict[str, Any],
    streaming: Streaming,
) -> AIMessage:
    """Return the reply; a model that refuses a prompt with images or files is asked again without them."""
    note, metadata = report["degraded"].append, _metadata(report)
    try:
        return await stream_reply(settings, prompt.messages, tools, metadata, streaming, note)
    except ModelError as error:
        plain = render(media=0)
        if not error.refused or streaming.shown or plain.window.messages == prompt.window.messages:
            raise
        _log.warning("the model is asked again without images and files: %s", error)
        note("images and files: the model refused them; each was told in a line")
        report["media"] = 0
        return await stream_reply(settings, plain.messages, tools, metadata, streaming, note)


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


def _report(state: AgentState, prompt: Prompt, model: str, counter: TokenCounter) -> dict[str, Any]:
    before, window = state["report"], prompt.window
    return {
        **with_window(before, window.tokens, len(window.messages), window.earlier_tokens),
        "model": model,
        "messages": [m["id"] for m in window.messages],
        "cut": [*before["cut"], *(note for note in window.notes if note not in before["cut"])],
        "media": prompt.media,
        "media_tokens": counter.media(window.messages),
        "count_ratio": round(counter.ratio, 3),
        "degraded": [*before["degraded"], *(d for d in prompt.degraded if d not in before["degraded"])],
        "ms": dict(before["ms"]),
    }


def _metadata(report: dict[str, Any]) -> dict[str, Any]:
    """Return the report as metadata of the model's run, which tracing shows; without the list of messages."""
    return {"holdfast": {k: v for k, v in report.items() if k != "messages"}}


async def _keep(store: BaseStore, root: str, thread: str, state: AgentState, streaming: Streaming) -> None:
    """Write the streamed part of a reply that ended early."""
    if not streaming.shown:
        return
    if state["turn"].get("unavailable"):  # the message it answers has no entry to follow
        _log.error("the streamed part of a reply in thread %s was not kept: memory is unavailable", thread)
        return
    plain: Message = {**to_message(streaming.message()), "tool_calls": [], "invalid_tool_calls": []}
    said = follow([to_message(m) for m in state["messages"]], state["path"])
    await record_stopped(store, root, thread, said.path, [*said.new, plain], datetime.now(UTC))
