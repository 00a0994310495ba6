"""The temporary conversations of everyone: documents without text, in one namespace, so nobody scans every user."""

from collections.abc import Sequence
from datetime import datetime

from langgraph.store.base import BaseStore, GetOp, PutOp

from memory.core import namespaces
from memory.core.ids import encode_label, parse_key_time
from memory.core.namespaces import TEMPORARY
from memory.storage.listing import list_items
from memory.storage.ops import put
from memory.storage.reads import got
from memory.storage.transcript_read import head_place

Thread = tuple[str, str]
"""Root and thread."""


def temporary_op(root: str, thread: str) -> PutOp:
    """Return the operation that lists a thread as temporary; an erase takes it off the list."""
    return put(TEMPORARY, f"{root}/{encode_label(thread)}", {"root": root, "thread": thread})


async def list_temporary(store: BaseStore) -> list[Thread]:
    """Return every temporary thread."""
    return [(item.value["root"], item.value["thread"]) for item in await list_items(store, TEMPORARY)]


async def newest_messages(store: BaseStore, threads: Sequence[Thread]) -> list[datetime | None]:
    """Return the time of the entry at each thread's head, None where there is none."""
    items = await store.abatch([GetOp(namespaces.heads(root), encode_label(thread)) for root, thread in threads])
    heads = [head_place(item.value) if item else None for item in map(got, items)]
    return [parse_key_time(head["key"]) if head else None for head in heads]
