"""A reply as it comes in, the same whether a server or this process makes it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memory.core.transcript.entries import text_of

REPLY_NODES = frozenset({"call_model", "load_memories"})
"""The nodes that give the reply: made now, or recorded before; other messages of a stream are not shown."""


@dataclass(frozen=True)
class Token:
    """A piece of the reply's text."""

    text: str


@dataclass(frozen=True)
class ToolCall:
    """The model begins a call."""

    name: str


@dataclass(frozen=True)
class Report:
    """What the graph tells beside the reply: its context report."""

    data: dict[str, Any]


@dataclass(frozen=True)
class Done:
    """The turn has ended and is stored."""

    reply: str
    """The whole answer; what came of it when the run was stopped or taken back."""
    message_id: str
    """Of the user's message."""
    question: Any = None
    """What the run waits to be told (an interrupt's value), None when it waits for nothing."""


Event = Token | ToolCall | Report | Done


def message_events(message: Mapping[str, Any], metadata: Mapping[str, Any]) -> Iterator[Event]:
    """Yield what a piece of a message, as JSON, adds to the reply."""
    if metadata.get("langgraph_node") not in REPLY_NODES or message.get("type") not in {"ai", "AIMessageChunk"}:
        return
    if text := text_of(message):
        yield Token(text)
    # A piece carries calls twice, as pieces and parsed so far; only the first piece of a call names its tool.
    calls = message.get("tool_call_chunks") or message.get("tool_calls") or ()
    yield from (ToolCall(call["name"]) for call in calls if call.get("name"))


def reply_to(messages: Sequence[Mapping[str, Any]], message_id: str) -> str | None:
    """Return the text of the answer to a message of a state, None if it has none or the state lacks the message."""
    at = next((i for i, message in enumerate(messages) if message["id"] == message_id), len(messages))
    return next((text_of(message) for message in messages[at + 1 :] if _is_answer(message)), None)


def _is_answer(message: Mapping[str, Any]) -> bool:
    return message["type"] == "ai" and not message.get("tool_calls") and not message.get("invalid_tool_calls")
