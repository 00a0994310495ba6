"""The prompt as LangChain's own integration puts it into requests of OpenAI's two APIs."""

from typing import Any

import pytest
from hypothesis import given, settings
from langchain_core.messages import AIMessage, AnyMessage, SystemMessage
from langchain_openai import ChatOpenAI
from support.blocks import block_histories
from support.histories import call, message, result
from support.validity_openai import chat_problems, responses_problems

from memory.core.messages.blobs import changed_blocks, is_reference, put_back
from memory.core.messages.provider_form import for_providers
from memory.core.messages.repair import repaired
from memory.core.transcript.entries import Message
from memory.models.chat import explain_error
from memory.models.settings import ModelSettings
from memory.service.turn.messages import as_shown, for_model, to_langchain, written_by

CHAT = ChatOpenAI(model="gpt-4o", api_key="none")  # type: ignore[arg-type]  # pydantic makes a secret of it
RESPONSES = ChatOpenAI(model="gpt-4o", api_key="none", use_responses_api=True)  # type: ignore[arg-type]
ANTHROPIC = "anthropic:claude"


def sent(history: list[Message], model: str, wrote: str = ANTHROPIC) -> list[AnyMessage]:
    """Return what is sent of a state whose answers `wrote` gave."""
    state = {m["id"]: to_langchain(m) for m in history if m["role"] == "assistant" and _is_possible(m)}
    state = {i: written_by(m, wrote) for i, m in state.items() if isinstance(m, AIMessage)}
    view = [as_shown(state.get(m["id"]), m) for m in for_providers(repaired(history))]
    whole = [m.model_copy(update={"content": changed_blocks(m.content, _whole)}) for m in view]
    return [SystemMessage("rules"), *for_model(whole, model)]


def _whole(block: dict[str, Any]) -> Any:
    return put_back(block, "AAAA") if is_reference(block) else None


def _is_possible(answer: Message) -> bool:
    """Tell whether LangChain can hold an answer: only what a client wrote past it could be otherwise."""
    return isinstance(answer["content"], str) or all(isinstance(b, str | dict) for b in answer["content"])


def chat(history: list[Message], model: str = "openai:gpt-4o", wrote: str = ANTHROPIC) -> list[dict[str, Any]]:
    payload: list[dict[str, Any]] = CHAT._get_request_payload(sent(history, model, wrote))["messages"]
    return payload


def responses(history: list[Message], model: str = "openai:gpt-4o", wrote: str = ANTHROPIC) -> list[dict[str, Any]]:
    payload: list[dict[str, Any]] = RESPONSES._get_request_payload(sent(history, model, wrote))["input"]
    return payload


@settings(max_examples=150)
@given(block_histories())
def test_any_history_is_a_request_that_chat_completions_and_responses_take(history: list[Message]):
    assert chat_problems(chat(history)) == []
    assert responses_problems(responses(history)) == []


def loop(*blocks: dict[str, Any], **extra: Any) -> list[Message]:
    """Return an exchange in which a model that thinks calls a tool."""
    calling = message("a", "assistant", list(blocks), tool_calls=[call("c1", q="東京")], extra=extra)
    return [message("u", "user", "天气?"), calling, result("r", "c1", "晴")]


THOUGHT = {"type": "thinking", "thinking": "想", "signature": "s"}
USE = {"type": "tool_use", "id": "c1", "name": "search", "input": {"q": "東京"}}
REASONING = {"type": "reasoning", "id": "rs_1", "summary": []}
FUNCTION_CALL = {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "search", "arguments": '{"q": "東京"}'}


def test_a_tool_loop_that_another_provider_began_goes_on_in_plain_text_and_calls():
    history = loop(THOUGHT, {"type": "text", "text": "查一下"}, USE, reasoning_content="r")
    asked = chat(history)[2]
    assert asked["content"] == "查一下"
    assert asked["tool_calls"][0]["function"] == {"name": "search", "arguments": '{"q": "東京"}'}
    kinds = [item["type"] for item in responses(history)[2:]]
    assert kinds == ["message", "function_call", "function_call_output"]


def test_within_its_own_tool_loop_a_model_gets_its_reasoning_back_and_in_later_exchanges_not():
    model, history = "openai:o4-mini", loop(REASONING, FUNCTION_CALL)
    assert REASONING in responses(history, model, wrote=model)
    later = [*history, message("b", "assistant", "晴天"), message("v", "user", "谢谢")]
    items = responses(later, model, wrote=model)
    assert responses_problems(items) == []
    assert REASONING not in items
    assert all("id" not in item for item in items)


def test_what_an_integration_cannot_put_into_its_form_counts_as_refused():
    video = [message("u", "user", [{"type": "video", "base64": "AAAA", "mime_type": "video/mp4"}])]
    with pytest.raises(ValueError, match="video") as raised:
        chat(video)
    assert explain_error(raised.value, "openai:gpt-4o", ModelSettings()).refused
