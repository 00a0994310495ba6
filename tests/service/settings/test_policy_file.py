"""The policy as a file: an operator's own counts, and a wrong row is told by its number, field and remedy."""

from pathlib import Path

import pytest

from memory.core.errors import InputError
from memory.core.policy.policy import Policy
from memory.local_runner import open_local_runner
from memory.service.settings.policy import current_policy, read_policy
from memory.service.settings.settings import DEFAULT_POLICY
from memory.web.app import app, lifespan

ROW = '[[row]]\naction = "ask"\nreason = "why"\n'


def policy_of(folder: Path, text: str) -> Policy:
    path = folder / "policy.toml"
    path.write_text(text, encoding="utf-8")
    return read_policy(path)


async def test_without_a_setting_it_is_the_products_own():
    assert await current_policy() == read_policy(DEFAULT_POLICY)


async def test_an_operators_own_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    policy_of(tmp_path, ROW + 'matters = ["health"]\nconfidence_below = 1\n')
    monkeypatch.setenv("HOLDFAST_POLICY", str(tmp_path / "policy.toml"))
    (row,) = await current_policy()
    assert (row.decision.action, row.decision.reason, row.matters, row.confidence_below) == (
        "ask",
        "why",
        {"health"},
        1,
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "holds no rows. Begin each row with"),
        ("row = 3", "holds no rows"),
        (ROW + "[colour]", ": colour: is unknown. Known are row"),
        ("[[row]]\nreason = 'x'", "row 1: action: is missing. Every row has"),
        (ROW + "[[row]]\naction = 'ask'", "row 2: reason: is missing"),
        ("[[row]]\naction = 'drop'\nreason = 'x'", "row 1: action: is 'drop'. Write one of write, ask, reject"),
        ("[[row]]\naction = ['ask']\nreason = 'x'", "row 1: action: is ['ask']"),
        ("[[row]]\naction = 'ask'\nreason = ' '", "row 1: reason: is no line of text"),
        ("[[row]]\naction = 'ask'\nreason = '''a\nb'''", "row 1: reason: is no line of text"),
        (ROW + "kinds = ['profil']", "row 1: kinds: is ['profil']. Write a list of some of profile, preference"),
        (ROW + "kinds = []", "row 1: kinds: is []"),
        (ROW + "kinds = 'profile'", "row 1: kinds: is 'profile'"),
        (ROW + "matters = ['健康']", "row 1: matters: is ['健康']"),
        (ROW + "sensitivity = 'secret'", "row 1: sensitivity: is 'secret'. Write one of normal, sensitive"),
        (ROW + "explicit = 'yes'", "row 1: explicit: is 'yes'. Write true or false"),
        (ROW + "confidence_below = 2", "row 1: confidence_below: is 2. Write a number from 0 to 1"),
        (ROW + "said_by = 'operator'", "row 1: said_by: is 'operator'"),
        (ROW + "grounded = false", "row 1: grounded: is unknown"),
        ("[[row", "is no TOML file"),
    ],
)
def test_a_wrong_row_is_told_by_its_number_field_and_remedy(tmp_path: Path, text: str, told: str):
    with pytest.raises(InputError) as failed:
        policy_of(tmp_path, text)
    assert told in str(failed.value)
    assert "HOLDFAST_POLICY" in failed.value.field


def test_a_file_that_is_not_there_or_no_text_is_told(tmp_path: Path):
    with pytest.raises(InputError, match="cannot be read"):
        read_policy(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="is no TOML file"):
        read_policy(tmp_path / "bytes.toml")


async def test_nothing_starts_with_a_policy_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LANGGRAPH_API_URL", "http://127.0.0.1:2024")
    monkeypatch.setenv("HOLDFAST_POLICY", str(tmp_path / "none.toml"))
    with pytest.raises(InputError, match="HOLDFAST_POLICY"):
        async with open_local_runner():
            pass
    with pytest.raises(InputError, match="HOLDFAST_POLICY"):
        async with lifespan(app):
            pass
