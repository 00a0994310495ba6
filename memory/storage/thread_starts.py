"""When users' threads began and whether they went on, read a bounded part at a time: for a look over all of them."""

from datetime import datetime

from langgraph.store.base import BaseStore, SearchOp

from memory.core import namespaces
from memory.core.language.times import moment
from memory.core.schema import readable
from memory.core.transcript.transcript_docs import TRANSCRIPT_SCHEMA
from memory.storage.reads import found

_THREADS = 2_000
_TWO = 2


async def users_with_threads(store: BaseStore, most: int) -> list[str]:
    """Return the roots of users who have threads, at most so many."""
    ours, _, kind = namespaces.threads("any")
    listed = await store.alist_namespaces(prefix=(ours,), suffix=(kind,), limit=most)
    return [parts[1] for parts in listed if parts == namespaces.threads(parts[1])]


async def started(store: BaseStore, root: str) -> list[tuple[str, datetime]]:
    """Return a user's threads and when they began, at most 2,000; temporary ones are left out.

    Raises SchemaError: a newer version wrote them.
    """
    (rows,) = await store.abatch([SearchOp(namespaces.threads(root), limit=_THREADS)])
    records = [readable(item.value, TRANSCRIPT_SCHEMA, "thread record") for item in found(rows)]
    return [(str(r["thread"]), moment(str(r["created"]))) for r in records if not r.get("temporary")]


async def answered(store: BaseStore, root: str, thread: str) -> int:
    """Return how many messages of a thread were answered, counted up to 2."""
    (rows,) = await store.abatch([SearchOp(namespaces.answers(root, thread), limit=_TWO)])
    return len(found(rows))
