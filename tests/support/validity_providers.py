"""The documented rules of further providers over plain messages as they are sent: what breaks one is told."""

import re
from collections.abc import Iterator

from memory.core.transcript.entries import Message

AFTER = {
    "start": {"user"},
    "user": {"assistant"},
    "assistant": {"user", "tool"},
    "tool": {"assistant", "tool"},
}
"""Mistral's order of roles: `Unexpected role 'user' after role 'tool'` is its answer to another."""


def anthropic_problems(messages: list[Message]) -> Iterator[str]:
    """Yield what Anthropic refuses: ids, texts of white space, results that are not in the next message."""
    seen: set[str] = set()
    for message, behind in zip(messages, [*messages[1:], None], strict=False):
        for call in message.get("tool_calls", []):
            if not re.fullmatch(r"[a-zA-Z0-9_-]+", call["id"]) or call["id"] in seen:
                yield f"tool_use id {call['id']!r}"
            seen.add(call["id"])
            if not isinstance(call["args"], dict):
                yield f"tool_use input {call['args']!r}"
        if message.get("tool_calls") and (behind is None or behind["role"] != "tool"):
            yield "tool_use without tool_result behind it"
        if message.get("invalid_tool_calls"):
            yield "a call that Anthropic's converter leaves out"
        yield from _text_problems(message)
    if messages and messages[-1]["role"] == "assistant":
        yield "a prefill"


def gemini_problems(messages: list[Message]) -> Iterator[str]:
    """Yield what Gemini refuses: a turn of calls not right behind the user or results, not as many results as calls."""
    before, due = "user", 0
    for message in messages:
        if message["role"] == "tool":
            due -= 1
            if due < 0 or not message.get("name"):
                yield "a function response without its call or name"
        elif due:
            yield "fewer function responses than calls"
            due = 0
        if message["role"] == "assistant":
            due = len(message.get("tool_calls", []))
            if due and before not in {"user", "tool"}:
                yield f"a function call behind {before}"
        before = message["role"]
    if due:
        yield "fewer function responses than calls"


def mistral_problems(messages: list[Message]) -> Iterator[str]:
    """Yield what Mistral refuses: roles out of order, an answer last, an answer with neither text nor calls."""
    before = "start"
    for message in messages:
        if message["role"] not in AFTER[before]:
            yield f"{message['role']} after {before}"
        before = message["role"]
        if before == "assistant" and not message["content"] and not message.get("tool_calls"):
            yield "an answer with neither content nor calls"
        if before == "tool" and not isinstance(message["content"], str):
            yield "a result that is no text"
    if before == "assistant":
        yield "an answer last"


def _text_problems(message: Message) -> Iterator[str]:
    content = message["content"]
    if isinstance(content, str):
        may_be_empty = message["role"] == "assistant" and bool(message.get("tool_calls")) and not content
        if not content.strip() and not may_be_empty:
            yield f"an empty {message['role']} message"
        return
    if not content:
        yield f"an empty {message['role']} message"
    for block in content:
        if isinstance(block, dict) and block.get("type") == "text" and not str(block.get("text")).strip():
            yield "an empty text block"
