"""How far a model has looked for facts: its cursor in each thread, and the threads with entries past it."""

from langgraph.store.base import BaseStore, GetOp, PutOp

from memory.core import namespaces
from memory.core.ids import encode_label
from memory.core.model_extraction.extraction_docs import EXTRACTION_SCHEMA, NOTHING_READ, Extraction
from memory.core.namespaces import CURSOR_KEY, UNREAD
from memory.core.schema import readable
from memory.storage.listing import list_items
from memory.storage.ops import delete, put, write
from memory.storage.reads import got


async def read_extraction(store: BaseStore, root: str, thread: str) -> Extraction:
    """Return where extraction stands in a thread.

    Raises SchemaError: a newer Holdfast wrote it.
    """
    (result,) = await store.abatch([GetOp(namespaces.extraction(root, thread), CURSOR_KEY)])
    item = got(result)
    if item is None:
        return NOTHING_READ
    return readable(item.value, EXTRACTION_SCHEMA, "extraction cursor")  # type: ignore[return-value]  # schema 1


def extraction_op(root: str, thread: str, extraction: Extraction) -> PutOp:
    """Return the operation that writes where extraction stands."""
    return put(namespaces.extraction(root, thread), CURSOR_KEY, extraction)


def unread_op(root: str, thread: str) -> PutOp:
    """Return the operation that lists a thread as one with entries a model has yet to read."""
    return put(UNREAD, _key(root, thread), {"root": root, "thread": thread})


async def clear_unread(store: BaseStore, root: str, thread: str) -> None:
    """Take a thread off that list."""
    await write(store, [delete(UNREAD, _key(root, thread))])


async def is_unread(store: BaseStore, root: str, thread: str) -> bool:
    """Tell whether a thread is on that list."""
    (result,) = await store.abatch([GetOp(UNREAD, _key(root, thread))])
    return got(result) is not None


async def list_unread(store: BaseStore) -> list[tuple[str, str]]:
    """Return root and thread of everything on that list."""
    return [(item.value["root"], item.value["thread"]) for item in await list_items(store, UNREAD)]


def _key(root: str, thread: str) -> str:
    return f"{root}/{encode_label(thread)}"
