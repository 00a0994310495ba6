"""Vectors as the store keeps them: a byte a dimension, with the model that made them and a keyed hash of the text."""

import base64
import hmac
from collections.abc import Mapping
from typing import NotRequired, TypedDict

import numpy as np

from memory.core.recall.vectors import STEPS, Embedding, Vector, unit_vector

VECTORS_SCHEMA = 1


class Vectors(TypedDict):
    """The vectors of what one entry or one fact says."""

    schema: int
    model: str
    size: int
    """Dimensions of a vector."""
    vectors: dict[str, str | None]
    """By `text_hash` the vector's steps as base64, one signed byte a dimension; None: the text has no usable one."""
    about: NotRequired[str]
    """The fact's content id, of a fact."""


def text_hash(text: str, key: str) -> str:
    """Return the hash by which a text's vector is known: another text, also one that was masked since, has another."""
    return hmac.digest(key.encode(), text.encode(), "sha256").hex()[:32]


def make_vectors(embedding: Embedding, vectors: Mapping[str, Vector | None], about: str | None = None) -> Vectors:
    """Return the document of vectors by `text_hash`; None: the model has no usable one of that text."""
    doc: Vectors = {
        "schema": VECTORS_SCHEMA,
        "model": embedding.model,
        "size": embedding.size,
        "vectors": {of: None if vector is None else _packed(vector) for of, vector in vectors.items()},
    }
    return doc if about is None else {**doc, "about": about}


def vectors_in(doc: Vectors | None, embedding: Embedding) -> dict[str, Vector | None]:
    """Return the vectors of a document by `text_hash`; none when another model made them, or there is no document."""
    if doc is None or (doc["model"], doc["size"]) != (embedding.model, embedding.size):
        return {}
    return {of: None if packed is None else _unpacked(packed, embedding) for of, packed in doc["vectors"].items()}


def _packed(vector: Vector) -> str:
    steps = np.round(vector * (STEPS / np.abs(vector).max())).astype(np.int8)
    return base64.b64encode(steps.tobytes()).decode()


def _unpacked(packed: str, embedding: Embedding) -> Vector | None:
    return unit_vector(np.frombuffer(base64.b64decode(packed), np.int8).astype(np.float32), embedding.size)
