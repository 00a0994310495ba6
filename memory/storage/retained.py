"""How far what was kept long enough in each thread of a user has been taken away."""

from langgraph.store.base import BaseStore, PutOp

from memory.core import namespaces
from memory.core.ids import encode_label
from memory.core.retention.keeping import RETAINED_SCHEMA, Retained
from memory.core.schema import readable
from memory.storage.listing import list_items
from memory.storage.ops import delete, put, write


async def list_retained(store: BaseStore, root: str) -> dict[str, Retained]:
    """Return what is known of each of a user's threads that was looked at, by its label."""
    return {item.key: _upgraded(item.value) for item in await list_items(store, namespaces.retained(root))}


def retained_op(root: str, known: Retained) -> PutOp:
    """Return the operation that writes what is known of a thread now."""
    return put(namespaces.retained(root), encode_label(known["thread"]), known)


async def forget_retained(store: BaseStore, root: str) -> None:
    """Have every thread of a user looked at again: something old may have come back."""
    items = await list_items(store, namespaces.retained(root))
    await write(store, [delete(item.namespace, item.key) for item in items])


def _upgraded(value: dict[str, object]) -> Retained:
    return readable(value, RETAINED_SCHEMA, "retained document")  # type: ignore[return-value]  # schema 1 is this shape
