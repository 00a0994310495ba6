"""What the rankings compare: Holdfast's recall, with vectors and without, and what is usual elsewhere."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from evals.bench_recall_data import Ask, Memory
from evals.bench_recall_scores import DEPTH
from memory.core.recall.index import RecallIndex
from memory.core.recall.items import Item, Prepared, prepare
from memory.core.recall.passages import importance_of
from memory.core.recall.ranking import EPISODE_WEIGHTS
from memory.core.recall.search import Asked, search
from memory.core.recall.vectors import Embedding, Vector
from memory.models.embeddings import Embedder

Rank = Callable[[Ask], list[str]]
"""Returns the ids of the best items, at least `DEPTH` where there are so many."""
System = Callable[[Memory], Rank]
"""Reads a memory and returns what ranks it."""
OURS, WORDS_ALONE = "Holdfast", "Holdfast, words alone"
_HALF_LIFE_DAYS = 30.0


class Vectors:
    """Vectors of texts, each made once."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._made: dict[str, Vector] = {}
        self.embedding = Embedding("none", 0)

    def make(self, texts: Iterable[str]) -> int:
        """Make the vectors of all texts that have none, and return how many those were."""
        new = sorted(set(texts) - self._made.keys())
        if new:
            self.embedding, made = asyncio.run(self._embedder.texts(new))
            self._made.update({text: vector for text, vector in zip(new, made, strict=True) if vector is not None})
        return len(new)

    def of(self, text: str) -> Vector:
        """Return the vector of a text that was made."""
        return self._made[text]


def systems(vectors: Vectors | None) -> dict[str, System]:
    """Return the systems by name; without vectors those that need none."""
    found: dict[str, System] = {WORDS_ALONE: lambda memory: holdfast(memory, None)}
    if vectors is not None:
        found = {OURS: lambda memory: holdfast(memory, vectors), **found}
        found["dense list alone"] = lambda memory: dense(memory, vectors)
    if find_spec("bm25s"):
        found["bm25s"] = bm25s
    return {**found, "0.5 relevance + 0.3 recency + 0.2 importance": formula}


def build(memory: Memory, vectors: Vectors | None) -> RecallIndex:
    """Return Holdfast's index of a memory."""
    index = RecallIndex(vectors.embedding if vectors else None)
    for said in memory.said:
        item = Item(
            id=said.id,
            kind="passage",
            time=said.time.isoformat(),
            thread=said.thread,
            place=said.place,
            role=said.role,
            speaker=said.speaker,
            importance=importance_of(said.role, said.text),
        )
        known = _prepared(said.text)
        index.add(Prepared(item, known.words, known.tells_time))
    if vectors is not None:
        index.put_vectors(vectors.embedding.model, {said.id: vectors.of(said.text) for said in memory.said})
    return index


@cache
def _prepared(text: str) -> Prepared:
    return prepare(Item("", "passage", ""), text)


def holdfast(memory: Memory, vectors: Vectors | None) -> Rank:
    """Return the recall of this project."""
    index = build(memory, vectors)

    def rank(ask: Ask) -> list[str]:
        asked = Asked(ask.text, ask.time, vectors.of(ask.text) if vectors else None)
        return [found.id for found in search(index, asked, DEPTH, EPISODE_WEIGHTS)]

    return rank


def dense(memory: Memory, vectors: Vectors) -> Rank:
    """Return a ranking by the cosine of the same vectors alone."""
    table = np.stack([vectors.of(said.text) for said in memory.said])
    return lambda ask: _best(memory, table @ vectors.of(ask.text))


def bm25s(memory: Memory) -> Rank:
    """Return a ranking by the package of that name, as its own first example has it."""
    package = import_module("bm25s")
    known = package.tokenize(_told(memory), stopwords="en", show_progress=False)
    retriever = package.BM25()
    retriever.index(known, show_progress=False)

    def rank(ask: Ask) -> list[str]:
        asked: list[list[str]] = package.tokenize([ask.text], stopwords="en", return_ids=False, show_progress=False)
        return _best(memory, retriever.get_scores(asked[0])) if asked[0] else []

    return rank


def formula(memory: Memory) -> Rank:
    """Return a ranking as many tutorials have it: tokens between spaces, recency and importance, each up to 1."""
    tokens = [frozenset(text.lower().split()) for text in _told(memory)]
    importance = np.array([importance_of(said.role, said.text) for said in memory.said])

    def rank(ask: Ask) -> list[str]:
        asked = frozenset(ask.text.lower().split())
        relevance = np.array([len(asked & known) for known in tokens])
        ages = np.array([max((ask.time - said.time).total_seconds() / 86_400, 0.0) for said in memory.said])
        recency = 0.5 ** (ages / _HALF_LIFE_DAYS)
        parts = zip((0.5, 0.3, 0.2), (relevance, recency, importance), strict=True)
        return _best(memory, sum(weight * part / max(part.max(), 1e-9) for weight, part in parts))

    return rank


def _told(memory: Memory) -> list[str]:
    """Return what was said behind who said it: others know a speaker from the text alone."""
    return [f"{said.speaker}: {said.text}" if said.speaker else said.text for said in memory.said]


def _best(memory: Memory, scores: Any) -> list[str]:
    return [memory.said[number].id for number in np.argsort(-scores, kind="stable")[:DEPTH]]


def texts_of(memories: Iterable[Memory]) -> Mapping[str, None]:
    """Return every text of memories and questions, once."""
    said = {said.text: None for memory in memories for said in memory.said}
    return said | {ask.text: None for memory in memories for ask in memory.asks}
