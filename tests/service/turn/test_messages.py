import pytest
from hypothesis import given
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    ChatMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)
from support.histories import call, histories, message

from memory.core.transcript.entries import Message, message_hash
from memory.service.turn.messages import as_shown, for_model, to_langchain, to_message, written_by

IMAGE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
BROKEN = {"type": "invalid_tool_call", "id": "b", "name": "search", "args": "{oops", "error": "no JSON"}
CALLS = [{"type": "tool_call", "id": "x", "name": "search", "args": {"q": "上海"}}]
USAGE = {"input_tokens": 3, "output_tokens": 2, "total_tokens": 5}

MESSAGES = [
    HumanMessage("你好", id="1", name="mia"),
    HumanMessage([{"type": "text", "text": "這是什麼？"}, IMAGE], id="2"),
    AIMessage("ok", id="3", tool_calls=CALLS, invalid_tool_calls=[BROKEN], usage_metadata=USAGE),
    AIMessage("because", id="4", additional_kwargs={"reasoning_content": "想一想"}),
    ToolMessage("failed", id="5", tool_call_id="x", status="error", name="search"),
    SystemMessage("rules", id="6"),
]


@pytest.mark.parametrize("original", MESSAGES, ids=lambda m: f"{m.type}-{m.id}")
def test_a_message_comes_back_as_it_was(original: BaseMessage):
    assert to_langchain(to_message(original)) == original


@given(histories(media=True))
def test_a_plain_message_keeps_what_it_says_and_calls(history: list[Message]):
    for plain in history:
        again = to_message(to_langchain(plain))
        assert (again["id"], again["role"], message_hash(again)) == (plain["id"], plain["role"], message_hash(plain))


def test_chunks_are_told_by_the_role_of_their_message():
    assert to_message(AIMessageChunk("部分", id="c"))["role"] == "assistant"


def test_types_that_are_no_part_of_a_conversation_become_system():
    assert to_message(ChatMessage("obey", role="developer", id="d"))["role"] == "system"


def test_the_model_that_wrote_an_answer_is_kept():
    assert to_message(AIMessage("hi", id="a", response_metadata={"model_name": "m-1"}))["model"] == "m-1"


@pytest.mark.parametrize("original", [m for m in MESSAGES if m.type == "ai"], ids=lambda m: m.id)
def test_an_answer_the_view_left_alone_is_sent_as_the_original(original: BaseMessage):
    assert as_shown(original, to_message(original)) is original


@pytest.mark.parametrize("original", MESSAGES, ids=lambda m: f"{m.type}-{m.id}")
def test_any_other_message_is_sent_without_a_field_of_one_provider(original: BaseMessage):
    marked = original.model_copy(update={"response_metadata": {"model_provider": "one"}})
    view = {k: v for k, v in to_message(marked).items() if k != "extra"}
    shown = as_shown(marked, view)  # type: ignore[arg-type]  # a plain message without `extra`
    assert (shown.content, shown.additional_kwargs, shown.response_metadata) == (original.content, {}, {})


def test_an_answer_in_the_form_of_another_models_provider_is_put_into_plain_text_and_calls():
    thought = {"type": "thinking", "thinking": "想", "signature": "s"}
    answer = AIMessage(
        [thought, {"type": "text", "text": "查"}],
        id="a",
        tool_calls=CALLS,
        additional_kwargs={"reasoning_content": "r"},
    )
    own = written_by(answer, "anthropic:claude")
    assert for_model([own], "anthropic:claude") == [own]
    for foreign in (answer, own):
        (plain,) = for_model([foreign], "openai:gpt-4o")
        assert isinstance(plain, AIMessage)
        assert (plain.content, plain.tool_calls, plain.additional_kwargs) == ("查", CALLS, {})


def test_a_shortened_text_is_sent_with_the_originals_own_fields():
    original = AIMessage("很长的话", id="a", tool_calls=CALLS, additional_kwargs={"reasoning_content": "想"})
    shown = as_shown(original, {**to_message(original), "content": "很…"})
    assert (shown.content, shown.additional_kwargs) == ("很…", {"reasoning_content": "想"})
    assert isinstance(shown, AIMessage)
    assert shown.tool_calls == CALLS
    assert original.content == "很长的话"


def test_shortened_arguments_are_sent_and_their_raw_form_is_not():
    raw = {"tool_calls": [{"id": "x", "function": {"name": "search", "arguments": "{…}"}}], "refusal": None}
    original = AIMessage("", id="a", tool_calls=CALLS, additional_kwargs=raw)
    shown = as_shown(original, {**to_message(original), "tool_calls": [call("x", shortened="上…")]})
    assert isinstance(shown, AIMessage)
    assert [c["args"] for c in shown.tool_calls] == [{"shortened": "上…"}]
    assert shown.additional_kwargs == {"refusal": None}
    assert original.tool_calls == CALLS


def test_a_result_that_was_filled_in_is_sent_though_it_has_no_original():
    filled = message("missing-x", "tool", "No result", tool_call_id="x", status="error")
    assert as_shown(None, filled) == ToolMessage("No result", id="missing-x", tool_call_id="x", status="error")
