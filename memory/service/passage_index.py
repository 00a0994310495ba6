"""The passages of one user's conversations in memory, ready to be searched."""

import heapq
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

from memory.core.language.words import words
from memory.core.recall.lexical import LexicalIndex
from memory.core.recall.passages import SAID, Passage, Veil, passages_of
from memory.core.recall.ranking import Ranked, question_words, rank_passages
from memory.core.transcript.entries import Entry, Place, Role

CAPACITY = 20_000
"""Entries of a user that are kept, the newest; entries of several passages count once for each."""
_SLACK = 1_000  # evicting many at once costs less than one at a time
_CANDIDATES = 100  # best by words, among which recency and importance decide


@dataclass(frozen=True)
class Prepared:
    """An entry ready to be added: the costly part is done without the index."""

    key: str
    passages: list[tuple[Passage, list[str]]]
    """Passages with their words; none of an entry that is only a step of the chain."""


def prepare(entries: Iterable[Entry], conversation: str, veil: Veil, roles: Collection[Role] = SAID) -> list[Prepared]:
    """Return entries ready to be added; those of other `roles` are only steps of the chain."""
    return [
        Prepared(e["key"], [(p, words(p.text)) for p in passages_of(e, conversation, veil, roles)]) for e in entries
    ]


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
        self._lexical: LexicalIndex[str] = LexicalIndex()
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
                for passage, said in entry.passages:
                    self._passages[passage.id] = passage
                    self._lexical.add(passage.id, said)
            if len(self._passages) > self._capacity + self._slack:
                self._evict()

    def search(
        self, question: str, now: datetime, limit: int, veil: Veil, wanted: Callable[[Passage], bool]
    ) -> list[tuple[Passage, Ranked]]:
        """Return the passages that fit `question` best among the `wanted`, at most `limit`, the best first.

        A passage made before `veil` changed for its entry is left out; all are while the index lacks one of its traces.
        """
        asked = question_words(question)
        with self._lock:
            if not set(veil.traces) <= set(self._veil.traces):
                return []
            found = self._lexical.scores(asked)
            fitting = {i: s for i, s in found.items() if self._shows(i, veil) and wanted(self._passages[i])}
            best = dict(heapq.nlargest(max(_CANDIDATES, 2 * limit), fitting.items(), key=lambda item: item[1]))
            ranked = rank_passages(best, self._passages, now, limit, self._lexical.words_of)
            return [(self._passages[r.id], r) for r in ranked]

    def _shows(self, passage: str, veil: Veil) -> bool:
        return veil.of(self._passages[passage].entry) == self._passages[passage].masked

    def _cut(self, known: _Thread, after: str | None) -> None:
        while known.entries and next(reversed(known.entries)) != after:
            self._remove(known.entries.popitem()[1])

    def _remove(self, passages: Iterable[str]) -> None:
        for passage in passages:
            self._passages.pop(passage, None)
            self._lexical.remove(passage)

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
