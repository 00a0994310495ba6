"""Incremental BM25 over words: adding, removing and asking cost what they touch, not what is held."""

import math
from array import array
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Id = TypeVar("Id", bound=Hashable)

Matches = Mapping[str, tuple[NDArray[np.uint32], NDArray[np.intp]]]
"""By word the numbers of the documents that hold it and how often each does."""

SATURATION = 1.2
"""BM25's k1: how soon more occurrences of a word stop adding."""
LENGTH_WEIGHT = 0.75
"""BM25's b: how much longer documents are held back."""


class Postings:
    """Documents, known by small numbers, by the words they hold; a document may grow and shrink.

    Four bytes an occurrence. Not safe for use from several threads at once.
    """

    def __init__(self) -> None:
        self._postings: dict[str, array[int]] = {}
        """By word the number of every document that holds it, once for each occurrence."""
        self._lengths = np.zeros(64, np.int32)
        self._parts = np.zeros(64, np.int32)
        """By number how often something was added to the document, less what was taken out."""
        self._total = 0
        self._held = 0

    def __contains__(self, number: int) -> bool:
        """Tell whether there is a document, even one without words."""
        return number < len(self._parts) and bool(self._parts[number])

    def add(self, number: int, words: Sequence[str]) -> None:
        """Add a part to a document, its first one too."""
        self._grow(number + 1)
        self._held += not self._parts[number]
        self._count(number, 1, len(words))
        for word in words:
            self._postings.setdefault(word, array("I")).append(number)

    def take(self, number: int, words: Sequence[str]) -> None:
        """Take out a part that was added with these words; without parts the document is gone."""
        self._count(number, -1, -len(words))
        self._held -= not self._parts[number]
        for word, times in Counter(words).items():
            self._drop(word, number, times)

    def matches(self, query: Iterable[str]) -> Matches:
        """Return by word of `query` the documents that hold it, in order, and how often; words of none are left out."""
        found = {word: self._postings.get(word) for word in query}
        return {
            word: np.unique(np.frombuffer(postings, np.uint32), return_counts=True)
            for word, postings in found.items()
            if postings is not None
        }

    def scores(self, matches: Matches, query: Iterable[str], size: int) -> NDArray[np.float64]:
        """Return the BM25 score of each of the documents 0 to `size` - 1; `matches` are those of `query`."""
        sums = np.zeros(size)
        mean = max(self._total, 1) / max(self._held, 1)
        for word, times in Counter(query).items():
            if word not in matches:
                continue
            numbers, counts = matches[word]
            idf = times * math.log(1 + (self._held - len(numbers) + 0.5) / (len(numbers) + 0.5))
            length = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * self._lengths[numbers] / mean
            sums[numbers] += idf * counts / (counts + SATURATION * length)
        return sums

    def _count(self, number: int, parts: int, words: int) -> None:
        self._parts[number] += parts
        self._lengths[number] += words
        self._total += words

    def _drop(self, word: str, number: int, times: int) -> None:
        """Leave out the first `times` occurrences of `word` in a document."""
        kept = np.frombuffer(self._postings[word], np.uint32)
        at = np.flatnonzero(kept == number)[:times]
        left = np.delete(kept, at)
        if len(left):
            self._postings[word] = array("I", left.tobytes())
        else:
            del self._postings[word]

    def _grow(self, size: int) -> None:
        if size > len(self._lengths):
            more = max(size, 2 * len(self._lengths)) - len(self._lengths)
            self._lengths = np.pad(self._lengths, (0, more))
            self._parts = np.pad(self._parts, (0, more))


class Numbers(Generic[Id]):
    """Ids as the smallest numbers that are free, so that arrays over them stay as long as what is held."""

    def __init__(self) -> None:
        self._numbers: dict[Id, int] = {}
        self._ids: list[Id | None] = []
        self._free: list[int] = []

    def __len__(self) -> int:
        """Return how many ids have a number."""
        return len(self._numbers)

    def __contains__(self, item: object) -> bool:
        """Tell whether an id has a number."""
        return item in self._numbers

    @property
    def size(self) -> int:
        """One more than the largest number ever given."""
        return len(self._ids)

    def get(self, item: Id) -> int | None:
        """Return the number of an id, None when it has none."""
        return self._numbers.get(item)

    def id_of(self, number: int) -> Id | None:
        """Return the id that has a number, None when it is free."""
        return self._ids[number]

    def take(self, item: Id) -> int:
        """Return the number of an id, a free one if it had none."""
        if item not in self._numbers:
            if not self._free:
                self._free.append(len(self._ids))
                self._ids.append(None)
            self._numbers[item] = self._free.pop()
            self._ids[self._numbers[item]] = item
        return self._numbers[item]

    def give_back(self, item: Id) -> None:
        """Free the number of an id."""
        number = self._numbers.pop(item)
        self._ids[number] = None
        self._free.append(number)
