"""What is done to messages that alone exceed the room: head and tail of each, with a note where the rest is."""

from collections.abc import Sequence

from memory.core.clearing import how_to_open, listed
from memory.core.entries import Message, text_of
from memory.core.shorten import (
    CountMessage,
    CountText,
    bulk_as_text,
    calls_changed,
    head_and_tail,
    with_text,
    without_reasoning,
)
from memory.core.told import Source, Told

_STRINGS_SHARE = 1 / 3
"""Share of a shortened text that may go to the exact strings of its middle."""
_HEAD, _TAIL = 0.4, 0.2
"""About what head and tail take then; between them stands the middle whose exact strings are told."""
_LEAST_NOTED = 60
"""A text cut to fewer tokens has no room for a note."""


def made_to_fit(messages: Sequence[Message], room: int, count: CountMessage, count_text: CountText) -> list[Message]:
    """Return `messages` with every longer text and argument cut to one common length, as great as `room` allows.

    Reasoning goes first. Short texts stay whole: the bulky ones make room. Media and the names of calls stay, so that
    with many of them it may still exceed the room.
    """
    view = plain = [without_reasoning(m) for m in messages]
    limit = max(room, 1)
    while limit > 0 and sum(map(count, view)) > room:
        told = Told()
        view = [_cut(m, limit, told, count_text) for m in plain]
        limit = limit * 3 // 4
    return view


def _cut(message: Message, limit: int, told: Told, count: CountText) -> Message:
    where = how_to_open(message)
    readable = bulk_as_text(message) if message["role"] == "tool" else message
    text = text_of(readable)
    cut = _cut_text(text, limit, where, told, count)
    shown = message if cut == text else {**message, "content": with_text(readable["content"], cut)}
    return calls_changed(shown, lambda args: _cut_text(args, limit, where, told, count))


def _cut_text(text: str, limit: int, where: str, told: Told, count: CountText) -> str:
    tokens = count(text)
    if tokens <= limit:
        return text
    if limit < _LEAST_NOTED:
        return head_and_tail(text, limit, count, " … ")
    chars = limit * len(text) / tokens
    middle = text[int(chars * _HEAD) : len(text) - int(chars * _TAIL)]
    strings = told.line([Source(middle)], int(limit * _STRINGS_SHARE), count)
    note = f"\n[… {len(text):,} characters; the middle is left out here{listed(strings)}; {where} …]\n"
    cut = head_and_tail(text, limit, count, note)
    return cut if len(cut) > len(note) else head_and_tail(text, limit, count, " … ")
