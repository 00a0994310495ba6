"""Searching a user's conversations within a time limit; loading goes on when it has passed."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial

from langgraph.store.base import BaseStore

from memory.core.defaults import DEFAULTS
from memory.core.ids import parse_key_time
from memory.core.recall.passages import Passage, Veil
from memory.core.recall.search import Asked
from memory.models.embeddings import Embedder
from memory.service.consolidation.single_flight import SingleFlight, error_line
from memory.service.facts.fact_index import Memory
from memory.service.forgetting.veiling import veil_for
from memory.service.recall.counted_store import uncounted
from memory.service.recall.far_passages import far_passages, fill_far
from memory.service.recall.passage_index import PassageIndex
from memory.service.recall.passage_loader import refresh
from memory.service.recall.passage_vectors import fill_passages
from memory.service.recall.per_store import PerStore
from memory.service.recall.ready_passages import Found, Guest
from memory.storage.location import vector_index_size

USERS = 256
"""Users of one store whose passages are kept, at most."""
ROOM = DEFAULTS.recall_mb * 1024 * 1024
"""Bytes the passages of all users of one store take, about."""

FAR_SHARE = 0.5
"""Share of the time for recall that the store's index may take; the rest is left for what is in memory."""
_FEW = 0.1  # share of passages that may lack a vector without a word: what was said just now always does,
_JUST_SAID = 4  # and in a short conversation that is more of them
_log = logging.getLogger(__name__)


class _Conversations:
    """What a process keeps of one user's conversations."""

    def __init__(self) -> None:
        self.index = PassageIndex()
        self.loading = SingleFlight("load passages")
        self.filling = SingleFlight("embed passages")
        self.far_filling = SingleFlight("embed passages without room")
        self.far_filled = ""
        """Key of the entry up to which all that has no room has its vectors."""

    @property
    def busy(self) -> bool:
        """Tell whether passages are being read or compared; what a large user has takes a minute."""
        return self.loading.busy or self.filling.busy

    async def fill_far(self, store: BaseStore, root: str, veil: Veil, model: Embedder) -> None:
        """Make the vectors of what has no room, for the store's index."""
        floor = self.index.floor
        if floor > self.far_filled:
            await fill_far(store, root, veil, model, floor)
            self.far_filled = floor


@dataclass(frozen=True)
class Look:
    """One look into a user's conversations, which are being brought up to date."""

    held: _Conversations
    veil: Veil
    """What must not be shown."""
    here: str | None
    """The thread from which it looks: one that is not remembered is looked into from itself alone."""
    load: asyncio.Task[None]
    began: float
    """On the clock of the event loop."""
    fill: Callable[[], Coroutine[None, None, None]] | None
    """Makes the vectors that are missing; None: nothing is compared by meaning."""
    fill_far: Callable[[], Coroutine[None, None, None]] | None
    """Makes those of what has no room; None: the store has no index that takes them."""
    far: Callable[[Asked, str], Coroutine[None, None, list[Guest]]] | None
    """Finds passages there up to an entry key; None as above."""
    missed: list[str] = field(default_factory=list)
    """Why what has no room was not found there."""

    def may_show(self, passage: Passage) -> bool:
        """Tell whether a passage may be shown where the look is from."""
        return passage.thread == self.here or passage.thread not in self.held.index.private

    def fill_after(self, load: asyncio.Task[None]) -> None:
        """Begin to make the vectors that are missing when the load went well."""
        if self.fill and not load.cancelled() and load.exception() is None:
            self.held.filling.start(self.fill)
            if self.fill_far and self.held.index.floor > self.held.far_filled:
                self.held.far_filling.start(self.fill_far)

    async def guests(self, asked: Asked, deadline_ms: float) -> list[Guest]:
        """Return what the store's index finds among what has no room, with half of the time; never raises."""
        floor = self.held.index.floor
        if self.far is None or not floor:
            return []
        try:
            async with asyncio.timeout_at(self.began + deadline_ms * FAR_SHARE / 1000):
                found = await self.far(asked, floor)
                return [guest for guest in found if guest.passage.entry >= self.held.index.start]
        except TimeoutError:
            self.missed.append("the store's index did not answer in time")
        except Exception as error:  # noqa: BLE001  # stores raise their drivers' own; what is in memory is found
            _log.warning("the store's index was left out of a turn: %s", error_line(error))
            self.missed.append(f"the store's index failed: {error_line(error)}")
        return []

    async def settle(self) -> None:
        """Wait until the load is done and all has its vectors. Raises what either raises; both go on if stopped."""
        await asyncio.shield(self.load)
        if self.fill:
            await asyncio.shield(self.held.filling.start(self.fill))
        if self.fill_far:
            await asyncio.shield(self.held.far_filling.start(self.fill_far))

    @property
    def compares(self) -> bool:
        """Tell whether the meaning of a question would tell anything."""
        index = self.held.index
        return index.embedding is not None and index.uncompared < len(index)

    def uncompared(self) -> str | None:
        """Return that many passages are not compared by meaning yet, None when few are and none is known to fail."""
        index, error = self.held.index, self.held.filling.last_error
        if index.uncompared <= (0 if error else max(_JUST_SAID, _FEW * len(index))):
            return None
        why = f" (the last try failed: {error})" if error else ""
        return f"meaning: {index.uncompared} of {len(index)} passages went by words alone, no vectors yet{why}"

    def left_out(self) -> str | None:
        """Return what was not looked through in memory for want of room, None when all was."""
        floor = self.held.index.floor
        if not floor:
            return None
        old = f"passages: what was said up to {parse_key_time(floor):%Y-%m-%d %H:%M} was"
        if self.far is None:
            return f"{old} not looked through: no room"
        if self.missed:
            return f"{old} not looked through: no room, and {self.missed[-1]}"
        return f"{old} looked through by meaning alone: no room"


