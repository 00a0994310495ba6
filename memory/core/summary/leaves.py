"""Leaves: what one range of entries said, in dated lines of its own words, and its exact strings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from itertools import pairwise

from memory.core.anchors.anchors import find_anchors
from memory.core.anchors.exact_strings import strings_tokens
from memory.core.defaults import DEFAULTS
from memory.core.language.shorten import CountText
from memory.core.recall.passages import Veil
from memory.core.summary.ranked_strings import Strings, kept_strings, said_strings
from memory.core.summary.small_talk import SMALL_TALK
from memory.core.summary.summary_docs import RULES, SUMMARY_SCHEMA, Leaf
from memory.core.summary.summary_words import SummaryWords, words_for
from memory.core.transcript.entries import Entry, Role, place_of
from memory.core.transcript.utterances import Utterance, clip, utterances

ROLE_WORTH: dict[Role, float] = {"user": 3.0, "assistant": 1.0, "tool": 1.0, "system": 0.0}
"""The user's own words come first: everything else can be worked out from them again."""
ANCHOR_WORTH = 2.0
OPENING_WORTH = 0.5
"""What a message begins with is more often its point."""
SMALL_TALK_WORTH = -2.5
"""Thanks and greetings say nothing later."""
PIECES: dict[Role, int] = {"user": 6, "assistant": 2, "tool": 1, "system": 0}
"""Sentences of one message that a leaf may hold."""
SHORTEST_CLIP = 20
_GAP = " … "
_FULL_STOPS = ("。", "！", "？", "；")


@dataclass(frozen=True)
class _Piece:
    utterance: int
    position: int
    text: str
    worth: float


def fold_entries(
    entries: Sequence[Entry],
    veil: Veil,
    count_tokens: CountText,
    *,
    now: datetime,
    zone: tzinfo = UTC,
    limit: int = DEFAULTS.leaf_tokens,
    exact_limit: int = DEFAULTS.exact_tokens,
) -> Leaf:
    """Return the leaf of `entries` (one range of a path, not empty): extractive, so it invents nothing.

    `zone` is the user's, for days. The text takes at most `limit` tokens, the exact strings `exact_limit`; what `veil`
    hides is in neither. The text is empty when there is nothing to tell.
    """
    said = utterances(entries, veil, zone)
    words = words_for("\n".join(piece for one in said for piece in one.pieces))
    text = _text(said, words, count_tokens, limit)
    found = _exact(said)
    exact = kept_strings(found, count_tokens, exact_limit)
    return {
        "schema": SUMMARY_SCHEMA,
        "first": place_of(entries[0]),
        "last": place_of(entries[-1]),
        "text": text,
        "exact": exact,
        "origins": found.origins_of(exact),
        "dropped": len(found.texts) - len(exact),
        "tokens": count_tokens(text) + strings_tokens(exact, count_tokens),
        "turns": sum(entry["role"] == "user" for entry in entries),
        "by": RULES,
        "failed": 0,
        "time": now.isoformat(),
    }


def _exact(said: Sequence[Utterance]) -> Strings:
    """Return the exact strings: of tools first, of the user last, as among equals the last are kept."""
    found = Strings()
    for role in ("tool", "assistant", "user"):
        for one in said:
            if one.role == role:
                found.add_all(said_strings(one.exact, role))
    return found


def _text(said: Sequence[Utterance], words: SummaryWords, count_tokens: CountText, limit: int) -> str:
    ranked = sorted(_pieces(said), key=lambda p: (-p.worth, -p.utterance, p.position))
    chosen: list[_Piece] = []
    begun: set[int] = set()
    room = limit
    for piece in ranked:
        header = 0 if piece.utterance in begun else count_tokens(_header(said[piece.utterance], words)) + 1
        cost = header + count_tokens(_GAP + piece.text)
        if cost <= room:
            chosen.append(piece)
            begun.add(piece.utterance)
            room -= cost
    if not chosen and ranked:
        chosen = _clipped(ranked[0], said, words, count_tokens, limit)
    return _fitting(chosen, said, words, count_tokens, limit)


def _pieces(said: Sequence[Utterance]) -> Iterator[_Piece]:
    for number, one in enumerate(said):
        pieces = [_Piece(number, i, text, _worth(one.role, i, text)) for i, text in enumerate(one.pieces)]
        yield from sorted(pieces, key=lambda p: (-p.worth, p.position))[: PIECES[one.role]]


def _worth(role: Role, position: int, text: str) -> float:
    worth = ROLE_WORTH[role] + OPENING_WORTH * (position == 0)
    if find_anchors(text):
        return worth + ANCHOR_WORTH
    return worth + SMALL_TALK_WORTH * (SMALL_TALK.fullmatch(text) is not None)


def _clipped(
    piece: _Piece, said: Sequence[Utterance], words: SummaryWords, count_tokens: CountText, limit: int
) -> list[_Piece]:
    """Return the piece in the longest short form that fits, nothing when none does."""
    length = len(piece.text)
    while length > SHORTEST_CLIP:
        length //= 2
        short = _Piece(piece.utterance, piece.position, clip(piece.text, length), piece.worth)
        if count_tokens(_render([short], said, words)) <= limit:
            return [short]
    return []


def _fitting(
    chosen: list[_Piece], said: Sequence[Utterance], words: SummaryWords, count_tokens: CountText, limit: int
) -> str:
    """Return the pieces as text; the last chosen go if the whole takes more tokens than its parts did."""
    while chosen and count_tokens(_render(chosen, said, words)) > limit:
        chosen = chosen[:-1]
    return _render(chosen, said, words)


def _render(chosen: Sequence[_Piece], said: Sequence[Utterance], words: SummaryWords) -> str:
    by_utterance: dict[int, list[_Piece]] = {}
    for piece in sorted(chosen, key=lambda p: (p.utterance, p.position)):
        by_utterance.setdefault(piece.utterance, []).append(piece)
    return "\n".join(_header(said[i], words) + _joined(pieces) for i, pieces in by_utterance.items())


def _header(one: Utterance, words: SummaryWords) -> str:
    name = f" {one.name}" if one.name else ": "
    return f"- {one.day} {words.roles[one.role]}{name}"


def _joined(pieces: Sequence[_Piece]) -> str:
    text = pieces[0].text
    for before, piece in pairwise(pieces):
        space = "" if text.endswith(_FULL_STOPS) else " "
        text += (space if piece.position == before.position + 1 else _GAP) + piece.text
    return text
