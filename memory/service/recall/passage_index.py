"""The passages of one user's conversations in memory, ready to be searched."""

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

from memory.core.recall import items
from memory.core.recall.index import RecallIndex
from memory.core.recall.items import Item
from memory.core.recall.passages import SAID, Passage, Veil, passages_of
from memory.core.recall.ranking import EPISODE_WEIGHTS
from memory.core.recall.search import Asked, Scored, search
from memory.core.recall.vectors import Embedding, Vector
from memory.core.transcript.entries import Entry, Place, Role

CAPACITY = 20_000
"""Entries of a user that are kept, the newest; entries of several passages count once for each."""
_DIMENSIONS_A_PASSAGE = 1_024  # a byte each: about what a passage takes with its words
_SLACK = 1_000  # evicting many at once costs less than one at a time


@dataclass(frozen=True)
class Prepared:
    """An entry ready to be added: the costly part is done without the index."""

    key: str
    passages: list[tuple[Passage, items.Prepared]]
    """Passages as they are shown and as they are found; none of an entry that is only a step of the chain."""


def prepare(entries: Iterable[Entry], conversation: str, veil: Veil, roles: Collection[Role] = SAID) -> list[Prepared]:
    """Return entries ready to be added; those of other `roles` are only steps of the chain."""
    return [
        Prepared(e["key"], [_ready(p, e["depth"], n) for n, p in enumerate(passages_of(e, conversation, veil, roles))])
        for e in entries
    ]


def _ready(passage: Passage, depth: int, piece: int) -> tuple[Passage, items.Prepared]:
    item = Item(
        passage.id,
        "passage",
        passage.time,
        thread=passage.thread,
        place=depth,
        piece=piece,
        role=passage.role,
        importance=passage.importance,
    )
    return passage, items.prepare(item, passage.text)


@dataclass(frozen=True)
class Found:
    """A passage that was found, with what was said around it."""

    passage: Passage
    scored: Scored
    before: Passage | None
    """What stands right before it, None where nothing does that may be shown, or it is told with another one."""
    after: Passage | None


@dataclass
class _Thread:
    head: Place
    entries: OrderedDict[str, list[str]]
    """Ids of the passages by entry key, along the active path, oldest first."""


