"""Shortens texts to a number of tokens, keeping head and tail; used on views, never on what is stored."""

from collections.abc import Callable
from typing import Any

from memory.core.entries import Message, text_of

CountText = Callable[[str], int]
CountMessage = Callable[[Message], int]
_MARGIN = 0.9


def head_and_tail(text: str, limit: int, count: CountText, note: str) -> str:
    """Return `text` in at most `limit` tokens: two thirds head, one third tail, `note` between.

    A limit too small even for the note gives the note alone.
    """
    tokens = count(text)
    if tokens <= limit:
        return text
    room = limit - count(note)
    keep = int(len(text) * max(room, 0) / tokens * _MARGIN)
    while keep > 0:
        cut = f"{text[: keep * 2 // 3]}{note}{text[len(text) - keep // 3 :]}"
        if count(cut) <= limit:
            return cut
        keep = keep * 3 // 4
    return note


def shortened(message: Message, limit: int, count: CountText) -> Message:
    """Return `message` with its readable text cut to `limit` tokens; other blocks stay, in their order after it."""
    text = text_of(message)
    note = f"\n[… {len(text):,} characters; the middle is left out here, the transcript has all of it …]\n"
    cut = head_and_tail(text, limit, count, note)
    return message if cut == text else {**message, "content": _with_text(message["content"], cut)}


def _with_text(content: str | list[Any], text: str) -> str | list[Any]:
    if isinstance(content, str):
        return text
    others = [b for b in content if isinstance(b, dict) and b.get("type") != "text"]
    return [{"type": "text", "text": text}, *others]
