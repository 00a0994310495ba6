"""Conversations written into a store as the turns of an agent would."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from langgraph.store.base import BaseStore

from memory.core import namespaces
from memory.core.facts.facts import FACT_SCHEMA, SELF, TOMBSTONE_SCHEMA, Assertion, Tombstone
from memory.core.ids import encode_label
from memory.core.transcript.entries import Entry, Place, Role, make_entry, place_of
from memory.core.transcript.transcript_docs import TRANSCRIPT_SCHEMA, ThreadRecord
from memory.storage.ops import put, write
from memory.storage.transcript_write import append

START = datetime(2026, 3, 1, 9, tzinfo=UTC)
NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)


@dataclass
class Conversation:
    """A thread that is written to message by message."""

    store: BaseStore
    root: str
    thread: str
    entries: list[Entry] = field(default_factory=list)
    start: datetime = START

    async def say(self, *texts: str, role: Role = "user", after: Place | None = None) -> list[Entry]:
        """Append messages after `after`, or after what was said last, and move the head to the last."""
        said: list[Entry] = []
        for text in texts:
            parent = place_of(said[-1]) if said else after or (place_of(self.entries[-1]) if self.entries else None)
            number = len(self.entries) + len(said)
            seen = self.start + timedelta(seconds=number)
            said.append(
                make_entry({"id": f"{self.thread}-{number}", "role": role, "content": text}, self.thread, parent, seen)
            )
        self.entries += said
        record: ThreadRecord = {
            "schema": TRANSCRIPT_SCHEMA,
            "thread": self.thread,
            "conversation": f"about {self.thread}",
            "created": self.start.isoformat(),
        }
        await append(self.store, self.root, self.thread, said, head=place_of(said[-1]), record=record)
        return said

    async def make_temporary(self) -> None:
        """Mark the thread as one of which nothing is kept."""
        record = {"schema": TRANSCRIPT_SCHEMA, "thread": self.thread, "conversation": self.thread, "temporary": True}
        record["created"] = self.start.isoformat()
        await write(self.store, [put(namespaces.threads(self.root), encode_label(self.thread), record)])


def a_fact(name: str, text: str, *, importance: float = 0.5) -> Assertion:
    """Return an approved fact of the collection."""
    return {
        "schema": FACT_SCHEMA,
        "id": name,
        "text": text,
        "kind": "event",
        "slot": None,
        "value": None,
        "subject": SELF,
        "quote": text,
        "source": {"thread": "t", "conversation": "c", "message": "m", "entry": "e"},
        "said_by": "user",
        "explicit": True,
        "grounded": True,
        "confidence": 1.0,
        "importance": importance,
        "importance_parts": {},
        "sensitivity": "normal",
        "observed_at": START.isoformat(),
        "valid_from": None,
        "valid_until": None,
        "time_zone": "UTC",
        "approved_at": START.isoformat(),
    }


def a_tombstone(content: str, entry: str, *stretches: tuple[int, int]) -> Tombstone:
    """Return a tombstone with one source entry, of which `stretches` are masked."""
    return {
        "schema": TOMBSTONE_SCHEMA,
        "content": content,
        "slot": None,
        "masks": [{"entry": entry, "start": start, "end": end} for start, end in stretches],
        "entries": [entry],
        "threads": [],
        "forgotten_at": NOW.isoformat(),
    }
