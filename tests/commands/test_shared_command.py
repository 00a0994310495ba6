"""`holdfast shared`: over the files, before anybody has a memory."""

import json
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from memory.cli import cli


@pytest.fixture(autouse=True)
def data(data_folder: Path) -> Path:
    return data_folder


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, [*arguments])


def test_items_are_added_imported_listed_recalled_edited_and_removed(tmp_path: Path):
    lines = tmp_path / "items.txt"
    lines.write_text("\ufeffThe office opens at 9.\n\n食堂十一点半开门。\n", encoding="utf-8")
    assert run("shared", "import", str(lines)).stdout == "Added: 2. Known already: 0.\n"
    assert run("shared", "add", "食堂十一点半开门。").stdout == "Added: 0. Known already: 1.\n"
    assert run("shared", "add", "Badges are blue.", "--organisation", "acme").exit_code == 0
    listed = json.loads(run("shared", "list", "--json").stdout)["items"]
    assert sorted(item["text"] for item in listed) == ["The office opens at 9.", "食堂十一点半开门。"]
    assert "Badges are blue." in run("shared", "list", "--organisation", "acme").stdout
    shown = run("recall", "--user", "ann", "--kind", "shared", "食堂几点开门？").stdout
    assert "Shared knowledge:" in shown
    assert "for everyone]" in shown
    assert "Badges" not in run("recall", "--user", "ann", "badges?").stdout
    edited = json.loads(run("shared", "edit", listed[0]["id"], "Closed. 关门。", "--json").stdout)
    assert run("shared", "remove", edited["id"]).exit_code == 0
    assert len(json.loads(run("shared", "list", "--json").stdout)["items"]) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("add", " "),
        ("edit", "nope", "x"),
        ("remove", "nope"),
        ("import", "nowhere.txt"),
        ("add", "x", "--organisation", ""),
    ],
)
def test_bad_input_is_an_error_with_its_remedy(arguments: tuple[str, ...]):
    failed = run("shared", *arguments)
    assert failed.exit_code == 2
    assert failed.stderr.startswith("Error: ")
