"""Vectors as the store keeps them: a byte a dimension, with the model that made them and a keyed hash of the text."""

import base64
import hmac
from collections.abc import Mapping
from typing import NotRequired, TypedDict

import numpy as np

from memory.core.ids import parse_key_time
from memory.core.language.times import day_of
from memory.core.recall.vectors import STEPS, Embedding, Vector, unit_vector

VECTORS_SCHEMA = 1


class Said(TypedDict):
    """Where an entry stands."""

    thread: str
    entry: str
    """Entry key."""
    depth: int


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
    said: NotRequired[Said]
    """Where what was said stands, when the store has a vector index."""
    said_at: NotRequired[int]
    """When, as `index_time`."""


def text_hash(text: str, key: str) -> str:
    """Return the hash by which a text's vector is known: another text, also one that was masked since, has another."""
    return hmac.digest(key.encode(), text.encode(), "sha256").hex()[:32]


def index_time(entry: str) -> int:
    """Return the time of an entry key in thousandths of a day since the year 1: stores compare it as a number or text.

    Nine digits from the year 274 to 2738.
    """
    return int(day_of(parse_key_time(entry)) * 1000)


def make_vectors(
    embedding: Embedding, vectors: Mapping[str, Vector | None], about: str | None = None, said: Said | None = None
) -> Vectors:
    """Return the document of vectors by `text_hash`; None: the model has no usable one of that text."""
    doc: Vectors = {
        "schema": VECTORS_SCHEMA,
        "model": embedding.model,
        "size": embedding.size,
        "vectors": {of: None if vector is None else packed(vector) for of, vector in vectors.items()},
    }
    if about is not None:
        doc["about"] = about
    return doc if said is None else placed(doc, said)


def placed(doc: Vectors, said: Said) -> Vectors:
    """Return the document of an entry's vectors that tells where it stands."""
    return {**doc, "said": said, "said_at": index_time(said["entry"])}


def vectors_in(doc: Vectors | None, embedding: Embedding) -> dict[str, Vector | None]:
    """Return the vectors of a document by `text_hash`; none when another model made them, or there is no document."""
    if doc is None or (doc["model"], doc["size"]) != (embedding.model, embedding.size):
        return {}
    return {of: None if text is None else unpacked(text, embedding.size) for of, text in doc["vectors"].items()}


def packed(vector: Vector) -> str:
    """Return a vector as text: base64 of its steps."""
    steps = np.round(vector * (STEPS / np.abs(vector).max())).astype(np.int8)
    return base64.b64encode(steps.tobytes()).decode()


def unpacked(text: str, size: int) -> Vector | None:
    """Return a vector at length 1 that was made text, None when it has another size."""
    return unit_vector(np.frombuffer(base64.b64decode(text), np.int8).astype(np.float32), size)
