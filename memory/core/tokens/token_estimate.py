"""Estimates how many tokens a text takes, by the scripts and signs it is made of, without any model's vocabulary.

A token begins where two neighbouring characters make it likely: nearly always at a word, seldom inside "th", at two of
three Han characters. How likely was counted once, for pairs of letters and of classes of characters, and an estimate
adds it up. Latin letters have two such tables: English and code, and other languages, whose words take more tokens;
which holds is told by the letter pairs themselves.

The rates in `token_rates.py` were counted by `python -m evals.fit_counting` on texts with their exact tokens: sources
and docstrings of Python's library, C headers, the message catalogues of Debian's programs in 25 languages, a page of
prose in six of them, English and Chinese from this project's tests, generated tables, hashes and Base64.
`python -m evals.bench_counting` holds them against other texts.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from memory.core.tokens.token_classes import CLASS, CLASSES, FIRST_SIGN, LAST_SIGN, Codes, Points, classes
from memory.core.tokens.token_rates import LETTERS, LIKENESS, PAIRS

Family = Literal["o200k_base", "cl100k_base"]
"""What a vocabulary is like: `o200k_base` has words of many scripts, `cl100k_base` mostly of Latin ones."""
FAMILIES: tuple[Family, ...] = ("o200k_base", "cl100k_base")

LETTER_PAIRS = 26 * 26
DEEP = 24
"""Letters and digits in a row after which they are no word: a key, a hash, Base64."""
JAPANESE = 0.1
"""Share of hiragana to Han characters from which these are kanji."""
ENGLISH, FOREIGN = -0.12, 0.45
"""Mean likeness of letter pairs: up to the first a text is English or code, from the second on another language."""
NEUTRAL_PAIRS = 20
"""Letter pairs by which a short text is taken to be between the two."""
SAFETY = 1.02
"""An estimate leans to the high side: a request that is too large fails, one that is a little small does not."""
BLOCK = 1 << 18
"""Characters estimated at once, which bounds the memory; what lies between two blocks costs a token at most."""

LOWEST, LEVELS, STEPS = "(", 52, 26
"""How tables are written: the square root of a rate in steps of 1/26, as 52 characters from "(" on."""
LIKENESS_STEPS = 13
"""How `LIKENESS` is written: the logarithm of a ratio, in steps of 1/13 from -2 on."""


def estimate_text(text: str, family: Family, *, single_digits: bool = False) -> int:
    """Return about how many tokens `text` takes; 0 for an empty one, at least 1 for any other.

    `single_digits`: the vocabulary takes digits one by one, not by threes.
    """
    if not text:
        return 0
    rates = _PAIRS[family].copy()
    if single_digits:
        rates[_LATER_DIGITS] = 1.0
    total = sum(_estimate(text[at : at + BLOCK], rates, family) for at in range(0, len(text), BLOCK))
    return max(1, round(total * SAFETY))


def code_points(text: str) -> Points:
    """Return the code points of `text`, lone surrogates as they are."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def contexts(points: Points) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return of each character the pair of classes it ends, and the letter pair, -1 where it ends none.

    A class is what a character is, changed by its place in a run; a letter pair is two ASCII letters of one word, case
    aside.
    """
    codes = classes(points)
    lower, upper, digit = (codes == CLASS[name] for name in ("lower", "upper", "digit"))
    letter = lower | upper
    deep = letter & (_place_in_run(letter | digit) > DEEP)
    codes = _changed(codes, points, deep, digit)
    before = np.concatenate(([CLASS["\n"]], codes[:-1])).astype(np.intp)
    joined = np.zeros_like(letter)
    joined[1:] = (letter & ~deep)[1:] & letter[:-1] & ~(upper[1:] & lower[:-1])
    alphabet = ((points | 0x20).astype(np.intp) - ord("a")) * letter
    letters = np.full(len(points), -1, np.intp)
    letters[joined] = (np.roll(alphabet, 1) * 26 + alphabet)[joined]
    return before * len(CLASSES) + codes, letters


def foreignness(letters: NDArray[np.intp]) -> float:
    """Return how far the letter pairs of a text tell that it is in another language than English, 0 to 1."""
    pairs = letters[letters >= 0]
    mean = float(_LIKENESS[pairs].sum()) / (len(pairs) + NEUTRAL_PAIRS)
    return min(1.0, max(0.0, (mean - ENGLISH) / (FOREIGN - ENGLISH)))


def _estimate(text: str, rates: NDArray[np.float64], family: Family) -> float:
    pairs, letters = contexts(code_points(text))
    english, other = _LETTERS[family]
    share = foreignness(letters)
    by_letters = english * (1 - share) + other * share
    return float(np.where(letters >= 0, by_letters[letters], rates[pairs]).sum())


def _changed(codes: Codes, points: Points, deep: NDArray[np.bool_], digit: NDArray[np.bool_]) -> Codes:
    """Return the classes as what stands around a character changes them."""
    changed = codes.copy()
    place = _place_in_run(digit) % 3
    changed[digit & (place == 2)] = CLASS["digit2"]  # noqa: PLR2004  # both encodings take digits by threes
    changed[digit & (place == 0)] = CLASS["digit3"]
    changed[deep] = CLASS["deep"]
    again = (points[1:] == points[:-1]) & (codes[1:] >= FIRST_SIGN) & (codes[1:] <= LAST_SIGN)
    changed[1:][again] = np.where(codes[1:][again] == CLASS[" "], CLASS["spaces"], CLASS["again"])
    word = (codes == CLASS["lower"]) | (codes == CLASS["upper"])
    changed[1:-1][(codes[1:-1] == CLASS["'"]) & word[:-2] & word[2:]] = CLASS["contraction"]
    han = codes >= CLASS["han"]
    if np.count_nonzero(codes == CLASS["hiragana"]) > JAPANESE * np.count_nonzero(han):
        changed[han] = CLASS["kanji"]
    return changed


def _place_in_run(member: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return of each character its place in a run of members, from 1; 0 for others."""
    index = np.arange(1, len(member) + 1)
    return index - np.maximum.accumulate(np.where(member, 0, index))


def _levels(table: str) -> NDArray[np.float64]:
    return np.frombuffer(table.encode(), np.uint8).astype(np.float64) - ord(LOWEST)


def _rates(table: str) -> NDArray[np.float64]:
    return (_levels(table) / STEPS) ** 2


_PAIRS = {family: _rates(table) for family, table in PAIRS.items()}
_LETTERS = {family: (_rates(english), _rates(other)) for family, (english, other) in LETTERS.items()}
_LATER_DIGITS = np.isin(np.arange(len(CLASSES) ** 2) % len(CLASSES), [CLASS["digit2"], CLASS["digit3"]])
_LIKENESS = _levels(LIKENESS) / LIKENESS_STEPS - 2
