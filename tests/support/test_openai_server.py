import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from openai import APIConnectionError, APIStatusError
from pydantic import BaseModel, SecretStr
from support.openai_server import ScriptedModel
from support.replies import Call, Reply, pieces, text_of_tokens

TESTS = Path(__file__).parents[1]


@tool
def add(a: int, b: int = 2) -> int:
    """Add."""
    return a + b


class Fact(BaseModel):
    text: str
    tags: list[str]


def chat(model: ScriptedModel, key: str = "k", name: str = "scripted") -> ChatOpenAI:
    return ChatOpenAI(
        model=name, base_url=model.base_url, api_key=SecretStr(key), max_retries=0, stream_usage=True, timeout=10
    )


@given(st.text())
def test_pieces_join_to_the_text(text: str):
    assert "".join(pieces(text)) == text


def test_a_text_of_n_tokens_has_n_pieces():
    assert len(pieces(text_of_tokens(50))) == 50


async def test_a_reply_streams_piece_by_piece_with_usage_at_the_end(scripted_model: ScriptedModel):
    scripted_model.push(Reply("你好 Anna, fine", usage=(11, 5)))
    chunks = [c async for c in chat(scripted_model).astream("hi")]
    assert [c.content for c in chunks if c.content] == ["你", "好", " Anna,", " fine"]
    assert [(u["input_tokens"], u["output_tokens"]) for c in chunks if (u := c.usage_metadata)] == [(11, 5)]
    assert scripted_model.requests[0]["messages"] == [{"role": "user", "content": "hi"}]


async def test_a_reply_that_does_not_stream_is_whole(scripted_model: ScriptedModel):
    scripted_model.push(Reply("whole", calls=(Call.of("add", a=1),)))
    answer = await chat(scripted_model).ainvoke("hi")
    assert answer.content == "whole"
    assert answer.tool_calls[0]["args"] == {"a": 1}
    assert answer.usage_metadata


async def test_parallel_calls_stream_and_end_in_an_answer(scripted_model: ScriptedModel):
    model = chat(scripted_model).bind_tools([add])
    user = HumanMessage('!tools 15 add {"a": {i}}')
    answer = await model.ainvoke([user])
    assert [c["args"] for c in answer.tool_calls] == [{"a": i} for i in range(1, 16)]
    results = [ToolMessage(str(i), tool_call_id=c["id"]) for i, c in enumerate(answer.tool_calls)]
    assert (await model.ainvoke([user, answer, *results])).content.startswith("results: 0 | 1 | 2")


async def test_streamed_arguments_come_together(scripted_model: ScriptedModel):
    model = chat(scripted_model).bind_tools([add])
    whole = None
    async for chunk in model.astream('!tools 2 add {"a": {i}}'):
        whole = chunk if whole is None else whole + chunk
    assert [c["args"] for c in whole.tool_calls] == [{"a": 1}, {"a": 2}]
    assert len({c["id"] for c in whole.tool_calls}) == 2


async def test_broken_arguments_unknown_tools_and_empty_answers_come_as_sent(scripted_model: ScriptedModel):
    model = chat(scripted_model).bind_tools([add])
    assert (await model.ainvoke("!badargs add")).invalid_tool_calls[0]["args"] == '{"broken": '
    assert (await model.ainvoke("!unknown")).tool_calls[0]["name"] == "no_such_tool"
    assert (await model.ainvoke("!empty")).content == ""


async def test_a_stream_that_dies_has_shown_its_first_tokens(scripted_model: ScriptedModel):
    seen: list[str] = []

    async def listen() -> None:
        async for chunk in chat(scripted_model).astream("!die 3"):
            seen.append(str(chunk.content))  # noqa: PERF401 - what came before the cut is kept

    with pytest.raises(APIConnectionError):
        await listen()
    assert "".join(seen) == "word1 word2 word3"


async def test_an_answer_that_does_not_stream_dies_as_well(scripted_model: ScriptedModel):
    scripted_model.push(Reply("x", die_after=0))
    with pytest.raises(Exception, match=r"(?i)connection"):
        await chat(scripted_model).ainvoke("hi")


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500])
async def test_errors_have_their_status(scripted_model: ScriptedModel, status: int):
    with pytest.raises(APIStatusError) as error:
        await chat(scripted_model).ainvoke(f"!status {status}")
    assert error.value.status_code == status


async def test_a_wrong_key_or_model_is_refused(scripted_model: ScriptedModel):
    scripted_model.api_key, scripted_model.name = "right", "known"
    with pytest.raises(APIStatusError) as wrong_key:
        await chat(scripted_model, key="wrong", name="known").ainvoke("hi")
    with pytest.raises(APIStatusError) as wrong_name:
        await chat(scripted_model, key="right", name="other").ainvoke("hi")
    assert (wrong_key.value.status_code, wrong_name.value.status_code) == (401, 404)


async def test_structured_output_fits_its_schema(scripted_model: ScriptedModel):
    model = chat(scripted_model).with_structured_output(Fact, method="json_schema")
    assert await model.ainvoke("hi") == Fact(text="", tags=[])
    scripted_model.push(Reply.of_json({"text": "住在里斯本", "tags": ["home"]}))
    assert await model.ainvoke("hi") == Fact(text="住在里斯本", tags=["home"])


async def test_a_forced_tool_is_called(scripted_model: ScriptedModel):
    answer = await chat(scripted_model).bind_tools([add], tool_choice="add").ainvoke("hi")
    assert [(c["name"], c["args"]) for c in answer.tool_calls] == [("add", {"a": 0})]


async def test_the_directive_is_found_below_other_text(scripted_model: ScriptedModel):
    content = [{"type": "text", "text": "<memory>x</memory>"}, {"type": "text", "text": "!say 好的"}]
    assert (await chat(scripted_model).ainvoke([HumanMessage(content)])).content == "好的"


async def test_seen_tells_whether_the_rest_of_the_request_holds_a_text(scripted_model: ScriptedModel):
    model = chat(scripted_model)
    earlier = [HumanMessage("my cat is 咪咪"), AIMessage("ok")]
    assert (await model.ainvoke([*earlier, HumanMessage("!seen 咪咪")])).content == "yes"
    assert (await model.ainvoke([*earlier, HumanMessage("!seen 旺财")])).content == "no"


async def test_delays_are_kept(scripted_model: ScriptedModel):
    scripted_model.push(Reply.of_tokens(5, first_token_ms=100, token_ms=20))
    start = time.perf_counter()
    times = [time.perf_counter() - start async for c in chat(scripted_model).astream("hi") if c.content]
    assert times[0] >= 0.1
    assert times[-1] >= 0.1 + 4 * 0.02


def _first_answer(url: str, process: subprocess.Popen[bytes]) -> Any:
    """Return what the endpoint answers once it listens; fail when its process has ended."""
    body = {"model": "m", "messages": [{"role": "user", "content": "hi"}]}
    while process.poll() is None:
        try:
            return httpx.post(url, json=body).json()
        except httpx.TransportError:
            time.sleep(0.1)
    pytest.fail(f"the process ended with {process.returncode}")


def test_it_runs_as_a_process(free_port: int):
    command = [sys.executable, "-m", "support.openai_server", "--port", str(free_port), "--tokens", "7"]
    paths = os.pathsep.join([str(TESTS.parent), str(TESTS)])
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": paths})
    try:
        answer = _first_answer(f"http://127.0.0.1:{free_port}/v1/chat/completions", process)
    finally:
        process.terminate()
        process.wait(10)
    assert answer["choices"][0]["message"]["content"] == text_of_tokens(7)
