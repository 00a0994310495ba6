"""Which server a command works through, as whom it logs in there, and how it ends where it is not let in."""

import asyncio
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import Result
from support.logins import LOGIN_ENV, token_of
from support.server import StartServer
from typer.main import get_command
from typer.testing import CliRunner

from memory.cli import cli
from memory.commands.place import Place
from memory.commands.running import DONE, FAILED, NOT_LET_IN, STOPPED, WRONG_INPUT
from memory.commands.servers import Server, known_server
from memory.core.errors import InputError
from memory.core.ids import consolidation_thread_id, user_root
from memory.service.access.api_keys import new_api_key
from memory.service.conversations.server_file import LocalServer, write_server_file

URL = "https://memory.test"
NO_ADDRESSES = ("http://", "https://[::1", "http://memory.test:99999", "http://memory.test\x01", "file:///etc/x")


@pytest.fixture(autouse=True)
def data(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOLDFAST_SERVER", "")  # what --server sets is taken back after the test
    return data_folder


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, [*arguments])


def server(place: Place = Place()) -> Server:  # noqa: B008  # frozen
    found = asyncio.run(known_server(place))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("token", "act_for", "named", "user", "header"),
    [
        (None, None, None, None, None),
        (None, None, "小林", "小林", None),
        ("ey.jwt", None, None, None, None),
        ("ey.jwt", None, "小林", "小林", None),
        ("ey.jwt", "bob", None, "bob", "bob"),
        ("hf_key", None, "小林/a", "小林/a", "%E5%B0%8F%E6%9E%97%2Fa"),
        ("hf_key", "bob", None, "bob", "bob"),
        ("hf_key", "bob", "ann", "ann", "ann"),
    ],
)
def test_a_named_server_is_logged_in_to_as_the_token_or_for_the_user_a_service_names(
    token: str | None,
    act_for: str | None,
    named: str | None,
    user: str | None,
    header: str | None,
    monkeypatch: pytest.MonkeyPatch,
):
    for name, value in (("SERVER", f"{URL}/"), ("TOKEN", token), ("ACT_FOR", act_for)):
        monkeypatch.setenv(f"HOLDFAST_{name}", value or "")
    found = server()
    assert (found.url, found.user(Place(named))) == (URL, user)
    headers = dict(found.headers(user))
    assert headers.get("x-holdfast-user") == header
    assert headers.get("Authorization") == (token and f"Bearer {token}")
    assert "hf_key" not in repr(found)


def test_a_services_key_must_name_a_user_and_a_database_named_comes_before_any_server(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOLDFAST_SERVER", URL)
    monkeypatch.setenv("HOLDFAST_TOKEN", "hf_key")
    with pytest.raises(InputError, match=r"^--user: is missing"):
        server().user(Place())
    assert asyncio.run(known_server(Place(database_uri="postgresql://x/y"))) is None


def test_a_server_on_the_data_folder_gets_its_own_key_and_never_the_token(data: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOLDFAST_TOKEN", "secret")
    monkeypatch.setenv("HOLDFAST_USER", "阿明")
    write_server_file(data, LocalServer("http://127.0.0.1:9", os.getpid()))
    assert (server().headers("ann"), server().user(Place())) == ({}, None)
    write_server_file(data, LocalServer("http://127.0.0.1:9", os.getpid(), "hf_own"))
    found = server()
    assert found.user(Place()) == "阿明"
    assert dict(found.headers("ann")) == {"Authorization": "Bearer hf_own", "x-holdfast-user": "ann"}


@pytest.mark.parametrize("token", ["s3cret\x01", "s3crét", "秘密s3cret", "s3\ncret"])
def test_a_token_that_cannot_be_one_is_refused_before_it_is_sent_and_not_told(
    token: str, data: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_TOKEN", token)
    for command in ("facts", "doctor"):
        shown = run("--server", URL, command)
        assert (shown.exit_code, "HOLDFAST_TOKEN: holds" in shown.stderr, "s3" in shown.output) == (2, True, False)
    monkeypatch.setenv("HOLDFAST_SERVER", f"{URL}/\n")
    monkeypatch.setenv("HOLDFAST_TOKEN", "s3cret\n")
    assert (server().url, server().token) == (URL, "s3cret")


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("--server", "memory.test", "facts"), 2, "HOLDFAST_SERVER: is no web address"),
        *((("--server", url, "facts"), 2, "HOLDFAST_SERVER: is no web address") for url in NO_ADDRESSES),
        (("--server", "http://127.0.0.1:9", "facts"), 1, "server at http://127.0.0.1:9 cannot be reached"),
        (("--server", URL, "backup", "--all", "--encrypt"), 2, "Set HOLDFAST_BACKUP_PASSPHRASE there"),
        (("--server", URL, "restore", "x", "--yes"), 2, "--user: a server that runs merges one user's memory"),
        (("--server", URL, "restore", "x", "--user", "a", "--mode", "replace"), 2, "stop the server and restore"),
        (("--server", "http://127.0.0.1:9", "backups"), 1, "cannot be reached"),
        (("--server", URL, "doctor", "--live"), 2, "--live: is for models that are set up here"),
    ],
)
def test_an_error_is_told_in_a_line_and_by_the_exit_code(arguments: tuple[str, ...], code: int, told: str, data: Path):
    shown = run(*arguments)
    assert (shown.exit_code, shown.stdout) == (code, "")
    assert told in shown.stderr
    assert not data.exists()


