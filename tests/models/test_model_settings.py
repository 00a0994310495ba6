import pytest

from memory.core.errors import InputError
from memory.models.settings import ModelSettings, read_model_settings


def test_without_any_variable_the_offline_model_is_the_default():
    assert read_model_settings({}) == ModelSettings("offline", None, None, None)


def test_blank_variables_count_as_unset():
    assert read_model_settings({"HOLDFAST_MODEL": "  ", "HOLDFAST_BASE_URL": "", "HOLDFAST_API_KEY": " "}) == (
        ModelSettings()
    )


def test_the_environment_is_read_when_asked_not_at_import(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOLDFAST_MODEL", "openai:gpt-4o-mini")
    assert read_model_settings().model == "openai:gpt-4o-mini"
    monkeypatch.setenv("HOLDFAST_MODEL", "通义:qwen")
    assert read_model_settings().model == "通义:qwen"


def test_every_variable_has_its_field_and_no_key_is_shown():
    settings = read_model_settings(
        {
            "HOLDFAST_MODEL": "qwen2.5:0.5b",
            "HOLDFAST_BASE_URL": "http://localhost:11434/v1",
            "HOLDFAST_API_KEY": "sk-very-secret",
            "HOLDFAST_FALLBACK_MODEL": "offline",
            "HOLDFAST_SUMMARY_MODEL": "qwen2.5:7b",
            "HOLDFAST_EXTRACT_MODEL": "qwen2.5:1.5b",
        }
    )
    assert (settings.model, settings.base_url) == ("qwen2.5:0.5b", "http://localhost:11434/v1")
    assert settings.fallback_model == "offline"
    assert settings.summary_model == "qwen2.5:7b"
    assert settings.extract_model == "qwen2.5:1.5b"
    assert settings.api_key is not None
    assert settings.api_key.get_secret_value() == "sk-very-secret"
    assert "sk-very-secret" not in repr(settings)


def test_a_base_url_that_is_no_http_address_is_refused_by_name():
    with pytest.raises(InputError, match="HOLDFAST_BASE_URL"):
        read_model_settings({"HOLDFAST_BASE_URL": "localhost:11434"})
