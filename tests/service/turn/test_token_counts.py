from typing import Any

import pytest

from memory.core.tokens.media_tokens import MEDIA_TOKENS
from memory.models.settings import ModelSettings
from memory.models.tokenizer import count_message, count_text, count_tools
from memory.service.turn import token_counts
from memory.service.turn.token_counts import FRAMING_TOKENS, KEPT_RATIOS, counter_for, learn

SCHEMA = {"type": "function", "function": {"name": "calculator", "description": "算术 arithmetic", "parameters": {}}}
IMAGE = {"type": "image", "url": "https://example.org/a.png"}
MESSAGES: list[dict[str, Any]] = [
    {"role": "user", "content": [{"type": "text", "text": "看这张图 look at this"}, IMAGE]},
    {"role": "assistant", "content": "好的", "tool_calls": [{"id": "1", "name": "calculator", "args": {"x": "1+1"}}]},
]


@pytest.fixture(autouse=True)
def nothing_learned(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(token_counts, "_ratios", type(token_counts._ratios)())


def taught(settings: ModelSettings, true_ratio: float, requests: int = 40) -> None:
    for _ in range(requests):
        counter = counter_for(settings)
        report = {"total_tokens": round(4_000 * counter.ratio) + 900, "media_tokens": 900}
        learn(settings, counter, report, round(4_000 * true_ratio) + 900)


def test_a_whole_request_counts_system_tools_messages_images_framing_and_the_answers_reserve():
    counted = counter_for(ModelSettings()).request("系统 system", MESSAGES, [SCHEMA], reserve=100)
    parts = count_text("系统 system") + count_tools([SCHEMA]) + sum(map(count_message, MESSAGES))
    assert counted == parts + FRAMING_TOKENS + 100
    assert counted > MEDIA_TOKENS


def test_a_count_that_is_exact_stays_so_whatever_an_endpoint_reports():
    settings = ModelSettings(model="gpt-4o-mini", base_url="http://localhost:9/v1")
    taught(settings, 0.7)
    counter = counter_for(settings, {"model": "gpt-4o-mini", "count_ratio": 0.7}, planned=True)
    assert (counter.ratio, counter_for(settings).ratio) == (1.0, 1.0)
    assert counter.text("住在里斯本 in Lisbon") == count_text("住在里斯本 in Lisbon")


def test_what_the_provider_reports_corrects_text_but_no_image():
    settings = ModelSettings(model="qwen3")
    before = counter_for(settings)
    taught(settings, 1.25)
    after = counter_for(settings)
    assert after.ratio == pytest.approx(1.25, rel=0.01)
    assert after.text("我住在里斯本。" * 100) == pytest.approx(1.25 * before.text("我住在里斯本。" * 100), rel=0.02)
    assert after.media(MESSAGES) == before.media(MESSAGES) == MEDIA_TOKENS
    assert before.ratio == 1.0


def test_each_model_at_each_endpoint_learns_for_itself():
    taught(ModelSettings(model="qwen3"), 1.25)
    assert counter_for(ModelSettings(model="qwen3", base_url="http://localhost:1/v1")).ratio == 1.0
    assert counter_for(ModelSettings(model="glm-4")).ratio == 1.0


def test_a_new_process_goes_on_from_the_threads_last_plan_of_the_same_model():
    plan = {"model": "qwen3", "count_ratio": 1.2}
    assert counter_for(ModelSettings(model="qwen3"), plan).ratio == 1.2
    assert counter_for(ModelSettings(model="glm-4"), plan).ratio == 1.0
    taught(ModelSettings(model="qwen3"), 1.1)
    assert counter_for(ModelSettings(model="qwen3"), plan).ratio == pytest.approx(1.1, rel=0.01)


def test_within_a_turn_the_plans_ratio_holds_whatever_was_learned_since():
    settings = ModelSettings(model="qwen3")
    taught(settings, 1.3)
    assert counter_for(settings, {"model": "qwen3", "count_ratio": 1.1}, planned=True).ratio == 1.1


@pytest.mark.parametrize(("told", "ratio"), [(99, 2.0), (-1, 0.5), ("1.2", 1.0), (None, 1.0)])
def test_a_plan_that_tells_nonsense_does_no_harm(told: object, ratio: float):
    assert counter_for(ModelSettings(model="m"), {"model": "m", "count_ratio": told}).ratio == ratio


def test_what_is_learned_is_bounded():
    for number in range(KEPT_RATIOS + 10):
        taught(ModelSettings(model=f"m{number}"), 1.2, requests=1)
    assert len(token_counts._ratios) == KEPT_RATIOS