class PassageIndex:
    """Passages by thread along its active path. Its methods may be called from several threads."""

    def __init__(self, capacity: int = CAPACITY, slack: int = _SLACK) -> None:
        self._capacity = capacity
        self._slack = slack
        self._lock = Lock()
        self._threads: dict[str, _Thread] = {}
        self._passages: dict[str, Passage] = {}
        self._found_by = RecallIndex()
        self._unusable: set[str] = set()
        """Ids of the passages of which the model makes no usable vector."""
        self._veil = Veil()
        self.floor = ""
        """Key of the newest entry given up for want of room; what is older need not be read."""

    def __len__(self) -> int:
        """Return how many passages the index holds."""
        return len(self._passages)

    @property
    def capacity(self) -> int:
        """Passages kept, at most, but for some slack."""
        return self._capacity

    @property
    def weight(self) -> int:
        """Return what the index takes, in passages without vectors."""
        return len(self) * (1 + (self.embedding.size // _DIMENSIONS_A_PASSAGE if self.embedding else 0))

    @property
    def embedding(self) -> Embedding | None:
        """The model by which passages are compared, None: by words alone."""
        return self._found_by.vectors.embedding if self._found_by.vectors else None

    @property
    def uncompared(self) -> int:
        """How many passages are yet to get a vector."""
        return len(self) - len(self._found_by.vectors or ()) - len(self._unusable)

    def use_embedding(self, embedding: Embedding) -> None:
        """Compare by the vectors of this model from now on; those of another one are given up."""
        with self._lock:
            if embedding != self.embedding:
                self._unusable.clear()
            self._found_by.use_embedding(embedding)

    def without_vectors(self) -> list[list[Passage]]:
        """Return the passages of each entry of which one is yet to get a vector, those of the newest entry first."""
        with self._lock:
            without = [self._passages[i] for i in self._found_by.without_vector() if i not in self._unusable]
            entries = sorted({(p.entry, p.thread) for p in without}, reverse=True)
            return [[self._passages[i] for i in self._threads[thread].entries[key]] for key, thread in entries]

    def take_vectors(self, embedding: Embedding, vectors: Mapping[str, tuple[str, Vector | None]]) -> None:
        """Hold vectors by passage id, each with its text; None: there is no usable one. A changed text gets none."""
        with self._lock:
            still = {i: v for i, (text, v) in vectors.items() if i in self._passages and self._passages[i].text == text}
            refused = self._found_by.put_vectors(embedding.model, {i: v for i, v in still.items() if v is not None})
            self._unusable |= {*refused, *(i for i, vector in still.items() if vector is None)}

    def head_of(self, thread: str) -> str | None:
        """Return the key of the head up to which a thread is known, None when nothing of it is."""
        known = self._threads.get(thread)
        return known.head["key"] if known else None

    def known(self, thread: str, entries: Sequence[Entry]) -> int:
        """Return how many of the first `entries` of a stretch of a thread's path are on its known path."""
        known = self._threads.get(thread)
        if known is None:
            return 0
        return next((n for n in range(len(entries), 0, -1) if entries[n - 1]["key"] in known.entries), 0)

    def keep(self, threads: Iterable[str], veil: Veil) -> None:
        """Give up all other threads, and those in which `veil` masks anything else than before; all if traces did."""
        with self._lock:
            changed = _differences(self._veil, veil)
            reread = self._veil.traces != veil.traces  # what they hide is known only from the text
            self._veil = veil
            kept = set(threads)
            for thread, known in list(self._threads.items()):
                if reread or thread not in kept or any(key in known.entries for key in changed):
                    self._cut(known, None)
                    del self._threads[thread]

    def extend(self, thread: str, head: Place, after: str | None, entries: Sequence[Prepared]) -> None:
        """Make `entries`, oldest first, what follows the known entry `after` up to `head`; what followed it is off.

        With `after` None nothing of what was known stays.
        """
        with self._lock:
            known = self._threads.setdefault(thread, _Thread(head, OrderedDict()))
            self._cut(known, after)
            known.head = head
            for entry in entries:
                known.entries[entry.key] = [passage.id for passage, _ in entry.passages]
                for passage, ready in entry.passages:
                    self._passages[passage.id] = passage
                    self._found_by.add(ready)
            if len(self._passages) > self._capacity + self._slack:
                self._evict()

    def search(self, asked: Asked, limit: int, veil: Veil, wanted: Callable[[Passage], bool]) -> list[Found]:
        """Return the passages that fit what is asked best among the `wanted`, at most `limit`, the best first.

        With what was said right before and after each, every passage once.

        A passage made before `veil` changed for its entry is left out; all are while the index lacks one of its traces.
        """
        with self._lock:
            if not set(veil.traces) <= set(self._veil.traces):
                return []
            found = search(
                self._found_by, asked, limit, EPISODE_WEIGHTS, lambda item: self._fits(item.id, veil, wanted)
            )
            told = {scored.id for scored in found}
            return [self._with_context(scored, told, veil, wanted) for scored in found]

    def _with_context(self, scored: Scored, told: set[str], veil: Veil, wanted: Callable[[Passage], bool]) -> Found:
        around: list[Passage | None] = []
        for item in self._found_by.neighbours(scored.id):
            shown = item is not None and item.id not in told and self._fits(item.id, veil, wanted)
            around.append(self._passages[item.id] if item and shown else None)
        told |= {passage.id for passage in around if passage}
        return Found(self._passages[scored.id], scored, *around)

    def _fits(self, passage_id: str, veil: Veil, wanted: Callable[[Passage], bool]) -> bool:
        passage = self._passages[passage_id]
        return veil.of(passage.entry) == passage.masked and wanted(passage)

    def _cut(self, known: _Thread, after: str | None) -> None:
        while known.entries and next(reversed(known.entries)) != after:
            self._remove(known.entries.popitem()[1])

    def _remove(self, passages: Iterable[str]) -> None:
        for passage in passages:
            self._passages.pop(passage, None)
            self._found_by.remove(passage)
            self._unusable.discard(passage)

    def _evict(self) -> None:
        """Give up the oldest entries until the capacity is kept."""
        keys = sorted((key, thread) for thread, known in self._threads.items() for key in known.entries)
        for key, thread in keys:
            if len(self._passages) <= self._capacity:
                return
            self._remove(self._threads[thread].entries.pop(key))
            self.floor = key


def _differences(one: Veil, other: Veil) -> set[str]:
    entries = {*one.stretches, *one.hidden, *other.stretches, *other.hidden}
    return {entry for entry in entries if one.of(entry) != other.of(entry)}
