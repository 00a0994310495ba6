"""Reads of whole namespaces."""

from langgraph.store.base import BaseStore, SearchItem, SearchOp

from memory.core.namespaces import Namespace
from memory.storage.reads import found

_FIRST_LIMIT = 10_000


async def list_items(store: BaseStore, namespace: Namespace, limit: int | None = None) -> list[SearchItem]:
    """Return the items in and under `namespace` by namespace and key; with `limit` the first so many.

    One statement reads them all: paging by offset loses rows that a write moves meanwhile.
    """
    ask = _FIRST_LIMIT
    while True:
        (rows,) = await store.abatch([SearchOp(namespace, limit=ask)])
        items = found(rows)
        if len(items) < ask:
            return sorted(items, key=lambda item: (item.namespace, item.key))[:limit]
        ask *= 10
