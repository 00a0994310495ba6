"""The facts of each user in memory: loaded once, and again when their version differs."""

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from langgraph.store.base import BaseStore

from memory.core.errors import SchemaError
from memory.core.facts.current import CurrentFact, Standing, reckoned, standing
from memory.core.facts.facts import Assertion, Remark, Tombstone
from memory.core.recall.ended import Endings
from memory.core.recall.index import RecallIndex
from memory.core.recall.ranking import index_facts
from memory.core.retention.archive import in_archive
from memory.core.retention.strength import recent_use
from memory.core.retention.usage import Usage, added_up
from memory.service.recall.per_store import PerStore
from memory.storage.facts import StoredMemory, load_memory, read_version
from memory.storage.usage import list_usage

_log = logging.getLogger(__name__)
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
    """What holds and is in use, oldest first."""
    upcoming: list[CurrentFact]
    """What is known and begins later, the next first."""
    index: RecallIndex
    """All assertions, as recall finds them."""
    remarks: list[Remark]
    """What was decided about facts beside their content, oldest first."""
    archived: list[Assertion] = field(default_factory=list)
    """What holds or is to come and was set aside in the archive; it is in none of the others."""
    ended: list[CurrentFact] = field(default_factory=list)
    """What held and does so no longer, oldest first."""

    @property
    def facts(self) -> list[Assertion]:
        """The facts of `current`, then those of `upcoming`: what recall looks through."""
        held = {span["fact"]["id"] for span in self.current}
        coming = (span for span in self.upcoming if span["fact"]["id"] not in held)
        return [span["fact"] for span in (*self.current, *coming)]

    @property
    def endings(self) -> Endings:
        """What ended, as recalled passages tell it."""
        return Endings(self.ended, [*self.facts, *self.archived])


NO_FACTS = Memory(None, [], [], [], [], index_facts([]), [])
"""What is known of a user whose facts cannot be read."""


@dataclass(frozen=True)
class _Held:
    stored: StoredMemory
    index: RecallIndex
    standing: Standing
    """Without what is in the archive."""
    archived: list[Assertion]
    at: datetime
    """The moment `standing` was computed for."""

    def stands(self, now: datetime) -> bool:
        """Tell whether nothing has begun or ended by time alone since."""
        return self.standing.until is None or now < self.standing.until


class FactIndex:
    """A process's cache of its users' facts."""

    def __init__(self, users: int = USERS, assertions: int = ASSERTIONS) -> None:
        self._held: PerStore[_Held] = PerStore(users, assertions, lambda held: len(held.stored.assertions))

    async def load(self, store: BaseStore, root: str, version: str | None, now: datetime | None = None) -> Memory:
        """Return a user's facts at `now` (None: as the clock says); the store is read only for another `version`.

        How much facts were used of late is known as of that reading: what is counted meanwhile counts from the next on.

        What holds is what the newest sayings leave, also where a clock that was wrong dated them ahead of now. What
        begins or ends by time alone does so without a write.
        Raises what the store raises, SchemaError when a newer Holdfast wrote a fact.
        """
        held = self._held.get(store, root)
        now = now or datetime.now(UTC)
        if held is None or held.stored.version != version:
            before = held
            stored, usage = await asyncio.gather(load_memory(store, root), _usage(store, root))
            held = await asyncio.to_thread(_prepared, stored, usage, now)
            if before is not None:
                held.index.take_vectors(before.index)
            self._held.put(store, root, held)
        elif not held.stands(now):
            held = await asyncio.to_thread(_at, held.stored, held.index, now)
            self._held.put(store, root, held)
        known, stands = held.stored, held.standing
        return Memory(
            known.version,
            known.assertions,
            known.tombstones,
            stands.current,
            stands.upcoming,
            held.index,
            known.remarks,
            held.archived,
            stands.ended,
        )

    async def load_newest(self, store: BaseStore, root: str, now: datetime | None = None) -> Memory:
        """Return a user's facts at `now` (None: as the clock says) after a look at the version in the store."""
        return await self.load(store, root, await read_version(store, root), now)

    def tombstones_read(self, store: BaseStore, root: str) -> list[Tombstone] | None:
        """Return what the user had forgotten when this process last read it, None when it read nothing."""
        held = self._held.get(store, root)
        return held.stored.tombstones if held else None

    def drop(self, store: BaseStore, root: str) -> None:
        """Give up what is kept of a user, as an erase must."""
        self._held.drop(store, root)


async def _usage(store: BaseStore, root: str) -> list[Usage]:
    """Return how a user's facts were used; nothing, told in the log, where a newer Holdfast counted."""
    try:
        return list((await list_usage(store, root)).values())
    except SchemaError as error:
        _log.warning("how often facts were of use does not count in recall: %s", error)
        return []


def _prepared(stored: StoredMemory, usage: Iterable[Usage], now: datetime) -> _Held:
    used = added_up(usage, stored.assertions)
    use = {fact: recent_use(one.uses, (now - one.last) / timedelta(days=1)) for fact, one in used.items()}
    return _at(stored, index_facts(stored.assertions, use), now)


def _at(stored: StoredMemory, index: RecallIndex, now: datetime) -> _Held:
    stands = standing(stored.assertions, reckoned(now, stored.assertions).isoformat())
    aside = in_archive(stored.archive, stored.assertions, stored.remarks)
    current, upcoming = ([s for s in spans if s["fact"]["id"] not in aside] for spans in stands[:2])
    archived = {s["fact"]["id"]: s["fact"] for s in (*stands.upcoming, *stands.current) if s["fact"]["id"] in aside}
    left = stands._replace(current=current, upcoming=upcoming)
    return _Held(stored, index, left, list(archived.values()), now)


FACTS = FactIndex()
"""The process's own."""
