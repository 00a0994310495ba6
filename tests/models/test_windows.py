import pytest
from langchain_openai import ChatOpenAI

from memory.core.errors import InputError, ModelError
from memory.models.chat import context_window
from memory.models.offline import OfflineChatModel
from memory.models.settings import ModelSettings, read_model_settings
from memory.service.settings.budget import input_budget
from memory.service.settings.context import MIN_BUDGET, Context


def model(name: str) -> ChatOpenAI:
    return ChatOpenAI(model=name, api_key="x", stream_usage=True)


@pytest.mark.parametrize(
    ("name", "setting", "window"),
    [
        ("gpt-4o-mini", None, 128_000),
        ("我的模型", None, None),
        ("我的模型", 32_768, 32_768),
        ("gpt-4o-mini", 8_192, 8_192),
    ],
)
def test_a_window_comes_from_the_profile_or_the_setting_and_is_the_less_of_both(
    name: str, setting: int | None, window: int | None
):
    assert context_window(model(name), ModelSettings(context_window=setting)) == window


def test_the_offline_models_window_is_unknown():
    assert context_window(OfflineChatModel(), ModelSettings()) is None


def test_the_setting_is_read_from_the_environment():
    assert read_model_settings({"HOLDFAST_CONTEXT_WINDOW": " 32768 "}).context_window == 32_768
    assert read_model_settings({}).context_window is None


@pytest.mark.parametrize("text", ["0", "-5", "32k", "３２７６８", "8e3"])
def test_a_setting_that_is_no_number_of_tokens_is_refused_by_name(text: str):
    with pytest.raises(InputError, match="HOLDFAST_CONTEXT_WINDOW"):
        read_model_settings({"HOLDFAST_CONTEXT_WINDOW": text})


@pytest.mark.parametrize(
    ("window", "reserve", "budget"),
    [
        (None, 2_000, 16_000),
        (128_000, 2_000, 16_000),
        (16_384, 2_000, 9_830),
        (8_192, 4_500, 3_692),
        (5_500, 2_000, 3_500),
    ],
)
def test_a_budget_leaves_the_answers_reserve_free_and_takes_its_share_of_the_window(
    window: int | None, reserve: int, budget: int
):
    assert input_budget(Context(output_reserve=reserve), window, "m") == budget


@pytest.mark.parametrize("window", range(3_000, 40_000, 500))
def test_no_budget_is_above_the_window_less_the_reserve_or_under_the_least(window: int):
    context = Context(output_reserve=2_000)
    if window - 2_000 < MIN_BUDGET:
        with pytest.raises(ModelError):
            input_budget(context, window, "m")
    else:
        assert MIN_BUDGET <= input_budget(context, window, "m") <= window - 2_000


def test_a_window_too_small_for_any_turn_is_a_clear_error():
    with pytest.raises(ModelError, match=r"'小模型' takes 4,096 tokens .* output_reserve.* HOLDFAST_CONTEXT_WINDOW"):
        input_budget(Context(output_reserve=2_000), 4_096, "小模型")
