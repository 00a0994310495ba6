"""The window of a long thread, as the model is really sent it."""

import json

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from support.in_process import House
from support.openai_server import ScriptedModel
from support.replies import Call, Reply

LONG = "请记录：{n} 号货物 RF-{n:05} 今天到港，repeat " + "很普通的话 and plain words " * 12


def common(before: list[dict[str, object]], after: list[dict[str, object]]) -> int:
    """How many messages two requests begin with alike."""
    pairs = zip(before, after, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(before), len(after)))


async def test_the_cut_is_kept_by_the_thread_and_moves_in_steps(scripted: House, scripted_model: ScriptedModel):
    steps, cut = 0, None
    for n in range(24):
        scripted_model.push(Reply(f"已记录 RF-{n:05}。"))
        out = await scripted.send(LONG.format(n=n), context_budget=4_700)
        assert out["report"]["total_tokens"] <= 4_700
        kept = (await scripted.graph.aget_state(scripted.config("t"))).values["cut"]
        requests = [body["messages"] for body in scripted_model.requests[-2:]]
        if n and kept == cut:
            assert common(*requests) >= len(requests[0]) - 1
        steps += kept != cut
        cut = kept
    assert cut
    assert 1 <= steps <= 6
    assert "left_out mark=" in str(requests[-1][1]["content"])
    assert "RF-00003" in str(requests[-1][1]["content"])
    assert any("out of view" in note for note in out["report"]["cut"])


async def test_inside_a_tool_loop_every_request_keeps_its_budget_and_its_question(
    scripted: House, scripted_model: ScriptedModel
):
    for n in range(8):
        scripted_model.push(Reply("", calls=(Call.of("search_transcript", query=f"RF-{n:05} " + "货物 " * 300),)))
    scripted_model.push(Reply("查完了"))
    out = await scripted.send("把 RF-00001 到 RF-00008 都查一遍", context_budget=5_500)
    assert out["messages"][-1].text == "查完了"
    for body in scripted_model.requests:
        assert "把 RF-00001 到 RF-00008 都查一遍" in json.dumps(body["messages"], ensure_ascii=False)
    assert out["report"]["total_tokens"] <= 5_500
    assert any("cleared" in note or "out of view" in note for note in out["report"]["cut"])


@pytest.mark.parametrize(
    ("told", "asked", "wanted"),
    [
        ("I put the spare key under the blue flowerpot.", "where did I put the spare key?", "blue flowerpot"),
        ("备用钥匙放在蓝色花盆下面。", "备用钥匙放在哪里？", "蓝色花盆"),
        ("備用鑰匙放在藍色花盆 pot 下面。", "备用钥匙在哪", "藍色花盆"),
    ],
)
async def test_what_the_window_no_longer_shows_is_recalled_in_its_own_conversation(
    scripted: House, scripted_model: ScriptedModel, told: str, asked: str, wanted: str
):
    await scripted.send(told, context_budget=5_500, past_conversations=False)
    for n in range(30):
        scripted_model.push(Reply("ok"))
        await scripted.send(LONG.format(n=n), context_budget=5_500, past_conversations=False)
    scripted_model.push(Reply("ok"))
    out = await scripted.send(asked, context_budget=5_500, past_conversations=False, recall_deadline_ms=5_000)
    request = scripted_model.requests[-1]["messages"]
    assert wanted not in str(request[1:-1])
    assert wanted in str(request[-1]["content"])
    assert "earlier in this conversation" in str(request[-1]["content"])
    assert {item["type"] for item in out["report"]["items"]} == {"passage"}


async def test_more_room_shows_again_what_was_out_of_view(scripted: House, scripted_model: ScriptedModel):
    for n in range(16):
        scripted_model.push(Reply("ok"))
        await scripted.send(LONG.format(n=n), context_budget=5_500)
    scripted_model.push(Reply("ok"))
    out = await scripted.send("weiter", context_budget=30_000)
    assert out["report"]["messages"][0] == out["messages"][0].id
    assert out["report"]["cut"] == []


async def test_the_report_lists_and_counts_real_messages_alone(scripted: House, scripted_model: ScriptedModel):
    scripted_model.push(Reply("ok"))
    await scripted.send("第一句 first")
    left = AIMessage("", id="a", tool_calls=[{"id": f"c{n}", "name": "calculator", "args": {}} for n in range(3)])
    await scripted.graph.aupdate_state(
        scripted.config("t"), {"messages": [left, HumanMessage("然后 then", id="u")]}, as_node="schedule_consolidation"
    )
    scripted_model.push(Reply("ok"))
    out = await scripted.send("最后 last")
    row = next(row for row in out["report"]["sections"] if row["name"] == "window")
    assert set(out["report"]["messages"]) <= {m.id for m in out["messages"]}
    assert row["shown"] == len(out["report"]["messages"]) <= row["of"]
