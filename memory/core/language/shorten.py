"""Shortens texts to a number of tokens, keeping head and tail; used on views, never on what is stored."""

import json
from collections.abc import Callable
from typing import Any

from memory.core.anchors.anchors import find_anchors
from memory.core.messages.media_forms import is_media
from memory.core.transcript.entries import Message, text_of

CountText = Callable[[str], int]
CountMessage = Callable[[Message], int]
_MARGIN = 0.9
_ANCHOR_CHARS = 200
"""Around a cut so much is looked at for anchors that it would cut."""
NOTHING_SHOWN = "…"
"""Stands where nothing of a text has room."""
_CALL_BLOCKS = frozenset({"tool_use", "tool_call", "function_call", "input_json_delta"})
_BULKY_BLOCKS = frozenset({"thinking", "reasoning", "redacted_thinking", "non_standard"})


def head_and_tail(text: str, limit: int, count: CountText, note: str) -> str:
    """Return `text` in at most `limit` tokens: two thirds head, one third tail, `note` between; no anchor is cut.

    A limit too small for the note and some text gives "…" alone.
    """
    if count(text) <= limit:
        return text
    keep = kept_chars(text, limit, count, note)
    return around(text, keep, note) if keep else NOTHING_SHOWN


def kept_chars(text: str, limit: int, count: CountText, note: str) -> int:
    """Return how many characters of a longer text fit `limit` tokens beside `note` (`around`); 0: none."""
    keep = int(len(text) * max(limit - count(note), 0) / count(text) * _MARGIN)
    while keep > 0 and count(around(text, keep, note)) > limit:
        keep = keep * 3 // 4
    return keep


def around(text: str, keep: int, note: str) -> str:
    """Return head and tail of `text`, at most `keep` characters, with `note` between."""
    start, end = middle(text, keep)
    return f"{text[:start]}{note}{text[end:]}"


def middle(text: str, keep: int) -> tuple[int, int]:
    """Return where the middle begins and ends that goes when `keep` characters stay, or less: no anchor is cut."""
    last = len(text) - keep // 3
    start, _ = _uncut(text, keep * 2 // 3)
    return start, max(start, _uncut(text, last)[1])


def _uncut(text: str, at: int) -> tuple[int, int]:
    """Return the places nearest to `at`, before and behind it, where a cut is in no anchor; looks no further around."""
    first = max(0, at - _ANCHOR_CHARS)
    cut = [a for a in find_anchors(text[first : at + _ANCHOR_CHARS]) if a.start < at - first < a.end]
    return min([at, *(first + a.start for a in cut)]), max([at, *(first + a.end for a in cut)])


def shortened(message: Message, limit: int, count: CountText) -> Message:
    """Return `message` with its readable text cut to `limit` tokens; other blocks stay, in their order after it.

    In a tool's result other blocks longer than that together, images and files apart, count as text: their JSON.
    """
    if message["role"] == "tool" and _unreadable_tokens(message, count) > limit:
        message = bulk_as_text(message)
    text = text_of(message)
    note = f"\n[… {len(text):,} characters; the middle is left out here, the transcript has all of it …]\n"
    cut = head_and_tail(text, limit, count, note)
    return message if cut == text else {**message, "content": with_text(message["content"], cut)}


def calls_changed(message: Message, change: Callable[[str], str]) -> Message:
    """Return `message` with `change` made to the text (JSON, as a rule) of each call's arguments; itself if none is.

    Changed arguments become one text, `{"shortened": …}`; blocks that repeat the calls in a provider's form go then.
    """
    calls = [_call_changed(c, change) for c in message.get("tool_calls", [])]
    invalid = [_call_changed(c, change) for c in message.get("invalid_tool_calls", [])]
    if calls == message.get("tool_calls", []) and invalid == message.get("invalid_tool_calls", []):
        return message
    content = _without_blocks(message["content"], _CALL_BLOCKS)
    return {**message, "content": content, "tool_calls": calls, "invalid_tool_calls": invalid}


def without_reasoning(message: Message) -> Message:
    """Return `message` without the blocks of a model's reasoning, which no reader needs to follow the conversation."""
    content = _without_blocks(message["content"], _BULKY_BLOCKS)
    return message if content == message["content"] else {**message, "content": content or NOTHING_SHOWN}


def bulk_as_text(message: Message) -> Message:
    """Return a tool's result with every block but text, images and files as text: its JSON; itself if it has none."""
    content = message["content"]
    if isinstance(content, str) or not any(map(_is_unreadable, content)):
        return message
    return {**message, "content": [_as_text(b) if _is_unreadable(b) else b for b in content]}


def _call_changed(call: dict[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    args = call.get("args") or ""
    text = args if isinstance(args, str) else _json(args)
    changed = change(text)
    if changed == text:
        return call
    return {**call, "args": changed if isinstance(args, str) else {"shortened": changed}}


def _without_blocks(content: str | list[Any], types: frozenset[str]) -> str | list[Any]:
    if isinstance(content, str):
        return content
    return [b for b in content if not (isinstance(b, dict) and b.get("type") in types)]


def _unreadable_tokens(message: Message, count: CountText) -> int:
    content = message["content"]
    return 0 if isinstance(content, str) else sum(count(_json(block)) for block in content if _is_unreadable(block))


def _is_unreadable(block: Any) -> bool:
    return isinstance(block, dict) and block.get("type") != "text" and not is_media(block)


def _as_text(block: Any) -> dict[str, Any]:
    return {"type": "text", "text": _json(block)}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def with_text(content: str | list[Any], text: str) -> str | list[Any]:
    """Return content with `text` in place of its readable text; other blocks stay, in their order after it."""
    if isinstance(content, str):
        return text
    others = [b for b in content if isinstance(b, dict) and b.get("type") != "text"]
    return [{"type": "text", "text": text}, *others]
