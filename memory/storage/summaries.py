"""Leaves and the running summary (the mailbox) of a thread."""

from collections.abc import Iterable
from typing import Any

from langgraph.store.base import BaseStore, GetOp, PutOp

from memory.core import namespaces
from memory.core.ids import encode_label
from memory.core.schema import readable
from memory.core.summary.summary_docs import RULES, SUMMARY_SCHEMA, Leaf, Summary, leaf_key
from memory.storage.listing import list_items
from memory.storage.ops import put, write
from memory.storage.reads import got

_BEFORE_2: dict[str, Any] = {"origins": {}, "by": RULES, "failed": 0}
_SUMMARY_BEFORE_2 = _BEFORE_2 | {"left_out": [], "turns": 0, "drift": 0.0, "repaired": 0.0, "fallbacks": 0}


def summary_read(root: str, thread: str) -> GetOp:
    """Return the read behind `read_summary`."""
    return GetOp(namespaces.summary(root), encode_label(thread))


def upgrade_summary(value: dict[str, Any]) -> Summary:
    """Return a stored running summary in today's shape: before schema 2 rules had written it all."""
    known = readable(value, SUMMARY_SCHEMA, "summary")
    return _SUMMARY_BEFORE_2 | known | {"schema": SUMMARY_SCHEMA}  # type: ignore[return-value]  # the Summary shape


def upgrade_leaf(value: dict[str, Any]) -> Leaf:
    """Return a stored leaf in today's shape; of an old one the user is taken to have said every other entry."""
    known = readable(value, SUMMARY_SCHEMA, "leaf")
    turns = (known["last"]["depth"] - known["first"]["depth"] + 2) // 2
    return _BEFORE_2 | {"turns": turns} | known | {"schema": SUMMARY_SCHEMA}  # type: ignore[return-value]  # as above


async def read_summary(store: BaseStore, root: str, thread: str) -> Summary | None:
    """Return the running summary of a thread, None before its first fold."""
    (result,) = await store.abatch([summary_read(root, thread)])
    item = got(result)
    return upgrade_summary(item.value) if item else None


async def list_leaves(store: BaseStore, root: str, thread: str) -> list[Leaf]:
    """Return the leaves of every branch of a thread, by the time of their first entry."""
    items = await list_items(store, namespaces.leaves(root, thread))
    return [upgrade_leaf(item.value) for item in items]


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
