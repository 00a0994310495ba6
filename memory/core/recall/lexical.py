"""An incremental BM25 index over words: adding, removing and asking cost what they touch, not what it holds."""

import math
from array import array
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Generic, TypeVar

Id = TypeVar("Id", bound=Hashable)

SATURATION = 1.2
"""BM25's k1: how soon more occurrences of a word stop adding."""
LENGTH_WEIGHT = 0.75
"""BM25's b: how much longer documents are held back."""


class LexicalIndex(Generic[Id]):
    """Documents by the words they hold.

    Four bytes an occurrence and a reference a distinct word. Not safe for use from several threads at once.
    """

    def __init__(self) -> None:
        self._numbers: dict[Id, int] = {}
        self._ids: list[Id | None] = []
        self._words: list[tuple[str, ...]] = []
        self._lengths: array[int] = array("I")
        self._free: list[int] = []
        self._postings: dict[str, array[int]] = {}
        """By word the number of every document that holds it, once for each occurrence."""
        self._total = 0

    def __len__(self) -> int:
        """Return how many documents the index holds."""
        return len(self._numbers)

    def __contains__(self, doc_id: object) -> bool:
        """Tell whether the index holds a document."""
        return doc_id in self._numbers

    def add(self, doc_id: Id, words: Sequence[str]) -> None:
        """Add a document, or give it new words."""
        self.remove(doc_id)
        number = self._take_number(doc_id, words)
        for word in words:
            self._postings.setdefault(word, array("I")).append(number)

    def remove(self, doc_id: Id) -> None:
        """Take a document out, if it is there."""
        number = self._numbers.pop(doc_id, None)
        if number is None:
            return
        for word in self._words[number]:
            self._drop(word, number)
        self._total -= self._lengths[number]
        self._ids[number], self._words[number] = None, ()
        self._free.append(number)

    def words_of(self, doc_id: Id) -> frozenset[str]:
        """Return the distinct words of a document; none if it is not there."""
        number = self._numbers.get(doc_id)
        return frozenset() if number is None else frozenset(self._words[number])

    def scores(self, query: Iterable[str]) -> dict[Id, float]:
        """Return the documents that share a word with `query`, the best with 1.0, the others in proportion."""
        sums: dict[int, float] = {}
        for word, times in Counter(query).items():
            if word in self._postings:
                self._add_scores(sums, Counter(self._postings[word]), times)
        best = max(sums.values(), default=1.0)
        return {doc_id: s / best for n, s in sums.items() if (doc_id := self._ids[n]) is not None}

    def _add_scores(self, sums: dict[int, float], found: Counter[int], times: int) -> None:
        held = len(self._numbers)
        idf = times * math.log(1 + (held - len(found) + 0.5) / (len(found) + 0.5))
        base = SATURATION * (1 - LENGTH_WEIGHT)
        slope = SATURATION * LENGTH_WEIGHT * held / self._total
        lengths = self._lengths
        for number, count in found.items():
            part = idf * count / (count + base + slope * lengths[number])
            sums[number] = sums.get(number, 0.0) + part

    def _take_number(self, doc_id: Id, words: Sequence[str]) -> int:
        if not self._free:
            self._free.append(len(self._ids))
            self._ids.append(None)
            self._words.append(())
            self._lengths.append(0)
        number = self._free.pop()
        self._numbers[doc_id], self._ids[number] = number, doc_id
        self._words[number], self._lengths[number] = tuple(dict.fromkeys(words)), len(words)
        self._total += len(words)
        return number

    def _drop(self, word: str, number: int) -> None:
        postings = self._postings[word]
        for _ in range(postings.count(number)):
            postings.remove(number)
        if not postings:
            del self._postings[word]
