"""A plain ranking of everything that was said, entry by entry and without an index: what recall must find, too."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from memory.core.language.times import day_of, moment
from memory.core.recall import scoring
from memory.core.recall.lexical import LENGTH_WEIGHT, SATURATION, rarity
from memory.core.recall.passages import importance_of
from memory.core.recall.question import Question, read_question, tells_time
from memory.core.recall.ranking import EPISODE_WEIGHTS
from memory.core.recall.recall_words import recall_words
from memory.core.recall.search import CANDIDATES, Asked
from memory.core.recall.threads import STRETCH
from memory.core.recall.variety import varied
from memory.core.recall.vectors import Vector
from memory.core.transcript.entries import Entry, text_of

_HALF = 0.5
_PLACES = 4  # decimals of a cosine that count


@dataclass(frozen=True)
class _Line:
    id: str
    words: tuple[str, ...]
    said: Counter[str]
    length: int
    thread: str
    place: int
    role: str
    day: float
    tells_time: bool
    importance: float
    vector: Vector | None


class FullScan:
    """Everything a user said, to be gone through from beginning to end for each question."""

    def __init__(self, entries: Iterable[Entry], vectors: Mapping[str, Vector]) -> None:
        """Take the entries and their vectors by entry key."""
        lines = [_line(entry, vectors.get(entry["key"])) for entry in entries]
        self._lines = sorted(lines, key=lambda line: (line.thread, line.place))
        self._stretches: dict[tuple[str, int], Counter[str]] = {}
        for line in self._lines:
            self._stretches.setdefault(_stretch(line), Counter()).update(line.said)

    def best(self, asked: Asked, limit: int) -> list[tuple[str, float]]:
        """Return the ids of the `limit` passages that fit best, the best first, each with its score."""
        question = read_question(asked.text, asked.now)
        relevance, explained = self._relevance(question, asked)
        order = sorted((i for i, r in enumerate(relevance) if r > 0), key=lambda i: (-relevance[i], self._lines[i].id))
        least = relevance[order[CANDIDATES - 1]] if len(order) > CANDIDATES else 0.0
        scores = self._scores([i for i in order if relevance[i] >= least], relevance, explained, asked, question)
        by_id = {line.id: line for line in (self._lines[i] for i in order)}
        chosen = varied(
            sorted(scores, key=lambda one: (-scores[one], one)),
            lambda one: frozenset(by_id[one].said),
            lambda one: by_id[one].importance,
            limit,
            lambda one: by_id[one].role,
        )
        return sorted(((one, scores[one]) for one in chosen), key=lambda pair: (-pair[1], pair[0]))

    def _relevance(self, question: Question, asked: Asked) -> tuple[list[float], float]:
        words = Counter(question.words)
        by_words = _against_best(_bm25([(line.said, line.length) for line in self._lines], words))
        cosines = [None if line.vector is None else _cosine(line.vector, asked.vector) for line in self._lines]
        meaning = _meaning(cosines)
        explained = scoring.explained_by(self._explained(question)) if any(meaning) else 1.0
        meaning = [explained * w if c is None else m for w, c, m in zip(by_words, cosines, meaning, strict=True)]
        weight = explained + scoring.MEANING
        own = [(explained * w + scoring.MEANING * m) / weight for w, m in zip(by_words, meaning, strict=True)]
        near = _against_best([one + self._beside(own, i) for i, one in enumerate(own)])
        stretch = self._by_stretch(words)
        found = []
        for i, line in enumerate(self._lines):
            told = (1 + scoring.SPEAKER * (line.role == question.role)) * (
                1 + scoring.TIME * self._tells(line, question)
            )
            told *= 1 + scoring.DAY * max((_near_day(line.day, s.first, s.last) for s in question.dates), default=0.0)
            fits = by_words[i] > 0 or (cosines[i] or 0.0) >= asked.least_cosine
            whole = near[i] + explained * scoring.STRETCH_SHARE * stretch[_stretch(line)]
            found.append(whole * told if fits else 0.0)
        return found, explained

    def _scores(
        self, order: Sequence[int], relevance: Sequence[float], explained: float, asked: Asked, question: Question
    ) -> dict[str, float]:
        today, telling = day_of(asked.now), self._telling(question)
        share, seen = explained + (1 - explained) * scoring.GUESSES, Counter[tuple[str, int]]()
        counted = []
        for i in order:
            stretch = _stretch(self._lines[i])
            close = 1 - scoring.SCATTERED * explained * (1 - scoring.closeness(self._lines[i].words, telling))
            counted.append(relevance[i] * share ** seen[stretch] * close)
            seen[stretch] += 1
        weights, scores = EPISODE_WEIGHTS, {}
        for i, part in zip(order, _against_best(counted), strict=True):
            line = self._lines[i]
            recency = 2 ** (-max(today - line.day, 0.0) / weights.half_life_days)
            score = weights.relevance * part + weights.recency * recency + weights.importance * line.importance
            scores[line.id] = score
        return scores

    def _telling(self, question: Question) -> dict[str, float]:
        holding = {word: sum(word in line.said for line in self._lines) for word in question.words}
        return {word: rarity(count, len(self._lines)) for word, count in holding.items() if count}

    def _explained(self, question: Question) -> float:
        held = {word for line in self._lines for word in line.said}
        sentences = [set(sentence) for sentence in question.sentences]
        longer = [sentence for sentence in sentences if len(sentence) > 1] or [set().union(*sentences)]
        return max(self._share(sentence, held) for sentence in longer)

    def _share(self, sentence: set[str], held: set[str]) -> float:
        counts = {word: _HALF if word not in held or _is_pair(word) else 1.0 for word in sentence}
        total, best = sum(counts.values()), 0.0
        for line in self._lines:
            if has := [word for word in sentence if word in line.said]:
                best = max(best, len(has) / (len(has) + total - sum(counts[word] for word in has)))
        return best

    def _beside(self, own: Sequence[float], i: int) -> float:
        near, line = 0.0, self._lines[i]
        if i and self._lines[i - 1].thread == line.thread:
            near += scoring.BEFORE * own[i - 1]
        if i + 1 < len(own) and self._lines[i + 1].thread == line.thread:
            near += scoring.AFTER * own[i + 1]
        return near

    def _by_stretch(self, words: Counter[str]) -> dict[tuple[str, int], float]:
        held = [(said, said.total()) for said in self._stretches.values()]
        return dict(zip(self._stretches, _against_best(_bm25(held, words)), strict=True))

    @staticmethod
    def _tells(line: _Line, question: Question) -> bool:
        return question.asks_time and line.tells_time


def _line(entry: Entry, vector: Vector | None) -> _Line:
    text, said = text_of(entry), recall_words(text_of(entry))
    return _Line(
        f"{entry['thread']}/{entry['key']}",
        tuple(said),
        Counter(said),
        len(said),
        entry["thread"],
        entry["depth"],
        entry["role"],
        day_of(moment(entry["time"])),
        tells_time(text),
        importance_of(entry["role"], text),
        vector,
    )


def _bm25(documents: Sequence[tuple[Counter[str], int]], words: Counter[str]) -> list[float]:
    mean = max(sum(length for _, length in documents), 1) / max(len(documents), 1)
    sums = [0.0] * len(documents)
    for word, times in words.items():
        holding = [(i, said[word], length) for i, (said, length) in enumerate(documents) if word in said]
        idf = times * rarity(len(holding), len(documents))
        for i, count, length in holding:
            sums[i] += idf * count / (count + SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * length / mean))
    return sums


def _meaning(cosines: Sequence[float | None]) -> list[float]:
    known = [cosine for cosine in cosines if cosine is not None]
    if not known:
        return [0.0] * len(cosines)
    usual = round(sum(known) / (len(known) + 1), _PLACES)
    return _against_best([0.0 if cosine is None else round(cosine, _PLACES) - usual for cosine in cosines])


def _cosine(vector: Vector, asked: Vector | None) -> float | None:
    return None if asked is None else float(np.dot(vector, asked))


def _against_best(values: Iterable[float]) -> list[float]:
    over = [max(value, 0.0) for value in values]
    best = max(over, default=0.0)
    return [value / best for value in over] if best > 0 else over


def _near_day(day: float, first: date, last: date) -> float:
    away = max(first.toordinal() - math.floor(day), math.floor(day) - last.toordinal(), 0)
    return float(2 ** (-away / scoring.DAY_FADES))


def _stretch(line: _Line) -> tuple[str, int]:
    return line.thread, line.place // STRETCH


def _is_pair(word: str) -> bool:
    return len(word) <= 2 and not word.isascii()  # noqa: PLR2004  # as `words` makes them
