"""Threads due for consolidation: documents without text, in one namespace, so that nobody scans every user."""

from langgraph.store.base import BaseStore, PutOp

from memory.core.ids import encode_label
from memory.core.namespaces import DUE
from memory.storage.listing import list_items
from memory.storage.ops import delete, put, write


def due_op(root: str, thread: str) -> PutOp:
    """Return the operation that marks a thread due."""
    return put(DUE, _key(root, thread), {"root": root, "thread": thread})


async def mark_due(store: BaseStore, root: str, thread: str) -> None:
    """Mark a thread due; marked twice, it is due once."""
    await write(store, [due_op(root, thread)])


async def clear_due(store: BaseStore, root: str, thread: str) -> None:
    """Take the mark off a thread."""
    await write(store, [delete(DUE, _key(root, thread))])


async def list_due(store: BaseStore) -> list[tuple[str, str]]:
    """Return root and thread of everything due."""
    return [(item.value["root"], item.value["thread"]) for item in await list_items(store, DUE)]


def _key(root: str, thread: str) -> str:
    return f"{root}/{encode_label(thread)}"
