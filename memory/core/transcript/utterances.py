"""What the entries of a range say, as a summary may tell it: masked, tool calls with their results, no formats."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Any

from memory.core.anchors.anchors import SCAN_LIMIT, find_anchors, safe_cut
from memory.core.forgetting.forgetting import mask_text
from memory.core.language.relative_dates import with_absolute_dates
from memory.core.language.text import normalise
from memory.core.language.times import moment
from memory.core.messages.repair import call_ids
from memory.core.recall.passages import Veil, masks_at
from memory.core.transcript.emptied import is_emptied
from memory.core.transcript.entries import Entry, Role, text_of

PIECE_CHARS = 200
"""Characters of a sentence as a leaf holds it; longer ones are cut at a comma, else between exact strings."""
RESULT_CHARS = 160
"""Characters of a tool's arguments, and of its result, in the line of a call."""
MEMORY_TOOLS = frozenset(
    {
        "search_memory",
        "list_memory",
        "explain_memory",
        "search_transcript",
        "propose_memory",
        "correct_memory",
        "forget_memory",
        "unremember_conversation",
        "task_state",
    }
)
"""Calls about the memory itself are not folded: they repeat facts that have a place, and a life, of their own."""

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；!?])(?=\S)|[\n\r]+")
_CLAUSE_END = re.compile(r"(?<=[，、,;；：])")
_SHORTEST_ECHO = 2


@dataclass(frozen=True)
class Utterance:
    """One thing said or done."""

    day: str
    """ISO date of its entry."""
    role: Role
    name: str
    """The tool of a call, else empty."""
    pieces: tuple[str, ...]
    """Its sentences, each on one line."""
    exact: str
    """The text whose anchors must survive."""


@dataclass(frozen=True)
class Forgotten:
    """What the masks of a range hide, to find it where it is repeated."""

    texts: frozenset[str]
    """Normalised."""
    anchors: frozenset[str]
    """Normal forms."""

    def in_text(self, text: str, role: Role) -> bool:
        """Tell whether `text` repeats what was forgotten.

        Other people's words do already when they hold one of its exact strings; the user's own only when they hold
        all of it, since the user may have said the same date of something else.
        """
        if not self.texts and not self.anchors:
            return False
        plain = normalise(text)
        if any(hidden in plain for hidden in self.texts):
            return True
        return role != "user" and any(a.normal in self.anchors for a in find_anchors(text))


def utterances(
    entries: Sequence[Entry], veil: Veil, zone: tzinfo = UTC, result_chars: int = RESULT_CHARS
) -> list[Utterance]:
    """Return what `entries` say, in order, without what `veil` hides and what repeats it.

    Days are told in `zone`, the user's, and a relative date has its absolute one beside it. Of a tool's arguments, and
    of its result, about `result_chars` characters are told.
    """
    results = _results(entries)
    forgotten = _forgotten(entries, veil)
    said: list[Utterance] = []
    for entry in entries:
        if entry["role"] in ("user", "assistant") and veil.of(entry["key"]) is not None and not is_emptied(entry):
            said.append(_spoken(entry, veil, forgotten, zone))
            said += [
                _called(entry, call, results.get((entry["key"], call.get("id"))), veil, forgotten, zone, result_chars)
                for call in _calls(entry)
            ]
    return [one for one in said if one.pieces or one.exact]


def _results(entries: Sequence[Entry]) -> dict[tuple[str, Any], Entry]:
    """Return the results by calling entry and call id: some providers use an id again in a later message."""
    callers: dict[Any, str] = {}
    results: dict[tuple[str, Any], Entry] = {}
    for entry in entries:
        call = entry.get("tool_call_id")
        if entry["role"] != "tool":
            callers |= dict.fromkeys(call_ids(entry), entry["key"])
        elif call in callers:
            results.setdefault((callers[call], call), entry)
    return results


def _spoken(entry: Entry, veil: Veil, forgotten: Forgotten, zone: tzinfo) -> Utterance:
    text = _visible(entry, veil)
    media = [f"[{block.get('type', 'file')}]" for block in _media(entry)]
    sentences = [s for s in _sentences(text) if not forgotten.in_text(s, entry["role"])]
    said = _said(entry, zone)
    told = (with_absolute_dates(s, said) for s in sentences)
    return Utterance(_day(said), entry["role"], "", (*media, *told), "\n".join(sentences))


