"""Fences in a window of messages: tool results as data, what is left out before them, what changes each turn behind."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

from memory.core.language.shorten import NOTHING_SHOWN, with_text
from memory.core.transcript.entries import Message, text_of
from memory.core.window.fences import fence, mark_of, neutralise

_LEFT_OUT = "left_out"


def texts_changed(message: Message, change: Callable[[str], str]) -> Message:
    """Return `message` with `change` made to each text of its content; itself if that changes nothing."""
    content = message["content"]
    changed = change(content) if isinstance(content, str) else [_block_changed(b, change) for b in content]
    return message if changed == content else {**message, "content": changed}


def without_look_alikes(message: Message) -> Message:
    """Return `message` with what looks like one of our fences made harmless, also where its texts together do.

    In its texts, the names of its files, and what it calls with, the names of arguments included.
    """
    content = message["content"]
    harmless = neutralise(content) if isinstance(content, str) else _blocks_harmless(content)
    shown = message if harmless == content else {**message, "content": harmless}
    for calls in (shown.get("tool_calls", []), shown.get("invalid_tool_calls", [])):
        if any(_harmless(call.get("args")) != call.get("args") for call in calls):
            return {
                **shown,
                "tool_calls": [_call_harmless(call) for call in shown.get("tool_calls", [])],
                "invalid_tool_calls": [_call_harmless(call) for call in shown.get("invalid_tool_calls", [])],
            }
    return shown


def with_result_fenced(message: Message, secret: str) -> Message:
    """Return a tool's result with its text as data: fenced under its own mark, the tool as the source; others as is.

    A result of which nothing is shown needs no fence either.
    """
    text = text_of(message)
    if message["role"] != "tool" or text == NOTHING_SHOWN:
        return message
    text = fence("result", mark_of(secret, message["id"]), text, source=message.get("name") or "a tool")
    return {**message, "content": with_text(message["content"], text)}


def fence_tokens(secret: str, count: Callable[[str], int]) -> int:
    """Return what the fence around what is left out, or the like, takes."""
    return count(_left_out(secret, "")) + 1


def with_left_out(messages: Sequence[Message], line: str, secret: str) -> list[Message]:
    """Return a window that begins with the line for what is left out, if there is one, in its first user message."""
    if not line:
        return list(messages)
    block = _left_out(secret, line)
    if not messages or messages[0]["role"] != "user":
        return [{"id": "left-out", "role": "user", "content": block}, *messages]
    content = messages[0]["content"]
    joined = f"{block}\n\n{content}" if isinstance(content, str) else [_text(block), *content]
    return [{**messages[0], "content": joined}, *messages[1:]]


def with_last(messages: Sequence[Message], block: str) -> list[Message]:
    """Return a window with what changes each turn behind its newest user message: what stands before stays the same."""
    at = max((i for i, m in enumerate(messages) if m["role"] == "user"), default=None)
    if at is None or not block:
        return list(messages)
    content = messages[at]["content"]
    joined = f"{content}\n\n{block}" if isinstance(content, str) else [*content, _text(block)]
    return [*messages[:at], {**messages[at], "content": joined}, *messages[at + 1 :]]


def _left_out(secret: str, line: str) -> str:
    return fence(_LEFT_OUT, mark_of(secret, _LEFT_OUT), line)


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _blocks_harmless(blocks: list[Any]) -> list[Any]:
    """Return blocks whose texts hold no look-alike, nor make one when a provider joins them."""
    texts = [_text_in(block) for block in blocks]
    ends = list(accumulate(map(len, texts)))
    joined = neutralise("".join(texts))  # as long as before
    parts = [joined[end - len(text) : end] for text, end in zip(texts, ends, strict=True)]
    return [_with_text(b, part) if part else _named_harmless(b) for b, part in zip(blocks, parts, strict=True)]


def _text_in(block: object) -> str:
    text = block.get("text") if isinstance(block, dict) else block
    return text if isinstance(text, str) else ""


def _named_harmless(block: object) -> object:
    if not isinstance(block, dict) or not isinstance(block.get("filename"), str):
        return block
    return {**block, "filename": neutralise(block["filename"])}


def _block_changed(block: object, change: Callable[[str], str]) -> object:
    text = _text_in(block)
    return _with_text(block, change(text)) if text else block


def _with_text(block: object, text: str) -> object:
    return {**block, "text": text} if isinstance(block, dict) else text


def _call_harmless(call: dict[str, Any]) -> dict[str, Any]:
    return {**call, "args": _harmless(call.get("args"))}


def _harmless(value: Any) -> Any:
    if isinstance(value, str):
        return neutralise(value)
    if isinstance(value, dict):
        return {neutralise(name): _harmless(part) for name, part in value.items()}
    return [_harmless(part) for part in value] if isinstance(value, list) else value
