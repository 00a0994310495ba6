"""How a turn's tokens are counted: by its model, corrected by what the provider reports, within the model's window."""

import pytest
from support.in_process import House
from support.openai_server import ScriptedModel
from support.replies import Reply

from memory.core.errors import ModelError
from memory.service.turn import token_counts

LONG = "我下周三要去里斯本，航班是 TP443，请记住。My flight to Lisbon leaves on Wednesday at 15:30. " * 8


@pytest.fixture(autouse=True)
def nothing_learned(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(token_counts, "_ratios", type(token_counts._ratios)())


async def test_what_the_provider_reports_corrects_the_next_turns_count(scripted: House, scripted_model: ScriptedModel):
    scripted_model.push(Reply("好的", usage=(1, 5)))
    first = (await scripted.send(LONG))["report"]
    assert first["count_ratio"] == 1.0
    for _ in range(6):
        scripted_model.push(Reply("好的", usage=(round(first["total_tokens"] * 1.2), 5)))
        await scripted.send("还有吗？ anything else?", thread="other")
    assert (await scripted.send("又一次", thread="other"))["report"]["count_ratio"] > 1.05


async def test_the_ratio_survives_in_the_threads_state(scripted: House, scripted_model: ScriptedModel):
    for _ in range(4):
        scripted_model.push(Reply("好的", usage=(5_000, 5)))
        before = (await scripted.send(LONG))["report"]["count_ratio"]
    token_counts._ratios.clear()  # as another process begins
    scripted_model.push(Reply("好的", usage=(1, 5)))
    assert before > 1.0
    assert (await scripted.send("你好"))["report"]["count_ratio"] == pytest.approx(before, abs=0.001)


async def test_a_model_with_a_small_window_gets_a_small_budget(scripted: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOLDFAST_CONTEXT_WINDOW", "6000")
    report = (await scripted.send(LONG))["report"]
    assert report["budget"] == 3_600
    assert report["total_tokens"] <= 3_600


async def test_a_window_no_turn_fits_ends_the_run_with_an_error_that_names_the_setting(
    scripted: House, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_CONTEXT_WINDOW", "4096")
    with pytest.raises(ModelError, match="HOLDFAST_CONTEXT_WINDOW"):
        await scripted.send("你好 hello", output_reserve=2_000)
    assert await scripted.texts() == ["你好 hello"]
