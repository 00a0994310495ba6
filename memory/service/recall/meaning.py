"""The model by which recall compares meanings: which one it is, and the vector of a question within a time limit."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from time import perf_counter
from weakref import WeakKeyDictionary

from memory.core.errors import ModelError
from memory.core.recall.question import shortened
from memory.core.recall.recall_words import recall_words
from memory.core.recall.search import Asked
from memory.core.recall.vectors import Embedding, Vector
from memory.models.embeddings import Embedder, embedder
from memory.models.settings import NO_EMBEDDINGS, ModelSettings, read_model_settings
from memory.service.consolidation.single_flight import error_line, one_at_a_time

_log = logging.getLogger(__name__)


def current_embedder() -> Embedder | None:
    """Return the embedder the settings name; None: recall goes by words alone.

    Why it does is told in the log, once for each reason.
    """
    return _made(read_model_settings())[0]


def words_alone() -> str | None:
    """Return why recall goes by words alone although the settings want more, as a report tells it; else None."""
    return _made(read_model_settings())[1]


async def with_meaning(asked: Asked, model: Embedder, seconds: float) -> tuple[Asked, str | None]:
    """Return the question with its vector, and why it has none when the model is late or fails; never raises.

    A question without words has no meaning to look for.
    """
    if not recall_words(asked.text):
        return asked, None
    try:
        async with asyncio.timeout(seconds):
            embedding, vector = await model.question(shortened(asked.text))
    except TimeoutError:
        return asked, f"meaning: not ready within {seconds * 1000:g} ms, words alone counted"
    except ModelError as error:
        _log.warning("a question was looked for by words alone: %s", error_line(error))
        return asked, f"meaning: {error_line(error)}"
    return replace(asked, vector=vector, embedding=embedding), None


async def embed(
    model: Embedder, texts: Sequence[str], known: Embedding | None = None
) -> tuple[Embedding, list[Vector | None]]:
    """Return vectors of texts, at least one, a few at a time, in half of the time: the rest is for turns.

    Raises ModelError: the model cannot be reached or refuses, or its vectors are not `known`: then it is asked anew for
    what it makes (`embedding_of`).
    """
    vectors: list[Vector | None] = []
    for start in range(0, len(texts), model.at_once):
        async with one_at_a_time("embed", f"loop {id(asyncio.get_running_loop())}", ""):
            began = perf_counter()
            embedding, made = await model.texts(texts[start : start + model.at_once])
            vectors += made
            await asyncio.sleep(perf_counter() - began)
        if known is not None and embedding != known:
            _known.pop(model, None)
            raise ModelError(f"HOLDFAST_EMBEDDINGS: vectors have {embedding.size} dimensions, and had {known.size}.")
        known = embedding
    return embedding, vectors


async def embedding_of(model: Embedder) -> Embedding:
    """Return what vectors `model` makes; the first time it is asked for one, which loads an offline model.

    Raises ModelError: the model cannot be reached or refuses.
    """
    if model not in _known:
        _known[model], _ = await embed(model, ["hello"])
    return _known[model]


_known: WeakKeyDictionary[Embedder, Embedding] = WeakKeyDictionary()


@lru_cache(maxsize=4)
def _made(settings: ModelSettings) -> tuple[Embedder | None, str | None]:
    """Return the embedder, and why there is none although one is wanted; cached, so that a reason is told once."""
    if settings.embeddings == NO_EMBEDDINGS:
        _log.info("HOLDFAST_EMBEDDINGS is none: recall goes by words alone")
        return None, None
    try:
        return embedder(settings), None
    except ModelError as error:
        _log.warning("%s", error)
        return None, f"meaning: {error}"
