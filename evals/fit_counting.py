"""Counts where tokens begin in texts and prints `memory/core/tokens/token_rates.py`: the rates of the token estimate.

    python -m evals.fit_counting texts/english=8 texts/code=4 texts/german=-0.4 texts/chinese=3 > rates.py

Each argument is a folder of texts of one kind and the weight of its characters together, negative for Latin languages
other than English. A folder's names are its own; `memory/core/tokens/token_estimate.py` tells what the rates mean.
"""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memory.core.tokens.token_classes import CLASSES
from memory.core.tokens.token_estimate import (
    FAMILIES,
    LETTER_PAIRS,
    LEVELS,
    LIKENESS_STEPS,
    LOWEST,
    STEPS,
    Family,
    code_points,
    contexts,
)
from memory.models.tokenizer import token_starts

PRIOR = 8.0
"""Characters by which a pair is taken to be like any other that ends alike."""
LINE = 100
INSIDE_A_WORD = 0.3
"""Rate of a letter pair no text has."""
Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Group:
    """Texts of one kind."""

    texts: list[str]
    weight: float
    """Of each character."""
    foreign: bool
    """In a Latin language other than English."""


class Tally:
    """How many tokens begin at the second of two neighbours, by their pair."""

    def __init__(self, size: int) -> None:
        self.begun: Numbers = np.zeros(size)
        self.seen: Numbers = np.zeros(size)

    def add(self, pairs: NDArray[np.intp], begun: Numbers, weight: float) -> None:
        """Count neighbours by `pairs`, with the tokens that begin at the second."""
        self.begun += weight * np.bincount(pairs, begun, len(self.begun))
        self.seen += weight * np.bincount(pairs, minlength=len(self.seen))

    def rates(self, prior: Numbers) -> Numbers:
        """Return the tokens for each pair, drawn to `prior` where few were seen."""
        return (self.begun + PRIOR * prior) / (self.seen + PRIOR)


def main() -> None:
    """Read the folders the command line names and print the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", nargs="+", metavar="FOLDER=WEIGHT")
    groups = [_group(text) for text in parser.parse_args().groups]
    tables = {family: _count(groups, family) for family in FAMILIES}
    print(_HEAD)
    print("PAIRS = {")
    for family, (pairs, _, _) in tables.items():
        print(f'    "{family}": (\n{_literal(_levels(_class_rates(pairs)), 8)}\n    ),')
    print("}\nLETTERS = {")
    for family, (_, *letters) in tables.items():
        rates = (tally.rates(np.full(LETTER_PAIRS, INSIDE_A_WORD)) for tally in letters)
        written = ",\n".join(f"        (\n{_literal(_levels(r), 12)}\n        )" for r in rates)
        print(f'    "{family}": (\n{written},\n    ),')
    _, english, foreign = tables[FAMILIES[0]]
    print(f"}}\nLIKENESS = (\n{_literal(_likeness(english, foreign), 4)}\n)")


def _group(argument: str) -> Group:
    folder, _, weight = argument.rpartition("=")
    texts = [path.read_text(encoding="utf-8") for path in sorted(Path(folder).iterdir())]
    return Group(texts, abs(float(weight)) * 1e6 / sum(map(len, texts)), weight.startswith("-"))


def _count(groups: Sequence[Group], family: Family) -> tuple[Tally, Tally, Tally]:
    """Return what was counted of pairs of classes, of letter pairs of English and code, and of other languages."""
    by_class, english, foreign = Tally(len(CLASSES) ** 2), Tally(LETTER_PAIRS), Tally(LETTER_PAIRS)
    for group in groups:
        for text in group.texts:
            pairs, letters = contexts(code_points(text))
            begun = np.bincount(token_starts(text, family), minlength=len(text)).astype(np.float64)
            joined = letters >= 0
            by_class.add(pairs[~joined], begun[~joined], group.weight)
            tally = foreign if group.foreign else english
            tally.add(letters[joined], begun[joined], group.weight)
    return by_class, english, foreign


def _class_rates(pairs: Tally) -> Numbers:
    any_first = Tally(len(CLASSES))
    any_first.begun, any_first.seen = (t.reshape(-1, len(CLASSES)).sum(0) for t in (pairs.begun, pairs.seen))
    return pairs.rates(np.tile(any_first.rates(np.ones(len(CLASSES))), len(CLASSES)))


def _levels(rates: Numbers) -> Numbers:
    return STEPS * rates**0.5


def _likeness(english: Tally, foreign: Tally) -> Numbers:
    """Return by letter pair how much likelier other languages have it than English."""
    ratio = _shares(foreign) / _shares(english)
    return (np.clip(np.log(ratio), -2, 2) + 2) * LIKENESS_STEPS


def _shares(tally: Tally) -> Numbers:
    seen = tally.seen + PRIOR
    shares: Numbers = seen / seen.sum()
    return shares


def _literal(levels: Iterable[float], indent: int) -> str:
    """Return numbers as the lines of a string."""
    text = "".join(chr(ord(LOWEST) + min(LEVELS - 1, round(level))) for level in levels)
    return "\n".join(f'{" " * indent}"{text[at : at + LINE]}"' for at in range(0, len(text), LINE))


_HEAD = '''"""Where tokens begin: made by `python -m evals.fit_counting`, never edited by hand."""
'''

if __name__ == "__main__":
    main()
