"""No room for repetition: of items that say nearly the same, one is shown."""

from collections.abc import Callable, Iterable

SAME = 0.9
"""Share of common words from which two items say the same, unless they differ in a number."""
_FURTHER = 20  # items looked at for a weightier one when enough are chosen: an echo ranks beside what it repeats


def varied(
    ids: Iterable[str], words_of: Callable[[str], frozenset[str]], weight_of: Callable[[str], float], limit: int
) -> list[str]:
    """Return the first `limit` of `ids`, best first, without those that nearly repeat another one.

    Of those the weightiest stands where the best of them would: what was said, and not its echo.
    """
    chosen: list[str] = []
    said: list[frozenset[str]] = []
    further = _FURTHER
    for item in ids:
        words = words_of(item)
        alike = [place for place, other in enumerate(said) if _same(words, other)]
        if len(alike) == 1 and weight_of(item) > weight_of(chosen[alike[0]]):
            chosen[alike[0]], said[alike[0]] = item, words
        elif not alike and len(chosen) < limit:
            chosen.append(item)
            said.append(words)
        further -= len(chosen) >= limit
        if further < 0:
            break
    return chosen


def _same(one: frozenset[str], other: frozenset[str]) -> bool:
    if len(one & other) < SAME * len(one | other) or not one:
        return False
    return not any(character.isdigit() for word in one ^ other for character in word)
