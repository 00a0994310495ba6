"""Reading single entries of an active path, wherever they stand in it."""

from collections.abc import Collection

from langgraph.store.base import BaseStore, GetOp, SearchOp

from memory.core import namespaces
from memory.core.ids import encode_label
from memory.core.transcript.entries import Entry, Place, bucket_of, upgrade_entry
from memory.core.transcript.transcript_docs import ThreadRecord
from memory.storage.reads import found, got
from memory.storage.transcript_read import head_place, read_path, thread_record


async def read_depths(
    store: BaseStore, root: str, thread: str, depths: Collection[int]
) -> tuple[ThreadRecord | None, list[Entry]]:
    """Return a thread's record, None when it has none, and the entries of its active path at `depths`, in order.

    A path has an entry at every depth up to its head's: one that stands there alone, on every branch, is on it. Only
    where several stand, the path is walked down from its head.
    """
    asked = sorted(depth for depth in set(depths) if depth >= 0)
    record, head, *rows = await store.abatch(
        [
            GetOp(namespaces.threads(root), encode_label(thread)),
            GetOp(namespaces.heads(root), encode_label(thread)),
            *(
                SearchOp(namespaces.transcript(root, thread, bucket_of(depth)), filter={"depth": depth}, limit=2)
                for depth in asked
            ),
        ]
    )
    known, end = got(record), got(head)
    if known is None or end is None:
        return None, []
    place = head_place(end.value)
    entries = [upgrade_entry(item.value) for result in rows for item in found(result)]
    standing = [entry for entry in entries if entry["depth"] <= place["depth"]]
    if len({entry["depth"] for entry in standing}) < len(standing):
        standing = await _walked(store, root, thread, place, asked)
    return thread_record(known.value), standing


async def _walked(store: BaseStore, root: str, thread: str, head: Place, depths: Collection[int]) -> list[Entry]:
    path = await read_path(store, root, thread, head, limit=head["depth"] - min(depths) + 1)
    return [entry for entry in path if entry["depth"] in depths]
