"""The facts of each user in memory: loaded once, and again when their version differs."""

import asyncio
from dataclasses import dataclass

from langgraph.store.base import BaseStore

from memory.core.current import CurrentFact, current
from memory.core.facts import Assertion, Tombstone
from memory.core.lexical import LexicalIndex
from memory.core.ranking import index_facts
from memory.core.times import moment
from memory.service.per_store import PerStore
from memory.storage.facts import StoredMemory, load_memory, read_version

USERS = 1_000
"""Users of one store whose facts are kept, at most."""
ASSERTIONS = 200_000
"""Assertions kept over all users of one store, at most."""


@dataclass(frozen=True)
class Memory:
    """A user's facts as they stand; not to be changed."""

    version: str | None
    """Version of the store's facts it was read at, None before the first."""
    assertions: list[Assertion]
    """Everything ever approved and not forgotten."""
    tombstones: list[Tombstone]
    current: list[CurrentFact]
    """What holds, oldest first."""
    index: LexicalIndex[str]
    """All assertions by words."""

    @property
    def facts(self) -> list[Assertion]:
        """The facts of `current`."""
        return [span["fact"] for span in self.current]


NO_FACTS = Memory(None, [], [], [], index_facts([]))
"""What is known of a user whose facts cannot be read."""


@dataclass(frozen=True)
class _Held:
    stored: StoredMemory
    index: LexicalIndex[str]
    holding: list[CurrentFact]


class FactIndex:
    """A process's cache of its users' facts."""

    def __init__(self, users: int = USERS, assertions: int = ASSERTIONS) -> None:
        self._held: PerStore[_Held] = PerStore(users, assertions, lambda held: len(held.stored.assertions))

    async def load(self, store: BaseStore, root: str, version: str | None) -> Memory:
        """Return a user's facts; the store is read only when the facts kept are not of `version`.

        What holds is what the newest sayings leave, also where a clock that was wrong dated them ahead of now.
        Raises what the store raises, SchemaError when a newer Holdfast wrote a fact.
        """
        held = self._held.get(store, root)
        if held is None or held.stored.version != version:
            held = await asyncio.to_thread(_prepared, await load_memory(store, root))
            self._held.put(store, root, held)
        stored = held.stored
        return Memory(stored.version, stored.assertions, stored.tombstones, held.holding, held.index)

    async def load_newest(self, store: BaseStore, root: str) -> Memory:
        """Return a user's facts after a look at the version in the store."""
        return await self.load(store, root, await read_version(store, root))

    def tombstones_read(self, store: BaseStore, root: str) -> list[Tombstone] | None:
        """Return what the user had forgotten when this process last read it, None when it read nothing."""
        held = self._held.get(store, root)
        return held.stored.tombstones if held else None

    def drop(self, store: BaseStore, root: str) -> None:
        """Give up what is kept of a user, as an erase must."""
        self._held.drop(store, root)


def _prepared(stored: StoredMemory) -> _Held:
    newest = max((moment(a["observed_at"]) for a in stored.assertions), default=moment(""))
    return _Held(stored, index_facts(stored.assertions), current(stored.assertions, newest.isoformat()))


FACTS = FactIndex()
"""The process's own."""
