"""`holdfast backup`, `restore`, `backups`, `export` and `import`: what they print, ask and refuse."""

import asyncio
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from support.planted import STORED, plant
from typer.testing import CliRunner

from memory.cli import cli
from memory.commands.transfer import bodies
from memory.service.conversations.server_file import LocalServer, write_server_file
from memory.storage.opening import open_store

CHAT = [
    {
        "conversation_id": "c1",
        "title": "旅行",
        "create_time": 1.7e9,
        "current_node": "a",
        "mapping": {
            "a": {
                "parent": None,
                "message": {
                    "author": {"role": "user"},
                    "content": {"content_type": "text", "parts": ["I live in Lisbon. 我叫小林。"]},
                },
            }
        },
    }
]


@pytest.fixture(autouse=True)
def data(data_folder: Path) -> Path:
    asyncio.run(_planted())
    return data_folder


async def _planted() -> None:
    async with open_store() as store:
        await plant(store, "ann", STORED)
        await plant(store, "小林", STORED)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, [str(argument) for argument in arguments])


def told(result: Result) -> Any:
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_a_backup_is_made_listed_shown_and_restored(data: Path, monkeypatch: pytest.MonkeyPatch):
    assert run("backups").stdout == f"none in {data / 'backups'}\n"
    made = told(run("backup", "--all", "--json"))
    assert (made["users"], made["encrypted"]) == (2, False)
    alone = told(run("backup", "--user", "小林", "--json"))
    assert Path(alone["file"]).name.startswith("user--e5-b0-8f")
    listed = told(run("backups", "--json"))
    assert [(one["file"], one["users"]) for one in listed] == [(made["file"], 2), (alone["file"], 1)]
    assert "2 users" in run("backups").stdout
    monkeypatch.setenv("HOLDFAST_DATA", str(data / "other"))
    shown = run("restore", made["file"], "--dry-run")
    assert (shown.exit_code, "new      only in the backup: written: " in shown.stdout) == (0, True)
    assert "Whether somebody changed it cannot be told" in shown.stdout  # under the default secret, which anyone knows
    assert not run("export", "--user", "小林").stdout.count("\n") > 1
    unasked = run("restore", made["file"])
    assert (unasked.exit_code, "--yes: is missing" in unasked.stderr) == (2, True)
    done = told(run("restore", made["file"], "--yes", "--json"))
    assert (done["proof"]["problems"], done["proof"]["conversations"]) == ([], 6)
    assert "Restored and proven: " in run("restore", made["file"], "--yes", "--mode", "replace").stdout


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["backup"], "--user: or --all must be given"),
        (["backup", "--all", "--user", "ann"], "--user: or --all must be given"),
        (["backup", "--user", " "], "--user: is empty"),
        (["backup", "--user", "bob"], "nothing is remembered of 'bob'"),
        (["backup", "here", "--all"], "here exists"),
        (["backup", "--all", "--encrypt"], "--encrypt: needs a passphrase"),
        (["restore", "missing", "--yes"], "missing: No such file"),
        (["backups", "--purge"], "--user: is missing"),
        (["export", "here", "--user", "ann"], "here exists"),
        (["import", "here", "--user", "ann", "--from", "chatgpt"], "FILE: ends midway"),
        (["import", "here", "--user", "ann", "--from", "mem0"], "FILE: holds no memories of mem0"),
        (["import", "missing", "--user", "ann", "--from", "mem0"], "FILE: missing cannot be read"),
    ],
)
def test_wrong_input_is_named_with_its_remedy(arguments: list[str], problem: str):
    Path("here").touch()
    result = run(*arguments)
    assert (result.exit_code, problem in result.stderr) == (2, True), result.stderr


def test_a_file_that_is_no_sound_backup_is_refused_in_words():
    Path("photo").write_bytes(b"\x89PNG\r\n\x1a\n" * 100)
    refused = run("restore", "photo", "--yes")
    assert (refused.exit_code, refused.stderr) == (1, "Error: This is no backup of Holdfast. Nothing was changed.\n")


def test_files_that_a_server_works_on_are_not_restored(data: Path):
    made = told(run("backup", "--all", "--json"))
    write_server_file(data, LocalServer("http://127.0.0.1:9", 1))
    refused = run("restore", made["file"], "--yes")
    assert (refused.exit_code, "Stop it, then restore" in refused.stderr) == (1, True)


def test_a_user_is_taken_out_of_the_backups():
    told(run("backup", "--all", "--json"))
    assert run("backups", "--purge", "--user", "ann").stdout == "Taken out of 1 backup.\n"
    assert (told(run("backups", "--json", "--user", "ann")), len(told(run("backups", "--json")))) == ([], 1)


def test_a_conversation_of_another_product_is_imported_from_its_file_or_its_zip_and_exported_in_lines():
    Path("conversations.json").write_text(json.dumps(CHAT), encoding="utf-8")
    with zipfile.ZipFile("export.zip", "w") as packed:
        packed.writestr("../../evil", "x")
        packed.writestr("conversations.json", json.dumps(CHAT))
    done = told(run("import", "export.zip", "--user", "bob", "--from", "chatgpt", "--json"))
    assert (done["messages"], done["proposals"]) == (1, {"ask": 2})
    assert not Path("../../evil").exists()
    again = run("import", "conversations.json", "--user", "bob", "--from", "chatgpt")
    assert again.stdout.startswith("0 messages of 0 conversations; 0 facts written, 0 to be decided on")
    lines = [json.loads(line) for line in run("export", "--user", "bob").stdout.splitlines()]
    assert [line["type"] for line in lines] == ["export", "pending", "pending", "conversation", "message"]
    assert lines[-1]["text"] == "I live in Lisbon. 我叫小林。"
    assert run("export", "--user", "bob", "bob.jsonl").exit_code == 0
    assert len(Path("bob.jsonl").read_text(encoding="utf-8").splitlines()) == 5


def test_a_zip_that_unpacks_to_far_more_or_holds_no_conversations_is_refused():
    for name, content in (("conversations.json", b" " * (2**26 + 1)), ("other.json", b"[]")):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr(name, content)
        Path("bomb.zip").write_bytes(buffer.getvalue())
        refused = run("import", "bomb.zip", "--user", "bob", "--from", "chatgpt")
        assert (refused.exit_code, "FILE: " in refused.stderr) == (2, True)


def test_an_import_is_sent_to_a_server_in_parts_that_hold_every_item_once():
    items = [{"text": "对花生过敏\ud800" * size} for size in (1, 40, 1, 1, 3)]
    sent = list(bodies(items, 200))
    assert [item for body in sent for item in json.loads(body)] == items
    assert [len(json.loads(body)) for body in sent] == [1, 1, 3]
    assert list(bodies([])) == []


def test_memories_of_several_users_are_not_mixed():
    Path("m.json").write_text(json.dumps([{"memory": "a", "user_id": "x"}, {"memory": "b", "user_id": "y"}]))
    refused = run("import", "m.json", "--user", "bob", "--from", "mem0")
    assert (refused.exit_code, "holds memories of 2 users" in refused.stderr) == (2, True)
