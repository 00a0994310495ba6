"""What a process has no room for: found by the store's own vector index, one passage at a time."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from langgraph.store.base import BaseStore

from memory.core import namespaces
from memory.core.recall.passages import Veil, passages_of
from memory.core.recall.search import Asked
from memory.core.recall.vector_docs import Said, Vectors, text_hash, vectors_in
from memory.core.recall.vectors import Embedding, Vector
from memory.core.transcript.entries import BUCKET_SIZE, Entry, Place
from memory.models.embeddings import Embedder
from memory.service.forgetting.veiling import trace_key
from memory.service.recall.background import in_background, steps
from memory.service.recall.meaning import embedding_of
from memory.service.recall.passage_loader import Conversation, before, conversations
from memory.service.recall.ready_passages import Guest, prepare
from memory.service.recall.vector_filling import Unread, fill_vectors
from memory.service.settings.settings import kept_days
from memory.storage.transcript_depths import read_depths
from memory.storage.transcript_read import read_path
from memory.storage.vector_index import indexed, nearest

FAR = 16
"""Entries that are looked up for a question, at most, each with the one before and after it."""


async def far_passages(store: BaseStore, root: str, veil: Veil, asked: Asked, until: str) -> list[Guest]:
    """Return the passages of entries up to the key `until` that are nearest to what is asked, with those around them.

    What left the active path, is hidden or no longer kept is not among them, nor anything of a temporary conversation;
    what reads otherwise than when its vector was made goes by its words. Raises what the store raises.
    """
    if asked.vector is None or asked.embedding is None:
        return []
    near: dict[str, list[Vectors]] = {}
    for doc in await nearest(store, root, asked.vector, until, FAR):
        near.setdefault(doc["said"]["thread"], []).append(doc)
    found = await asyncio.gather(*(_of(store, root, veil, asked.embedding, *one) for one in near.items()))
    start = kept_days().transcript_from(asked.now)
    return [guest for guests in found for guest in guests if start <= guest.passage.entry <= until]


async def _of(
    store: BaseStore, root: str, veil: Veil, embedding: Embedding, thread: str, near: Sequence[Vectors]
) -> list[Guest]:
    around = {doc["said"]["depth"] + away for doc in near for away in (-1, 0, 1)}
    record, entries = await read_depths(store, root, thread, around)
    if record is None or record.get("temporary"):
        return []
    vectors = {doc["said"]["entry"]: vectors_in(doc, embedding) for doc in near}
    return await asyncio.to_thread(_guests, entries, record["conversation"], veil, vectors, trace_key(root))


def _guests(
    entries: Sequence[Entry],
    conversation: str,
    veil: Veil,
    vectors: Mapping[str, Mapping[str, Vector | None]],
    key: str,
) -> list[Guest]:
    """Return the passages of entries; those of each run of them stand beside each other, and beside no others."""
    guests = []
    for number, run in enumerate(_runs(entries)):
        for passage, ready in (pair for one in prepare(run, conversation, veil) for pair in one.passages):
            item = replace(ready.item, thread=f"{passage.thread}/{number}")
            vector = vectors.get(passage.entry, {}).get(text_hash(passage.text, key))
            guests.append(Guest(passage, replace(ready, item=item), vector))
    return guests


def _runs(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    for _, run in groupby(enumerate(entries), key=lambda pair: pair[1]["depth"] - pair[0]):
        yield [entry for _, entry in run]


async def fill_far(store: BaseStore, root: str, veil: Veil, model: Embedder, until: str) -> None:
    """Make the vectors that entries up to the key `until` lack, newest conversation first, so that the index has them.

    Raises what the store and the model raise; what was made until then stays.
    """
    embedding = await embedding_of(model)
    if not indexed(embedding):
        return
    for one in await conversations(store, root):
        place: Place | None = one.head
        while place is not None:
            page = await read_path(store, root, one.thread, place, limit=place["depth"] % BUCKET_SIZE + 1)
            old = [entry for entry in page if entry["key"] <= until]
            unread = await in_background(_unread, root, one, old, veil)
            await fill_vectors(store, root, model, unread, embedding, _held_by_the_store)
            place = before(page)


def _unread(root: str, conversation: Conversation, entries: Sequence[Entry], veil: Veil) -> list[Unread]:
    place = namespaces.vectors(root, conversation.thread)
    texts = ((e, {p.id: p.text for p in passages_of(e, conversation.name, veil)}) for e in steps(entries))
    return [Unread((place, e["key"]), told, said=_said(e)) for e, told in texts if told]


def _said(entry: Entry) -> Said:
    return {"thread": entry["thread"], "entry": entry["key"], "depth": entry["depth"]}


async def _held_by_the_store(embedding: Embedding, vectors: Mapping[str, tuple[str, Vector | None]]) -> None:
    """Hold nothing in memory: there is no room."""
