"""Asks the chat model: the one model call a turn waits for."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from time import perf_counter
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage
from langchain_core.tools import BaseTool
from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore

from memory.core.defaults import DEFAULTS
from memory.core.errors import ModelError
from memory.core.messages.incoming import follow, is_final
from memory.core.transcript.entries import Message
from memory.models.settings import ModelSettings
from memory.service.access.identity import context_of, run_of, thread_of, turn_user
from memory.service.operations.metrics import count_turn
from memory.service.settings.context import Context
from memory.service.turn.messages import as_kept, to_message
from memory.service.turn.recording import record_stopped
from memory.service.turn.replies import Streaming, stream_reply
from memory.service.turn.token_counts import learn
from memory.service.turn.turn_model import turn_settings
from memory_nodes.fallback import fallback_prompt
from memory_nodes.model_tools import TOOLS
from memory_nodes.prompt import Prompt, with_blobs
from memory_nodes.rendering import called, rendered
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState, Turn

_log = logging.getLogger(__name__)


async def call_model(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Render the window and stream the reply; what was streamed before a stop or a fault is kept as `stopped`."""
    start, store, settings = perf_counter(), counted_store(runtime), turn_settings(context_of(runtime))
    root = turn_user(runtime, state).root
    made = await rendered(state, runtime, store, settings)
    prompt, report = made.prompt, made.report
    streaming, tools = Streaming(), _tools(state)
    try:
        load = partial(with_blobs, store=store, root=root)
        asked = _Asked(state, context_of(runtime), settings, tools, made.render, load)
        reply = await _reply(asked, prompt, report, streaming)
    except (asyncio.CancelledError, ModelError) as error:
        count_turn("failed" if isinstance(error, ModelError) else "stopped")
        await _keep(store, root, thread_of(runtime), state, streaming)
        raise
    if tools and report["media"] == prompt.media and streaming.model == settings.model and reply.usage_metadata:
        learn(settings, made.counter, report, reply.usage_metadata["input_tokens"])
    _tell_first(report, state["turn"], streaming, run_of(runtime))
    return called(state, made, {"messages": [as_kept(reply)]}, store.ops, perf_counter() - start)


@dataclass(frozen=True)
class _Asked:
    """What a model is asked with, beside the prompt."""

    state: AgentState
    context: Context
    settings: ModelSettings
    tools: list[BaseTool]
    render: Callable[..., Prompt]
    """Makes a prompt from a state."""
    load: Callable[[Prompt], Awaitable[Prompt]]
    """Puts in the bytes of images and files."""

    async def refit(self, prompt: Prompt, report: dict[str, Any], **options: Any) -> list[AnyMessage]:
        """Return the messages that the fallback model is sent, `prompt`'s if it takes as much."""
        render = partial(self.render, **options)
        fitted = fallback_prompt(self.state, self.context, self.settings, prompt, render, report)
        return prompt.messages if fitted is prompt else (await self.load(fitted)).messages

    async def reply(self, prompt: Prompt, report: dict[str, Any], streaming: Streaming, **options: Any) -> AIMessage:
        """Return the reply to `prompt`, which was rendered with `options`."""
        refit = partial(self.refit, prompt, report, **options)
        note, metadata = report["degraded"].append, _metadata(report)
        return await stream_reply(self.settings, prompt.messages, self.tools, metadata, streaming, note, refit)


async def _reply(asked: _Asked, prompt: Prompt, report: dict[str, Any], streaming: Streaming) -> AIMessage:
    """Return the reply; a model that refuses a prompt with images or files is asked again without them."""
    try:
        return await asked.reply(prompt, report, streaming)
    except ModelError as error:
        plain = asked.render(asked.state, media=0)
        if not error.refused or streaming.shown or plain.window.messages == prompt.window.messages:
            raise
        _log.warning("the model is asked again without images and files: %s", error)
        report["degraded"].append("images and files: the model refused them; each was told in a line")
        report["media"] = 0
        return await asked.reply(plain, report, streaming, media=0)


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


def _metadata(report: dict[str, Any]) -> dict[str, Any]:
    """Return the report as metadata of the model's run, which tracing shows; without the list of messages."""
    return {"holdfast": {k: v for k, v in report.items() if k != "messages"}}


def _tell_first(report: dict[str, Any], turn: Turn, streaming: Streaming, run: str | None) -> None:
    """Note how long the user waited for the first text; not of a run that goes on with another's turn."""
    if streaming.first and turn.get("run") == run and "first_token" not in report["ms"]:
        waited = streaming.first - datetime.fromisoformat(turn["now"])
        report["ms"]["first_token"] = round(waited.total_seconds() * 1000, 2)


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
