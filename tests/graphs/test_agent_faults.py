"""Models and tools that fail: a clear error or a reply, and nothing is lost or doubled."""

import asyncio
import json
from dataclasses import replace

import pytest
from langchain_core.messages import ToolMessage
from langchain_core.tools import tool
from langgraph.prebuilt import ToolNode
from support.in_process import House, sent_texts
from support.openai_server import ScriptedModel
from support.replies import Call, Reply

from memory.core.errors import ModelError
from memory_nodes import run_tools

CHINESE = json.dumps({"城市": "里斯本", "天气": "晴"}, ensure_ascii=False)


@tool
async def raising() -> str:
    """Raise."""
    raise RuntimeError("boom 坏了")


@tool
async def hanging() -> str:
    """Hang."""
    await asyncio.sleep(60)
    return "late"


@tool
async def huge() -> str:
    """Return 5 MB."""
    return "é" * 5_000_000


@tool
async def chinese() -> str:
    """Return Chinese JSON."""
    return CHINESE


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tools that misbehave, and a second to do it in."""
    monkeypatch.setattr(run_tools, "DEFAULTS", replace(run_tools.DEFAULTS, tool_seconds=0.2))
    node = ToolNode(
        [*run_tools.TOOLS, raising, hanging, huge, chinese],
        handle_tool_errors=run_tools.explained,
        awrap_tool_call=run_tools.in_time,
    )
    monkeypatch.setattr(run_tools, "_NODE", node)


def results(messages: list[object]) -> list[ToolMessage]:
    return [m for m in messages if isinstance(m, ToolMessage)]


async def test_of_fifteen_parallel_calls_one_fails_and_each_has_its_result(
    scripted: House, scripted_model: ScriptedModel
):
    calls = [Call.of("calculator", expression=f"{i}+1" if i != 7 else "1/0") for i in range(15)]
    scripted_model.push(Reply(calls=tuple(calls)))
    found = results((await scripted.send("add"))["messages"])
    assert len({m.tool_call_id for m in found}) == 15
    assert len(await scripted.entries()) == 18
    assert [m["role"] for m in scripted_model.requests[-1]["messages"]][2:] == ["assistant"] + ["tool"] * 15


@pytest.mark.parametrize(("name", "told"), [("raising", "boom 坏了"), ("hanging", "within 0.2 seconds")])
@pytest.mark.usefixtures("tools")
async def test_a_tool_that_raises_or_hangs_is_told_to_the_model(
    scripted: House, scripted_model: ScriptedModel, name: str, told: str
):
    scripted_model.push(Reply(calls=(Call(name), Call("chinese"))))
    found = results((await scripted.send("go"))["messages"])
    assert told in found[0].text
    assert found[0].status == "error"
    assert found[1].text == CHINESE
    assert "里斯本" in sent_texts(scripted_model)


@pytest.mark.usefixtures("tools")
async def test_five_megabytes_stay_whole_in_the_transcript_and_bounded_elsewhere(
    scripted: House, scripted_model: ScriptedModel
):
    scripted_model.push(Reply(calls=(Call("huge"),)))
    result = await scripted.send("go")
    assert len(results(result["messages"])[0].text) < 60_000
    assert len((await scripted.texts())[2]) == 5_000_000
    assert result["report"]["total_tokens"] <= result["report"]["budget"]


@pytest.mark.parametrize("text", ["!badargs calculator", "!unknown"])
async def test_bad_arguments_and_unknown_tools_get_a_result_and_the_turn_ends(scripted: House, text: str):
    assert (await scripted.say(text)).startswith("results: Error")
    assert await scripted.say("!say fine") == "fine"


async def test_a_model_that_returns_nothing_is_asked_again_and_then_said_to(
    scripted: House, scripted_model: ScriptedModel
):
    result = await scripted.send("!empty")
    assert result["messages"][-1].text
    assert any("empty" in d for d in result["report"]["degraded"])
    assert len(scripted_model.requests) == 2


async def test_the_partial_answer_of_a_dead_stream_is_kept_and_known_next_turn(
    scripted: House, scripted_model: ScriptedModel
):
    with pytest.raises(ModelError):
        await scripted.send("!die 3")
    entries = await scripted.entries()
    assert [(e["role"], e.get("mark")) for e in entries] == [("user", None), ("assistant", "stopped")]
    assert await scripted.say("!say 好") == "好"
    assert "word1 word2 word3" in sent_texts(scripted_model)
    assert len(await scripted.entries()) == 4


@pytest.mark.parametrize("status", [400, 401, 404])
async def test_a_refused_request_is_a_clear_error_and_the_message_is_kept(scripted: House, status: int):
    with pytest.raises(ModelError, match="scripted"):
        await scripted.send(f"!status {status}")
    assert await scripted.texts() == [f"!status {status}"]
    assert await scripted.say("!say again") == "again"


async def test_a_fallback_model_answers_and_the_report_says_so(scripted: House):
    result = await scripted.send("!status 401", fallback_model="offline")
    assert result["messages"][-1].text
    assert any("fallback" in d for d in result["report"]["degraded"])


async def test_a_fallback_model_with_a_smaller_window_is_sent_what_fits_it(
    scripted: House, scripted_model: ScriptedModel
):
    told = f"订单 RF-00017 已记录。{'很普通的话 and plain words ' * 900}"
    scripted_model.push(Reply("好"), Reply(status=401), Reply("fits"))
    await scripted.send(told)
    out = await scripted.send("然后呢？", fallback_model="gpt-4")  # takes 8,192 tokens at once
    assert out["messages"][-1].text == "fits"
    first, second = (json.dumps(body["messages"], ensure_ascii=False) for body in scripted_model.requests[-2:])
    assert scripted_model.requests[-1]["model"] == "gpt-4"
    assert len(second) < len(first) / 2
    assert "RF-00017" in second
    assert out["report"]["total_tokens"] < 8_192 * 0.6
    assert any("fallback model 'gpt-4'" in note for note in out["report"]["cut"])


async def test_a_fallback_model_that_could_never_take_a_turn_is_not_asked(
    scripted: House, scripted_model: ScriptedModel
):
    scripted_model.push(Reply(status=401))
    with pytest.raises(ModelError, match=r"(?s)key.*'gpt-4' takes 8,192 tokens at once"):
        await scripted.send("你好", fallback_model="gpt-4", output_reserve=7_000)
    assert len(scripted_model.requests) == 1


async def test_a_stopped_reply_leaves_its_part_and_the_thread_goes_on(scripted: House, scripted_model: ScriptedModel):
    async def talk() -> None:
        given = {"messages": [{"role": "user", "content": "!slow 1 50", "id": "m"}]}
        async for message, _ in scripted.graph.astream(
            given, scripted.config("t"), context={"user_id": "ann"}, stream_mode="messages"
        ):
            if "word2" in message.text:
                seen.set()

    seen = asyncio.Event()
    task = asyncio.create_task(talk())
    await asyncio.wait_for(seen.wait(), 10)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    entries = await scripted.entries()
    assert [(e["role"], e.get("mark")) for e in entries] == [("user", None), ("assistant", "stopped")]
    assert await scripted.say("!say next") == "next"
    assert "word1 word2" in sent_texts(scripted_model)


async def test_a_long_tool_loop_ends_and_stays_within_the_budget(scripted: House, scripted_model: ScriptedModel):
    expression = "1+" * 400 + "1"
    scripted_model.push(*[Reply(calls=(Call.of("calculator", expression=expression),)) for _ in range(12)])
    result = await scripted.send("go", context_budget=4000)
    assert "tools" not in scripted_model.requests[-1]
    assert result["report"]["total_tokens"] <= 4000
    assert len(scripted_model.requests) == 13
