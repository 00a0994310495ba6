"""Asking an index: which items fit a question best, and why."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from memory.core.language.times import day_of
from memory.core.recall.index import NONE, ROLES, RecallIndex
from memory.core.recall.items import Item
from memory.core.recall.lexical import Matches, bm25, gathered, rarity
from memory.core.recall.question import Question, named, read_question
from memory.core.recall.scoring import (
    AFTER,
    BEFORE,
    HALF_A_WORD,
    SCATTERED,
    Parts,
    Values,
    Weights,
    against_best,
    closeness,
    explained_by,
    likeness_over_usual,
    nearness,
    one_by_one,
    own_relevance,
    recencies,
)
from memory.core.recall.variety import varied
from memory.core.recall.vectors import Embedding, Vector

CANDIDATES = 100
"""The most relevant items, among which recency, importance and use decide; more when more are wanted."""


@dataclass(frozen=True)
class Asked:
    """A question with all that its search needs."""

    text: str
    now: datetime
    """Aware, in the user's zone."""
    vector: Vector | None = None
    """Of the question, at length 1 (`unit_vector`); None: words alone count."""
    embedding: Embedding | None = None
    """The model of the vector, which does not count in an index of another one; None: the index's own."""
    hints: Mapping[str, float] = field(default_factory=dict)
    """Relevance, from 0 to 1, that items have at least however they are worded: a profile slot that is asked for. 0:
    what is found in any case, after all that fits."""
    least_cosine: float = 0.0
    """Cosine an item needs itself when it shares no word with the question; 0: it may also be found for what stands
    beside it. With one, the only item there is can be like the question, without one no item is liker than usual."""


@dataclass(frozen=True)
class Scored:
    """An item's score and why it has it; all from 0 to 1."""

    id: str
    score: float
    relevance: float
    """Against the best item's."""
    words: float
    meaning: float
    beside: float
    stretch: float
    speaker: float
    day: float
    time: float
    cosine: float
    """What relevance is made of (`scoring.Parts`)."""
    recency: float
    importance: float
    use: float


def search(
    index: RecallIndex, asked: Asked, limit: int, weights: Weights, wanted: Callable[[Item], bool] | None = None
) -> list[Scored]:
    """Return the `wanted` items (None: all) that fit best, at most `limit`, the best first.

    Items that share neither words nor meaning with the question, nor stand beside one that does, are left out unless a
    hint names them, and of those that nearly repeat each other all but the most important one.
    """
    parts = find_parts(index, asked)
    relevance = np.where((parts.words > 0) | (parts.cosine >= asked.least_cosine), parts.relevance(), 0.0)
    hints = {n: hint for i, hint in asked.hints.items() if (n := index.numbers.get(i)) is not None}
    numbers = np.array(_candidates(index, relevance, max(CANDIDATES, 2 * limit), wanted, hints), np.intp)
    relevance[numbers] *= one_by_one(index.column("stretch")[numbers].tolist(), parts.explained)
    relevance[numbers] *= 1 - SCATTERED * parts.explained * (1 - _closeness(index, asked, numbers))
    columns = _score(index, relevance, hints, numbers, asked.now, weights)
    at = {index.item(number).id: place for place, number in enumerate(numbers.tolist())}
    unasked = columns["relevance"] == 0
    best_first = sorted(at, key=lambda item: (unasked[at[item]], -columns["score"][at[item]], item))
    place = {item: n for n, item in enumerate(best_first)}
    chosen = varied(
        best_first,
        index.words_of,
        lambda item: columns["importance"][at[item]],
        limit,
        lambda item: index.item(int(numbers[at[item]])).role,
    )
    return [
        _scored(
            item, parts, int(numbers[at[item]]), {name: float(column[at[item]]) for name, column in columns.items()}
        )
        for item in sorted(chosen, key=place.__getitem__)
    ]


def find_parts(index: RecallIndex, asked: Asked) -> Parts:
    """Return the parts of relevance of all that is held."""
    question = read_question(asked.text, asked.now)
    speakers = named(question.words, index.names)
    called = frozenset[str]().union(*(index.names[speaker] for speaker in speakers))
    words = [word for word in question.words if word not in called]
    matches = index.words.matches(words)
    by_words = against_best(bm25(matches, words, index.words.lengths, index.size))
    cosines = _cosines(index, asked)
    by_meaning = likeness_over_usual(cosines, unlike=int(asked.least_cosine > 0))
    share = _explained_share(question, called, matches, index.size)
    explained = explained_by(share) if by_meaning.any() else 1.0
    by_meaning = np.where(np.isnan(cosines), explained * by_words, by_meaning)
    own = own_relevance(by_words, by_meaning, explained)
    return Parts(
        words=by_words,
        meaning=by_meaning,
        beside=index.order.beside(own, BEFORE, AFTER) / (BEFORE + AFTER),
        stretch=_stretches(index, matches, words),
        speaker=_speakers(index, speakers, question.role),
        day=_days(index, question),
        time=index.column("tells_time").astype(np.float64) if question.asks_time else np.zeros(index.size),
        cosine=np.fmin(np.fmax(cosines, 0.0), 1.0),
        explained=explained,
    )


