"""Writes: how a document becomes a store operation, and how a batch is written."""

from collections.abc import Iterable, Mapping
from typing import Any

from langgraph.store.base import BaseStore, PutOp

from memory.core.namespaces import Namespace
from memory.core.text import clean_value


def put(namespace: Namespace, key: str, value: Mapping[str, Any]) -> PutOp:
    """Return the operation that writes a cleaned copy of `value`; no store embeds it."""
    return PutOp(namespace, key, clean_value(dict(value)), index=False)


def delete(namespace: Namespace, key: str) -> PutOp:
    """Return the operation that deletes a document; a missing one is no error."""
    return PutOp(namespace, key, None)


async def write(store: BaseStore, ops: Iterable[PutOp]) -> None:
    """Write all of `ops` or none, as a batch of their own; of several on one document the last counts.

    They go in one order everywhere: on any store that locks rows, opposite orders would deadlock.
    """
    last = {(op.namespace, op.key): op for op in ops}
    if last:
        await store.abatch([last[at] for at in sorted(last)])
