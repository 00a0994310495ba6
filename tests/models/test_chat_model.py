import asyncio
import gc
import socket
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessageChunk
from langchain_openai import ChatOpenAI
from pydantic import SecretStr
from support.openai_server import ScriptedModel
from support.replies import Reply

from memory.core.errors import ModelError
from memory.models import chat
from memory.models.chat import chat_model, close_chat_models, context_window, explain_error
from memory.models.offline import OfflineChatModel
from memory.models.settings import ModelSettings

KEY = "sk-very-secret-1234567890"


@pytest.fixture(scope="module")
def endpoint() -> Iterator[ScriptedModel]:
    with ScriptedModel() as model:
        yield model


@pytest.fixture
def server(endpoint: ScriptedModel) -> ScriptedModel:
    endpoint.reset()
    return endpoint


@pytest.fixture(autouse=True)
async def _closed(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(chat, "DEFAULTS", replace(chat.DEFAULTS, model_retries=0, model_seconds=0.4))
    yield
    await close_chat_models()


def settings_for(server: ScriptedModel, key: str | None = KEY, fallback: str | None = None) -> ModelSettings:
    return ModelSettings("scripted", server.base_url, SecretStr(key) if key else None, fallback)


async def problem(settings: ModelSettings, name: str = "scripted") -> str:
    with pytest.raises(Exception) as caught:  # noqa: PT011  # the client's own error; what we make of it is tested
        async for _ in chat_model(name, settings).astream("你好"):
            pass
    text = str(explain_error(caught.value, name, settings))
    assert KEY not in text
    assert repr(name) in text
    return text


def test_offline_is_the_offline_model_whatever_the_base_url(server: ScriptedModel):
    assert isinstance(chat_model("offline", settings_for(server)), OfflineChatModel)


async def test_a_model_behind_a_base_url_streams_and_reports_its_usage(server: ScriptedModel):
    server.push(Reply("你好, hello there"))
    chunks = [c async for c in chat_model("scripted", settings_for(server)).astream("hi")]
    assert len(chunks) > 2
    whole = sum(chunks[1:], chunks[0])
    assert isinstance(whole, AIMessageChunk)
    assert whole.text == "你好, hello there"
    assert whole.usage_metadata is not None
    assert whole.usage_metadata["output_tokens"] > 0


@pytest.mark.parametrize("name", ["qwen2.5:0.5b", "anthropic/claude:free", "openai:scripted", "模型"])
async def test_an_endpoints_own_names_reach_it_and_the_openai_prefix_does_not(server: ScriptedModel, name: str):
    await chat_model(name, settings_for(server)).ainvoke("hi")
    assert server.requests[-1]["model"] == name.removeprefix("openai:")


async def test_the_key_for_openai_is_never_sent_to_another_base_url(
    server: ScriptedModel, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    server.api_key = "no-key"
    assert (await chat_model("scripted", settings_for(server, key=None)).ainvoke("!say ok")).text == "ok"


async def test_the_same_configuration_gives_the_same_client_and_a_changed_one_a_new(server: ScriptedModel):
    settings = settings_for(server)
    first = chat_model("scripted", settings)
    assert chat_model("scripted", settings_for(server)) is first
    assert chat_model("scripted", settings_for(server, key="another")) is not first
    assert chat_model("other", settings) is not first


async def test_the_number_of_clients_kept_is_bounded(server: ScriptedModel, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(chat, "CACHED_MODELS", 2)
    first = chat_model("a", settings_for(server))
    chat_model("b", settings_for(server))
    assert chat_model("a", settings_for(server)) is first
    chat_model("c", settings_for(server))
    assert chat_model("a", settings_for(server)) is first
    assert len(chat._loop_models()) == 2


def test_each_event_loop_has_clients_of_its_own_and_an_ended_one_leaves_none(server: ScriptedModel):
    async def ask() -> BaseChatModel:
        model = chat_model("scripted", settings_for(server))
        assert (await model.ainvoke("!say ok")).text == "ok"
        await close_chat_models()
        return model

    before = len(chat._by_loop)
    assert asyncio.run(ask()) is not asyncio.run(ask())
    gc.collect()
    assert len(chat._by_loop) <= before


async def test_a_refused_key_is_named_with_its_setting(server: ScriptedModel):
    server.api_key = "another"
    text = await problem(settings_for(server))
    assert "does not accept the key" in text
    assert "HOLDFAST_API_KEY" in text


async def test_an_unknown_model_is_named_with_its_setting(server: ScriptedModel):
    server.name = "another"
    text = await problem(settings_for(server))
    assert "was not found" in text
    assert "HOLDFAST_MODEL" in text


@pytest.mark.parametrize("field", ["fallback_model", "shorten_model", "summary_model", "extract_model"])
async def test_a_model_that_is_not_the_replys_is_named_with_the_setting_that_names_it(field: str):
    settings = replace(ModelSettings(model="openai:gpt-4o-mini"), **{field: "nobody:knows 无名"})
    with pytest.raises(ModelError, match=f"HOLDFAST_{field.upper()} as provider:model"):
        chat_model("nobody:knows 无名", settings)
    refused = str(explain_error(ConnectionError("gone"), "nobody:knows 无名", settings))
    assert "HOLDFAST_FALLBACK_MODEL names" not in refused


async def test_a_refused_request_tells_what_the_provider_said(server: ScriptedModel):
    server.push(Reply(status=400, message=f"此模型不支持工具 (key={KEY})"))
    text = await problem(settings_for(server))
    assert "refused the request" in text
    assert "此模型不支持工具" in text


async def test_too_long_a_context_points_to_the_budget(server: ScriptedModel):
    server.push(Reply(status=400, message="context_length_exceeded: maximum context length is 8192 tokens"))
    assert "Lower the context budget" in await problem(settings_for(server))


async def test_a_rate_limit_suggests_a_fallback_only_while_there_is_none(server: ScriptedModel):
    server.push(Reply(status=429), Reply(status=429))
    assert "HOLDFAST_FALLBACK_MODEL" in await problem(settings_for(server))
    assert "HOLDFAST_FALLBACK_MODEL" not in await problem(settings_for(server, fallback="offline"))


async def test_a_failing_server_is_told_from_a_refusal(server: ScriptedModel):
    server.push(Reply(status=500))
    assert "failed at 127.0.0.1" in await problem(settings_for(server))


async def test_a_silent_server_is_a_timeout(server: ScriptedModel):
    server.push(Reply("late", first_token_ms=1_500))
    assert "sent nothing for 0.4 seconds" in await problem(settings_for(server))


async def test_a_stream_that_falls_silent_midway_is_a_timeout(server: ScriptedModel):
    server.push(Reply("one two three four", token_ms=1_500))
    assert "sent nothing for" in await problem(settings_for(server))


async def test_a_stream_cut_midway_is_told_as_broken_off(server: ScriptedModel):
    server.push(Reply("one two three four five", die_after=2))
    assert "broke off midway" in await problem(settings_for(server))


async def test_an_unreachable_host_is_named_without_its_credentials():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    settings = ModelSettings("m", f"http://me:{KEY}@127.0.0.1:{port}/v1", SecretStr(KEY))
    text = await problem(settings, "m")
    assert f"cannot be reached at 127.0.0.1:{port}" in text
    assert "HOLDFAST_BASE_URL" in text


@pytest.mark.parametrize("name", ["nobody:some-model", "没有:模型", "just-a-name"])
def test_a_wrong_provider_says_how_to_write_one(name: str):
    with pytest.raises(ModelError, match="provider:model"):
        chat_model(name, ModelSettings(name))


def test_a_provider_whose_package_is_missing_names_the_package():
    with pytest.raises(ModelError, match="pip install langchain-cohere"):
        chat_model("cohere:command-r", ModelSettings())


def test_a_missing_key_names_both_variables():
    with pytest.raises(ModelError, match=r"HOLDFAST_API_KEY.*OPENAI_API_KEY"):
        chat_model("openai:gpt-4o-mini", ModelSettings())


async def test_a_provider_model_takes_the_key_from_its_own_variable_or_from_ours(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", "theirs")
    model = chat_model("openai:gpt-4o-mini", ModelSettings())
    assert isinstance(model, ChatOpenAI)
    assert model.model_name == "gpt-4o-mini"
    assert chat_model("openai:gpt-4o-mini", ModelSettings(api_key=SecretStr("ours"))) is not model


async def test_the_context_window_comes_from_the_profile_and_is_unknown_without_one():
    known = chat_model("openai:gpt-4o-mini", ModelSettings(api_key=SecretStr(KEY)))
    assert context_window(known, ModelSettings()) == 128_000
    assert context_window(OfflineChatModel(), ModelSettings()) is None


def test_an_explained_error_is_not_explained_again():
    error = ModelError("clear already")
    assert explain_error(error, "m", ModelSettings()) is error


@pytest.mark.parametrize(
    "secret",
    [
        "Incorrect API key provided: abcd1234efgh",
        "Authorization: Bearer abcd1234efgh",
        "https://host/v1?key=abcd1234efgh",
        "sk-abcd1234efgh is no key",
    ],
)
def test_what_looks_like_a_key_is_never_shown(secret: str):
    assert "abcd1234efgh" not in str(explain_error(RuntimeError(f"坏了: {secret}"), "m", ModelSettings()))


def test_an_unforeseen_error_still_names_itself_and_the_model():
    text = str(explain_error(ZeroDivisionError(), "甲:乙", ModelSettings()))
    assert "ZeroDivisionError" in text
    assert "甲:乙" in text
