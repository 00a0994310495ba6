import json
from typing import Any

import pytest
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import tool

from memory.core.window.section_texts import SectionLines
from memory.core.window.sections import Frame, render_sections
from memory.models.offline import OfflineChatModel
from memory.models.tokenizer import count_message, count_text, count_tools

LINES = SectionLines(
    profile=['- Home: "I live in Lisbon" [2026-11-29, user]'],
    now="2026-11-30 Monday 09:30 (Europe/Lisbon)",
    passages=['[2026-11-28, conversation "trip"] user: "我的航班是 TP 443"'],
)


@tool
def calculator(expression: str) -> str:
    """Work out a sum."""
    return str(len(expression))


def prompt(question: str) -> list[BaseMessage]:
    sections = render_sections(LINES, Frame("0123456789ab", 16_000), count_text)
    return [SystemMessage(sections.system), HumanMessage(f"{question}\n\n{sections.memory}")]


async def streamed(question: str, **bound: Any) -> tuple[list[AIMessageChunk], AIMessageChunk]:
    model = OfflineChatModel().bind_tools([calculator], **bound)
    chunks = [c async for c in model.astream(prompt(question))]
    whole = chunks[0]
    for chunk in chunks[1:]:
        whole += chunk
    return chunks, whole  # type: ignore[return-value]  # the model streams AIMessageChunk alone


async def test_it_answers_from_a_prompt_as_the_application_builds_it():
    answer = await OfflineChatModel().ainvoke(prompt("Where do I live?"))
    assert answer.text == 'You told me: "I live in Lisbon" (2026-11-29).'
    answer = await OfflineChatModel().ainvoke(prompt("我的航班是哪个？"))
    assert answer.text == "你在对话“trip”里告诉过我：“我的航班是 TP 443”（2026-11-28）。"


@pytest.mark.parametrize("question", ["Where do I live?", "我住在哪里？", "我住在哪裡？"])
async def test_a_stream_joins_to_the_answer_without_streaming(question: str):
    chunks, whole = await streamed(question)
    assert len(chunks) > 5
    answer = OfflineChatModel().invoke(prompt(question))
    assert whole.text == answer.text == OfflineChatModel().invoke(prompt(question), stream=False).text
    assert [c.text for c in OfflineChatModel().stream(prompt(question)) if c.text] == [c.text for c in chunks if c.text]


async def test_english_streams_by_words_and_chinese_by_characters():
    english, _ = await streamed("Where do I live?")
    assert english[0].text == "You "
    chinese, _ = await streamed("我住在哪里？")
    assert chinese[0].text == "你"


async def test_usage_is_counted_once_whether_streamed_or_not():
    _, whole = await streamed("我住在哪里？")
    answer = OfflineChatModel().bind_tools([calculator]).invoke(prompt("我住在哪里？"))
    assert whole.usage_metadata == answer.usage_metadata
    assert answer.usage_metadata is not None
    system, user = (count_message({"content": m.content}) for m in prompt("我住在哪里？"))
    schema = OfflineChatModel().bind_tools([calculator]).kwargs["tools"]  # type: ignore[attr-defined]  # a RunnableBinding
    assert answer.usage_metadata["input_tokens"] == system + user + count_tools(schema)
    assert answer.usage_metadata["output_tokens"] == count_message({"content": answer.content})


async def test_a_tool_call_comes_streamed_or_whole_with_an_id():
    _, whole = await streamed("17乘以23等于多少")
    answer = OfflineChatModel().bind_tools([calculator]).invoke(prompt("17乘以23等于多少"))
    assert isinstance(answer, AIMessage)
    for message in (whole, answer):
        (call,) = message.tool_calls
        assert (call["name"], call["args"]) == ("calculator", {"expression": "17*23"})
        assert call["id"]
    assert answer.response_metadata["finish_reason"] == "tool_calls"


async def test_with_the_choice_none_no_tool_is_called():
    _, whole = await streamed("what is 17*23", tool_choice="none")
    assert not whole.tool_calls
    assert whole.text == "I have no tool for that here."


def test_a_tool_round_ends_with_the_result():
    model = OfflineChatModel().bind_tools([calculator])
    asked = prompt("what is 17*23")
    call = model.invoke(asked)
    assert isinstance(call, AIMessage)
    answer = model.invoke([*asked, call, ToolMessage("391", tool_call_id=str(call.tool_calls[0]["id"]))])
    assert answer.text == "17*23 = 391"


def test_an_error_of_a_tool_is_told():
    model = OfflineChatModel().bind_tools([calculator])
    call = AIMessage("", tool_calls=[{"id": "c", "name": "calculator", "args": {"expression": "1/0"}}])
    failed = ToolMessage("division by zero", tool_call_id="c", status="error")
    assert model.invoke([*prompt("1/0=?"), call, failed]).text == "calculator did not work: division by zero"


def test_tools_are_bound_in_openai_form():
    bound = OfflineChatModel().bind_tools([calculator]).kwargs["tools"]  # type: ignore[attr-defined]  # a RunnableBinding
    assert bound[0]["function"]["name"] == "calculator"
    assert json.dumps(bound)


def test_an_image_alone_is_answered_though_not_seen():
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}
    assert "cannot see" in OfflineChatModel().invoke([HumanMessage([image])]).text


def test_a_stop_word_ends_the_answer():
    assert OfflineChatModel().invoke(prompt("Where do I live?"), stop=["Lisbon"]).text == 'You told me: "I live in '


def test_settings_of_other_models_and_no_messages_do_no_harm():
    assert OfflineChatModel().invoke([HumanMessage("hi")], temperature=0.3).text.startswith("Hello")
    assert OfflineChatModel().invoke([SystemMessage("x")]).text
