"""Vectors of the passages a process holds of a user, in the background."""

from collections.abc import Mapping

from langgraph.store.base import BaseStore

from memory.core import namespaces
from memory.core.recall.passages import Passage
from memory.core.recall.vector_docs import Said
from memory.core.recall.vectors import Embedding, Vector
from memory.models.embeddings import Embedder
from memory.service.recall.background import in_background
from memory.service.recall.meaning import embedding_of
from memory.service.recall.passage_index import PassageIndex
from memory.service.recall.vector_filling import Unread, fill_vectors
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
    entries = await in_background(index.without_vectors)
    unread = [
        Unread(
            (namespaces.vectors(root, passages[0].thread), passages[0].entry),
            {p.id: p.text for p in passages},
            said=_said(passages[0]) if indexed(embedding) else None,
        )
        for passages in entries
    ]

    async def take(made_by: Embedding, vectors: Mapping[str, tuple[str, Vector | None]]) -> None:
        await in_background(index.take_vectors, made_by, vectors)

    await fill_vectors(store, root, model, unread, embedding, take)


def _said(passage: Passage) -> Said:
    return {"thread": passage.thread, "entry": passage.entry, "depth": passage.depth}
