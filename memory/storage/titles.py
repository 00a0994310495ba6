"""Titles that users gave their conversations."""

from langgraph.store.base import BaseStore, PutOp, SearchItem

from memory.core import namespaces
from memory.core.ids import encode_label
from memory.core.schema import readable
from memory.core.transcript.titles import TITLE_SCHEMA, TitleDoc
from memory.storage.listing import list_items
from memory.storage.ops import delete, put


def title_op(root: str, thread: str, doc: TitleDoc | None) -> PutOp:
    """Return the operation that gives a conversation a title, None: that takes its own away."""
    place, key = namespaces.titles(root), encode_label(thread)
    return delete(place, key) if doc is None else put(place, key, doc)


async def list_titles(store: BaseStore, root: str) -> list[SearchItem]:
    """Return the titles of a user's conversations, as `title_of` reads them; the keys are labels of threads."""
    return await list_items(store, namespaces.titles(root))


def title_of(item: SearchItem) -> TitleDoc:
    """Return a stored title. Raises SchemaError: a newer Holdfast wrote it."""
    return readable(item.value, TITLE_SCHEMA, "title")  # type: ignore[return-value]  # schema 1 is this shape
