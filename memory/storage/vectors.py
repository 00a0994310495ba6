"""Vectors of what was said and of facts, a document for each entry and fact; made anew when they are missing."""

from collections.abc import Sequence
from typing import Any

from langgraph.store.base import BaseStore, GetOp, PutOp

from memory.core.namespaces import Namespace
from memory.core.recall.vector_docs import VECTORS_SCHEMA, Vectors
from memory.core.schema import readable
from memory.storage.ops import put
from memory.storage.reads import got

Place = tuple[Namespace, str]
"""Namespace and key of a document."""


async def read_vectors(store: BaseStore, places: Sequence[Place]) -> list[Vectors | None]:
    """Return the documents at `places`, None where there is none.

    Raises SchemaError: a newer Holdfast wrote one.
    """
    items = [got(result) for result in await store.abatch([GetOp(*place) for place in places])] if places else []
    return [upgrade_vectors(item.value) if item else None for item in items]


def vectors_op(place: Place, doc: Vectors) -> PutOp:
    """Return the operation that writes the vectors of an entry or a fact; the store's own index takes an entry's."""
    op = put(*place, doc)
    return op._replace(index=["vectors.*"]) if "said" in doc else op


def upgrade_vectors(value: dict[str, Any]) -> Vectors:
    """Return stored vectors in today's shape."""
    return readable(value, VECTORS_SCHEMA, "vectors")  # type: ignore[return-value]  # schema 1 is the Vectors shape