class PassageSearch:
    """A process's cache of its users' passages, and the search in it."""

    def __init__(self, users: int = USERS, room: int = ROOM) -> None:
        self._held: PerStore[_Conversations] = PerStore(
            users, room, lambda held: held.index.nbytes, lambda held: held.busy
        )

    def look(
        self,
        store: BaseStore,
        root: str,
        memory: Memory,
        model: Embedder | None,
        here: str | None = None,
        *,
        only: bool = False,
    ) -> Look:
        """Begin to bring what is known of a user's conversations up to date; it goes on when nobody waits any more.

        `memory` says what must not be shown. `model`: makes vectors of what has none, when that is done. `here`: the
        thread from which it looks. `only`: that thread is read for this look alone, and may be a temporary one, which
        no other look finds.
        """
        held = _Conversations() if only else self._held_of(store, root)
        veil = veil_for(root, memory.tombstones)
        fill = fill_old = far = None
        if model and not only:
            fill = partial(fill_passages, held.index, uncounted(store), root, model)
            if vector_index_size() is not None:
                fill_old = partial(held.fill_far, uncounted(store), root, veil, model)
                far = partial(far_passages, store, root, veil)
        load = held.loading.start(partial(refresh, held.index, store, root, veil, here if only else None))
        return Look(held, veil, here, load, asyncio.get_running_loop().time(), fill, fill_old, far)

    async def search(
        self, look: Look, asked: Asked, *, limit: int, deadline_ms: float, wanted: Callable[[Passage], bool]
    ) -> tuple[list[Found], str | None]:
        """Return the `wanted` passages that fit best, and why there are none when there could be no search.

        Never raises but on cancellation: a slow or failing store is told in the second value and logged. The deadline
        counts from the beginning of the look. What has no vector gets one when the load is done and the search over.
        """
        try:
            async with asyncio.timeout_at(look.began + deadline_ms / 1000):
                await asyncio.shield(look.load)
                guests = await look.guests(asked, deadline_ms)
                shown = partial(_wanted, look, wanted)
                return await asyncio.to_thread(look.held.index.search, asked, limit, look.veil, shown, guests), None
        except TimeoutError:
            return [], _late(deadline_ms, look.held.loading.last_error)
        except Exception as error:  # noqa: BLE001  # stores raise their drivers' own; a turn goes on without passages
            _log.warning("passages of a turn were left out: %s", error_line(error))
            return [], f"passages: {error_line(error)}"
        finally:
            look.load.add_done_callback(look.fill_after)  # not before: the question's own vector comes first

    def drop(self, store: BaseStore, root: str) -> None:
        """Give up what is kept of a user, as an erase must."""
        self._held.drop(store, root)

    def _held_of(self, store: BaseStore, root: str) -> _Conversations:
        held = self._held.get(store, root)
        if held is None:
            held = _Conversations()
            self._held.put(store, root, held)
        return held


def _wanted(look: Look, wanted: Callable[[Passage], bool], passage: Passage) -> bool:
    return look.may_show(passage) and wanted(passage)


def _late(deadline_ms: float, error: str | None) -> str:
    text = f"passages: not ready within {deadline_ms:g} ms"
    return f"{text} (the last load failed: {error})" if error else text


CONVERSATIONS = PassageSearch()
"""The process's own."""
