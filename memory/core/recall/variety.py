"""No room for repetition: of items that say nearly the same, the best one is shown."""

from collections.abc import Callable, Iterable

SAME = 0.9
"""Share of common words from which two items say the same, unless they differ in a number."""


def varied(ids: Iterable[str], words_of: Callable[[str], frozenset[str]], limit: int) -> list[str]:
    """Return the first `limit` of `ids`, best first, without those that nearly repeat one before them."""
    chosen: dict[str, frozenset[str]] = {}
    for item in ids:
        if len(chosen) >= limit:
            break
        words = words_of(item)
        if not any(_same(words, other) for other in chosen.values()):
            chosen[item] = words
    return list(chosen)


def _same(one: frozenset[str], other: frozenset[str]) -> bool:
    if len(one & other) < SAME * len(one | other) or not one:
        return False
    return not any(character.isdigit() for word in one ^ other for character in word)
