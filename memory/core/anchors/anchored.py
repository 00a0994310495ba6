"""A long text shortened around its exact strings: its opening, the sentences that hold them, and the bare strings."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from memory.core.anchors.anchors import RANKS, Anchor, find_anchors
from memory.core.anchors.exact_strings import SEPARATOR
from memory.core.language.shorten import CountText, head_and_tail

STRINGS_SHARES = (0.5, 0.2, 0.0)
"""Shares of the room that bare exact strings may take before sentences are chosen; the one that tells most counts."""
OPENING_CHARS = 240
"""Characters of the opening, at most."""
PIECE_CHARS = 240
"""A sentence longer than this is taken in clauses, and a clause without a comma in stretches of this length."""

_BREAK = re.compile(r"(?<=[.!?])[\"'”’)]?\s+|(?<=[。！？；!?])[”’」』）)]?|\n+")
_CLAUSE_BREAK = re.compile(r"(?<=[，、：；])|(?<=[,;:])\s|(?<=\s)(?=[-–—]\s)")
_JOINERS = frozenset("\u200d\ufe0e\ufe0f") | {chr(code) for code in range(0x1F3FB, 0x1F400)}
_FLAGS = range(0x1F1E6, 0x1F200)
_NOTHING_SHOWN = "…"


@dataclass
class _Piece:
    text: str
    size: int = 0
    """Tokens of `text`."""
    anchors: list[Anchor] = field(default_factory=list)
    """Those it is the first to hold, each thing once."""
    kept: list[Anchor] = field(default_factory=list)
    """Those that stay while it is not shown whole."""
    whole: bool = False

    def shown(self) -> str:
        return self.text if self.whole else SEPARATOR.join(a.text for a in self.kept)

    def worth(self) -> int:
        return sum(RANKS[a.kind] for a in (self.anchors if self.whole else self.kept))


@dataclass(frozen=True)
class _Sizes:
    """What things take in tokens."""

    gap: int
    strings: dict[str, int]
    """An exact string with its separator."""

    def kept(self, piece: _Piece) -> int:
        return self.gap + sum(self.strings[a.text] for a in piece.kept) if piece.kept else 0


def around_anchors(text: str, limit: int, count: CountText, note: str = " … ") -> str:
    """Return `text` in at most `limit` tokens: its opening and what holds its exact strings, in its own order.

    `note` stands where something was left out. Sentences that hold much in little come first; of the others the exact
    strings alone stay, those that cannot be guessed again before the rest. No exact string is cut in two, nor a
    character of several code points. A text without exact strings keeps its head and its tail. Linear in the text.
    """
    if count(text) <= limit:
        return text
    pieces = _pieces(text, count)
    strings = [anchor.text for piece in pieces for anchor in piece.anchors]
    if not strings:
        return head_and_tail(text, limit, count, note)
    sizes = _Sizes(count(note), {exact: count(SEPARATOR + exact) for exact in strings})
    room = limit
    while room > 0:
        _, shown = max((_chosen(pieces, room, sizes, note, share) for share in STRINGS_SHARES), key=lambda one: one[0])
        if shown and count(shown) <= limit:
            return shown
        room = room * 4 // 5
    return _NOTHING_SHOWN


def _chosen(pieces: Sequence[_Piece], room: int, sizes: _Sizes, note: str, share: float) -> tuple[int, str]:
    """Return what is shown of the pieces, and what the exact strings in it are worth."""
    for piece in pieces:
        piece.whole, piece.kept = False, []
    if pieces[0].size + sizes.gap <= room // 2:
        pieces[0].whole = True
        room -= pieces[0].size + sizes.gap
    room -= _keep_strings(pieces, int(room * share), sizes)
    for piece in sorted((p for p in pieces if p.anchors and not p.whole), key=_density, reverse=True):
        cost = piece.size + sizes.gap - sizes.kept(piece)
        if cost <= room:
            piece.whole = True
            room -= cost
    room -= _keep_strings(pieces, room, sizes)
    for before, piece in pairwise(pieces):
        if before.whole and not piece.anchors and piece.size + sizes.gap <= room:
            piece.whole = True
            room -= piece.size + sizes.gap
    return sum(piece.worth() for piece in pieces), _joined(pieces, note)


def _keep_strings(pieces: Sequence[_Piece], room: int, sizes: _Sizes) -> int:
    """Keep the exact strings of pieces that are not shown, as far as they fit into `room`; return what they take."""
    found = [(p, a) for p in pieces if not p.whole for a in p.anchors if a not in p.kept]
    taken = 0
    for piece, anchor in sorted(found, key=lambda one: -RANKS[one[1].kind]):
        cost = sizes.strings[anchor.text] + (0 if piece.kept else sizes.gap)
        if taken + cost <= room:
            piece.kept.append(anchor)
            taken += cost
    for piece in pieces:
        piece.kept.sort(key=lambda a: a.start)
    return taken


def _density(piece: _Piece) -> float:
    return sum(RANKS[anchor.kind] for anchor in piece.anchors) / max(piece.size, 1)


def _joined(pieces: Sequence[_Piece], note: str) -> str:
    """Return what is shown of the pieces, the note once where something between was left out."""
    told, gap = "", False
    for piece in pieces:
        if shown := piece.shown():
            told = f"{told.rstrip()}{note}{shown}" if gap or not piece.whole else told + shown
            gap = False
        gap = gap or not piece.whole
    return (told.strip() + (note.rstrip() if gap else "")).strip()


def _pieces(text: str, count: CountText) -> list[_Piece]:
    """Return `text` in sentences, clauses and stretches, each with the exact strings it is the first to hold."""
    anchors = find_anchors(text)
    edges = _edges(text, anchors)
    pieces = [_Piece(text[start:end], count(text[start:end])) for start, end in pairwise(edges)]
    known: set[str] = set()
    at = 0
    for anchor in anchors:
        while edges[at + 1] <= anchor.start:
            at += 1
        if anchor.kind != "relative_date" and anchor.normal not in known:
            known.add(anchor.normal)
            pieces[at].anchors.append(anchor)
    return pieces


def _edges(text: str, anchors: Sequence[Anchor]) -> list[int]:
    """Return where `text` may be cut, its ends included: at sentences and clauses, through no anchor."""
    closed = bytearray(len(text) + 1)
    for anchor in anchors:
        closed[anchor.start + 1 : anchor.end] = b"\x01" * (anchor.end - anchor.start - 1)
    sentences = [m.end() for m in _BREAK.finditer(text)]
    edges = [0]
    for end in [*sentences, len(text)]:
        if end > edges[-1] and not closed[end]:
            edges += _inner_edges(text, edges[-1], end, closed)
            edges.append(end)
    if edges[-1] != len(text):
        edges.append(len(text))
    return edges


def _inner_edges(text: str, start: int, end: int, closed: bytearray) -> Iterator[int]:
    """Yield where a sentence that is too long is cut."""
    limit = OPENING_CHARS if start == 0 else PIECE_CHARS
    clauses = [m.end() for m in _CLAUSE_BREAK.finditer(text, start, end) if end - start > limit]
    for cut in [*clauses, end]:
        while cut - start > limit:
            start = _hard_edge(text, start + limit, cut, closed)
            if start >= cut:
                break
            yield start
        if start < cut < end and not closed[cut] and cut - start > limit // 4:
            yield cut
            start = cut


def _hard_edge(text: str, at: int, end: int, closed: bytearray) -> int:
    """Return the next place from `at` on where a stretch may end: between words if one ends soon, in no character."""
    for place in range(at, min(at + 40, end)):
        if not closed[place] and text[place].isspace():
            return place
    while at < end and (closed[at] or _within_character(text, at)):
        at += 1
    return at


def _within_character(text: str, at: int) -> bool:
    """Tell whether what people see as one character goes on at `at`."""
    before, after = text[at - 1], text[at]
    flags = ord(before) in _FLAGS and ord(after) in _FLAGS
    return flags or before == "\u200d" or after in _JOINERS or unicodedata.combining(after) != 0
