"""No room for repetition: of items that say nearly the same, one is shown."""

from collections.abc import Callable, Iterable
from functools import cache

from memory.core.recall.recall_words import recall_words

SAME = 0.9
"""Share of common words from which two items say the same, unless they differ in a number."""
_TAKEN_NOTE = """
Got it. Noted. Understood. Okay, sure, great, alright. I'll remember, keep in mind, note, save, write down that.
Thanks for telling me, sharing, letting me know. You said, you mentioned, you told me. As you say.
好的。好，明白。知道了。收到。记住了。我记住了。我会记住。记下了。我记下了。已记录。了解。谢谢你告诉我。你说过。你说。你告诉我。
"""  # what an answer may have beside the user's words and only repeat them
_FURTHER = 20  # items looked at for a weightier one when enough are chosen: an echo ranks beside what it repeats


def varied(
    ids: Iterable[str],
    words_of: Callable[[str], frozenset[str]],
    weight_of: Callable[[str], float],
    limit: int,
    role_of: Callable[[str], str] = lambda _: "",
) -> list[str]:
    """Return the first `limit` of `ids`, best first, without those that nearly repeat another one.

    Of those the weightiest stands where the best of them would: what was said, and not its echo.
    """
    chosen: list[str] = []
    said: list[frozenset[str]] = []
    further = _FURTHER
    for item in ids:
        words = words_of(item)
        alike = [n for n, other in enumerate(said) if _repeats(item, words, chosen[n], other, role_of)]
        if alike and all(weight_of(item) > weight_of(chosen[n]) for n in alike):
            chosen[alike[0]], said[alike[0]] = item, words
            for repeated in reversed(alike[1:]):
                del chosen[repeated], said[repeated]
        elif not alike:
            chosen.append(item)
            said.append(words)
        further -= len(chosen) >= limit
        if further < 0:
            break
    return chosen[:limit]


def _repeats(
    one: str, words: frozenset[str], other: str, others: frozenset[str], role_of: Callable[[str], str]
) -> bool:
    roles = role_of(one), role_of(other)
    if roles == ("user", "assistant"):
        return same(words, others) or _echoes(words, others)
    if roles == ("assistant", "user"):
        return same(words, others) or _echoes(others, words)
    return same(words, others)


def same(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether two texts with these words say nearly the same."""
    return bool(one) and len(one & other) >= SAME * len(one | other) and not _has_number(one ^ other)


def _echoes(said: frozenset[str], answer: frozenset[str]) -> bool:
    """Tell whether an answer with these words only repeats what was said."""
    if not said or len(said & answer) < SAME * len(said):
        return False
    return answer - said <= _taking_note() and not _has_number(said - answer)


@cache
def _taking_note() -> frozenset[str]:
    return frozenset(recall_words(_TAKEN_NOTE))


def _has_number(words: Iterable[str]) -> bool:
    return any(character.isdigit() for word in words for character in word)
