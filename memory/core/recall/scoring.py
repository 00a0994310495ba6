"""How the parts of a score become one number.

    own = explained x words + MEANING x meaning
    relevance = (own + beside + explained x STRETCH_SHARE x stretch) x speaker x day x time x close
    score = weights . (relevance, recency, importance, use)

Each part is from 0 to 1, compared with the best item's; how much words count follows how much of the question they
explain. A question whose words the memory knows is answered by words; a remark that shares a word or two with something
by chance is answered by meaning.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
"""One for each number of an index."""

BY_CHANCE = 0.25
"""Share of a sentence's words that some item holds by chance: up to here words explain nothing."""
EXPLAINED = 0.4
"""Share from which the words explain a question: from here on they count in full."""
HALF_A_WORD = 0.5
"""What a word counts that no item holds, as what only asks ("how many") mostly is, and what a pair of characters counts
that the item lacks: of pairs that overlap about every second one is a word."""
MEANING = 0.4
"""What likeness of meaning counts beside the words that explain a question."""
BEFORE, AFTER = 0.5, 0.4
"""Shares an item gets of the one before it, which it may answer, and of the one after it."""
STRETCH_SHARE = 0.7
"""What it counts that the stretch of the conversation around an item has the asked words."""
SPEAKER = 0.7
"""How much more counts what was said by whom the question names."""
GUESSES = 0.6
"""What each further item of one stretch counts, beside the one before, when words explain nothing: what is found by
meaning alone is a guess, and several guesses are better than one with its neighbours."""
DAY = 0.5
"""How much more counts what was said on the days the question names."""
DAY_FADES = 3.0
"""Days from there after which that is half as much: people tell what they did a little later."""
TIME = 0.4
"""How much more counts what tells a time when the question asks for one."""
SCATTERED = 0.7
"""What is taken from a long item whose words in common with the question all stand far apart: it has them too, each
somewhere, when it tells of the same matter and does not answer."""
CLOSE_WORDS = 12
"""Words, without those that all texts have, within which words are close together: those of about a sentence."""
SHORT_WORDS, LONG_WORDS = 60, 90
"""Words up to which an item is short, whose words are all close together; and from which it is long."""
_DECIMALS = 4
"""Of a cosine: the rest depends on the order in which it was summed."""


@dataclass(frozen=True)
class Weights:
    """How much each part of a score counts, and how fast recency fades."""

    relevance: float
    recency: float
    importance: float
    half_life_days: float
    """Days after which recency is half of what it was."""
    use: float = 0.0


@dataclass(frozen=True)
class Parts:
    """The parts of relevance, each from 0 to 1."""

    words: Values
    meaning: Values
    """What has no vector yet counts as if it fitted the question as well by its meaning as it does by its words: what
    was said just now is not behind what was said before in the same words."""
    beside: Values
    """From the items before and after it."""
    stretch: Values
    speaker: Values
    day: Values
    time: Values
    cosine: Values
    """Of the vectors, 0 where there is none or it is negative: what `meaning` is made of, whatever the best is."""
    explained: float
    """How far words count."""

    def relevance(self) -> Values:
        """Return the relevance of each number, not compared with the best."""
        own = own_relevance(self.words, self.meaning, self.explained)
        near = against_best(own + (BEFORE + AFTER) * self.beside)
        found = near + self.explained * STRETCH_SHARE * self.stretch
        for share, told in ((SPEAKER, self.speaker), (DAY, self.day), (TIME, self.time)):
            if told.any():  # most questions name neither
                found *= 1 + share * told
        return found


def own_relevance(words: Values, meaning: Values, explained: float) -> Values:
    """Return what the words and the meaning of each item alone tell, from 0 to 1."""
    return (explained * words + MEANING * meaning) / (explained + MEANING)


def against_best(values: Values, ground: float = 0.0) -> Values:
    """Return what of `values` is over `ground`, the best with 1, the others in proportion; NaN counts as nothing."""
    over = values - ground
    np.fmax(over, 0.0, out=over)  # in place: arrays of many items cost more to make than to fill
    if (best := over.max(initial=0.0)) > 0:
        over /= best
    return over


def likeness_over_usual(cosines: Values, unlike: int = 0) -> Values:
    """Return what of the cosines is over their mean, compared with the best; `unlike` of 0 count among them."""
    known = cosines[~np.isnan(cosines)]
    if not len(known):
        return np.zeros(len(cosines))
    return against_best(np.round(cosines, _DECIMALS), round(float(known.sum()) / (len(known) + unlike), _DECIMALS))


def explained_by(share: float) -> float:
    """Return from 0 to 1 how far words count that explain this share of a question.

    Squared: just over chance they are worth little beside the meaning.
    """
    part = (share - BY_CHANCE) / (EXPLAINED - BY_CHANCE)
    return min(1.0, max(0.0, part)) ** 2


def nearness(days: Values, first: int, last: int) -> Values:
    """Return 1 for what was said on the days from `first` to `last`, less before and after; all as ordinals."""
    whole = np.floor(days)
    return _fading(np.maximum(np.maximum(first - whole, whole - last), 0.0), DAY_FADES)


def one_by_one(stretches: Sequence[int], explained: float) -> Values:
    """Return what items count by the stretches they are of, the most relevant item first; negative: of none."""
    share = explained + (1 - explained) * GUESSES
    seen: Counter[int] = Counter()
    factors = []
    for stretch in stretches:
        factors.append(share ** seen[stretch] if stretch >= 0 else 1.0)
        seen[stretch] += 1
    return np.array(factors)


def closeness(words: Sequence[str], weights: Mapping[str, float]) -> float:
    """Return the largest share of `weights` close together in an item's words; what each word looked for tells.

    The shorter the item, the nearer to 1: a short one says only one thing.
    """
    long = min(1.0, max(0.0, (len(words) - SHORT_WORDS) / (LONG_WORDS - SHORT_WORDS)))
    total = sum(weights.values())
    return 1.0 - long * (1.0 - _closest(words, weights) / total) if total else 1.0


def _closest(words: Sequence[str], weights: Mapping[str, float]) -> float:
    """Return the largest weight of different words that stand within `CLOSE_WORDS`."""
    places = [(place, word) for place, word in enumerate(words) if word in weights]
    held: Counter[str] = Counter()
    weight = best = 0.0
    first = 0
    for place, word in places:
        weight += 0.0 if held[word] else weights[word]
        held[word] += 1
        while places[first][0] <= place - CLOSE_WORDS:
            gone = places[first][1]
            held[gone] -= 1
            weight -= 0.0 if held[gone] else weights[gone]
            first += 1
        best = max(best, weight)
    return best


def recencies(days: Values, now: float, half_life_days: float) -> Values:
    """Return 1 for what was said at `now` or later, half of it for each half-life before; all as ordinals."""
    return _fading(np.maximum(now - days, 0.0), half_life_days)


def _fading(away: Values, half_life: float) -> Values:
    return np.exp2(-away / half_life)
