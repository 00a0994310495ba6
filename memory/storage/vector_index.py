"""The store's own vector index: it holds the vectors that Holdfast made, and makes none itself.

A store embeds what is put within its writes and its queue of operations: there a slow model would delay every turn, and
one that fails would lose what was said. So what it is given to embed are vectors as text, and this is its embedder.
"""

from collections.abc import Sequence

import numpy as np
from langgraph.store.base import BaseStore, SearchOp
from langgraph.store.postgres.base import PostgresIndexConfig

from memory.core import namespaces
from memory.core.recall.vector_docs import Vectors, index_time, packed, unpacked
from memory.core.recall.vectors import Embedding, Vector
from memory.storage.location import vector_index_size
from memory.storage.reads import found
from memory.storage.vectors import upgrade_vectors


async def as_vectors(texts: Sequence[str]) -> list[list[float]]:
    """Return the vectors that texts are (`vector_docs.packed`): what langgraph.json names for `store.index.embed`.

    Raises ValueError: a text is none.
    """
    size = vector_index_size() or 0
    vectors = [unpacked(text, size) for text in texts]
    if any(vector is None for vector in vectors):
        raise ValueError(f"this index takes vectors of {size} dimensions that were made into text, and no other text")
    return np.array(vectors, np.float32).tolist()  # type: ignore[no-any-return]  # numpy's lists are untyped


def index_config() -> PostgresIndexConfig | None:
    """Return the index a store of ours is opened with, None without the setting. Raises InputError: it is wrong."""
    size = vector_index_size()
    if size is None:
        return None
    return {"dims": size, "embed": as_vectors, "fields": [], "ann_index_config": {"vector_type": "halfvec"}}


def indexed(embedding: Embedding) -> bool:
    """Tell whether the store's index takes the vectors of a model."""
    return embedding.size == vector_index_size()


async def nearest(store: BaseStore, root: str, question: Vector, until: str, limit: int) -> list[Vectors]:
    """Return the vectors of what a user said up to the entry key `until` that are nearest to a question's.

    At most `limit`; none where the store's index has another size, or it has none.
    """
    if len(question) != vector_index_size():
        return []
    op = SearchOp(
        namespaces.vectors(root),
        query=packed(question),
        filter={"said_at": {"$lte": index_time(until)}},
        limit=limit,
    )
    (result,) = await store.abatch([op])
    near = [upgrade_vectors(item.value) for item in found(result) if item.score is not None]
    return [doc for doc in near if doc["said"]["entry"] <= until]
