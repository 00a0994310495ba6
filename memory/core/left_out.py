"""The one line that stands for everything a window has left out: how much, and its exact strings."""

import json
import re
from collections.abc import Sequence

from memory.core.entries import Message, text_of
from memory.core.shorten import CountText
from memory.core.told import SCAN_CHARS, Source, Told
from memory.core.window_cut import Round, asks

WHOLE_CHARS = 8_000
"""Characters of what is left out that are read whole for exact strings: what people said before tool results."""
SKIMMED_CHARS = 6_000
"""Characters read beyond: of sentences that look as if they held an exact string."""
_SENTENCE_END = re.compile(r"[\n。！？!?;；]+|\.\s+")
_TELLING = re.compile(r"\d|@|[A-Z]\w* [A-Z]|[“「《]|[先小][生姐]|女士|[经經]理|姓|名|叫|公司")
_READ_FIRST = (("user", "assistant"), ("tool",))


def left_out_line(rounds: Sequence[Round], limit: int, told: Told, count: CountText) -> str:
    """Return what is told of the rounds left out, its exact strings in at most `limit` tokens; empty if none are."""
    messages = [m for one in rounds for m in one]
    if not messages:
        return ""
    asked = sum(map(asks, rounds))
    strings = told.line(_read(messages), limit, count)
    listed = f" Exact strings in them: {strings}" if strings else ""
    return (
        f"{len(messages)} earlier messages ({asked} of the user) are left out here; search_transcript finds them."
        f"{listed}"
    )


def _read(messages: Sequence[Message]) -> list[Source]:
    """Return the texts to read for exact strings, oldest first: the newest first, of tools last."""
    chosen: dict[int, Source] = {}
    whole, skimmed = WHOLE_CHARS, SKIMMED_CHARS
    for roles in _READ_FIRST:
        for index in range(len(messages) - 1, -1, -1):
            if messages[index]["role"] not in roles or skimmed <= 0:
                continue
            text = _read_of(messages[index])
            if whole > 0:
                whole -= min(len(text), SCAN_CHARS)
            else:
                text = _skimmed(text)
                skimmed -= min(len(text), SCAN_CHARS)
            chosen[index] = Source(text, messages[index]["role"] != "tool")
    return [chosen[index] for index in sorted(chosen)]


def _skimmed(text: str) -> str:
    return "\n".join(sentence for sentence in _SENTENCE_END.split(text) if _TELLING.search(sentence))


def _read_of(message: Message) -> str:
    args = [json.dumps(c["args"], ensure_ascii=False, default=str) for c in message.get("tool_calls", [])]
    return "\n".join([text_of(message), *args])
