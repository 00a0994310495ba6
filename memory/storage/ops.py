"""Writes: how a document becomes a store operation, and how a batch is written."""

from collections.abc import Iterable, Mapping
from typing import Any

from langgraph.store.base import BaseStore, PutOp

from memory.core.errors import ErasedError
from memory.core.language.text import clean_value
from memory.core.namespaces import Namespace
from memory.storage.erase_guard import late_writes, marks_of


def put(namespace: Namespace, key: str, value: Mapping[str, Any]) -> PutOp:
    """Return the operation that writes a cleaned copy of `value`; no store embeds it."""
    return PutOp(namespace, key, clean_value(dict(value)), index=False)


def delete(namespace: Namespace, key: str) -> PutOp:
    """Return the operation that deletes a document; a missing one is no error."""
    return PutOp(namespace, key, None)


async def write(store: BaseStore, ops: Iterable[PutOp]) -> None:
    """Write all of `ops` or none, as a batch of their own; of several on one document the last counts.

    They go in one order everywhere: on any store that locks rows, opposite orders would deadlock. Raises ErasedError:
    they belong to a user or a conversation that was erased meanwhile; what they wrote is gone again.
    """
    last = {(op.namespace, op.key): op for op in ops}
    if not last:
        return
    puts = [last[at] for at in sorted(last)]
    looks = marks_of(puts)
    results = await store.abatch([*looks, *puts])  # in one batch: nobody can set a mark in between
    if late := late_writes(puts, results[: len(looks)]):
        await store.abatch([delete(op.namespace, op.key) for op in late])
        raise ErasedError("This was erased while it was being written: nothing of it was kept. Begin anew.")
