"""Takes away what was kept for as long as the operator's settings say: events, and facts in the archive."""

from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from langgraph.store.base import BaseStore, PutOp

from memory.core import namespaces
from memory.core.events.event_docs import make_event
from memory.core.facts.identity import assertion_key
from memory.core.forgetting.retelling import endings
from memory.core.retention.archive import archive_key
from memory.core.retention.keeping import past_events, past_facts
from memory.core.retention.usage import without_facts
from memory.service.settings.settings import kept_days
from memory.storage.events import event_ops, list_events
from memory.storage.facts import StoredMemory, load_memory, memory_ops, remark_key
from memory.storage.ops import delete, write
from memory.storage.usage import list_usage, usage_op

MOST = 1_000
"""Events, and facts, of one user that go in one run; the next takes the rest."""


@dataclass(frozen=True)
class Expired:
    """What went."""

    events: int = 0
    facts: int = 0


async def expire(store: BaseStore, root: str, now: datetime) -> Expired:
    """Take away what was kept long enough, in one write with the event that tells it; return what that was.

    An archived fact goes with its sayings and what was noted about it, and leaves no tombstone: told anew it is a fact
    again. What it had ended stays ended. Raises InputError (a setting), SchemaError and what the store raises.
    """
    days = kept_days()
    if days.for_ever:
        return Expired()
    memory = await load_memory(store, root)
    gone = past_facts(memory.assertions, memory.archive, memory.remarks, days, now, MOST)
    events = past_events(await list_events(store, root) if days.events else [], days, now, MOST)
    if not gone and not events:
        return Expired()
    done = Expired(len(events), len(gone))
    told = make_event("retention.applied", now, {"events": done.events, "facts": done.facts}, uuid4().hex[:16])
    facts = await _without(store, root, memory, set(gone), now) if gone else []
    old = [delete(namespaces.events(root), event["id"]) for event in events]
    await write(store, [*facts, *old, *event_ops(root, [told])])
    return done


async def _without(store: BaseStore, root: str, memory: StoredMemory, gone: set[str], now: datetime) -> list[PutOp]:
    sayings = [a for a in memory.assertions if a["id"] in gone]
    return [
        *memory_ops(
            root,
            version=uuid4().hex,
            assertions=endings(memory.assertions, sayings, now.isoformat()),
            delete=[
                *((namespaces.facts(root), assertion_key(a)) for a in sayings),
                *((namespaces.remarks(root), remark_key(r)) for r in memory.remarks if r["about"] in gone),
                *((namespaces.archive(root), archive_key(m)) for m in memory.archive if m["about"] in gone),
                *((namespaces.fact_vectors(root), one) for one in sorted(gone)),
            ],
        ),
        *(
            usage_op(root, label, without_facts(usage, gone))
            for label, usage in (await list_usage(store, root)).items()
            if gone & set(usage["facts"])
        ),
    ]
