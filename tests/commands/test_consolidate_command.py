"""`holdfast consolidate` and `holdfast conversations summary`: over the files, and through a running server."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from support.conversations import Conversation
from typer.testing import CliRunner

from evals.dev_server import DevServer
from memory.cli import cli
from memory.core import namespaces
from memory.core.ids import consolidation_thread_id, thread_id_for, user_root
from memory.core.transcript.entries import bucket_of
from memory.storage.due import list_due, mark_due
from memory.storage.opening import open_store
from memory.storage.ops import put, write
from memory.storage.sqlite_store import open_sqlite_store
from memory.storage.summaries import read_summary

USER, OTHER = "小林", "mixed Ann 安"
ENTRIES = 45


@pytest.fixture
def data(data_folder: Path) -> Path:
    return data_folder


def holdfast(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


def summary(*arguments: str, user: str = USER, name: str = "trip") -> Result:
    return holdfast("conversations", "summary", name, "--user", user, *arguments)


def conversation(store: Any, user: str, name: str = "trip") -> Conversation:
    return Conversation(store, user_root(user, 0), thread_id_for(user, 0, name))


async def talk(user: str, *, folder: Path | None = None, broken: bool = False, due: bool = True) -> None:
    """Write a conversation long enough to be folded into the data folder's store, or that of another."""
    async with open_sqlite_store(folder / "store.sqlite") if folder else open_store() as store:
        talked = conversation(store, user)
        said = await talked.say(*(f"第{n}句：订单 AB-{n:03d} 三月送到\x1b[31m。" for n in range(ENTRIES)))
        if broken:
            bucket = namespaces.transcript(talked.root, talked.thread, bucket_of(3))
            await write(store, [put(bucket, said[3]["key"], {**said[3], "schema": 999})])
        if due:
            await mark_due(store, talked.root, talked.thread)


async def stored(user: str) -> tuple[str, int]:
    """The text of a summary in the data folder, "" without one, and how many threads are due."""
    async with open_store() as store:
        talked = conversation(store, user)
        made = await read_summary(store, talked.root, talked.thread)
        return made["text"] if made else "", len(await list_due(store))


def test_what_is_due_of_everyone_of_one_user_or_of_one_conversation_is_consolidated(data: Path):
    asyncio.run(talk(USER))
    asyncio.run(talk(OTHER))
    one = holdfast("consolidate", "--user", USER)
    assert (one.exit_code, one.stderr) == (0, "")
    assert "Conversations: 1; 20 entries folded into 1 leaves" in one.stdout
    assert "No longer kept" not in one.stdout
    assert asyncio.run(stored(OTHER)) == ("", 1)
    everyone = json.loads(holdfast("consolidate", "--json").stdout)
    assert (everyone["threads"], everyone["entries"], everyone["failed"]) == (1, 20, [])
    again = json.loads(holdfast("consolidate", "--json").stdout)
    assert (again["threads"], again["entries"]) == (0, 0)
    full = json.loads(holdfast("consolidate", "--full", "--json", "--user", OTHER, "--conversation", "trip").stdout)
    assert (full["threads"], full["failed"]) == (1, [])


def test_a_conversation_that_fails_is_told_of_and_ends_the_command_with_1_and_the_others_are_done(data: Path):
    asyncio.run(talk(OTHER, broken=True))
    asyncio.run(talk(USER))
    shown = holdfast("consolidate")
    assert shown.exit_code == 1
    assert "Conversations: 2; 20 entries" in shown.stdout
    assert re.search(rf"stays due: {thread_id_for(OTHER, 0, 'trip')}: SchemaError", shown.stderr)
    text, due = asyncio.run(stored(USER))
    assert (bool(text), due) == (True, 1)


