"""The exact strings a window tells of what it does not show, each once."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from memory.core.anchors.anchors import RANKS, Anchor, find_anchors
from memory.core.anchors.exact_strings import SEPARATOR
from memory.core.language.shorten import CountText

SCAN_CHARS = 8_000
"""Characters of one text that are read for exact strings; what lies behind them is found by search alone."""
_KEPT_TEXTS = 1_024
_SMALLER = 0.95
_REACH = 200


_SAID = 2
"""What it adds to an exact string's rank (`anchors.RANKS`) that a person or the assistant said it, not a tool alone."""
_OFTEN = 2
"""What it adds at most that several texts hold it."""


class Source(NamedTuple):
    """A text whose exact strings are to be told."""

    text: str
    said: bool = False
    """The user or the assistant said it; it is no tool's."""


class Told:
    """What the lines of one window have told so far: a string that one of them holds is not repeated by the next."""

    def __init__(self) -> None:
        self._known: set[str] = set()

    def line(self, sources: Iterable[Source], limit: int, count: CountText) -> str:
        """Return the exact strings of `sources` that are new and fit `limit` tokens, the best of them, in order.

        What cannot be guessed again goes first, and what was said or came up often; among equals what came last.
        """
        latest: dict[str, Anchor] = {}
        worth: Counter[str] = Counter()
        said: set[str] = set()
        for source in sources:
            for anchor in exact_strings_in(source.text):
                worth[anchor.normal] += 1
                said |= {anchor.normal} if source.said else set()
                if anchor.normal not in self._known:
                    latest.pop(anchor.normal, None)
                    latest[anchor.normal] = anchor
        ranks = [RANKS[a.kind] + min(worth[n] - 1, _OFTEN) + _SAID * (n in said) for n, a in latest.items()]
        kept = _best(list(latest.values()), ranks, limit, count)
        self._known.update(anchor.normal for anchor in kept)
        return SEPARATOR.join(anchor.text for anchor in kept)


@lru_cache(maxsize=_KEPT_TEXTS)
def exact_strings_in(text: str) -> tuple[Anchor, ...]:
    """Return the exact strings at the beginning of `text`, each thing once; relative dates mean nothing alone."""
    whole = [a for a in find_anchors(text, SCAN_CHARS + _REACH) if a.start < SCAN_CHARS]  # none is cut where it ends
    found = {a.normal: a for a in reversed(whole) if a.kind != "relative_date"}
    return tuple(reversed(found.values()))


def _best(anchors: Sequence[Anchor], ranks: Sequence[int], limit: int, count: CountText) -> list[Anchor]:
    """Return the best anchors that fit, in their order; counted together, as counting one by one takes too long."""
    best_first = sorted(range(len(anchors)), key=lambda i: (ranks[i], i), reverse=True)
    line = SEPARATOR.join(anchors[i].text for i in best_first)
    tokens = count(line)
    chars = float(len(line))
    while line and tokens > limit:
        chars *= min(_SMALLER, max(limit, 0) / tokens)
        best_first = _within(anchors, best_first, chars)
        line = SEPARATOR.join(anchors[i].text for i in best_first)
        tokens = count(line)
    return [anchors[i] for i in sorted(best_first)]


def _within(anchors: Sequence[Anchor], best_first: Sequence[int], chars: float) -> list[int]:
    kept = []
    for i in best_first:
        took = len(anchors[i].text) + len(SEPARATOR)
        if took <= chars:
            kept.append(i)
            chars -= took
    return kept
