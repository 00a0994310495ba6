"""Exact strings with where they come from, and which of them stay when space is short.

What the user approved as a fact comes first, then what a summary's text does not tell anyway; the user's own words
count for more than others', and what was pasted or a tool returned has a share that it passes only where room is left.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from memory.core.anchors.anchors import RANKS, as_anchor, find_anchors, unique_strings
from memory.core.anchors.exact_strings import strings_tokens
from memory.core.extraction.own_words import own_words
from memory.core.forgetting.forgetting import FORGOTTEN_MARKS
from memory.core.language.shorten import CountText
from memory.core.summary.summary_docs import Origin
from memory.core.transcript.entries import Role

HANDED_SHARE = 0.25
"""Share of the room that pasted strings and tools' may take while others want it."""
OWN_WORTH = 4
"""What a string in the user's own words is worth over others, beside `anchors.RANKS`."""

_BEST: tuple[Origin | None, ...] = ("own", None, "handed")


class Strings:
    """Exact strings, each thing once (by normal form), where it was said last, with its best origin."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._origins: dict[str, Origin | None] = {}

    @property
    def texts(self) -> list[str]:
        """The strings, what was said last at the end."""
        return list(self._texts.values())

    def add(self, text: str, origin: Origin | None) -> None:
        """Take in a string that was said after all others."""
        normal = as_anchor(text).normal
        self._texts.pop(normal, None)
        self._texts[normal] = text
        best = min((self._origins.get(normal, origin), origin), key=_BEST.index)
        self._origins[normal] = best

    def add_all(self, found: Iterable[tuple[str, Origin | None]]) -> None:
        """Take in strings with their origins, in the order in which they were said."""
        for text, origin in found:
            self.add(text, origin)

    def origin(self, text: str) -> Origin | None:
        """Return where a string comes from."""
        return self._origins.get(as_anchor(text).normal)

    def origins_of(self, texts: Iterable[str]) -> dict[str, Origin]:
        """Return the origins of those strings that have one."""
        return {text: origin for text in texts if (origin := self.origin(text))}


def said_strings(text: str, role: Role) -> Iterator[tuple[str, Origin | None]]:
    """Yield the exact strings of what someone said, with their origins; of a user's message what is pasted first."""
    strings = [one for one in unique_strings(find_anchors(text)) if not any(mark in one for mark in FORGOTTEN_MARKS)]
    if role != "user" or not strings:
        yield from ((one, "handed" if role == "tool" else None) for one in strings)
        return
    own = {a.normal for a in find_anchors(own_words(text))}
    pasted = [one for one in strings if as_anchor(one).normal not in own]
    yield from ((one, "handed") for one in pasted)
    yield from ((one, "own") for one in strings if one not in pasted)


def stored_strings(exact: Iterable[str], origins: Mapping[str, Origin]) -> Iterator[tuple[str, Origin | None]]:
    """Yield stored exact strings with their origins."""
    yield from ((text, origins.get(text)) for text in exact)


def kept_strings(
    found: Strings,
    count_tokens: CountText,
    limit: int,
    *,
    approved: Collection[str] = (),
    told: Collection[str] = (),
) -> list[str]:
    """Return those strings that fit into `limit` tokens, in their order.

    `approved`: normal forms that come before all others. `told`: those that come last, as a text tells them already.
    """
    texts = found.texts
    best = _best_first(texts, found, approved, told)
    costs = [strings_tokens([text], count_tokens) for text in texts]
    kept, left, share = set[int](), limit, int(limit * HANDED_SHARE)
    for bounded in (True, False):
        for i in best:
            shared = bounded and found.origin(texts[i]) == "handed" and as_anchor(texts[i]).normal not in approved
            if i not in kept and costs[i] <= (min(left, share) if shared else left):
                kept.add(i)
                left -= costs[i]
                share -= costs[i] if shared else 0
    return [texts[i] for i in sorted(kept)]


def _best_first(texts: Sequence[str], found: Strings, approved: Collection[str], told: Collection[str]) -> list[int]:
    def worth(i: int) -> tuple[bool, bool, int, int]:
        anchor = as_anchor(texts[i])
        own = OWN_WORTH * (found.origin(texts[i]) == "own")
        return anchor.normal in approved, anchor.normal not in told, RANKS[anchor.kind] + own, i

    return sorted(range(len(texts)), key=worth, reverse=True)
