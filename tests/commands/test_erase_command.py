"""`holdfast erase`: beside a server and without one, its errors and its receipts."""

import asyncio
import json
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result
from support.planted import found_in_files
from support.server import StartServer
from typer.testing import CliRunner

from memory.cli import cli
from memory.client import HoldfastClient
from memory.local_runner import LocalRunner, open_local_runner
from memory.storage.erase_marks import unfinished
from memory.storage.sqlite_store import open_sqlite_store

SAID = (
    ("小林", "旅行", "我的代号是翡翠灯塔七四一"),
    ("小林", "main", "my locker is HERON-7741"),
    ("bob", "main", "I fly."),
)


@pytest.fixture(autouse=True)
def data(data_folder: Path) -> Path:
    return data_folder


def erase(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["erase", *arguments])


async def talk(agent: LocalRunner | HoldfastClient) -> None:
    for said in SAID:
        async for _ in agent.stream(*said):
            continue


async def talk_here() -> None:
    async with open_local_runner() as runner:
        await talk(runner)


async def talk_with(url: str) -> None:
    async with HoldfastClient(url) as client:
        await talk(client)


def left(folder: Path) -> set[str]:
    return {text for _, text in found_in_files([folder], ("翡翠灯塔", "HERON-7741", "I fly."))}


def test_without_a_server_it_erases_a_conversation_then_the_user_and_prints_receipts(data: Path):
    asyncio.run(talk_here())
    one = erase("--user", "小林", "--conversation", "旅行", "--facts", "delete", "--yes")
    assert (one.exit_code, one.stdout.splitlines()[0]) == (0, "Erased '旅行' of 小林.")
    assert "Out of reach:\n  - Other conversations, where it may have been said again;" in one.stdout
    assert left(data) == {"HERON-7741", "I fly."}
    assert "Other conversations" not in erase("--user", "小林", "--conversation", "nosuch", "-y").stdout
    whole = erase("--user", "小林", "--yes", "--json")
    assert (whole.exit_code, json.loads(whole.stdout)["user"], json.loads(whole.stdout)["epoch"]) == (0, "小林", 1)
    assert left(data) == {"I fly."}
    for nobody in (("--user", "nobody"), ("--user", "無名氏"), ("--user", "小林", "--conversation", "nosuch")):
        shown = erase(*nobody, "-y")
        assert (shown.exit_code, shown.stdout.startswith("Nothing was found of")) == (0, True)
    alone = erase("--user", "bob", "--conversation", "main", "--yes")
    assert "Other conversations" not in alone.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ((), 2, "--user"),
        (("--user", "", "--yes"), 2, "--user: is empty"),
        (("--user", "ann", "--conversation", " ", "--yes"), 2, "--conversation"),
        (("--user", "ann", "--facts", "some", "--yes"), 2, "--facts"),
        (("--user", "ann", "--facts", "delete", "--yes"), 2, "--facts: needs --conversation"),
        (("--user", "ann", "--yes"), 1, "There is no memory in"),
    ],
)
def test_an_error_is_told_in_a_line_and_by_the_exit_code(arguments: tuple[str, ...], code: int, told: str, data: Path):
    shown = erase(*arguments)
    assert (shown.exit_code, shown.stdout) == (code, "")
    assert told in shown.stderr
    assert not data.exists()


def test_it_asks_first_and_works_beside_nobody_it_cannot_ask(data: Path):
    data.mkdir()
    with closing(sqlite3.connect(data / "store.sqlite")) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("CREATE TABLE t (x)")
        used = erase("--user", "ann", "--yes")
        assert (used.exit_code, "in use by another process" in used.stderr) == (1, True)
    unasked = erase("--user", "ann")
    assert (unasked.exit_code, "Add --yes" in unasked.stderr) == (2, True)
    (data / "server.json").write_text(json.dumps({"url": "http://127.0.0.1:9", "pid": os.getpid()}))
    silent = erase("--user", "ann", "--yes")
    assert (silent.exit_code, "does not answer" in silent.stderr) == (1, True)


@pytest.mark.server
def test_beside_a_server_it_goes_through_it_and_without_it_the_servers_records_go_when_it_starts(
    start_server: StartServer, monkeypatch: pytest.MonkeyPatch
):
    server = start_server()
    monkeypatch.setenv("HOLDFAST_DATA", str(server.data))
    asyncio.run(talk_with(server.url))
    one = erase("--user", "小林", "--conversation", "旅行", "--facts", "delete", "--yes", "--json")
    assert (one.exit_code, one.stderr, json.loads(one.stdout)["threads"]) == (0, "", 1)
    server.stop()
    assert left(server.folder / ".langgraph_api") == {"HERON-7741", "I fly."}
    whole = erase("--user", "小林", "--yes")
    assert (whole.exit_code, ".langgraph_api" in whole.stdout) == (0, True)
    server.start()
    wait_until_done(server.data)
    server.stop()
    assert left(server.folder) == {"I fly."}


def wait_until_done(data: Path) -> None:
    """Wait until no erase is unfinished."""
    deadline = time.monotonic() + 30
    while asyncio.run(marks(data)):
        assert time.monotonic() < deadline
        time.sleep(0.2)


async def marks(data: Path) -> list[str]:
    async with open_sqlite_store(data / "store.sqlite") as store:
        return list(await unfinished(store))
