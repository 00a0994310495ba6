"""Recall of shared knowledge: an index a scope, held by a process and loaded again when the scope's version differs."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest

from langgraph.store.base import BaseStore

from memory.core import namespaces
from memory.core.recall.index import RecallIndex
from memory.core.recall.items import Item, Prepared, prepare
from memory.core.recall.scoring import Weights
from memory.core.recall.search import Asked, Scored, search
from memory.core.recall.vectors import Embedding, Vector
from memory.core.shared.items import SharedItem
from memory.models.embeddings import Embedder
from memory.service.consolidation.single_flight import SingleFlight, error_line
from memory.service.recall.background import in_background, steps
from memory.service.recall.counted_store import uncounted
from memory.service.recall.meaning import embedding_of
from memory.service.recall.per_store import PerStore
from memory.service.recall.vector_filling import Unread, fill_vectors
from memory.storage.shared import list_shared

SCOPES = 64
"""Scopes of one store whose items are kept, at most."""
ITEMS = 50_000
"""Items kept over all scopes of one store, at most, but for the scope asked last."""
WEIGHTS = Weights(relevance=1.0, recency=0.0, importance=0.0, half_life_days=180.0)
"""What an operator wrote is as true as ever."""
_FEW = 50
"""Changes that are made in an index that turns use: each takes a fraction of a millisecond."""
_log = logging.getLogger(__name__)


@dataclass
class _Scope:
    """What a process keeps of one scope."""

    version: str | None = None
    """That of what is held, None before the first load."""
    filled: str | None = None
    """The version all of which has its vectors."""
    items: Mapping[str, SharedItem] = field(default_factory=dict)
    index: RecallIndex = field(default_factory=RecallIndex)
    loading: SingleFlight = field(default_factory=lambda: SingleFlight("load shared knowledge"))
    filling: SingleFlight = field(default_factory=lambda: SingleFlight("embed shared knowledge"))

    @property
    def lacks_vectors(self) -> bool:
        """Tell whether an item may have no vector yet; one whose text has no usable one was tried."""
        return self.filled != self.version

    async def load(self, store: BaseStore, scope: str, version: str) -> None:
        """Read the items; a few that changed change the index, after more it is made anew beside the turns."""
        if self.version == version:  # who asked before had it loaded
            return
        items = {item["id"]: item for item in await list_shared(store, scope)}
        new, gone = [items[i] for i in items.keys() - self.items.keys()], self.items.keys() - items.keys()
        if len(new) + len(gone) <= _FEW:
            for item_id in gone:
                self.index.remove(item_id)
            for prepared in map(_prepared, new):
                self.index.add(prepared)
        else:
            index = await in_background(_indexed, list(items.values()))
            index.take_vectors(self.index)
            self.index = index
        self.items, self.version = items, version

    async def fill(self, store: BaseStore, scope: str, model: Embedder) -> None:
        """Give the items that have no vector theirs."""
        index, items, version, without = self.index, self.items, self.version, self.index.without_vector()

        async def take(made_by: Embedding, vectors: Mapping[str, tuple[str, Vector | None]]) -> None:
            index.use_embedding(made_by)
            index.put_vectors(made_by.model, {of: vector for of, (_, vector) in vectors.items() if vector is not None})

        place = namespaces.shared_vectors(scope)
        unread = [Unread((place, i), {i: items[i]["text"]}) for i in without]
        await fill_vectors(store, scope, model, unread, await embedding_of(model), take)
        self.filled = version


@dataclass(frozen=True)
class SharedLook:
    """One look into the scopes that a user is shown, which are being brought up to date."""

    scopes: Mapping[str, _Scope]
    loads: Sequence[asyncio.Task[None]]
    began: float
    """On the clock of the event loop."""

    @property
    def compares(self) -> bool:
        """Tell whether the meaning of a question would tell anything."""
        return any(scope.index.vectors for scope in self.scopes.values())

    async def settled(self, deadline_ms: float) -> str | None:
        """Wait for what is loading until `deadline_ms` after the look began; return why it cannot be searched."""
        try:
            async with asyncio.timeout_at(self.began + deadline_ms / 1000):
                await asyncio.gather(*map(asyncio.shield, self.loads))
        except TimeoutError:
            return f"shared knowledge: not ready within {deadline_ms:g} ms"
        except Exception as error:  # noqa: BLE001  # stores raise their drivers' own; a turn goes on without it
            _log.warning("shared knowledge was left out of a turn: %s", error_line(error))
            return f"shared knowledge: {error_line(error)}"
        return None

    def fill(self, store: BaseStore, model: Embedder) -> list[asyncio.Task[None]]:
        """Begin to make the vectors that are missing, for later searches; it goes on when nobody waits."""
        return [
            held.filling.start(partial(held.fill, uncounted(store), scope, model))
            for scope, held in self.scopes.items()
            if held.lacks_vectors
        ]

    async def filled(self, store: BaseStore, model: Embedder, seconds: float) -> None:
        """Make the vectors that are missing, for at most so many seconds; what is not ready goes by its words."""
        if tasks := self.fill(store, model):
            await asyncio.wait(tasks, timeout=seconds)

    def search(self, asked: Asked, limit: int) -> list[tuple[str, SharedItem, Scored]]:
        """Return what fits best with its scope, the best of each scope in turn; the first scope begins."""
        found = [
            [(scope, held.items[one.id], one) for one in search(held.index, asked, limit, WEIGHTS)]
            for scope, held in self.scopes.items()
        ]
        return [one for row in zip_longest(*found) for one in row if one is not None][:limit]


class SharedSearch:
    """A process's cache of shared knowledge."""

    def __init__(self, scopes: int = SCOPES, items: int = ITEMS) -> None:
        self._held: PerStore[_Scope] = PerStore(scopes, items, lambda held: len(held.items))

    def look(self, store: BaseStore, versions: Mapping[str, str | None]) -> SharedLook | None:
        """Begin to bring these scopes up to date; None: nothing was ever written in any. It goes on if nobody waits.

        `versions`: of each scope as the store has it now.
        """
        scopes, loads = dict[str, _Scope](), list[asyncio.Task[None]]()
        for scope, version in versions.items():
            if version is None:
                continue
            held = self._of(store, scope)
            scopes[scope] = held
            if held.version != version:
                loads.append(held.loading.start(partial(held.load, store, scope, version)))
        return SharedLook(scopes, loads, asyncio.get_running_loop().time()) if scopes else None

    def _of(self, store: BaseStore, scope: str) -> _Scope:
        held = self._held.get(store, scope)
        if held is None:
            held = _Scope()
            self._held.put(store, scope, held)
        return held


def _indexed(items: Sequence[SharedItem]) -> RecallIndex:
    index = RecallIndex()
    for item in steps(items):
        index.add(_prepared(item))
    return index


def _prepared(item: SharedItem) -> Prepared:
    return prepare(Item(item["id"], "shared", item["added"]), item["text"])


SHARED = SharedSearch()
"""The process's own."""
