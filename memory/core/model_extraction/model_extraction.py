"""What a model is asked that looks for facts: batches of a thread's entries, and the request for one.

Of the user's messages only the user's own words are shown (`own_words.py`), without secrets and what was forgotten; of
the assistant's only the end of one that a short message answers. Tools' words and recalled text never are, nor what is
said in a role-play.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from memory.core.defaults import DEFAULTS
from memory.core.extraction.own_words import own_words
from memory.core.extraction.scenes import SCENE_MESSAGES, in_scene
from memory.core.facts.facts import Kind
from memory.core.facts.slots import SLOTS
from memory.core.forgetting.forgetting import mask_text
from memory.core.language.shorten import CountText
from memory.core.language.text import clean_text, one_line
from memory.core.model_extraction.extraction_words import ExtractionWords, words_for
from memory.core.privacy.secret_spans import redact
from memory.core.recall.passages import Veil, masks_at
from memory.core.transcript.entries import Entry, Place, Role, place_of, text_of
from memory.core.window.fences import fence, mark_of

BEFORE = 4 * SCENE_MESSAGES
"""Entries before those to read that are looked at, at most, so that a role-play which one of them opened is seen."""
_ANSWER_CHARS = 80
"""Characters of a message that may be a short answer: what it answers is shown with it."""
_ASKED_CHARS = 300
"""Characters of what it answers, from its end."""
_LINE_CHARS = 8_000
"""Characters of a message's own words (`own_words.PASTE_LIMIT` leaves no more)."""


@dataclass(frozen=True)
class Line:
    """A message of the user's, as the model is shown it."""

    entry: Entry
    message: str
    """Its readable text without secrets, what was forgotten masked: what a quote must stand in."""
    own: str
    """The user's own words of it, on one line."""
    asked: str
    """What the assistant said right before, masked, empty when it said nothing."""


@dataclass(frozen=True)
class Batch:
    """A stretch of a path that one request covers."""

    lines: list[Line]
    """The messages to look for facts in, in order; none where nobody need be asked."""
    last: Place
    """Its newest entry."""


def batches(path: Sequence[Entry], before: Sequence[Entry], veil: Veil, count: CountText) -> Iterator[Batch]:
    """Yield the batches of a path, which together cover all of it; `before`: as many of `BEFORE` entries as there are.

    A batch ends before the message with which it would be larger than `DEFAULTS.extract_messages` or
    `extract_tokens` allow; one message alone may be.
    """
    lines: list[Line] = []
    tokens, last = 0, None
    for entry, line in lines_of(path, before, veil):
        size = count(_shown(line)) if line else 0
        full = len(lines) == DEFAULTS.extract_messages or tokens + size > DEFAULTS.extract_tokens
        if line and lines and last and full:
            yield Batch(lines, place_of(last))
            lines, tokens = [], 0
        lines += [line] if line else []
        tokens, last = tokens + size, entry
    if last:
        yield Batch(lines, place_of(last))


def lines_of(path: Sequence[Entry], before: Sequence[Entry], veil: Veil) -> Iterator[tuple[Entry, Line | None]]:
    """Yield each entry of a path with the line a model is shown of it, None where nothing is to be learned from it.

    `before`: the entries before the path, of which one may have opened a role-play and the last may ask something.
    """
    asked, earlier = "", list[str]()
    for number, entry in enumerate((*before, *path)):
        said = _said(entry, veil)
        if number >= len(before):
            yield entry, _line(entry, said, asked, earlier) if entry["role"] == "user" else None
        if entry["role"] == "user":
            earlier = [*earlier, said][-SCENE_MESSAGES:]
        asked = _next_asked(asked, entry["role"], said)


def _line(entry: Entry, said: str, asked: str, earlier: Sequence[str]) -> Line | None:
    if not may_learn(entry) or in_scene(earlier, said):
        return None
    message = redact(said)
    own = one_line(own_words(message), _LINE_CHARS)
    return Line(entry, message, own, asked) if any(c.isalnum() for c in own) else None


def may_learn(entry: Mapping[str, Any]) -> bool:
    """Tell whether the run in which a user's entry was said allowed to learn from it."""
    terms = entry.get("terms") or {}
    return terms.get("learn", True) is not False and terms.get("approval") != "off"


def request_for(lines: Sequence[Line], secret: str, problem: str = "") -> tuple[str, str]:
    """Return the system text and the message that ask a model for the facts in `lines`, numbered from 1.

    Both are in the language of most of the user's words. `secret` makes the fence's mark, which no message can guess;
    `problem`: why the last answer could not be used.
    """
    words, mark = words_for("\n".join(line.own for line in lines)), mark_of(secret, lines[0].entry["key"])
    system = words.system.format(mark=mark, slots=words.slots(SLOTS.values()))
    again = f"\n\n{words.refused.format(problem=problem)}" if problem else ""
    return system + again, fence("earlier", mark, "\n".join(_told(lines, words)))


def answer_schema() -> dict[str, Any]:
    """Return the JSON schema of an answer, as structured output takes it: every field required, no other one."""
    fact: dict[str, Any] = {
        "message": {"type": "integer"},
        "quote": {"type": "string"},
        "text": {"type": "string"},
        "kind": {"type": "string", "enum": list(get_args(Kind))},
        "slot": {"anyOf": [{"type": "string", "enum": list(SLOTS)}, {"type": "null"}]},
        "value": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    }
    return {
        "title": "facts",
        "description": "Facts the user states about themselves.",
        **_object({"facts": {"type": "array", "items": _object(fact)}}),
    }


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _told(lines: Sequence[Line], words: ExtractionWords) -> Iterable[str]:
    colon = "：" if words.chinese else ": "
    for number, line in enumerate(lines, start=1):
        if asked := _shown_asked(line):
            yield f'{words.assistant}{colon}"{asked}"'
        yield f'{number} {words.user}{colon}"{line.own}"'


def _shown(line: Line) -> str:
    return f"{_shown_asked(line)}\n{line.own}"


def _shown_asked(line: Line) -> str:
    return one_line(line.asked[-_ASKED_CHARS:], _ASKED_CHARS) if len(line.own) <= _ANSWER_CHARS else ""


def _next_asked(before: str, role: Role, said: str) -> str:
    """Return what the next message of the user may answer: the newest words of the assistant since the user's own."""
    if role == "assistant":
        return said or before
    return before if role == "tool" else ""


def _said(entry: Entry, veil: Veil) -> str:
    text = clean_text(text_of(entry))
    masked = veil.masked(entry["key"], entry["time"], text)
    return "" if masked is None else mask_text(text, masks_at(entry["key"], masked))
