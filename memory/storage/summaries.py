"""Leaves and the running summary (the mailbox) of a thread."""

from collections.abc import Iterable
from typing import Any

from langgraph.store.base import BaseStore, GetOp, PutOp

from memory.core import namespaces
from memory.core.ids import encode_label
from memory.core.schema import readable
from memory.core.summary.summary_docs import SUMMARY_SCHEMA, Leaf, Summary, leaf_key
from memory.storage.listing import list_items
from memory.storage.ops import put, write
from memory.storage.reads import got


def summary_read(root: str, thread: str) -> GetOp:
    """Return the read behind `read_summary`."""
    return GetOp(namespaces.summary(root), encode_label(thread))


def upgrade_summary(value: dict[str, Any]) -> Summary:
    """Return a stored running summary in today's shape."""
    return readable(value, SUMMARY_SCHEMA, "summary")  # type: ignore[return-value]  # schema 1 is the Summary shape


async def read_summary(store: BaseStore, root: str, thread: str) -> Summary | None:
    """Return the running summary of a thread, None before its first fold."""
    (result,) = await store.abatch([summary_read(root, thread)])
    item = got(result)
    return upgrade_summary(item.value) if item else None


async def list_leaves(store: BaseStore, root: str, thread: str) -> list[Leaf]:
    """Return the leaves of every branch of a thread, by the time of their first entry."""
    items = await list_items(store, namespaces.leaves(root, thread))
    return [readable(item.value, SUMMARY_SCHEMA, "leaf") for item in items]  # type: ignore[misc]  # schema 1


def fold_ops(root: str, thread: str, leaves: Iterable[Leaf], summary: Summary | None) -> list[PutOp]:
    """Return the operations of one fold: new leaves and the running summary they merged into."""
    ops = [put(namespaces.leaves(root, thread), leaf_key(leaf), leaf) for leaf in leaves]
    if summary is not None:
        ops.append(put(namespaces.summary(root), encode_label(thread), summary))
    return ops


async def write_fold(
    store: BaseStore, root: str, thread: str, leaves: Iterable[Leaf] = (), summary: Summary | None = None
) -> None:
    """Write what `fold_ops` returns: all of it or nothing."""
    await write(store, fold_ops(root, thread, leaves, summary))
