"""Which of a user's conversations are not remembered."""

from collections.abc import Sequence
from typing import cast

from langgraph.store.base import BaseStore, GetOp, Item, PutOp

from memory.core import namespaces
from memory.core.forgetting.unremembered import UNREMEMBERED_SCHEMA, Unremembered
from memory.core.ids import encode_label
from memory.core.schema import readable
from memory.storage.listing import list_items
from memory.storage.ops import delete, put
from memory.storage.reads import got


def unremembered_op(root: str, told: Unremembered) -> PutOp:
    """Return the operation that notes that a conversation is not remembered."""
    return put(namespaces.unremembered(root), encode_label(told["thread"]), told)


def remembered_op(root: str, thread: str) -> PutOp:
    """Return the operation that takes that back."""
    return delete(namespaces.unremembered(root), encode_label(thread))


def unremembered_read(root: str, thread: str) -> GetOp:
    """Return the read behind `is_unremembered`."""
    return GetOp(namespaces.unremembered(root), encode_label(thread))


async def is_unremembered(store: BaseStore, root: str, thread: str) -> bool:
    """Tell whether a conversation is not remembered."""
    (result,) = await store.abatch([unremembered_read(root, thread)])
    return got(result) is not None


async def list_unremembered(store: BaseStore, root: str) -> list[Unremembered]:
    """Return what is noted of a user's conversations that are not remembered.

    Raises SchemaError: a newer Holdfast wrote one of them.
    """
    return unremembered_in(await list_items(store, namespaces.unremembered(root)))


def unremembered_in(items: Sequence[Item]) -> list[Unremembered]:
    """Return what was read as `list_unremembered` does."""
    return [cast("Unremembered", readable(i.value, UNREMEMBERED_SCHEMA, "unremembered conversation")) for i in items]
