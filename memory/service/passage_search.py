"""Searching a user's conversations within a time limit; loading goes on when it has passed."""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial

from langgraph.store.base import BaseStore

from memory.core.recall.passages import Passage
from memory.core.recall.ranking import Ranked
from memory.service.fact_index import Memory
from memory.service.passage_index import PassageIndex
from memory.service.passage_loader import refresh
from memory.service.per_store import PerStore
from memory.service.single_flight import SingleFlight, error_line
from memory.service.veiling import veil_for

USERS = 256
"""Users of one store whose passages are kept, at most."""
PASSAGES = 200_000
"""Passages kept over all users of one store, at most."""

Found = list[tuple[Passage, Ranked]]
_log = logging.getLogger(__name__)


class _Conversations:
    """What a process keeps of one user's conversations."""

    def __init__(self) -> None:
        self.index = PassageIndex()
        self.loading = SingleFlight("load passages")


class PassageSearch:
    """A process's cache of its users' passages, and the search in it."""

    def __init__(self, users: int = USERS, passages: int = PASSAGES) -> None:
        self._held: PerStore[_Conversations] = PerStore(users, passages, lambda held: len(held.index))

    async def search(
        self,
        store: BaseStore,
        root: str,
        question: str,
        *,
        now: datetime,
        memory: Memory,
        limit: int,
        deadline_ms: float,
        wanted: Callable[[Passage], bool],
        only: str | None = None,
    ) -> tuple[Found, str | None]:
        """Return the `wanted` passages that fit best, and why there are none when there could be no search.

        Never raises but on cancellation: a slow or failing store is told in the second value and logged. `memory`
        says what must not be shown; loading goes on past the deadline, so that a later search finds it done. `only`: a
        thread that is read for this search alone, and may be a temporary one, which no other search finds.
        """
        held = _Conversations() if only else self._held_of(store, root)
        veil = veil_for(root, memory.tombstones)
        try:
            async with asyncio.timeout(deadline_ms / 1000):
                await asyncio.shield(held.loading.start(partial(refresh, held.index, store, root, veil, only=only)))
                return await asyncio.to_thread(held.index.search, question, now, limit, veil, wanted), None
        except TimeoutError:
            return [], _late(deadline_ms, held.loading.last_error)
        except Exception as error:  # noqa: BLE001  # stores raise their drivers' own; a turn goes on without passages
            _log.warning("passages of a turn were left out: %s", error_line(error))
            return [], f"passages: {error_line(error)}"

    def drop(self, store: BaseStore, root: str) -> None:
        """Give up what is kept of a user, as an erase must."""
        self._held.drop(store, root)

    def _held_of(self, store: BaseStore, root: str) -> _Conversations:
        held = self._held.get(store, root)
        if held is None:
            held = _Conversations()
            self._held.put(store, root, held)
        return held


def _late(deadline_ms: float, error: str | None) -> str:
    text = f"passages: not ready within {deadline_ms:g} ms"
    return f"{text} (the last load failed: {error})" if error else text


CONVERSATIONS = PassageSearch()
"""The process's own."""
