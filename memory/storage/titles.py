"""Titles that users gave their conversations."""

from collections.abc import Sequence

from langgraph.store.base import BaseStore, GetOp, Item, PutOp, SearchItem

from memory.core import namespaces
from memory.core.ids import encode_label
from memory.core.schema import readable
from memory.core.transcript.titles import TITLE_SCHEMA, TitleDoc
from memory.storage.listing import list_items
from memory.storage.ops import delete, put
from memory.storage.reads import got


def title_op(root: str, thread: str, doc: TitleDoc | None) -> PutOp:
    """Return the operation that gives a conversation a title, None: that takes its own away."""
    place, key = namespaces.titles(root), encode_label(thread)
    return delete(place, key) if doc is None else put(place, key, doc)


async def list_titles(store: BaseStore, root: str) -> list[SearchItem]:
    """Return the titles of a user's conversations, as `title_of` reads them; the keys are labels of threads."""
    return await list_items(store, namespaces.titles(root))


async def read_titles(store: BaseStore, root: str, threads: Sequence[str]) -> dict[str, TitleDoc]:
    """Return the titles that these threads were given, by thread. Raises SchemaError."""
    place = namespaces.titles(root)
    ops = [GetOp(place, encode_label(thread)) for thread in threads]
    items = [got(result) for result in (await store.abatch(ops) if ops else [])]
    return {thread: title_of(item) for thread, item in zip(threads, items, strict=True) if item}


def title_of(item: Item) -> TitleDoc:
    """Return a stored title. Raises SchemaError: a newer Holdfast wrote it."""
    return readable(item.value, TITLE_SCHEMA, "title")  # type: ignore[return-value]  # schema 1 is this shape
