"""Incremental BM25 over words: adding, removing and asking cost what they touch, not what is held."""

import math
from array import array
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Id = TypeVar("Id", bound=Hashable)

Matches = Mapping[str, tuple[NDArray[np.uint32], NDArray[np.intp]]]
"""By word the numbers of the documents that hold it and how often each does."""

SATURATION = 1.2
"""BM25's k1: how soon more occurrences of a word stop adding."""
LENGTH_WEIGHT = 0.75
"""BM25's b: how much longer documents are held back."""
_WORD_BYTES = 120  # a word and its place in the table
_OCCURRENCE_BYTES = 12  # its document's number, and its place among the document's words


class Lengths:
    """How many words documents hold, known by small numbers; a document may have several parts."""

    def __init__(self) -> None:
        self._words = np.zeros(64, np.int32)
        self._parts = np.zeros(64, np.int32)
        """By number how many parts of it are held."""
        self._total = 0
        self._held = 0

    def __len__(self) -> int:
        """Return how many documents are held."""
        return self._held

    def __contains__(self, number: int) -> bool:
        """Tell whether any part of a document is held, even one without words."""
        return number < len(self._parts) and bool(self._parts[number])

    @property
    def words(self) -> int:
        """All words of all documents."""
        return self._total

    def add(self, number: int, words: int) -> None:
        """Add a part of so many words to a document, its first one too."""
        self._words, self._parts = grown(self._words, number + 1, 0), grown(self._parts, number + 1, 0)
        self._held += not self._parts[number]
        self._count(number, 1, words)

    def take(self, number: int, words: int) -> None:
        """Take out a part of so many words; without parts the document is gone."""
        self._count(number, -1, -words)
        self._held -= not self._parts[number]

    def held(self, numbers: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """Tell of each of `numbers`, which were all held once, whether it still is."""
        return self._parts[numbers] > 0

    def against_mean(self, numbers: NDArray[np.uint32]) -> NDArray[np.float64]:
        """Return the lengths of documents, of which the mean one has 1."""
        return self._words[numbers] / (max(self._total, 1) / max(self._held, 1))

    def _count(self, number: int, parts: int, words: int) -> None:
        self._parts[number] += parts
        self._words[number] += words
        self._total += words


class Postings:
    """Documents, known by small numbers, by the words they hold.

    What is taken out leaves its number unusable until the next `purge`, which costs a walk over all words. Not safe for
    use from several threads at once.
    """

    def __init__(self) -> None:
        self._postings: dict[str, array[int] | int] = {}
        """By word the number of every document that holds it, once for each occurrence; many words occur only once."""
        self.lengths = Lengths()
        self._gone = False

    @property
    def nbytes(self) -> int:
        """Bytes the words take, about."""
        return len(self._postings) * _WORD_BYTES + self.lengths.words * _OCCURRENCE_BYTES

    def add(self, number: int, words: Sequence[str]) -> None:
        """Add a document under a number that was never used, or not since the last `purge`."""
        self.lengths.add(number, len(words))
        for word in words:
            known = self._postings.get(word)
            if known is None:
                self._postings[word] = number
            elif isinstance(known, int):
                self._postings[word] = array("I", (known, number))
            else:
                known.append(number)

    def take(self, number: int, words: int) -> None:
        """Take out a document that has so many words."""
        self.lengths.take(number, words)
        self._gone = True

    def withdraw(self, number: int, words: Sequence[str]) -> None:
        """Take out the document that was added last, as if it never had been."""
        self.lengths.take(number, len(words))
        for word in words:
            known = self._postings[word]
            if isinstance(known, int) or len(known) == 1:
                del self._postings[word]
            else:
                known.pop()

    def purge(self) -> None:
        """Free the room and the numbers of what was taken out."""
        if self._gone:
            kept = ((word, self._held(known)) for word, known in self._postings.items())
            self._postings = {word: _packed(numbers) for word, numbers in kept if len(numbers)}
            self._gone = False

    def matches(self, query: Iterable[str]) -> Matches:
        """Return by word of `query` the documents that hold it, in order, and how often; words of none are left out."""
        found = {word: self._held(known) for word in query if (known := self._postings.get(word)) is not None}
        return {word: _counted(numbers) for word, numbers in found.items() if len(numbers)}

    def _held(self, known: "array[int] | int") -> NDArray[np.uint32]:
        # A copy: an array that is looked at cannot grow.
        numbers = np.array((known,) if isinstance(known, int) else known, np.uint32)
        return numbers[self.lengths.held(numbers)] if self._gone else numbers


def bm25(matches: Matches, query: Iterable[str], lengths: Lengths, size: int) -> NDArray[np.float64]:
    """Return the BM25 score of each of the documents 0 to `size` - 1; `matches` are those of `query`."""
    sums = np.zeros(size)
    for word, times in Counter(query).items():
        if word in matches:
            numbers, counts = matches[word]
            idf = times * rarity(len(numbers), len(lengths))
            length = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * lengths.against_mean(numbers)
            sums[numbers] += idf * counts / (counts + SATURATION * length)
    return sums


def rarity(holding: int, documents: int) -> float:
    """Return what a word tells that so many of the documents hold."""
    return math.log(1 + (documents - holding + 0.5) / (holding + 0.5))


def gathered(matches: Matches, groups: NDArray[np.int32], size: int) -> Matches:
    """Return the groups 0 to `size` - 1 that hold the words of their documents; by number, negative: of no group."""
    found: dict[str, tuple[NDArray[np.uint32], NDArray[np.intp]]] = {}
    for word, (numbers, counts) in matches.items():
        of = groups[numbers]
        sums = np.bincount(of[of >= 0], counts[of >= 0], size).astype(np.intp)
        held = np.flatnonzero(sums)
        found[word] = held.astype(np.uint32), sums[held]
    return found


def grown(values: NDArray[Any], size: int, free: Any) -> NDArray[Any]:
    """Return an array, or a longer one of at least `size` with `free` at its end."""
    if size <= len(values):
        return values
    return np.pad(values, (0, max(size, len(values) + len(values) // 2) - len(values)), constant_values=free)


def _packed(numbers: NDArray[np.uint32]) -> "array[int] | int":
    return int(numbers[0]) if len(numbers) == 1 else array("I", numbers.tobytes())


def _counted(numbers: NDArray[np.uint32]) -> tuple[NDArray[np.uint32], NDArray[np.intp]]:
    """Return the distinct numbers in order, and how often each occurs; what is in order already is not sorted again."""
    steps = np.diff(numbers.astype(np.int64))
    if (steps < 0).any():
        return np.unique(numbers, return_counts=True)
    starts = np.append(0, np.flatnonzero(steps) + 1)
    return numbers[starts], np.diff(np.append(starts, len(numbers)))


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
        self.free([self.retire(item)])

    def retire(self, item: Id) -> int:
        """Take the number of an id away from it and return it; no other id gets it before `free`."""
        number = self._numbers.pop(item)
        self._ids[number] = None
        return number

    def free(self, numbers: Iterable[int]) -> None:
        """Let ids have numbers that were retired."""
        self._free += numbers