def test_the_page_of_the_commands_tells_every_exit_code_and_every_command_that_prints_takes_json():
    page = (Path(__file__).parents[2] / "docs" / "commands.md").read_text()
    codes = {DONE, FAILED, WRONG_INPUT, NOT_LET_IN, STOPPED}
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)} == codes
    without = [name for name, command in commands(get_command(cli)) if "--json" not in options(command)]
    assert sorted(set(without)) == ["export", "serve"], "an export is lines of JSON in any case, a server prints none"


def commands(group: Any) -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command)
        else:
            yield name, command


def options(command: Any) -> set[str]:
    return {option for parameter in command.params for option in parameter.opts}


def everyones_is_consolidated_by_a_key_that_may_nothing_else(url: str, key: str):
    done = CliRunner().invoke(cli, ["--server", url, "consolidate"], env={"HOLDFAST_TOKEN": key})
    assert (done.exit_code, done.stdout.splitlines()[0][:13]) == (0, "Conversations"), done.stderr
    keeper = {"Authorization": f"Bearer {key}"}
    everyones, hers = (consolidation_thread_id(root, "") for root in ("", user_root("小林", 0)))
    states = [httpx.get(f"{url}/threads/{thread}/state", headers=keeper) for thread in (everyones, hers)]
    assert [state.status_code for state in states] == [200, 404]
    assert "heron" not in states[0].text
    assert httpx.delete(f"{url}/threads/{everyones}", headers=keeper).status_code == 404


