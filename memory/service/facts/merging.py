"""Merging facts that say the same in other words, as two writers at once may leave them."""

from collections.abc import Sequence
from datetime import datetime
from uuid import uuid4

from langgraph.store.base import BaseStore

from memory.core.events.event_docs import Event, make_event
from memory.core.facts.alike import SAME, doubles, merged
from memory.core.facts.explanation import is_pinned
from memory.core.facts.facts import REMARK_SCHEMA, Assertion, Remark
from memory.core.language.text import content_hash
from memory.core.retention.archive import in_archive
from memory.storage.facts import load_memory, write_memory


async def merge_doubles(store: BaseStore, root: str, now: datetime) -> dict[str, str]:
    """Merge a user's facts in use that are alike, all at once; return the ids that went, each with where it went.

    The fact that stays gains the sources of the other and stays pinned if either was. Nothing is changed in place:
    every saying of the other is written anew as one of the fact that stays, and once more changes nothing.
    """
    memory = await load_memory(store, root)
    aside = in_archive(memory.archive, memory.assertions, memory.remarks)
    doubled = doubles(memory.assertions, now.isoformat(), aside)
    if not doubled:
        return {}
    pinned = {doubled[one] for one in doubled if is_pinned(one, memory.remarks, now.isoformat())}
    remarks: list[Remark] = [
        {"schema": REMARK_SCHEMA, "about": fact, "pinned": True, "by": "operator", "at": now.isoformat()}
        for fact in sorted(pinned)
        if not is_pinned(fact, memory.remarks, now.isoformat())
    ]
    events = [_event(gone, into, memory.assertions, now) for gone, into in doubled.items()]
    assertions = merged(memory.assertions, doubled)
    await write_memory(store, root, version=uuid4().hex, assertions=assertions, remarks=remarks, events=events)
    return doubled


def _event(gone: str, into: str, assertions: Sequence[Assertion], now: datetime) -> Event:
    """Return the event of a merge; it names the conversations of both facts, to be erased with any of them."""
    sources = [a["source"] for a in assertions if a["id"] in {gone, into}]
    threads = sorted({source["thread"] for source in sources if not source.get("erased")})
    detail = {"id": gone, "into": into, "reason": SAME, "threads": threads}
    return make_event("fact.merged", now, detail, content_hash([gone, into]))
