"""The passages of one user's conversations in memory: what is held along which path, in how much room."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from sys import getsizeof
from threading import Lock

from memory.core.defaults import DEFAULTS
from memory.core.ids import encode_label
from memory.core.recall import items
from memory.core.recall.index import RecallIndex
from memory.core.recall.passages import Passage, Veil
from memory.core.recall.vectors import Embedding, Vector
from memory.core.transcript.entries import Entry, Place
from memory.service.recall.background import steps
from memory.service.recall.ready_passages import PASSAGE_BYTES, Prepared

ROOM = DEFAULTS.recall_mb * 1024 * 1024 * 7 // 8
"""Bytes the passages of one user take, at most; the newest are kept."""
_SLACK = 16  # of so many entries one is given up at once: that costs less than one at a time


@dataclass
class _Thread:
    head: Place
    entries: dict[str, tuple[str, ...]]
    """Ids of the passages by entry key, along the active path, oldest first."""


class HeldPassages:
    """Passages by thread along its active path. Its methods may be called from several threads."""

    def __init__(self, room: int = ROOM) -> None:
        self.room = room
        """Bytes the passages take, at most."""
        self._lock = Lock()
        self._threads: dict[str, _Thread] = {}
        self._labels: dict[str, str] = {}
        self._passages: dict[str, Passage] = {}
        self._text_bytes = 0
        self._found_by = RecallIndex()
        self._unusable: set[str] = set()
        """Ids of the passages of which the model makes no usable vector."""
        self._veil = Veil()
        self.private: frozenset[str] = frozenset()
        """Threads that are not remembered: what was said there is found from there alone."""
        self.floor = ""
        """Key of the newest entry given up for want of room; what is older need not be read."""
        self.start = ""
        """Keys less than this are of entries that are no longer kept; they need not be read either."""

    def __len__(self) -> int:
        """Return how many passages the index holds."""
        return len(self._passages)

    @property
    def nbytes(self) -> int:
        """Bytes the passages and what finds them take, about."""
        return self._found_by.nbytes + self._text_bytes + len(self) * PASSAGE_BYTES

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

    def without_vectors(self) -> list[tuple[str, str]]:
        """Return key and thread of each entry of which a passage is yet to get a vector, the newest first."""
        with self._lock:
            without = (self._passages[i] for i in self._found_by.without_vector() if i not in self._unusable)
            return sorted({(p.entry, p.thread) for p in without}, reverse=True)

    def passages_of(self, entries: Iterable[tuple[str, str]]) -> list[list[Passage]]:
        """Return the passages of each of `entries`, by key and thread, that are still held."""
        with self._lock:
            held = [self._threads[thread].entries.get(key, ()) for key, thread in entries if thread in self._threads]
            return [[self._passages[i] for i in ids] for ids in held if ids]

    def take_vectors(self, embedding: Embedding, vectors: Mapping[str, tuple[str, Vector | None]]) -> None:
        """Hold vectors by passage id, each with its text; None: there is no usable one. A changed text gets none."""
        with self._lock:
            still = {i: v for i, (text, v) in vectors.items() if i in self._passages and self._passages[i].text == text}
            refused = self._found_by.put_vectors(embedding.model, {i: v for i, v in still.items() if v is not None})
            self._unusable |= {*refused, *(i for i, vector in still.items() if vector is None)}

    @property
    def labels(self) -> Mapping[str, str]:
        """The threads of which anything is known, by the labels under which the store has them."""
        return self._labels

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

    def is_kept(self, threads: Collection[str], veil: Veil) -> bool:
        """Tell whether `keep` would change nothing."""
        return len(threads) == len(self._threads) and veil == self._veil

    def keep(self, threads: Iterable[str], veil: Veil) -> None:
        """Give up all other threads, and those in which `veil` masks anything else than before; all if traces did."""
        with self._lock:
            changed = self._veil.differences(veil)
            reread = self._veil.traces != veil.traces  # what they hide is known only from the text
            self._veil = veil
            if reread:
                self._clear()
                return
            kept = set(threads)
            for thread, known in list(self._threads.items()):
                if thread not in kept or any(key in known.entries for key in changed):
                    self._forget(thread)

    def drop(self, threads: Iterable[str]) -> None:
        """Give up threads, if anything of them is known."""
        with self._lock:
            for thread in threads:
                if thread in self._threads:
                    self._forget(thread)

    def holds_older(self) -> bool:
        """Tell whether `drop_older` would give anything up."""
        return any(next(iter(known.entries), self.start) < self.start for known in self._threads.values())

    def drop_older(self) -> None:
        """Give up the entries that are no longer kept."""
        with self._lock:
            for known in self._threads.values():
                while (first := next(iter(known.entries), self.start)) < self.start:
                    self._remove(known.entries.pop(first))

    def extend(self, thread: str, head: Place, after: str | None, entries: Sequence[Prepared]) -> None:
        """Make `entries`, oldest first, what follows the known entry `after` up to `head`; what followed it is off.

        With `after` None nothing of what was known stays.
        """
        with self._lock:
            known = self._threads.setdefault(thread, _Thread(head, {}))
            self._labels.setdefault(encode_label(thread), thread)
            self._cut(known, after)
            known.head = head
            for entry in steps(entries):
                known.entries[entry.key] = tuple(passage.id for passage, _ in entry.passages)
                for passage, ready in entry.passages:
                    self._add(passage, ready)
            if self.nbytes > self.room:
                self._evict()

    def _forget(self, thread: str) -> None:
        self._cut(self._threads[thread], None)
        del self._threads[thread], self._labels[encode_label(thread)]

    def _cut(self, known: _Thread, after: str | None) -> None:
        while known.entries and next(reversed(known.entries)) != after:
            self._remove(known.entries.popitem()[1])

    def _add(self, passage: Passage, ready: items.Prepared) -> None:
        self._remove([passage.id])
        self._passages[passage.id] = passage
        self._text_bytes += getsizeof(passage.text)
        self._found_by.add(ready)

    def _remove(self, passages: Iterable[str]) -> None:
        for passage_id in passages:
            if passage := self._passages.pop(passage_id, None):
                self._text_bytes -= getsizeof(passage.text)
            self._found_by.remove(passage_id)
            self._unusable.discard(passage_id)

    def _clear(self) -> None:
        """Give up everything at once, which costs less than one by one."""
        self._threads, self._labels, self._passages, self._text_bytes = {}, {}, {}, 0
        self._found_by = RecallIndex(self.embedding)
        self._unusable.clear()

    def _evict(self) -> None:
        """Give up the oldest entries, some at a time, until there is room."""
        keys = sorted((key, thread) for thread, known in self._threads.items() for key in known.entries)
        while keys and self.nbytes > self.room:
            count = len(keys) // _SLACK + 1
            for key, thread in keys[:count]:
                self._remove(self._threads[thread].entries.pop(key))
                self.floor = key
            del keys[:count]
            self._found_by.purge()
