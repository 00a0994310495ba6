"""Vectors of the facts a process holds of a user, in the background."""

import asyncio
from collections.abc import Mapping
from functools import partial
from weakref import WeakKeyDictionary

from langgraph.store.base import BaseStore

from memory.core import namespaces
from memory.core.recall.index import RecallIndex
from memory.core.recall.vectors import Embedding, Vector
from memory.models.embeddings import Embedder
from memory.service.consolidation.single_flight import SingleFlight
from memory.service.facts.fact_index import Memory
from memory.service.recall.meaning import embedding_of
from memory.service.recall.vector_filling import Unread, fill_vectors

_filling: WeakKeyDictionary[RecallIndex, SingleFlight] = WeakKeyDictionary()


def start_filling(store: BaseStore, root: str, memory: Memory, model: Embedder) -> asyncio.Task[None] | None:
    """Begin to give the facts that can be recalled and have no vector of `model` theirs; None: all have one."""
    index, known = memory.index, {fact["id"]: fact["text"] for fact in (*memory.facts, *memory.archived)}
    without = set(index.without_vector())
    texts = {fact_id: text for fact_id, text in known.items() if fact_id in without}
    if not texts:
        return None
    flight = _filling.setdefault(index, SingleFlight("embed facts"))
    return flight.start(partial(_fill, store, root, index, texts, model))


async def _fill(store: BaseStore, root: str, index: RecallIndex, texts: Mapping[str, str], model: Embedder) -> None:
    async def take(made_by: Embedding, vectors: Mapping[str, tuple[str, Vector | None]]) -> None:
        usable = {fact_id: vector for fact_id, (_, vector) in vectors.items() if vector is not None}
        index.use_embedding(made_by)
        index.put_vectors(made_by.model, usable)

    unread = [Unread((namespaces.fact_vectors(root), i), {i: text}, about=i) for i, text in texts.items()]
    await fill_vectors(store, root, model, unread, await embedding_of(model), take)
