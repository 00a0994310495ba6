"""One user's memory in memory: words, vectors and neighbours of each item, added and removed one by one."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memory.core.language.times import day_of, moment
from memory.core.recall.items import Item, Prepared
from memory.core.recall.lexical import Lengths, Numbers, Postings, grown
from memory.core.recall.recall_words import recall_words
from memory.core.recall.threads import STRETCH, ThreadOrder
from memory.core.recall.vectors import Embedding, Vector, VectorTable

NONE = -1
ROLES = ("", "user", "assistant")
_COLUMNS: Mapping[str, tuple[type[np.generic], Any]] = {
    "day": (np.float64, 0.0),  # when it was said: days since the year 1, with the part of the day that had passed
    "stretch": (np.int32, NONE),
    "speaker": (np.int32, NONE),
    "role": (np.int8, 0),
    "tells_time": (np.bool_, False),
    "importance": (np.float64, 0.0),
    "use": (np.float64, 0.0),
}
"""By name the type of a column, and what stands in it where there is no item."""
_ITEM_BYTES = 420  # an item and its place in tables and columns, without its id and words
_FEW_GONE, _SHARE_GONE = 1_000, 8  # items taken out before their room is freed: so many, and one in so many


class RecallIndex:
    """Items of one user, numbered. What a search finds depends on what is held, not on how it came to be.

    Not safe for use from several threads at once.
    """

    def __init__(self, embedding: Embedding | None = None) -> None:
        self.numbers: Numbers[str] = Numbers()
        self.words = Postings()
        """Of the items, by number."""
        self.stretches = Lengths()
        """Of the stretches of conversations, by the number in the items' column."""
        self.order = ThreadOrder()
        self.vectors = VectorTable(embedding) if embedding else None
        self._items: list[Item | None] = []
        self._words: list[tuple[str, ...]] = []
        self._columns = {name: np.full(64, free, of) for name, (of, free) in _COLUMNS.items()}
        self._gone: list[int] = []
        """Numbers of items that were taken out since their room was last freed."""
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
        if number == len(self._items):
            self._items.append(None)
            self._words.append(())
        self._items[number], self._words[number] = item, prepared.words
        self.words.add(number, prepared.words)
        self.order.add(number, item.thread, (item.place, item.piece))
        self._write(
            number,
            day=day_of(moment(item.time)),
            stretch=self._add_to_stretch(item, len(prepared.words)),
            speaker=self._add_speaker(item.speaker),
            role=ROLES.index(item.role) if item.role in ROLES else 0,
            tells_time=prepared.tells_time,
            importance=item.importance,
            use=item.use,
        )

    def remove(self, item_id: str) -> None:
        """Take an item out, if it is there."""
        number = self.numbers.get(item_id)
        if number is None:
            return
        self.words.take(number, len(self._words[number]))
        self._take_out(item_id, number)
        self._gone.append(self.numbers.retire(item_id))
        if len(self._gone) > max(_FEW_GONE, len(self) // _SHARE_GONE):
            self.purge()

    def withdraw(self, item_id: str) -> None:
        """Take out the item that was added last, as if it never had been."""
        number = self.numbers.take(item_id)
        self.words.withdraw(number, self._words[number])
        self._take_out(item_id, number)
        self.numbers.give_back(item_id)

    def _take_out(self, item_id: str, number: int) -> None:
        """Take an item out of everything but the words and the numbers."""
        item, words = self.item(number), len(self._words[number])
        self.order.remove(number, item.thread, (item.place, item.piece))
        self._take_from_stretch(item, words)
        self._take_speaker(item.speaker)
        self._write(number, **{name: free for name, (_, free) in _COLUMNS.items()})
        self.drop_vector(item_id)
        self._items[number], self._words[number] = None, ()

    def purge(self) -> None:
        """Free the room of what was taken out, which costs a walk over all words."""
        self.words.purge()
        self.numbers.free(self._gone)
        self._gone = []

    @property
    def nbytes(self) -> int:
        """Bytes the index takes, about."""
        return len(self) * _ITEM_BYTES + self.words.nbytes + (self.vectors.nbytes if self.vectors else 0)

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
        for item in filter(None, self._items):
            old = other.numbers.get(item.id)
            if old is None or other.words_of(item.id) != self.words_of(item.id):
                continue
            if (vector := other.vectors.get(old)) is not None:
                self.vectors.put(self.numbers.take(item.id), vector)

    def drop_vector(self, item_id: str) -> None:
        """Give up an item's vector, if it has one."""
        number = self.numbers.get(item_id)
        if number is not None and self.vectors is not None:
            self.vectors.drop(number)

    def without_vector(self) -> list[str]:
        """Return the ids of the items that have no vector of the index's model, all of them when it has none."""
        has = self.vectors.held(self.size) if self.vectors else np.zeros(self.size, np.bool_)
        return [item.id for number in np.flatnonzero(~has) if (item := self._items[number]) is not None]

    @property
    def size(self) -> int:
        """Length of what is computed by number."""
        return self.numbers.size

    @property
    def names(self) -> Mapping[str, frozenset[str]]:
        """The speakers of what is held, with the words of their names."""
        return self._names

    def column(self, name: str) -> NDArray[Any]:
        """Return one of `_COLUMNS` by number; `role` is a place in `ROLES`."""
        return self._columns[name][: self.size]

    def speaker_numbers(self, speakers: Iterable[str]) -> list[int]:
        """Return the numbers of speakers in the items' column."""
        return [n for speaker in speakers if (n := self._speakers.get(speaker)) is not None]

    def item(self, number: int) -> Item:
        """Return the item of a number. Raises LookupError: none has it."""
        item = self._items[number]
        if item is None:
            raise LookupError(f"no item has the number {number}")
        return item

    def neighbours(self, item_id: str) -> tuple[Item | None, Item | None]:
        """Return what stands before and after an item that is held in its thread, None where nothing does."""
        before, after = self.order.neighbours(self.numbers.take(item_id))
        return None if before is None else self.item(before), None if after is None else self.item(after)

    def words_of(self, item_id: str) -> frozenset[str]:
        """Return the distinct words of an item; none if it is not there."""
        number = self.numbers.get(item_id)
        return frozenset() if number is None else frozenset(self._words[number])

    def spoken(self, number: int) -> tuple[str, ...]:
        """Return the words of the item of a number that is held, in order."""
        return self._words[number]

    @property
    def stretch_size(self) -> int:
        """Length of what is computed by stretch."""
        return self._stretches.size

    def _write(self, number: int, **values: Any) -> None:
        for name, value in values.items():
            self._columns[name] = grown(self._columns[name], number + 1, _COLUMNS[name][1])
            self._columns[name][number] = value

    def _add_to_stretch(self, item: Item, words: int) -> int:
        if not item.thread:
            return NONE
        number = self._stretches.take(_stretch(item))
        self.stretches.add(number, words)
        return number

    def _take_from_stretch(self, item: Item, words: int) -> None:
        if not item.thread:
            return
        number = self._stretches.take(_stretch(item))
        self.stretches.take(number, words)
        if number not in self.stretches:
            self._stretches.give_back(_stretch(item))

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


def _stretch(item: Item) -> tuple[str, int]:
    return item.thread, item.place // STRETCH
