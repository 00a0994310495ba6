"""One user's memory in memory: words, vectors and neighbours of each item, added and removed one by one."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memory.core.language.times import moment
from memory.core.recall.items import Item, Prepared
from memory.core.recall.lexical import Numbers, Postings
from memory.core.recall.recall_words import recall_words
from memory.core.recall.threads import STRETCH, ThreadOrder
from memory.core.recall.vectors import Embedding, Vector, VectorTable

NONE = -1
ROLES = ("", "user", "assistant")
_ROW = np.dtype(
    [
        ("day", np.float64),  # when it was said: days since the year 1, with the part of the day that had passed
        ("stretch", np.int32),
        ("speaker", np.int32),
        ("role", np.int8),
        ("tells_time", np.bool_),
        ("importance", np.float64),
        ("use", np.float64),
    ]
)
_FREE = np.array((0.0, NONE, NONE, 0, False, 0.0, 0.0), _ROW)


class RecallIndex:
    """Items of one user, numbered. What a search finds depends on what is held, not on how it came to be.

    Not safe for use from several threads at once. Takes about 20 bytes a word, and a byte a dimension of a vector.
    """

    def __init__(self, embedding: Embedding | None = None) -> None:
        self.numbers: Numbers[str] = Numbers()
        self.words = Postings()
        """Of the items, by number."""
        self.stretch_words = Postings()
        """Of the stretches of conversations, by the number in the items' rows."""
        self.order = ThreadOrder()
        self.vectors = VectorTable(embedding) if embedding else None
        self._items: dict[int, Prepared] = {}
        self._rows = np.full(64, _FREE)
        self._stretches: Numbers[tuple[str, int]] = Numbers()
        self._speakers: Numbers[str] = Numbers()
        self._spoken: Counter[str] = Counter()
        self._names: dict[str, frozenset[str]] = {}

    def __len__(self) -> int:
        """Return how many items the index holds."""
        return len(self.numbers)

    def __contains__(self, item_id: object) -> bool:
        """Tell whether the index holds an item."""
        return item_id in self.numbers

    def add(self, prepared: Prepared) -> None:
        """Add an item; one with the same id is replaced, and its vector is given up."""
        item = prepared.item
        self.remove(item.id)
        number = self.numbers.take(item.id)
        self._items[number] = prepared
        self.words.add(number, prepared.words)
        self.order.add(number, item.thread, (item.place, item.piece))
        if number >= len(self._rows):
            self._rows = np.concatenate([self._rows, np.full(len(self._rows), _FREE)])
        self._rows[number] = (
            day_of(moment(item.time)),
            self._add_to_stretch(prepared),
            self._add_speaker(item.speaker),
            ROLES.index(item.role) if item.role in ROLES else 0,
            prepared.tells_time,
            item.importance,
            item.use,
        )

    def remove(self, item_id: str) -> None:
        """Take an item out, if it is there."""
        number = self.numbers.get(item_id)
        if number is None:
            return
        prepared = self._items.pop(number)
        self.words.take(number, prepared.words)
        self.order.remove(number, prepared.item.thread, (prepared.item.place, prepared.item.piece))
        self._take_from_stretch(prepared)
        self._take_speaker(prepared.item.speaker)
        self._rows[number] = _FREE
        self.drop_vector(item_id)
        self.numbers.give_back(item_id)

    def use_embedding(self, embedding: Embedding | None) -> None:
        """Compare by the vectors of this model from now on; those of another one are given up."""
        if (self.vectors.embedding if self.vectors else None) != embedding:
            self.vectors = VectorTable(embedding) if embedding else None

    def put_vectors(self, model: str, vectors: Mapping[str, Sequence[float] | Vector]) -> list[str]:
        """Hold vectors of items by id and return the ids of those that are not usable (`unit_vector`).

        Vectors of another model than the index's are not taken, nor those of items it does not hold.
        """
        if self.vectors is None or self.vectors.embedding.model != model:
            return []
        refused = []
        for item_id, vector in vectors.items():
            number = self.numbers.get(item_id)
            if number is not None and not self.vectors.put(number, vector):
                refused.append(item_id)
        return refused

    def take_vectors(self, other: "RecallIndex") -> None:
        """Compare by the model of an older index, and take its vectors of items that have the same words here."""
        self.use_embedding(other.vectors.embedding if other.vectors else None)
        if self.vectors is None or other.vectors is None:
            return
        for number, prepared in self._items.items():
            old = other.numbers.get(prepared.item.id)
            if old is None or other.words_of(prepared.item.id) != frozenset(prepared.words):
                continue
            if (vector := other.vectors.get(old)) is not None:
                self.vectors.put(number, vector)

    def drop_vector(self, item_id: str) -> None:
        """Give up an item's vector, if it has one."""
        number = self.numbers.get(item_id)
        if number is not None and self.vectors is not None:
            self.vectors.drop(number)

    def without_vector(self) -> list[str]:
        """Return the ids of the items that have no vector of the index's model, all of them when it has none."""
        table = self.vectors
        return [p.item.id for number, p in self._items.items() if table is None or not table.holds(number)]

    @property
    def size(self) -> int:
        """Length of what is computed by number."""
        return self.numbers.size

    @property
    def names(self) -> Mapping[str, frozenset[str]]:
        """The speakers of what is held, with the words of their names."""
        return self._names

    def column(self, name: str) -> NDArray[Any]:
        """Return a field of `_ROW` by number; `role` is a place in `ROLES`."""
        return np.ascontiguousarray(self._rows[name][: self.size])

    def speaker_numbers(self, speakers: Iterable[str]) -> list[int]:
        """Return the numbers of speakers in the items' rows."""
        return [n for speaker in speakers if (n := self._speakers.get(speaker)) is not None]

    def item(self, number: int) -> Item:
        """Return the item of a number that is held."""
        return self._items[number].item

    def neighbours(self, item_id: str) -> tuple[Item | None, Item | None]:
        """Return what stands before and after an item that is held in its thread, None where nothing does."""
        before, after = self.order.neighbours(self.numbers.take(item_id))
        return None if before is None else self.item(before), None if after is None else self.item(after)

    def words_of(self, item_id: str) -> frozenset[str]:
        """Return the distinct words of an item; none if it is not there."""
        number = self.numbers.get(item_id)
        return frozenset() if number is None else frozenset(self._items[number].words)

    @property
    def stretch_size(self) -> int:
        """Length of what is computed by stretch."""
        return self._stretches.size

    def _add_to_stretch(self, prepared: Prepared) -> int:
        if not prepared.item.thread:
            return NONE
        number = self._stretches.take(_stretch(prepared.item))
        self.stretch_words.add(number, prepared.words)
        return number

    def _take_from_stretch(self, prepared: Prepared) -> None:
        if not prepared.item.thread:
            return
        key = _stretch(prepared.item)
        number = self._stretches.take(key)
        self.stretch_words.take(number, prepared.words)
        if number not in self.stretch_words:
            self._stretches.give_back(key)

    def _add_speaker(self, speaker: str) -> int:
        if not speaker:
            return NONE
        self._spoken[speaker] += 1
        if speaker not in self._names:
            self._names[speaker] = frozenset(recall_words(speaker))
        return self._speakers.take(speaker)

    def _take_speaker(self, speaker: str) -> None:
        if not speaker:
            return
        self._spoken[speaker] -= 1
        if not self._spoken[speaker]:
            del self._spoken[speaker], self._names[speaker]
            self._speakers.give_back(speaker)


def day_of(time: datetime) -> float:
    """Return an aware time as days since the year 1, in UTC."""
    at = time.astimezone(UTC)
    return at.toordinal() + (at.hour * 3600 + at.minute * 60 + at.second) / 86_400


def _stretch(item: Item) -> tuple[str, int]:
    return item.thread, item.place // STRETCH
