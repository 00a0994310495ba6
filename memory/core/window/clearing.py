"""The short forms of what is old: tool results and arguments by their exact strings, long texts around theirs."""

from collections.abc import Mapping

from memory.core.anchors.anchored import around_anchors
from memory.core.defaults import DEFAULTS
from memory.core.language.shorten import CountText, bulk_as_text, calls_changed, head_and_tail, with_text
from memory.core.transcript.entries import Message, text_of
from memory.core.window.told import Source, Told
from memory.core.window.window_cut import Round

BULKY_TOKENS = 160
"""A tool result, or a call's arguments, over this is cleared once it is old and the window is full."""
LINE_TOKENS = 100
"""Tokens of exact strings that a cleared result or argument keeps, at most."""
READ_CHARS = 40_000
"""Characters that the short form of a text is made of: head and tail of a longer one."""
_ID_CHARS = 200


def cleared(one: Round, told: Told, count: CountText) -> Round:
    """Return a round without the bulk of its arguments and results; each keeps a line of exact strings."""
    names = {str(c["id"]): str(c["name"]) for m in one for c in m.get("tool_calls", []) if c.get("id")}
    return [_cleared(m, names, told, count) for m in one]


def texts_shortened(one: Round, short: Mapping[str, str], count: CountText) -> Round:
    """Return a round with its long user and assistant texts by their stored short form, else around their anchors."""
    return [m if m["role"] == "tool" else _text_shortened(m, short.get(m["id"]), count) for m in one]


def how_to_open(message: Message) -> str:
    """Return what the model can do to see all of a message."""
    return how_to_open_id(message["id"])


def how_to_open_id(name: str) -> str:
    """Return what the model can do to see all of the message of this id."""
    if len(name) > _ID_CHARS or '"' in name or "\n" in name:
        return "search_transcript finds it"
    return f'open_earlier("{name}") shows all of it'


def listed(strings: str) -> str:
    """Return a line's exact strings as a note tells them, nothing if there are none."""
    return f"; exact strings: {strings}" if strings else ""


def _cleared(message: Message, names: Mapping[str, str], told: Told, count: CountText) -> Message:
    if message["role"] == "tool":
        tool = message.get("name") or names.get(message.get("tool_call_id", ""), "")
        return _result_cleared(message, tool, told, count)
    if message["role"] == "assistant":
        return calls_changed(message, lambda text: _argument_cleared(text, told, count))
    return message


def _result_cleared(message: Message, tool: str, told: Told, count: CountText) -> Message:
    readable = bulk_as_text(message)
    text = text_of(readable)
    if count(text) <= BULKY_TOKENS:
        return message
    of = f" of {tool}" if tool else ""
    strings = told.line([Source(text)], LINE_TOKENS, count)
    line = f"[cleared: {len(text):,} characters{of}{listed(strings)}; {how_to_open(message)}]"
    return {**message, "content": with_text(readable["content"], line)} if count(line) < count(text) else message


def _argument_cleared(text: str, told: Told, count: CountText) -> str:
    if count(text) <= BULKY_TOKENS:
        return text
    return f"[cleared: {len(text):,} characters{listed(told.line([Source(text)], LINE_TOKENS, count))}]"


def _text_shortened(message: Message, stored: str | None, count: CountText) -> Message:
    text = text_of(message)
    if count(text) <= DEFAULTS.long_tokens:
        return message
    kept = stored if stored is not None else _around_anchors(text, count)
    line = f"{kept}\n[shortened from {len(text):,} characters; {how_to_open(message)}]"
    return {**message, "content": with_text(message["content"], line)} if count(line) < count(text) else message


def _around_anchors(text: str, count: CountText) -> str:
    return around_anchors(head_and_tail(text, READ_CHARS, len, " … "), DEFAULTS.short_tokens, count)
