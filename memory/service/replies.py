"""Streams a reply from the chat model, with the fallback model when the first cannot be reached."""

import logging
from collections.abc import Callable, Sequence
from typing import Any

from langchain_core.messages import AIMessage, AIMessageChunk, AnyMessage, BaseMessageChunk
from langchain_core.messages.utils import message_chunk_to_message
from langchain_core.tools import BaseTool

from memory.core.errors import ModelError
from memory.models.chat import chat_model, explain_error
from memory.models.settings import ModelSettings

_log = logging.getLogger(__name__)
EMPTY_ANSWER = "The model returned an empty answer twice. Please ask again, or set HOLDFAST_MODEL to another model."


class Streaming:
    """What of a reply has arrived so far."""

    def __init__(self) -> None:
        self.so_far: BaseMessageChunk | None = None

    def add(self, chunk: BaseMessageChunk) -> None:
        """Take in the next chunk."""
        self.so_far = chunk if self.so_far is None else self.so_far + chunk

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
) -> AIMessage:
    """Return the model's reply; its tokens go to whoever streams the run, and into `streaming` as they arrive.

    `note` is told of every degradation. Raises ModelError: the model failed and no other could answer.
    """
    try:
        reply = await _answer(settings.model, settings, prompt, tools, metadata, streaming)
    except ModelError as error:
        fallback = settings.fallback_model
        if not fallback or streaming.shown:
            raise
        _log.warning("the fallback model answers: %s", error)
        note(f"model: {error} The fallback model {fallback!r} answered.")
        streaming.so_far = None
        reply = await _answer(fallback, settings, prompt, tools, metadata, streaming)
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
            streaming.so_far = None
            async for chunk in runnable.astream(list(prompt), config={"metadata": metadata}):
                streaming.add(_as_chunk(chunk))
            if not is_empty(streaming.message()):
                break
    except Exception as exc:  # whatever a provider's client raises
        raise explain_error(exc, name, settings) from exc
    return streaming.message()


def _as_chunk(message: Any) -> BaseMessageChunk:
    if isinstance(message, BaseMessageChunk):
        return message
    return AIMessageChunk(content=message.content, id=message.id, tool_calls=message.tool_calls)