def _cosines(index: RecallIndex, asked: Asked) -> Values:
    table = index.vectors
    if asked.vector is None or table is None or asked.embedding not in {None, table.embedding}:
        return np.full(index.size, np.nan)
    return table.likeness(asked.vector, index.size)


def _explained_share(question: Question, called: frozenset[str], matches: Matches, size: int) -> float:
    """Return how much of a sentence, the best explained one, the best item holds; one word alone is no sentence."""
    sentences = [set(sentence) - called for sentence in question.sentences]
    longer = [sentence for sentence in sentences if len(sentence) > 1] or [set().union(*sentences)]
    return max(_share(sentence, matches, size) for sentence in longer)


def _share(sentence: Iterable[str], matches: Matches, size: int) -> float:
    """Return the share of a sentence's words that the item holds which holds most of them."""
    words, weight, total = np.zeros(size), np.zeros(size), 0.0
    for word in sentence:
        counts = HALF_A_WORD if word not in matches or _is_pair(word) else 1.0
        total += counts
        if word in matches:
            words[matches[word][0]] += 1
            weight[matches[word][0]] += counts
    held = words > 0
    return float((words[held] / (words[held] + total - weight[held])).max(initial=0.0))


def _closeness(index: RecallIndex, asked: Asked, numbers: NDArray[np.intp]) -> Values:
    """Return how close together the words of the question stand in each of the items."""
    matches = index.words.matches(set(read_question(asked.text, asked.now).words))
    telling = {word: rarity(len(held), len(index.words.lengths)) for word, (held, _) in matches.items()}
    return np.array([closeness(index.spoken(number), telling) for number in numbers.tolist()])


def _is_pair(word: str) -> bool:
    return len(word) <= 2 and not word.isascii()  # noqa: PLR2004  # as `words` makes them


def _stretches(index: RecallIndex, matches: Matches, words: list[str]) -> Values:
    stretch = index.column("stretch")
    scores = bm25(gathered(matches, stretch, index.stretch_size), words, index.stretches, index.stretch_size)
    return np.where(stretch == NONE, 0.0, np.append(against_best(scores), 0.0)[stretch])


def _speakers(index: RecallIndex, speakers: Iterable[str], role: str | None) -> Values:
    said = np.zeros(index.size)
    if numbers := index.speaker_numbers(speakers):
        said[np.isin(index.column("speaker"), numbers)] = 1.0
    if role:
        said[index.column("role") == ROLES.index(role)] = 1.0
    return said


def _days(index: RecallIndex, question: Question) -> Values:
    days = index.column("day")
    near = [nearness(days, span.first.toordinal(), span.last.toordinal()) for span in question.dates]
    return np.max(near, axis=0) if near else np.zeros(index.size)


def _candidates(
    index: RecallIndex, relevance: Values, count: int, wanted: Callable[[Item], bool] | None, hints: Iterable[int]
) -> list[int]:
    """Return the numbers of the most relevant wanted items, all that are as relevant as the last of them, and hints.

    The most relevant first, of equals by id.
    """
    chosen = [n for n in hints if wanted is None or wanted(index.item(n))]
    known = set(chosen)
    last = np.inf
    for number in _most_relevant_first(relevance, 2 * count):
        if len(chosen) >= count and relevance[number] < last:
            break
        if number not in known and (wanted is None or wanted(index.item(number))):
            chosen.append(number)
            last = relevance[number]
    return sorted(chosen, key=lambda n: (-relevance[n], index.item(n).id))


def _most_relevant_first(relevance: Values, at_once: int) -> Iterator[int]:
    """Yield the numbers of what is relevant; only the first ones are sorted while no more are asked for."""
    left = np.flatnonzero(relevance > 0)
    while len(left):
        values = relevance[left]
        least = np.partition(values, -at_once)[-at_once] if len(left) > at_once else 0.0
        first = left[values >= least]
        yield from first[np.argsort(-relevance[first], kind="stable")].tolist()
        left, at_once = left[values < least], 4 * at_once


def _score(
    index: RecallIndex,
    relevance: Values,
    hints: Mapping[int, float],
    numbers: NDArray[np.intp],
    now: datetime,
    weights: Weights,
) -> dict[str, Values]:
    """Return the score of the items with these numbers and what it is made of."""
    hinted = np.array([hints.get(number, 0.0) for number in numbers.tolist()])
    parts = {
        "relevance": np.maximum(against_best(relevance[numbers]), hinted),
        "recency": recencies(index.column("day")[numbers], day_of(now), weights.half_life_days),
        "importance": index.column("importance")[numbers],
        "use": index.column("use")[numbers],
    }
    score = sum((getattr(weights, name) * part for name, part in parts.items()), np.zeros(len(numbers)))
    return {"score": score, **parts}


def _scored(item: str, parts: Parts, number: int, score: Mapping[str, float]) -> Scored:
    names = ("words", "meaning", "beside", "stretch", "speaker", "day", "time", "cosine")
    return Scored(item, **{name: float(getattr(parts, name)[number]) for name in names}, **score)
