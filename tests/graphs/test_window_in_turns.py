"""The window of a long thread, as the model is really sent it."""

import json

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
        out = await scripted.send(LONG.format(n=n), context_budget=4_500)
        assert out["report"]["total_tokens"] <= 4_500
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
    out = await scripted.send("把 RF-00001 到 RF-00008 都查一遍", context_budget=4_500)
    assert out["messages"][-1].text == "查完了"
    for body in scripted_model.requests:
        assert "把 RF-00001 到 RF-00008 都查一遍" in json.dumps(body["messages"], ensure_ascii=False)
    assert out["report"]["total_tokens"] <= 4_500
    assert any("cleared" in note or "out of view" in note for note in out["report"]["cut"])
