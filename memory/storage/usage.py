"""How often facts were of use, a document a thread."""

from typing import Any

from langgraph.store.base import BaseStore, GetOp, PutOp

from memory.core import namespaces
from memory.core.ids import encode_label
from memory.core.retention.usage import USAGE_SCHEMA, Usage
from memory.core.schema import readable
from memory.storage.listing import list_items
from memory.storage.ops import put


def usage_read(root: str, thread: str) -> GetOp:
    """Return the read of a thread's usage."""
    return GetOp(namespaces.usage(root), encode_label(thread))


def usage_op(root: str, label: str, usage: Usage) -> PutOp:
    """Return the operation that writes the usage of the thread with this label (`ids.encode_label`)."""
    return put(namespaces.usage(root), label, usage)


def upgrade_usage(value: dict[str, Any]) -> Usage:
    """Return a stored usage in today's shape."""
    return readable(value, USAGE_SCHEMA, "usage")  # type: ignore[return-value]  # schema 1 is the Usage shape


async def list_usage(store: BaseStore, root: str) -> dict[str, Usage]:
    """Return the usage of each of a user's threads, by the thread's label.

    Raises SchemaError: a newer Holdfast wrote one.
    """
    return {item.key: upgrade_usage(item.value) for item in await list_items(store, namespaces.usage(root))}
