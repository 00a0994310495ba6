"""Reads of whole namespaces."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from langgraph.store.base import BaseStore, SearchItem, SearchOp

from memory.core.namespaces import Namespace
from memory.storage.reads import found

_FIRST_LIMIT = 10_000


async def list_items(store: BaseStore, namespace: Namespace, limit: int | None = None) -> list[SearchItem]:
    """Return the items in and under `namespace` by namespace and key; with `limit` the first so many."""
    (items,) = await list_each(store, [namespace])
    return items[:limit]


async def list_each(
    store: BaseStore, namespaces: Sequence[Namespace], filters: Sequence[dict[str, Any] | None] = ()
) -> list[list[SearchItem]]:
    """Return the items in and under each of `namespaces` by namespace and key, all read in one batch.

    `filters`: what the values of each must be, as `SearchOp` takes it; none: all. One statement reads all of one:
    paging by offset loses rows that a write moves meanwhile.
    """
    ask = _FIRST_LIMIT
    while True:
        listed = [
            found(rows)
            for rows in await store.abatch(
                [SearchOp(one, filter=which, limit=ask) for one, which in zip_longest(namespaces, filters)]
            )
        ]
        if all(len(items) < ask for items in listed):
            return [sorted(items, key=lambda item: (item.namespace, item.key)) for items in listed]
        ask *= 10
