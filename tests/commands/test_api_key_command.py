"""`holdfast api-key`."""

import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from memory.cli import cli
from memory.service.access.api_keys import find_api_key, read_api_keys


def test_a_key_is_shown_once_and_the_file_holds_its_hash_alone(tmp_path: Path):
    file = tmp_path / "keys.toml"
    keys = []
    for name in ("bot", "nightly"):
        made = CliRunner().invoke(cli, ["api-key", name, "--may", "act_for_users", "--may", "everyone"])
        assert made.exit_code == 0
        keys.append(next(word for word in made.stderr.split() if word.startswith("hf_")))
        with file.open("a") as lines:
            lines.write(made.stdout)
    assert [row["name"] for row in tomllib.loads(file.read_text())["keys"]] == ["bot", "nightly"]
    assert not any(key in file.read_text() for key in keys)
    known = read_api_keys(file)
    assert [found.name for key in keys if (found := find_api_key(known, key))] == ["bot", "nightly"]
    assert known[0].permissions == ("act_for_users", "everyone")
    assert find_api_key(known, keys[0] + "x") is None


@pytest.mark.parametrize(
    ("words", "field"), [(["Bot 1"], "name"), (["小林"], "name"), (["a", "--may", "all"], "permissions")]
)
def test_a_name_or_permission_that_is_none_is_refused(words: list[str], field: str):
    made = CliRunner().invoke(cli, ["api-key", *words])
    assert made.exit_code == 2
    assert field in made.stderr
    assert made.stdout == ""
