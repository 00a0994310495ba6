"""A user's conversations, the one something was said in last first, without reading those of all times for a few.

A store that compares texts finds those of a stretch of time by itself; of another one all records are read, which are
short.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from langgraph.store.base import BaseStore, GetOp, SearchItem, SearchOp

from memory.core import namespaces
from memory.core.ids import encode_label
from memory.core.language.times import moment
from memory.core.transcript.transcript_docs import ThreadRecord
from memory.storage.listing import list_each
from memory.storage.reads import found, got
from memory.storage.transcript_read import head_time, thread_record

_FEW = 200
"""Conversations that are read at once however few are wanted."""
_DAYS = (1, 8, 64, 512)
_MARGIN = timedelta(seconds=1)
"""Stores compare texts in ways of their own where fractions of a second are left out."""


@dataclass(frozen=True)
class Said:
    """Conversations that are kept, without what is in them."""

    records: list[ThreadRecord]
    last_said: Mapping[str, datetime]
    """By thread, when its newest message was said; where it has none yet, when it began."""


async def newest_said(store: BaseStore, root: str, wanted: int, until: datetime | None) -> AsyncGenerator[Said, None]:
    """Yield the conversations in which something was last said until then, None: now; of ever longer stretches.

    Each holds all of its stretch, the last one all there are. `wanted`: how many are asked for.
    """
    threads = namespaces.threads(root)
    (first,) = await store.abatch([SearchOp(threads, limit=_FEW + 1)])
    if len(found(first)) > _FEW and getattr(store, "compares_text", False):
        async for since in _stretches(store, root, wanted, until):
            yield await _between(store, root, since, until)
    heads, records = await list_each(store, [namespaces.heads(root), threads])
    yield _said(records, {item.key: head_time(item.value) for item in heads})


async def said_in(store: BaseStore, root: str, threads: Sequence[str]) -> Said:
    """Return those of these threads that are kept conversations."""
    keys = [encode_label(thread) for thread in dict.fromkeys(threads)]
    records, heads = await _read(store, root, keys, keys)
    return _said(records, {item.key: head_time(item.value) for item in heads})


async def _stretches(store: BaseStore, root: str, wanted: int, until: datetime | None) -> AsyncIterator[datetime]:
    """Yield from when on to look: first from where about as many as are wanted lie."""
    if until is None:
        # Those written last: they tell since when a few were said, whatever else was said since.
        (rows,) = await store.abatch([SearchOp(namespaces.heads(root), limit=_FEW)])
        times = sorted((moment(head_time(item.value)) for item in found(rows)), reverse=True)
        if len(times) > wanted:
            yield times[wanted]
        until = times[0] if times else datetime.now(UTC)
    for days in _DAYS:
        yield until - timedelta(days=days)


async def _between(store: BaseStore, root: str, since: datetime, until: datetime | None) -> Said:
    bounds: dict[str, Any] = {"$gte": (since - _MARGIN).isoformat()}
    if until is not None:
        bounds["$lte"] = (until + _MARGIN).isoformat()
    heads, begun = await list_each(
        store,
        [namespaces.heads(root), namespaces.threads(root)],
        [{"time": bounds}, {"created": bounds}],
    )
    times = {item.key: head_time(item.value) for item in heads}
    known = {item.key for item in begun}
    others, more = await _read(store, root, sorted(times.keys() - known), sorted(known - times.keys()))
    times |= {item.key: head_time(item.value) for item in more}
    said = _said([*begun, *others], times)
    inside = [r for r in said.records if said.last_said[r["thread"]] >= since]
    return Said(inside, said.last_said)


async def _read(
    store: BaseStore, root: str, records: Sequence[str], heads: Sequence[str]
) -> tuple[list[Any], list[Any]]:
    """Return the records and the heads of threads by their labels, of those that have one."""
    ops = [GetOp(namespaces.threads(root), key) for key in records]
    ops += [GetOp(namespaces.heads(root), key) for key in heads]
    items = [got(result) for result in (await store.abatch(ops) if ops else [])]
    return [i for i in items[: len(records)] if i], [i for i in items[len(records) :] if i]


def _said(records: Sequence[SearchItem], times: Mapping[str, str]) -> Said:
    known = [(item.key, thread_record(item.value)) for item in records]
    kept = [(label, record) for label, record in known if not record.get("temporary")]
    last = {record["thread"]: moment(times.get(label, record["created"])) for label, record in kept}
    return Said([record for _, record in kept], last)