@pytest.mark.server
def test_a_server_with_log_in_is_worked_through_from_its_machine_by_token_and_by_key(
    start_server: StartServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    key, lines = new_api_key("bot", ["act_for_users"])
    (operator, operator_lines), (keeper, keeper_lines) = (new_api_key(may, [may]) for may in ("operate", "everyone"))
    (tmp_path / "keys.toml").write_text(lines + operator_lines + keeper_lines)
    running = start_server({**LOGIN_ENV, "HOLDFAST_API_KEYS": str(tmp_path / "keys.toml")})
    monkeypatch.setenv("HOLDFAST_DATA", str(running.data))
    said = run("chat", "--user", "小林", "--json", "-m", "Remember that my locker is heron-4471. 记住。")
    assert (said.exit_code, "through the server" in said.stderr) == (0, True)
    assert json.loads(said.stdout)["reply"]
    assert "heron-4471" in run("facts", "--user", "小林").stdout
    assert run("consolidate").exit_code == 0
    looked = {one["check"]: one["state"] for one in json.loads(run("doctor", "--json").stdout)["findings"]}
    assert [looked[check] for check in ("server", "ready", "log-in", "version", "same")] == [*["ok"] * 4, "warn"]
    monkeypatch.setenv("HOLDFAST_DATA", str(tmp_path / "elsewhere"))
    there = ("--server", running.url)
    refused = run(*there, "facts", "--user", "小林")
    assert "log-in" in run(*there, "doctor").stdout.split("fail")[1]
    assert (refused.exit_code, refused.stdout, "did not let you in" in refused.stderr) == (3, "", True)
    monkeypatch.setenv("HOLDFAST_TOKEN", token_of("小林"))
    assert "heron-4471" in run(*there, "facts").stdout
    assert "comes in as 小林" in run(*there, "doctor").stdout
    assert run(*there, "facts", "--user", "bob").exit_code == 2
    again = run(*there, "chat", "-m", "What is my locker? 我的柜子？")
    assert (again.exit_code, "of the token" in again.stderr) == (0, True)
    assert run(*there, "consolidate").exit_code == 3
    assert run(*there, "consolidate", "--user", "小林").exit_code == 0
    everyones_is_consolidated_by_a_key_that_may_nothing_else(running.url, keeper)
    monkeypatch.setenv("HOLDFAST_TOKEN", key)
    assert "heron-4471" in run(*there, "recall", "locker", "--user", "小林").stdout
    assert run(*there, "facts").exit_code == 2
    monkeypatch.setenv("HOLDFAST_ACT_FOR", "小林")
    assert json.loads(run(*there, "context", "--json").stdout)["user_id"] == "小林"
    own_memory_is_changed(there)
    an_import_is_sent(there, tmp_path / "mem0.json")
    talks = (*there, "conversations")
    assert run(*talks, "rename", "main", "My locker 柜子").stdout == "main: My locker 柜子\n"
    assert "My locker 柜子  [main]" in run(*talks, "list").stdout
    assert "heron-4471" in run(*talks, "search", "locker").stdout
    assert "heron-4471" in run(*talks, "show", "main").stdout
    assert [run(*talks, what, "nosuch").exit_code for what in ("show", "rename", "export")] == [1, 2, 2]
    exported = [run(*there, "export", "--user", "小林"), run(*talks, "export", "main")]
    assert ["heron-4471" in done.stdout for done in exported] == [True, True]
    with monkeypatch.context() as patch:
        assert run(*there, "backups").exit_code == 3
        patch.setenv("HOLDFAST_TOKEN", operator)
        backups_are_kept_by_the_server(there, tmp_path / "here.holdfast")
    assert run(*talks, "delete", "main", "--facts", "delete", "-y").exit_code == 0
    assert run(*talks, "list").stdout == "none\n"
    assert run(*there, "erase", "--user", "小林", "-y").exit_code == 0
    assert "heron-4471" not in run(*there, "facts").stdout


def own_memory_is_changed(there: tuple[str, ...]):
    own = run(*there, "instructions", "add", "用两句话回答。", "--json").stdout
    instruction = json.loads(own)["fact"]["id"]
    assert instruction in run(*there, "instructions", "list").stdout
    assert run(*there, "instructions", "remove", instruction[:9]).stdout == f"Removed: {instruction}\n"
    assert "learn: off" in run(*there, "settings", "set", "learn", "off").stdout
    assert "colour: is no setting. Use one of memory," in run(*there, "settings", "set", "colour", "red").stderr
    (fact,) = json.loads(run(*there, "facts", "--json").stdout)["facts"]
    assert "pinned" in run(*there, "facts", "pin", fact["id"]).stdout
    assert "heron-9" in run(*there, "facts", "edit", fact["id"][:9], "My locker is heron-9").stdout
    assert "heron-4471" in run(*there, "facts", "history", fact["id"]).stdout
    assert run(*there, "pending", "list").stdout == "nothing waits\n"
    assert run(*there, "pending", "approve", "--all").stdout == "nothing waits\n"


def an_import_is_sent(there: tuple[str, ...], file: Path):
    file.write_text(json.dumps([{"memory": "对花生过敏"}] * 2))
    brought = run(*there, "import", str(file), "--user", "小林", "--from", "mem0", "--json")
    assert json.loads(brought.stdout)["proposals"] == {"ask": 1}
    assert "花生" in run(*there, "pending", "list").stdout
    assert run(*there, "pending", "reject", "--all").exit_code == 0


def backups_are_kept_by_the_server(there: tuple[str, ...], file: Path):
    made = json.loads(run(*there, "backup", "--user", "小林", "--json").stdout)
    assert json.loads(run(*there, "backup", "--all", str(file), "--json").stdout)["bytes"] == file.stat().st_size
    assert [one["file"] for one in json.loads(run(*there, "backups", "--json").stdout)] == [made["file"]]
    merge = (*there, "restore", made["file"], "--user", "小林")
    assert "the same on both sides" in run(*merge, "--dry-run").stdout
    assert json.loads(run(*merge, "--yes", "--json").stdout)["proof"]["problems"] == []
    assert "Taken out of 1" in run(*there, "backups", "--purge", "--user", "小林").stdout
    assert run(*merge, "--yes").exit_code == 2
