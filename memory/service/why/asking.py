"""One question why something is remembered or not, with what is kept of the user who asks it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from langgraph.store.base import BaseStore

from memory.core.events.event_docs import Event
from memory.core.facts.facts import Proposal
from memory.core.facts.identity import is_retraction
from memory.core.language.languages import Language
from memory.core.transcript.transcript_docs import ThreadRecord
from memory.core.why.asked_about import asked_about
from memory.service.access.identity import User
from memory.storage.events import list_events
from memory.storage.facts import StoredMemory, list_pending, load_memory
from memory.storage.transcript_read import list_threads
from memory.storage.unremembered import list_unremembered


@dataclass(frozen=True)
class Asking:
    """One question; nothing of it is changed."""

    store: BaseStore
    user: User
    about: str
    language: Language
    now: datetime
    memory: StoredMemory
    pending: list[Proposal]
    events: list[Event]
    records: Mapping[str, ThreadRecord]
    """The user's threads, oldest first."""
    unremembered: frozenset[str]
    """Those of them that are not remembered."""

    @property
    def facts(self) -> list[Proposal]:
        """Return every fact that is known or waits; what only ends another is none."""
        return [*(a for a in self.memory.assertions if not is_retraction(a)), *self.pending]


async def read_asking(store: BaseStore, user: User, text: str, now: datetime, language: Language) -> Asking:
    """Return the question `text` with what is kept of its user. Raises what the store raises."""
    return Asking(
        store,
        user,
        asked_about(text),
        language,
        now,
        await load_memory(store, user.root),
        await list_pending(store, user.root),
        await list_events(store, user.root),
        {record["thread"]: record for record in await list_threads(store, user.root)},
        frozenset(one["thread"] for one in await list_unremembered(store, user.root)),
    )
