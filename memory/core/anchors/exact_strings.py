"""Lists of exact strings: each thing once, and the best of them when space is short."""

from collections.abc import Collection, Iterable, Sequence

from memory.core.anchors.anchors import RANKS, as_anchor, find_anchors, unique_strings
from memory.core.language.shorten import CountText

SEPARATOR = " · "
"""Between exact strings on a line."""


def merged(strings: Iterable[str]) -> list[str]:
    """Return the strings, each thing once (by normal form), where it was said last."""
    latest: dict[str, str] = {}
    for text in strings:
        normal = as_anchor(text).normal
        latest.pop(normal, None)
        latest[normal] = text
    return list(latest.values())


def keep_best(strings: Sequence[str], count_tokens: CountText, limit: int) -> list[str]:
    """Return those of `strings` that fit into `limit` tokens, in their order.

    What cannot be guessed again goes first (`anchors.RANKS`), among equals what was said last.
    """
    best_first = sorted(range(len(strings)), key=lambda i: (RANKS[as_anchor(strings[i]).kind], i), reverse=True)
    kept: list[int] = []
    room = limit
    for i in best_first:
        cost = strings_tokens([strings[i]], count_tokens)
        if cost <= room:
            kept.append(i)
            room -= cost
    return [strings[i] for i in sorted(kept)]


def strings_tokens(strings: Iterable[str], count_tokens: CountText) -> int:
    """Return the tokens of exact strings in a list: each with its separator."""
    return sum(count_tokens(text) + 1 for text in strings)


def exact_line(text: str, limit: int, count: CountText, told: Collection[str] = ()) -> str:
    """Return the exact strings of `text` on one line of at most `limit` tokens, in its order, each thing once.

    What cannot be guessed again is the first to stay; without those whose normal form is `told` elsewhere. Empty when
    there are none or none fits.
    """
    strings = unique_strings(anchor for anchor in find_anchors(text) if anchor.normal not in told)
    room = limit
    while room > 0:
        line = SEPARATOR.join(keep_best(strings, count, room))
        if (tokens := count(line)) <= limit:
            return line
        room -= tokens - limit
    return ""
