"""Recall with a provider's embeddings, over HTTP as OpenAI speaks it: right vectors, changes, and none that spoil."""

import contextlib
import logging
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from support.conversations import NOW, Conversation
from support.embeddings_endpoint import EmbeddingsEndpoint, nan_at_first, serving_embeddings

from memory.core.errors import ModelError
from memory.core.recall.question import QUESTION_CHARS
from memory.core.recall.vectors import Embedding
from memory.models.embeddings import Embedder
from memory.service.facts.fact_index import NO_FACTS
from memory.service.recall.meaning import current_embedder
from memory.service.recall.passage_search import CONVERSATIONS
from memory.service.recall.recall import Recall, recall
from memory.storage.listing import list_items

ROOT = "ann--0"
DOG, HOME, KEY = "My dog is called Rex", "我住在里斯本", "The spare key is under the pot"
MODEL = "openai:some-model"


@pytest.fixture(scope="module")
def _serving() -> Iterator[EmbeddingsEndpoint]:
    with serving_embeddings() as endpoint:
        yield endpoint


@pytest.fixture
def endpoint(_serving: EmbeddingsEndpoint, monkeypatch: pytest.MonkeyPatch) -> EmbeddingsEndpoint:
    """The endpoint, as new, set for this process."""
    url = _serving.url
    _serving.__init__()  # type: ignore[misc]  # as new; it is served on
    _serving.url = url
    use(monkeypatch, _serving, MODEL)
    return _serving


def use(monkeypatch: pytest.MonkeyPatch, endpoint: EmbeddingsEndpoint, name: str) -> None:
    values = {"HOLDFAST_EMBEDDINGS": name, "OPENAI_BASE_URL": endpoint.url, "OPENAI_API_KEY": "a-key-for-tests"}
    for setting, value in values.items():
        monkeypatch.setenv(setting, value)
    # The settings are the same for each test: each asks a model that was never asked before.
    monkeypatch.setattr("memory.service.recall.meaning._known", {})


def model() -> Embedder:
    made = current_embedder()
    assert made is not None
    return made


async def ask(store: BaseStore, question: str, **changed: Any) -> Recall:
    wanted = {"others": True, "in_view": None, "deadline_ms": 9_000, "max_facts": 0, "max_passages": 4, **changed}
    return await recall(store, ROOT, "here", question, now=NOW, memory=NO_FACTS, **wanted)


async def settled(store: BaseStore) -> None:
    """Wait until all has been given the vectors it gets."""
    await CONVERSATIONS.look(store, ROOT, NO_FACTS, model()).settle()


def texts(found: Recall) -> list[str]:
    return [passage.text for passage in found.passages]


async def stored(store: BaseStore) -> set[tuple[str, int, bool]]:
    """Return model, size and whether there is a vector, of all that is stored."""
    docs = [item.value for item in await list_items(store, ("users", ROOT, "vectors"))]
    return {(doc["model"], doc["size"], one is not None) for doc in docs for one in doc["vectors"].values()}


async def test_a_provider_is_sent_texts_and_its_vectors_are_taken_at_length_one(endpoint: EmbeddingsEndpoint):
    embedding, vectors = await model().texts([DOG, HOME, "今天吃花生"])
    _, asked = await model().question("猫")
    assert embedding == Embedding(MODEL, 8)
    assert asked is not None
    known = [vector for vector in vectors if vector is not None]
    assert [round(float(np.linalg.norm(vector)), 4) for vector in known] == [1.0] * 3
    assert [float(asked @ vector) > 0.9 for vector in known] == [True, False, False]
    assert endpoint.seen("some-model") == [DOG, HOME, "今天吃花生", "猫"]


async def test_what_shares_no_word_is_found_by_a_providers_vectors(endpoint: EmbeddingsEndpoint):
    store = InMemoryStore()
    await Conversation(store, ROOT, "pets").say(DOG, HOME, KEY)
    await settled(store)
    assert texts(await ask(store, "宠物叫什么名字？"))[0] == DOG
    assert texts(await ask(store, "Which apartment was it?"))[0] == HOME
    assert await stored(store) == {(MODEL, 8, True)}


async def test_another_model_or_another_size_makes_all_anew_while_words_go_on(
    endpoint: EmbeddingsEndpoint, monkeypatch: pytest.MonkeyPatch
):
    store = InMemoryStore()
    talk = Conversation(store, ROOT, "pets")
    await talk.say(DOG, HOME, KEY)
    await settled(store)
    use(monkeypatch, endpoint, "openai:another-model")
    assert texts(await ask(store, "spare key"))[0] == KEY
    await settled(store)
    assert await stored(store) == {("openai:another-model", 8, True)}
    assert texts(await ask(store, "puppy"))[0] == DOG
    endpoint.size = 12
    await talk.say("and a cat")
    assert texts(await ask(store, "spare key"))[0] == KEY
    with contextlib.suppress(ModelError):  # "vectors have 12 dimensions, and had 8", told in the turn's report too
        await settled(store)
    await settled(store)
    assert await stored(store) == {("openai:another-model", 12, True)}
    assert set(texts(await ask(store, "puppy"))[:2]) == {DOG, "and a cat"}


@pytest.mark.parametrize(
    "spoiled",
    [lambda vector: [0.0] * len(vector), nan_at_first, lambda vector: vector[:5]],
    ids=["zero", "nan", "short"],
)
async def test_a_zero_a_nan_and_a_wrong_sized_vector_are_never_stored(
    endpoint: EmbeddingsEndpoint, spoiled: Callable[[list[float]], list[float]]
):
    endpoint.spoil = lambda text, vector: spoiled(vector) if "Rex" in text else vector
    store = InMemoryStore()
    await Conversation(store, ROOT, "pets").say(DOG, HOME, KEY)
    await settled(store)
    assert await stored(store) == {(MODEL, 8, True), (MODEL, 8, False)}
    assert texts(await ask(store, "is Rex my dog"))[0] == DOG
    assert DOG not in texts(await ask(store, "puppy"))


async def test_a_refusal_is_told_with_the_setting_and_words_go_on(
    endpoint: EmbeddingsEndpoint, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    store = InMemoryStore()
    await Conversation(store, ROOT, "pets").say(DOG, KEY)
    await settled(store)
    endpoint.status = 401
    with caplog.at_level(logging.WARNING):
        found = await ask(store, "spare key")
    assert texts(found)[0] == KEY
    assert "HOLDFAST_EMBEDDINGS" in found.degraded[0]
    assert "Check HOLDFAST_API_KEY" not in found.degraded[0]


async def test_of_an_endless_question_only_what_is_looked_for_is_sent(endpoint: EmbeddingsEndpoint):
    store = InMemoryStore()
    await Conversation(store, ROOT, "pets").say(DOG)
    await settled(store)
    await ask(store, "puppy 小狗 " * 20_000)
    assert max(map(len, endpoint.seen("some-model"))) <= QUESTION_CHARS + 1
