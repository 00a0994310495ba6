"""Vectors of the passages a process holds of a user, in the background."""

from collections.abc import Mapping, Sequence

from langgraph.store.base import BaseStore

from memory.core import namespaces
from memory.core.recall.passages import Passage
from memory.core.recall.vector_docs import Said
from memory.core.recall.vectors import Embedding, Vector
from memory.models.embeddings import Embedder
from memory.service.recall.background import in_background
from memory.service.recall.meaning import embedding_of
from memory.service.recall.passage_index import PassageIndex
from memory.service.recall.vector_filling import READ_AT_ONCE, Unread, fill_vectors
from memory.storage.vector_index import indexed


async def fill_passages(index: PassageIndex, store: BaseStore, root: str, model: Embedder) -> None:
    """Give the passages of `index` that have no vector of `model` theirs, the newest first (`fill_vectors`)."""
    if not len(index):
        return
    embedding = await embedding_of(model)
    if index.embedding != embedding:
        await in_background(index.use_embedding, embedding)
    if not index.uncompared:
        return

    async def take(made_by: Embedding, vectors: Mapping[str, tuple[str, Vector | None]]) -> None:
        await in_background(index.take_vectors, made_by, vectors)

    entries, placed = await in_background(index.without_vectors), indexed(embedding)
    for start in range(0, len(entries), READ_AT_ONCE):  # of many, only a few at a time have their texts here
        found = await in_background(index.passages_of, entries[start : start + READ_AT_ONCE])
        unread = [_unread(root, passages, placed=placed) for passages in found]
        await fill_vectors(store, root, model, unread, embedding, take)


def _unread(root: str, passages: Sequence[Passage], *, placed: bool) -> Unread:
    first = passages[0]
    place = namespaces.vectors(root, first.thread), first.entry
    return Unread(place, {p.id: p.text for p in passages}, said=_said(first) if placed else None)


def _said(passage: Passage) -> Said:
    return {"thread": passage.thread, "entry": passage.entry, "depth": passage.depth}
