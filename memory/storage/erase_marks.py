"""Marks of erases in the store. They are written past the guard of `ops.write`, which reads them."""

from datetime import datetime

from langgraph.store.base import BaseStore, PutOp

from memory.core.forgetting.erase_marks import MARK_SCHEMA, Mark
from memory.core.language.times import moment
from memory.core.namespaces import ERASURES
from memory.core.schema import readable
from memory.storage.listing import list_items
from memory.storage.ops import delete, put, write


def mark_op(key: str, mark: Mark) -> PutOp:
    """Return the operation that sets a mark."""
    return put(ERASURES, key, mark)


async def set_mark(store: BaseStore, key: str, mark: Mark) -> None:
    """Set a mark."""
    await store.abatch([mark_op(key, mark)])


async def unfinished(store: BaseStore) -> dict[str, Mark]:
    """Return by key the marks of erases that are not done."""
    marks = {item.key: _mark(item.value) for item in await list_items(store, ERASURES)}
    return {key: mark for key, mark in marks.items() if mark["phase"] != "done"}


async def drop_marks(store: BaseStore, before: datetime) -> None:
    """Delete the marks of erases that were done before a moment."""
    items = [item for item in await list_items(store, ERASURES) if _mark(item.value)["phase"] == "done"]
    await write(store, [delete(ERASURES, item.key) for item in items if moment(item.value["at"]) < before])


def _mark(value: dict[str, object]) -> Mark:
    return readable(value, MARK_SCHEMA, "mark of an erase")  # type: ignore[return-value]  # schema 1 is the Mark shape
