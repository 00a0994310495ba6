"""How good a ranking is, by category and by half."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean, median

DEPTH = 20
"""Ranks that are looked at."""
ALL, TUNED, UNTUNED = "all", "tuned half", "untuned half"


@dataclass(frozen=True)
class Score:
    """Of one ranking, or the mean of several."""

    recall_5: float
    recall_10: float
    recall_20: float
    hit_10: float
    mrr: float


def score(ranking: Sequence[str], answers: frozenset[str]) -> Score:
    """Return the score of a ranking of at least `DEPTH` items, where there are so many."""
    first = next((place for place, item in enumerate(ranking, 1) if item in answers), None)
    five, ten, twenty = (len(answers & set(ranking[:k])) / len(answers) for k in (5, 10, DEPTH))
    return Score(five, ten, twenty, float(ten > 0), 1 / first if first else 0.0)


@dataclass
class Scores:
    """What one system reached on one set."""

    by_group: dict[str, list[Score]] = field(default_factory=lambda: defaultdict(list))
    milliseconds: list[float] = field(default_factory=list)

    def add(self, found: Score, groups: Sequence[str], milliseconds: float) -> None:
        """Count a ranking in its groups."""
        for group in groups:
            self.by_group[group].append(found)
        self.milliseconds.append(milliseconds)

    def means(self) -> Mapping[str, Score]:
        """Return the mean of each group: all, halves, categories."""
        first = (ALL, TUNED, UNTUNED)
        names = [*(n for n in first if n in self.by_group), *sorted(n for n in self.by_group if n not in first)]
        return {name: _mean(self.by_group[name]) for name in names}

    def ms_p50(self) -> float:
        """Return the median milliseconds of a query."""
        return median(self.milliseconds)


def _mean(scores: Sequence[Score]) -> Score:
    return Score(*(mean(getattr(s, name) for s in scores) for name in Score.__dataclass_fields__))
