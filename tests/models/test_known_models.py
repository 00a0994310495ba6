import pytest

from memory.core.tokens.media_tokens import ImageForm
from memory.models.known_models import UNKNOWN, image_form_of, tokenizer_of
from memory.models.tokenizer import CL100K, O200K, Tokenizer


@pytest.mark.parametrize(
    "name",
    [
        "offline",
        "openai:gpt-4o-mini",
        "gpt-4o",
        "openai:gpt-5-mini",
        "azure_openai:gpt-4.1",
        "openai/gpt-oss-20b",
        "o3",
        "openai:next-9",
    ],
)
def test_openais_newer_models_and_the_offline_one_are_counted_exactly(name: str):
    assert tokenizer_of(name) == O200K


@pytest.mark.parametrize("name", ["openai:gpt-4-turbo", "gpt-3.5-turbo", "openai:gpt-4"])
def test_openais_older_models_are_counted_exactly(name: str):
    assert tokenizer_of(name) == CL100K


@pytest.mark.parametrize(
    ("name", "family", "single_digits"),
    [
        ("anthropic:claude-sonnet-4-5", "cl100k_base", False),
        ("bedrock:anthropic.claude-3-haiku", "cl100k_base", False),
        ("deepseek:deepseek-chat", "o200k_base", False),
        ("deepseek-r1:8b", "o200k_base", False),
        ("qwen3:8b", "cl100k_base", True),
        ("mistralai:mistral-large", "cl100k_base", True),
        ("google_genai:gemini-2.5-pro", "cl100k_base", True),
    ],
)
def test_another_model_is_estimated_like_the_vocabulary_nearest_to_its_own(name: str, family: str, single_digits: bool):
    found = tokenizer_of(name)
    assert (found.family, found.exact, found.single_digits) == (family, False, single_digits)


def test_a_model_nobody_knows_is_counted_high_rather_than_low():
    assert tokenizer_of("我的模型") == tokenizer_of("myprovider:new") == UNKNOWN
    assert Tokenizer("cl100k_base", exact=False, single_digits=True) == UNKNOWN


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("openai:gpt-4o", ImageForm("tiles")),
        ("openai:gpt-4o-mini", ImageForm("tiles", 2833, 5667)),
        ("openrouter:anthropic/claude-sonnet-4", ImageForm("area")),
        ("offline", ImageForm("flat")),
    ],
)
def test_images_count_as_the_models_provider_counts_them(name: str, form: ImageForm):
    assert image_form_of(name) == form
