"""The one line that stands for everything a window has left out: how much, and its exact strings."""

import json
import re
from collections.abc import Sequence

from memory.core.language.shorten import CountText
from memory.core.transcript.entries import Message, text_of
from memory.core.window.told import SCAN_CHARS, Source, Told
from memory.core.window.window_cut import Round

WHOLE_CHARS = 8_000
"""Characters of what is left out that are read whole for exact strings: what people said before tool results."""
SKIMMED_CHARS = 6_000
"""Characters read beyond: of sentences that look as if they held an exact string."""
_SENTENCE_END = re.compile(r"[\n。！？!?;；]+|\.\s+")
_TELLING = re.compile(r"\d|@|[A-Z]\w* [A-Z]|[“「《]|[先小][生姐]|女士|[经經]理|姓|名|叫|公司")


def left_out_line(rounds: Sequence[Round], limit: int, told: Told, count: CountText, before: int = 0) -> str:
    """Return what is told of the rounds left out, its exact strings in at most `limit` tokens; empty if none are.

    `before`: how many messages the thread has before them.
    """
    messages = [m for one in rounds for m in one]
    if not messages:
        return ""
    strings = told.line(_read(messages), limit, count)
    listed = f" Exact strings in them: {strings}" if strings else ""
    return f"{before + len(messages)} earlier messages are left out here; search_transcript finds them.{listed}"


def _read(messages: Sequence[Message]) -> list[Source]:
    """Return the texts to read for exact strings, oldest first: the newest first, of tools and calls last."""
    said = {(i, True): text_of(m) for i, m in enumerate(messages) if m["role"] != "tool"}
    handled = {(i, False): _handled(m) for i, m in enumerate(messages)}
    chosen: dict[tuple[int, bool], Source] = {}
    whole, skimmed = WHOLE_CHARS, SKIMMED_CHARS
    for texts in (said, handled):
        for place, text in reversed(texts.items()):
            if not text or skimmed <= 0:
                continue
            read = text if whole > 0 else _skimmed(text)
            if whole > 0:
                whole -= min(len(read), SCAN_CHARS)
            else:
                skimmed -= min(len(read), SCAN_CHARS)
            chosen[place] = Source(read, place[1])
    return [chosen[place] for place in sorted(chosen)]


def _skimmed(text: str) -> str:
    return "\n".join(sentence for sentence in _SENTENCE_END.split(text) if _TELLING.search(sentence))


def _handled(message: Message) -> str:
    """Return what a tool was given or gave: neither the user nor the assistant said it."""
    args = [json.dumps(c["args"], ensure_ascii=False, default=str) for c in message.get("tool_calls", [])]
    return "\n".join([text_of(message) if message["role"] == "tool" else "", *args]).strip()
