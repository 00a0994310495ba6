"""Vectors of the passages a process holds of a user, in the background."""

import asyncio

from langgraph.store.base import BaseStore

from memory.core import namespaces
from memory.models.embeddings import Embedder
from memory.service.recall.meaning import embedding_of
from memory.service.recall.passage_index import PassageIndex
from memory.service.recall.vector_filling import Unread, fill_vectors


async def fill_passages(index: PassageIndex, store: BaseStore, root: str, model: Embedder) -> None:
    """Give the passages of `index` that have no vector of `model` theirs, the newest first (`fill_vectors`)."""
    if not len(index):
        return
    embedding = await embedding_of(model)
    await asyncio.to_thread(index.use_embedding, embedding)
    if not index.uncompared:
        return
    entries = await asyncio.to_thread(index.without_vectors)
    unread = [
        Unread((namespaces.vectors(root, passages[0].thread), passages[0].entry), {p.id: p.text for p in passages})
        for passages in entries
    ]
    await fill_vectors(store, root, model, unread, embedding, index.take_vectors)
