"""`holdfast shared`: over the files, before anybody has a memory."""

import json
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from evals.dev_server import DevServer
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


@pytest.mark.server
def test_a_server_that_is_named_keeps_them_for_the_organisation(
    shared_server: DevServer, tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_SERVER", "")  # what --server sets is taken back after the test

    def there(command: str, *arguments: str) -> Result:
        return run("--server", shared_server.url, "shared", command, *arguments, "--organisation", "里斯本分部")

    lines = tmp_path / "items.txt"
    lines.write_text("Badges are blue.\n食堂十一点半开门。\n", encoding="utf-8")
    assert there("import", str(lines)).stdout == "Added: 2. Known already: 0.\n"
    assert there("add", "食堂十一点半开门。").stdout == "Added: 0. Known already: 1.\n"
    first, second = json.loads(there("list", "--json").stdout)["items"]
    assert there("list", "--limit", "1").stdout.splitlines()[1].startswith("More: --after ")
    edited = json.loads(there("edit", first["id"], "Badges are green. 胸牌是绿色的。", "--json").stdout)
    assert there("remove", second["id"]).exit_code == 0
    gone = there("remove", second["id"])
    assert (gone.exit_code, "there is no shared item" in gone.stderr) == (2, True)
    assert [item["text"] for item in json.loads(there("list", "--json").stdout)["items"]] == [edited["text"]]
    assert run("--server", shared_server.url, "shared", "list", "--organisation", "other").stdout == "nothing\n"
    assert not data.exists()


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
