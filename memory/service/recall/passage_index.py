"""The passages of one user's conversations in memory, searched."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from memory.core.recall.items import Item
from memory.core.recall.passages import ASKED, Passage, Veil
from memory.core.recall.question import shortened
from memory.core.recall.ranking import EPISODE_WEIGHTS
from memory.core.recall.recall_words import recall_words
from memory.core.recall.search import Asked, Scored, search
from memory.core.recall.variety import same
from memory.service.recall.held_passages import HeldPassages
from memory.service.recall.ready_passages import Found, Guest


class PassageIndex(HeldPassages):
    """Passages by thread along its active path. Its methods may be called from several threads."""

    def search(
        self, asked: Asked, limit: int, veil: Veil, wanted: Callable[[Passage], bool], guests: Iterable[Guest] = ()
    ) -> list[Found]:
        """Return the passages that fit what is asked best among the `wanted`, at most `limit`, the best first.

        With what was said right before and after each, every passage once. What only asks the same is no answer to it.
        `guests` are searched too, this once.

        A passage made before `veil` changed for its entry is left out; all are while the index lacks one of its traces.
        """
        with self._lock:
            if not set(veil.traces) <= set(self._veil.traces):
                return []
            words = frozenset(recall_words(shortened(asked.text)))
            with self._joined_by(guests):
                found = search(
                    self._found_by,
                    asked,
                    limit,
                    EPISODE_WEIGHTS,
                    lambda item: self._fits(item.id, veil, wanted) and not self._asks(item, words),
                )
                told = {scored.id for scored in found}
                return [self._with_context(scored, told, veil, wanted) for scored in found]

    @contextmanager
    def _joined_by(self, guests: Iterable[Guest]) -> Iterator[None]:
        come: list[str] = []
        try:
            for guest in guests:
                if guest.passage.id not in self._passages:
                    come.append(guest.passage.id)
                    self._passages[guest.passage.id] = guest.passage
                    self._found_by.add(guest.ready)
                    if self.embedding and guest.vector is not None:
                        self._found_by.put_vectors(self.embedding.model, {guest.passage.id: guest.vector})
            yield
        finally:
            for passage_id in reversed(come):
                self._found_by.withdraw(passage_id)
                del self._passages[passage_id]

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

    def _asks(self, item: Item, words: frozenset[str]) -> bool:
        """Tell whether a passage is the question with these words, asked before or just now."""
        return item.importance == ASKED and same(self._found_by.words_of(item.id), words)
