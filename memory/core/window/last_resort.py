"""What is done to messages that alone exceed the room: head and tail of each, with a note where the rest is."""

from collections.abc import Sequence
from itertools import groupby

from memory.core.language.shorten import (
    NOTHING_SHOWN,
    CountMessage,
    CountText,
    around,
    bulk_as_text,
    calls_changed,
    head_and_tail,
    kept_chars,
    middle,
    with_text,
    without_reasoning,
)
from memory.core.transcript.entries import Message, text_of
from memory.core.window.clearing import how_to_open, listed
from memory.core.window.told import Source, Told

_STRINGS_SHARE = 1 / 3
"""Share of a shortened text that may go to the exact strings of its middle."""
_LABEL_TOKENS = 6
"""What tells that exact strings follow."""
TOGETHER = "[the results of all these calls, in the order of the calls]"
"""Heads the one text that the results of a round share when they cannot each have their own."""
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


def results_together(messages: Sequence[Message]) -> list[Message]:
    """Return `messages` with the texts of each round's results in its first one: that alone needs a fence then."""
    view: list[Message] = []
    for is_result, group in groupby(messages, lambda m: m["role"] == "tool"):
        each = list(group)
        view += _together(each) if is_result and len(each) > 1 else each
    return view


def _together(results: list[Message]) -> list[Message]:
    texts = [text_of(bulk_as_text(r)) for r in results]
    lines = [TOGETHER, *(f"{number}. {text}" for number, text in enumerate(texts, 1))]
    shown = ["\n".join(lines), *[NOTHING_SHOWN] * (len(results) - 1)]
    return [{**r, "content": with_text(bulk_as_text(r)["content"], t)} for r, t in zip(results, shown, strict=True)]


def _cut(message: Message, limit: int, told: Told, count: CountText) -> Message:
    where = how_to_open(message)
    readable = bulk_as_text(message) if message["role"] == "tool" else message
    text = text_of(readable)
    cut = _cut_text(text, limit, where, told, count)
    shown = message if cut == text else {**message, "content": with_text(readable["content"], cut)}
    return calls_changed(shown, lambda args: _cut_text(args, limit, where, told, count))


def _cut_text(text: str, limit: int, where: str, told: Told, count: CountText) -> str:
    if count(text) <= limit:
        return text
    if limit < _LEAST_NOTED:
        return head_and_tail(text, limit, count, " … ")
    share = int(limit * _STRINGS_SHARE)
    least = kept_chars(text, limit - share, count, _note(text, "", where))
    if not least:
        return head_and_tail(text, limit, count, " … ")
    start, end = middle(text, least)
    note = _note(text, told.line([Source(text[start:end])], share - _LABEL_TOKENS, count), where)
    return around(text, max(least, kept_chars(text, limit, count, note)), note)


def _note(text: str, strings: str, where: str) -> str:
    return f"\n[… {len(text):,} characters; the middle is left out here{listed(strings)}; {where} …]\n"
