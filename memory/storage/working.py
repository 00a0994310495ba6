"""Working memory of one user: the entries of each thread's task."""

from collections.abc import Mapping
from typing import Any

from langgraph.store.base import BaseStore, PutOp, SearchItem

from memory.core import namespaces
from memory.core.working import WorkingItem
from memory.storage.listing import list_items
from memory.storage.ops import delete, put


async def list_working(store: BaseStore, root: str, thread: str) -> dict[str, Mapping[str, Any]]:
    """Return the stored entries of a thread's task by key, those that have expired too."""
    return {item.key: item.value for item in await list_items(store, namespaces.working(root, thread))}


async def list_all_working(store: BaseStore, root: str) -> list[SearchItem]:
    """Return the stored entries of all of a user's threads."""
    return await list_items(store, namespaces.working(root))


def working_op(root: str, thread: str, key: str, item: WorkingItem) -> PutOp:
    """Return the operation that sets an entry."""
    return put(namespaces.working(root, thread), key, item)


def clear_op(root: str, thread: str, key: str) -> PutOp:
    """Return the operation that deletes an entry; a missing one is no error."""
    return delete(namespaces.working(root, thread), key)
