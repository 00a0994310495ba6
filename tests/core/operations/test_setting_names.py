"""A wrong name of a setting is found, and told with the one it is near to; settings that clash are told too."""

import pytest

from memory.core.operations.contradictions import contradictions
from memory.core.operations.setting_names import SETTINGS, unknown_settings


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("HOLDFAST_MODLE", "HOLDFAST_MODEL"),
        ("HOLDFAST_DATABASE_URL", "HOLDFAST_DATABASE_URI"),
        ("holdfast_model", "HOLDFAST_MODEL"),
        ("HOLDFAST_TIMEZONE", "HOLDFAST_TIME_ZONE"),
        ("HOLDFAST_QUANTUM", None),
    ],
)
def test_a_name_that_is_no_setting_is_told_with_the_nearest_one(wrong: str, meant: str | None):
    assert unknown_settings([wrong, "HOLDFAST_MODEL", "PATH"]) == {wrong: meant}


def test_settings_themselves_and_other_variables_are_nothing_to_tell():
    assert unknown_settings([*SETTINGS, "HOME", "LANGSMITH_TRACING"]) == {}


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"HOLDFAST_BASE_URL": "http://x/v1"}, "HOLDFAST_BASE_URL"),
        ({"HOLDFAST_MODEL": "a:b", "HOLDFAST_FALLBACK_MODEL": "a:b"}, "HOLDFAST_FALLBACK_MODEL"),
        ({"HOLDFAST_BACKUPS_KEPT": "3"}, "HOLDFAST_BACKUPS_KEPT"),
        ({"HOLDFAST_DATABASE_URI": "postgresql://h/d"}, "HOLDFAST_SECRET"),
        ({"HOLDFAST_API_KEYS": "k", "HOLDFAST_SECRET": "s", "HOLDFAST_USER": "x"}, "HOLDFAST_USER"),
        ({"HOLDFAST_JWT_SECRET": "k", "HOLDFAST_SECRET": "s", "HOLDFAST_CORS_ORIGINS": "*"}, "HOLDFAST_CORS_ORIGINS"),
    ],
)
def test_settings_that_make_no_sense_together_are_told_and_no_value_is(settings: dict[str, str], named: str):
    ((told, remedy),) = contradictions(settings)
    assert named in told
    assert remedy
    assert not [value for value in settings.values() if len(value) > 1 and value in told + remedy]


@pytest.mark.parametrize(
    "settings",
    [{}, {"HOLDFAST_MODEL": "a:b", "HOLDFAST_API_KEY": "k"}, {"HOLDFAST_BASE_URL": "u", "HOLDFAST_EMBEDDINGS": "o:e"}],
)
def test_settings_that_go_together_are_nothing_to_tell(settings: dict[str, str]):
    assert contradictions(settings) == []
