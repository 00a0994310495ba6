"""Which facts and passages fit a question best: relevance, recency and importance, and no room for repetition.

score = Σ weight x part, each part from 0 to 1.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.core.facts.facts import Assertion
from memory.core.facts.slots import cued_slots
from memory.core.language.times import moment
from memory.core.language.words import words
from memory.core.recall.lexical import LexicalIndex
from memory.core.recall.passages import Passage
from memory.core.recall.question import shortened
from memory.core.recall.scoring import Weights
from memory.core.recall.variety import varied

PINNED = 0.85
"""Importance from which a fact is recalled without being asked for, when there is room: asked for and vital."""
SLOT_RELEVANCE = 0.9
SLOT_FADE = 0.8
"""Relevance of the profile slot whose cue tells most in the question, however the fact is worded; each further slot
that is cued has this share of the one before."""


FACT_WEIGHTS = Weights(relevance=0.75, recency=0.05, importance=0.2, half_life_days=180.0)
"""Current facts do not age much: what is outdated was superseded."""
EPISODE_WEIGHTS = Weights(relevance=0.97, recency=0.02, importance=0.01, half_life_days=30.0)
"""Of passages found by words, meaning and context: relevance tells so much that the rest settles ties."""
PASSAGE_WEIGHTS = Weights(relevance=0.85, recency=0.05, importance=0.1, half_life_days=30.0)


@dataclass(frozen=True)
class Ranked:
    """An item's place in the ranking and why it has it; all parts from 0 to 1."""

    id: str
    score: float
    relevance: float
    """Word score against the best item's."""
    recency: float
    importance: float


def question_words(question: str) -> list[str]:
    """Return the words to look for; of an over-long question those of its beginning and end."""
    return words(shortened(question))


def index_facts(facts: Iterable[Assertion]) -> LexicalIndex[str]:
    """Return the index of what facts say, in their own words and in the user's, in every wording."""
    told: dict[str, list[str]] = {}
    for fact in facts:
        said, known = words(fact["text"]), told.setdefault(fact["id"], [])
        heard = [*said, *(word for word in words(fact["quote"]) if word not in said)]
        known += [word for word in heard if word not in known] if known else heard
    index: LexicalIndex[str] = LexicalIndex()
    for fact_id, heard in told.items():
        index.add(fact_id, heard)
    return index


def rank_facts(
    question: str, facts: Sequence[Assertion], now: datetime, limit: int, index: LexicalIndex[str] | None = None
) -> list[Ranked]:
    """Return the facts to recall for `question`, best first, at most `limit`.

    A fact is recalled when it shares a content word with the question, when the question asks for its slot, or
    when it is important enough to be pinned; those come last. `index` holds at least `facts`; without one it is made.
    """
    index = index_facts(facts) if index is None else index
    found = index.scores(question_words(question))
    cued = {slot: SLOT_RELEVANCE * SLOT_FADE**n for n, slot in enumerate(cued_slots(shortened(question)))}
    relevance = {f["id"]: max(found.get(f["id"], 0.0), cued.get(f["slot"] or "", 0.0)) for f in facts}
    ranked = [
        _ranked(f["id"], relevance[f["id"]], f["observed_at"], f["importance"], now, FACT_WEIGHTS)
        for f in facts
        if relevance[f["id"]] > 0 or f["importance"] >= PINNED
    ]
    ranked.sort(key=lambda r: (r.relevance == 0, -r.score, r.id))
    return _distinct(ranked, index.words_of, limit)


def rank_passages(
    relevance: Mapping[str, float],
    passages: Mapping[str, Passage],
    now: datetime,
    limit: int,
    words_of: Callable[[str], frozenset[str]],
) -> list[Ranked]:
    """Return the passages to recall, best first, at most `limit`.

    `relevance` holds the passages that share a content word with the question (`LexicalIndex.scores`); no other is
    returned. `words_of` tells a passage's words.
    """
    ranked = [
        _ranked(i, score, passages[i].time, passages[i].importance, now, PASSAGE_WEIGHTS)
        for i, score in relevance.items()
        if i in passages and score > 0
    ]
    ranked.sort(key=lambda r: (-r.score, r.id))
    return _distinct(ranked, words_of, limit)


def recency(time: str, now: datetime, half_life_days: float) -> float:
    """Return 1.0 for what was said at `now` or later, half of it for each half-life before.

    `time` is ISO, UTC unless it names another zone; what is no time is long ago.
    """
    age = now - moment(time)
    return float(0.5 ** (max(age.total_seconds(), 0.0) / 86_400 / half_life_days))


def _ranked(item: str, relevance: float, time: str, importance: float, now: datetime, weights: Weights) -> Ranked:
    recent = recency(time, now, weights.half_life_days)
    score = weights.relevance * relevance + weights.recency * recent + weights.importance * importance
    return Ranked(item, score, relevance, recent, importance)


def _distinct(ranked: Iterable[Ranked], words_of: Callable[[str], frozenset[str]], limit: int) -> list[Ranked]:
    by_id = {item.id: item for item in ranked}
    return [by_id[item] for item in varied(by_id, words_of, limit)]
