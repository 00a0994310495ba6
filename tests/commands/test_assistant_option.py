"""`holdfast --assistant`: the memory of one assistant that is kept apart, over the files."""

import asyncio
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from memory.cli import cli
from memory.local_runner import open_local_runner


@pytest.fixture(autouse=True)
def data(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOLDFAST_APART", "教练")
    monkeypatch.setenv("HOLDFAST_ASSISTANT", "")  # what --assistant sets is taken back after the test
    return data_folder


def run(*arguments: str, assistant: str = "") -> Result:
    return CliRunner().invoke(cli, ["--assistant", assistant, *arguments])


async def talk() -> None:
    await talk_with("教练", "小林", "我对花生过敏，请记住。")
    await talk_with("agent", "小林", "I live in Lisbon.")


async def talk_with(assistant: str, user: str, text: str) -> None:
    async with open_local_runner(assistant=assistant) as runner:
        async for _ in runner.stream(user, "main", text):
            continue


def test_a_command_is_about_the_memory_with_the_assistant_that_is_named():
    asyncio.run(talk())
    told = {name: run("facts", "--user", "小林", assistant=name).stdout for name in ("", "教练", "agent")}
    assert {name: ("花生" in text, "Lisbon" in text) for name, text in told.items()} == {
        "": (False, True),
        "教练": (True, False),
        "agent": (False, True),
    }
    shown = run("conversations", "show", "main", "--user", "小林", assistant="教练").stdout
    assert ("花生" in shown, "Lisbon" in shown) == (True, False)
    chat = ("chat", "--user", "小林", "--conversation", "new", "-m", "我对什么过敏？")
    assert ["花生" in run(*chat, assistant=name).stdout for name in ("教练", "agent")] == [True, False]
    exported = run("export", "--user", "小林").stdout
    assert ("花生" in exported, "Lisbon" in exported) == (True, True)


def test_where_nothing_is_kept_and_what_is_not_kept_apart_is_noted(monkeypatch: pytest.MonkeyPatch):
    asyncio.run(talk())
    noted = {name: run("facts", "--user", "小林", assistant=name).stderr for name in ("", "教练", "agent", "教頭")}
    assert [text for name, text in noted.items() if name != "教頭"] == ["", "", ""]
    assert noted["教頭"] == (
        "Note: Memory with '教頭' is not kept apart (HOLDFAST_APART): this is the memory that assistants share.\n"
    )
    assert run("facts", "--user", "new").stderr == ""
    monkeypatch.setenv("HOLDFAST_APART", "*, 教练")
    told = run("conversations", "--user", "小林", assistant="教頭")
    assert (
        told.stderr
        == "Note: Nothing is kept of '小林' with the assistant '教頭'. It is kept apart with: 教练 (--assistant).\n"
    )
    asyncio.run(talk_with("教练", "bob", "hi"))
    bobs = run("pending", "--user", "bob")
    shared = "in the memory that assistants share. It is kept apart with: 教练 (--assistant)."
    assert (bobs.stdout, bobs.stderr) == ("nothing waits\n", f"Note: Nothing is kept of 'bob' {shared}\n")


@pytest.mark.parametrize(
    "arguments", [("erase", "--user", "ann", "--yes"), ("backup", "--all"), ("restore", "x", "--yes")]
)
def test_what_is_about_every_memory_takes_no_assistant(arguments: tuple[str, ...]):
    refused = run(*arguments, assistant="教练")
    assert (refused.exit_code, "--assistant" in refused.stderr, "Leave it out" in refused.stderr) == (2, True, True)


def test_a_name_that_can_be_none_is_refused():
    assert (
        "--assistant: is 300 characters long"
        in run("shared", "list", assistant="x" * 300).stderr
        + run("facts", "--user", "小林", assistant="x" * 300).stderr
    )