def test_a_summary_is_shown_corrected_pinned_and_the_changes_outlive_a_full_recalibration(data: Path):
    asyncio.run(talk(USER))
    assert "no summary yet" in summary().stdout
    holdfast("consolidate")
    lines = json.loads(summary("--json").stdout)["summary"]["lines"]
    number, wrong = next((line["number"], line["text"]) for line in lines if "AB-019" in line["text"])
    pinned = next(line["text"] for line in lines if "AB-010" in line["text"])
    fixed = summary("--correct", str(number), "订单 AB-019 四月才送到。")
    assert (fixed.exit_code, fixed.stderr) == (0, "")
    assert "- 订单 AB-019 四月才送到。  [由你更正]" in fixed.stdout
    assert ("\x1b" in wrong, "\x1b" in fixed.stdout) == (True, False)
    assert summary("--pin", next(str(line["number"]) for line in lines if line["text"] == pinned)).exit_code == 0
    assert summary("--add", "Answer in English.").stdout.startswith(" 1  - Answer in English.  [added by you]\n")
    assert holdfast("consolidate", "--full", "--user", USER).exit_code == 0
    text, due = asyncio.run(stored(USER))
    assert {"- 订单 AB-019 四月才送到。", pinned, "- Answer in English."} <= set(text.splitlines())
    assert (wrong in text.splitlines(), due) == (False, 0)
    assert summary("--unpin", "1").stdout.startswith(" 1  - Answer in English.\n")
    assert "Answer in English" not in summary("--remove", "1").stdout


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["consolidate", "--user", ""], 2, "--user: is empty"),
        (["consolidate", "--user", USER, "--conversation", "没有"], 2, "--conversation: '没有' of user '小林' has not"),
        (["conversations", "summary", "没有", "--user", USER], 2, "CONVERSATION: '没有' of user '小林' has not begun"),
        (["conversations", "summary", "trip", "--user", USER, "--pin", "9"], 2, "N: is 9, and the summary has 0 lines"),
        (["conversations", "summary", "trip", "--user", USER, "--pin", "1", "--add", "x"], 2, "changes: are 2"),
        (["conversations", "summary", "trip", "--user", USER, "--add", " "], 2, "text: is no text"),
        (["conversations", "summary", " "], 2, "CONVERSATION: is empty"),
    ],
)
def test_wrong_input_is_told_in_a_line_and_by_the_exit_code(data: Path, arguments: list[str], code: int, told: str):
    asyncio.run(talk(USER, due=False))
    shown = holdfast(*arguments)
    assert (shown.exit_code, shown.stdout) == (code, "")
    assert told in shown.stderr


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("HOLDFAST_ACTIVE_FACTS", "is '北京'. Set a whole number from 1 up, or leave it out."),
        ("HOLDFAST_TIME_ZONE", "'北京' is no IANA time zone. Write it like Europe/Lisbon."),
    ],
)
def test_a_wrong_setting_is_told_before_anything_is_done(
    data: Path, monkeypatch: pytest.MonkeyPatch, name: str, told: str
):
    asyncio.run(talk(USER))
    monkeypatch.setenv(name, "北京")
    refused = holdfast("consolidate")
    assert (refused.exit_code, refused.stderr) == (2, f"Error: {name}: {told}\n")
    assert asyncio.run(stored(USER)) == ("", 1)


def test_where_there_is_no_memory_it_says_so_and_makes_none(data: Path):
    for arguments in (["consolidate"], ["conversations", "summary", "trip"]):
        shown = holdfast(*arguments)
        assert (shown.exit_code, "There is no memory in" in shown.stderr) == (1, True)
    assert not data.exists()


@pytest.mark.server
def test_beside_a_server_both_go_through_it(shared_server: DevServer, data: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOLDFAST_DATA", str(shared_server.data))
    user = "用户 of consolidate"
    asyncio.run(talk(user, folder=shared_server.data))
    shown = holdfast("consolidate", "--user", user, "--conversation", "trip", "--json")
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert json.loads(shown.stdout)["entries"] == 20
    everyone = holdfast("consolidate")
    assert everyone.exit_code in (0, 1), everyone.stderr  # what other tests left broken is told of
    assert "Conversations:" in everyone.stdout
    assert "AB-019" in summary(user=user).stdout
    assert "[added by you]" in summary("--add", "Be brief.", user=user).stdout
    unknown = summary("--add", "x", user=user, name="没有")
    assert (unknown.exit_code, "conversation: '没有' of user" in unknown.stderr) == (2, True)
    refused = holdfast("consolidate", "--user", user, "--conversation", "没有")
    assert (refused.exit_code, "has not begun" in refused.stderr) == (2, True)
    assert holdfast("erase", "--user", user, "--yes").exit_code == 0
    assert asyncio.run(_reports(shared_server)) == []


async def _reports(server: DevServer) -> list[str]:
    """The threads that still hold the report of a consolidation of everyone."""
    async with server.client() as client:
        found = await client.threads.search(ids=[consolidation_thread_id("", "")])
        return [thread["thread_id"] for thread in found]
