"""Streams a reply from the chat model, with the fallback model when the first cannot be reached."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from langchain_core.messages import AIMessage, AIMessageChunk, AnyMessage, BaseMessageChunk
from langchain_core.messages.utils import message_chunk_to_message
from langchain_core.tools import BaseTool

from memory.core.defaults import DEFAULTS
from memory.core.errors import ModelError
from memory.models.chat import chat_model, explain_error, retry_pause
from memory.models.settings import ModelSettings
from memory.service.turn.messages import for_model, written_by

_log = logging.getLogger(__name__)
EMPTY_ANSWER = "The model returned an empty answer twice. Please ask again, or set HOLDFAST_MODEL to another model."


class Streaming:
    """What of a reply has arrived so far."""

    def __init__(self) -> None:
        self.so_far: BaseMessageChunk | None = None
        self.model: str | None = None
        """Name of the model it comes from."""
        self.first: datetime | None = None
        """When the first text came."""

    def add(self, chunk: BaseMessageChunk) -> None:
        """Take in the next chunk."""
        self.so_far = chunk if self.so_far is None else self.so_far + chunk
        if self.first is None and chunk.text:
            self.first = datetime.now(UTC)

    @property
    def shown(self) -> bool:
        """Whether the user has seen any text of it."""
        return self.so_far is not None and bool(self.so_far.text.strip())

    def message(self) -> AIMessage:
        """Return what arrived as a message; empty when nothing did."""
        if self.so_far is None:
            return AIMessage(content="")
        whole = message_chunk_to_message(self.so_far)
        return whole if isinstance(whole, AIMessage) else AIMessage(content=whole.content, id=whole.id)


async def stream_reply(
    settings: ModelSettings,
    prompt: Sequence[AnyMessage],
    tools: Sequence[BaseTool],
    metadata: dict[str, Any],
    streaming: Streaming,
    note: Callable[[str], None],
    refit: Callable[[], Awaitable[Sequence[AnyMessage]]],
) -> AIMessage:
    """Return the model's reply; its tokens go to whoever streams the run, and into `streaming` as they arrive.

    `note` is told of every degradation. `refit` makes the prompt fit the fallback model. Raises ModelError: the model
    failed and no other could answer.
    """
    try:
        reply = await _patiently(settings.model, settings, prompt, tools, metadata, streaming, note)
    except ModelError as error:
        fallback = settings.fallback_model
        if not fallback or streaming.shown:
            raise
        _log.warning("the fallback model answers: %s", error)
        note(f"model: {error} The fallback model {fallback!r} answered.")
        try:
            fitting = await refit()
        except ModelError as unfit:
            raise ModelError(f"{error} {unfit}") from unfit
        reply = await _patiently(fallback, settings, fitting, tools, metadata, streaming, note)
    if is_empty(reply):
        note("model: it returned an empty answer twice")
        _log.warning("the model returned an empty answer twice")
        reply = reply.model_copy(update={"content": EMPTY_ANSWER})
    return reply


def is_empty(reply: AIMessage) -> bool:
    """Tell whether a reply says nothing and calls nothing."""
    return not reply.text.strip() and not reply.tool_calls and not reply.invalid_tool_calls and not _refusal(reply)


def _refusal(reply: AIMessage) -> bool:
    return bool(reply.additional_kwargs.get("refusal"))


async def _patiently(
    name: str,
    settings: ModelSettings,
    prompt: Sequence[AnyMessage],
    tools: Sequence[BaseTool],
    metadata: dict[str, Any],
    streaming: Streaming,
    note: Callable[[str], None],
) -> AIMessage:
    """Return the reply of one model; what may soon be over, before anything was shown, is waited for."""
    for attempt in range(DEFAULTS.model_retries):
        try:
            return await _answer(name, settings, prompt, tools, metadata, streaming)
        except ModelError as error:
            if not error.passing or not is_empty(streaming.message()):
                raise
            _log.warning("the model is asked again: %s", error)
            note(f"model: asked again, since it failed: {error}")
            await asyncio.sleep(retry_pause(attempt, error))
    return await _answer(name, settings, prompt, tools, metadata, streaming)


async def _answer(
    name: str,
    settings: ModelSettings,
    prompt: Sequence[AnyMessage],
    tools: Sequence[BaseTool],
    metadata: dict[str, Any],
    streaming: Streaming,
) -> AIMessage:
    """Return the reply of one model; an empty one is asked for once more.

    Raises ModelError: says which setting mends it.
    """
    model = chat_model(name, settings)
    try:
        runnable = model.bind_tools(list(tools)) if tools else model
        for _ in range(2):
            streaming.so_far, streaming.model = None, name
            async for chunk in runnable.astream(for_model(prompt, name), config={"metadata": metadata}):
                streaming.add(_as_chunk(chunk))
            if not is_empty(streaming.message()):
                break
    except Exception as exc:  # whatever a provider's client raises
        raise explain_error(exc, name, settings) from exc
    return written_by(streaming.message(), name)


def _as_chunk(message: Any) -> BaseMessageChunk:
    if isinstance(message, BaseMessageChunk):
        return message
    return AIMessageChunk(content=message.content, id=message.id, tool_calls=message.tool_calls)
