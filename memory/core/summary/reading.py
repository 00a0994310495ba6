"""What a model reads of a range of entries to fold them: each thing once, on a line, in stretches that it can take."""

from collections.abc import Iterator, Sequence
from datetime import UTC, tzinfo
from itertools import pairwise

from memory.core.anchors.anchors import SCAN_LIMIT, safe_cut
from memory.core.language.shorten import CountText
from memory.core.recall.passages import Veil
from memory.core.summary.summary_words import ENGLISH, SIMPLIFIED, TRADITIONAL, SummaryWords, words_for
from memory.core.transcript.entries import Entry
from memory.core.transcript.utterances import Utterance, utterances

_USERS = tuple(f"{words.roles['user']}: " for words in (ENGLISH, SIMPLIFIED, TRADITIONAL))
_FULL_STOPS = ("。", "！", "？", "；")
_LINE = 1
"""Tokens of a line break."""


def conversation_lines(entries: Sequence[Entry], veil: Veil, zone: tzinfo = UTC) -> list[str]:
    """Return what `entries` say, a line each, with who says it, and before a day's first line its date.

    Without what `veil` hides; a call stands in one line with its result. A line break in what was said is none here,
    so nothing said can look like a line of its own.
    """
    said = utterances(entries, veil, zone, SCAN_LIMIT)
    words = words_for("\n".join(piece for one in said for piece in one.pieces))
    lines: list[str] = []
    day = ""
    for one in said:
        if one.pieces:
            lines += [f"[{one.day}]"] if one.day != day else []
            lines.append(_line(one, words))
            day = one.day
    return lines


def stretches(lines: Sequence[str], count: CountText, limit: int) -> list[str]:
    """Return `lines` in texts of about `limit` tokens; a line longer than that is cut between its sentences.

    One text holds all of them where they fit.
    """
    texts: list[str] = []
    current: list[str] = []
    room = limit
    for piece in (piece for line in lines for piece in _fitting(line, count, limit)):
        size = count(piece) + _LINE
        if current and size > room:
            texts.append("\n".join(current))
            current, room = [], limit
        current.append(piece)
        room -= size
    return [*texts, "\n".join(current)] if current else texts


def conversation_words(lines: Sequence[str]) -> SummaryWords:
    """Return the words in the language the user speaks in the lines of a conversation, of all where the user is silent.

    A page of English that a tool returned makes no Chinese conversation an English one.
    """
    own = [line for line in lines if line.startswith(_USERS)]
    return words_for("\n".join(own or lines))


def _line(one: Utterance, words: SummaryWords) -> str:
    text = one.pieces[0]
    for before, piece in pairwise(one.pieces):
        text += ("" if before.endswith(_FULL_STOPS) else " ") + piece
    return f"{words.roles[one.role]}{f' {one.name}' if one.name else ': '}{text}"


def _fitting(line: str, count: CountText, limit: int) -> Iterator[str]:
    """Yield a line in pieces of at most `limit` tokens, the further ones marked as going on."""
    while (size := count(line)) > limit:
        length = max(len(line) * limit // size * 9 // 10, 1)
        while length > 1 and count(line[:length]) > limit:
            length = length * 3 // 4
        end = safe_cut(line, _sentence_end(line, length)) or length
        yield line[:end]
        line = f"… {line[end:]}"
    yield line


def _sentence_end(line: str, length: int) -> int:
    """Return where the last sentence ends within `length`, or `length` where it would leave too little."""
    end = max(line.rfind(stop, length // 2, length) for stop in (". ", "! ", "? ", "。", "！", "？"))
    return end + 1 if end > 0 else length
