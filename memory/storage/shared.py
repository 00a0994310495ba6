"""Shared knowledge as it is stored: the items of a scope, and a version that every write changes."""

from collections.abc import Iterable, Sequence
from typing import Any

from langgraph.store.base import BaseStore, GetOp, Item, PutOp

from memory.core import namespaces
from memory.core.namespaces import VERSION_KEY
from memory.core.schema import readable
from memory.core.shared.items import SHARED_SCHEMA, SharedItem
from memory.storage.listing import list_items
from memory.storage.ops import delete, put, write
from memory.storage.reads import got


async def list_shared(store: BaseStore, scope: str) -> list[SharedItem]:
    """Return the items of a scope, oldest first. Raises SchemaError: a newer Holdfast wrote one."""
    items = [upgrade_shared(item.value) for item in await list_items(store, namespaces.shared(scope))]
    return sorted(items, key=lambda item: (item["added"], item["id"]))


async def read_shared(store: BaseStore, scope: str, item_id: str) -> SharedItem | None:
    """Return one item, None where there is none. Raises SchemaError."""
    (result,) = await store.abatch([GetOp(namespaces.shared(scope), item_id)])
    item = got(result)
    return upgrade_shared(item.value) if item else None


async def write_shared(
    store: BaseStore, scope: str, *, version: str, add: Iterable[SharedItem] = (), remove: Iterable[str] = ()
) -> None:
    """Write one change of a scope, all of it or nothing; what is removed leaves no vector behind.

    `version` must be a new one: readers notice the change by it.
    """
    gone = [delete(of(scope), item) for item in remove for of in (namespaces.shared, namespaces.shared_vectors)]
    added = [put(namespaces.shared(scope), item["id"], item) for item in add]
    await write(store, [*gone, *added, shared_version_op(scope, version)])


def shared_version_op(scope: str, version: str) -> PutOp:
    """Return the write of a scope's version."""
    return put(namespaces.shared_version(scope), VERSION_KEY, {"value": version})


def shared_version_read(scope: str) -> GetOp:
    """Return the read of a scope's version, which is not there before the first write."""
    return GetOp(namespaces.shared_version(scope), VERSION_KEY)


async def shared_versions(store: BaseStore, scopes: Sequence[str]) -> dict[str, str | None]:
    """Return the version of each scope, None where nothing was ever written."""
    results = await store.abatch([shared_version_read(scope) for scope in scopes])
    return {scope: shared_version_in(got(result)) for scope, result in zip(scopes, results, strict=True)}


def shared_version_in(item: Item | None) -> str | None:
    """Return the version that was read."""
    return None if item is None else str(item.value["value"])


def upgrade_shared(value: dict[str, Any]) -> SharedItem:
    """Return a stored item in today's shape."""
    return readable(value, SHARED_SCHEMA, "shared item")  # type: ignore[return-value]  # schema 1 is the SharedItem shape
