"""Images and files in the store: each once a user, with a note of every thread whose entries refer to it."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TypedDict

from langgraph.store.base import BaseStore, GetOp, PutOp, SearchOp

from memory.core import namespaces
from memory.core.language.times import moment
from memory.core.messages.blobs import Blob
from memory.core.schema import readable
from memory.storage.listing import list_items
from memory.storage.ops import delete, put, write
from memory.storage.reads import found, got

BLOB_SCHEMA = 1


class BlobDoc(TypedDict):
    """The bytes of one image or file; keyed by their SHA-256."""

    schema: int
    mime_type: str
    size: int
    """Bytes, decoded."""
    created: str
    """ISO time, UTC; of the newest message that brought it."""
    base64: str


class BlobUse(TypedDict):
    """Says that entries of a thread refer to a blob; keyed by its hash."""

    schema: int
    blob: str
    thread: str


def blob_ops(root: str, used: Iterable[str], brought: Mapping[str, Blob], now: datetime) -> list[PutOp]:
    """Return the operations that write those of `brought` (by hash) that are `used`.

    They belong into the batch that appends the entries which refer to them: that notes the use.
    """
    return [put(namespaces.blobs(root), name, _doc(brought[name], now)) for name in used if name in brought]


def use_ops(root: str, thread: str, used: Iterable[str]) -> list[PutOp]:
    """Return the operations that note which blobs entries of a thread refer to."""
    uses: list[BlobUse] = [{"schema": BLOB_SCHEMA, "blob": name, "thread": thread} for name in used]
    return [put(namespaces.blob_uses(root, thread), use["blob"], use) for use in uses]


async def read_blobs(store: BaseStore, root: str, hashes: Iterable[str]) -> dict[str, BlobDoc]:
    """Return those of a user's blobs that exist, by hash.

    Raises SchemaError: a newer Holdfast wrote one.
    """
    results = await store.abatch([GetOp(namespaces.blobs(root), name) for name in sorted(set(hashes))])
    return {item.key: _upgraded(item.value) for item in map(got, results) if item}


async def thread_blobs(store: BaseStore, root: str, thread: str) -> list[str]:
    """Return the hashes of all blobs that entries of a thread refer to."""
    return [item.key for item in await list_items(store, namespaces.blob_uses(root, thread))]


async def drop_blobs(
    store: BaseStore, root: str, thread: str, hashes: Iterable[str] | None = None, before: datetime | None = None
) -> int:
    """Delete the blobs that only `thread` refers to, and its notes of them; return how many blobs went.

    `hashes`: of those that it is to refer to no more; None: of all, for an erase of the thread. `before`: those that no
    message has brought since. It may be called again after a crash.
    """
    names = await thread_blobs(store, root, thread) if hashes is None else sorted(hashes)
    return sum([await _drop(store, root, name, thread, before) for name in names])


async def drop_unused(store: BaseStore, root: str, hashes: Iterable[str]) -> None:
    """Delete those of `hashes` that no thread refers to: for a batch of which only the blobs stayed."""
    for name in sorted(set(hashes)):
        await _drop(store, root, name)


async def _drop(
    store: BaseStore, root: str, name: str, thread: str | None = None, before: datetime | None = None
) -> bool:
    """Delete a blob and the note of `thread` about it, the note alone if another thread refers to it too."""
    notes = [delete(namespaces.blob_uses(root, thread), name)] if thread else []
    if await _is_used(store, root, name, thread):
        await write(store, notes)
        return False
    doc = (await read_blobs(store, root, [name])).get(name)
    if doc and before and moment(doc["created"]) >= before:
        return False
    await write(store, [*notes, delete(namespaces.blobs(root), name)])
    if doc and await _is_used(store, root, name, thread):  # a message brought it between the look and the delete
        await write(store, [put(namespaces.blobs(root), name, doc)])
        return False
    return doc is not None


async def _is_used(store: BaseStore, root: str, name: str, besides: str | None) -> bool:
    (rows,) = await store.abatch([SearchOp(namespaces.blob_uses(root), filter={"blob": name}, limit=2)])
    return any(item.value["thread"] != besides for item in found(rows))


def _doc(blob: Blob, now: datetime) -> BlobDoc:
    return {
        "schema": BLOB_SCHEMA,
        "mime_type": blob.mime_type,
        "size": blob.size,
        "created": now.isoformat(),
        "base64": blob.base64,
    }


def _upgraded(value: dict[str, object]) -> BlobDoc:
    return readable(value, BLOB_SCHEMA, "blob")  # type: ignore[return-value]  # schema 1 is this shape