def _called(
    entry: Entry,
    call: dict[str, Any],
    result: Entry | None,
    veil: Veil,
    forgotten: Forgotten,
    zone: tzinfo,
    result_chars: int,
) -> Utterance:
    args = ", ".join(f"{name}={_value(value)}" for name, value in _arguments(call).items())
    answer = _visible(result, veil) if result and veil.of(result["key"]) is not None else ""
    failed = f"[{result['status']}] " if result and result.get("status") == "error" else ""
    told = f"({clip(args, result_chars)}) → {failed}{clip(answer, result_chars)}"
    name, day = str(call.get("name") or "tool"), _day(_said(entry, zone))
    if forgotten.in_text(f"{args}\n{answer}", "tool"):
        return Utterance(day, "tool", name, (), "")
    return Utterance(day, "tool", name, (told,), f"{args}\n{answer}")


def clip(text: str, length: int) -> str:
    """Return `text` on one line in about `length` characters, cut between exact strings, … where it was cut."""
    line = " ".join(text[: length * 4].split())
    if len(line) <= length:
        return line
    return line[: safe_cut(line, length)].rstrip() + "…"


def _calls(entry: Entry) -> Iterator[dict[str, Any]]:
    for call in [*entry.get("tool_calls", []), *entry.get("invalid_tool_calls", [])]:
        if call.get("name") not in MEMORY_TOOLS:
            yield call


def _arguments(call: dict[str, Any]) -> dict[str, Any]:
    args = call.get("args")
    return args if isinstance(args, dict) else {"args": args}


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _media(entry: Entry) -> Iterable[dict[str, Any]]:
    blocks = entry["content"] if isinstance(entry["content"], list) else []
    told = {"text", "tool_use", "tool_call", "function_call", "reasoning", "thinking", "redacted_thinking"}
    return [block for block in blocks if isinstance(block, dict) and block.get("type") not in told]


def _visible(entry: Entry, veil: Veil) -> str:
    text = text_of(entry)
    stretches = veil.masked(entry["key"], entry["time"], text) or ()
    return mask_text(text, masks_at(entry["key"], stretches))


def _forgotten(entries: Iterable[Entry], veil: Veil) -> Forgotten:
    hidden = [text for entry in entries for text in _hidden_texts(entry, veil)]
    plain = (normalise(text) for text in hidden)
    anchors = (anchor.normal for text in hidden for anchor in find_anchors(text))
    return Forgotten(frozenset(p for p in plain if len(p) >= _SHORTEST_ECHO), frozenset(anchors))


def _hidden_texts(entry: Entry, veil: Veil) -> list[str]:
    text, stretches = text_of(entry), veil.of(entry["key"])
    return [text] if stretches is None else [text[start:end] for start, end in stretches]


def _sentences(text: str) -> list[str]:
    found: list[str] = []
    for sentence in _SENTENCE_END.split(text[:SCAN_LIMIT]):
        if line := " ".join(sentence.split()):
            found += [line] if len(line) <= PIECE_CHARS else _cut(line)
    return found


def _cut(sentence: str) -> list[str]:
    """Return a long sentence in pieces: at commas where it has any, never within an exact string."""
    pieces = [""]
    for clause in _CLAUSE_END.split(sentence):
        if pieces[-1] and len(pieces[-1]) + len(clause) > PIECE_CHARS:
            pieces.append("")
        pieces[-1] += clause
    return [part.strip() for piece in pieces for part in _hard_cut(piece) if part.strip()]


def _hard_cut(text: str) -> Iterator[str]:
    while len(text) > PIECE_CHARS:
        end = safe_cut(text, PIECE_CHARS) or PIECE_CHARS * 2
        yield text[:end]
        text = text[end:]
    yield text


def _said(entry: Entry, zone: tzinfo) -> datetime:
    return moment(entry["time"]).astimezone(zone)


def _day(said: datetime) -> str:
    return said.date().isoformat()
