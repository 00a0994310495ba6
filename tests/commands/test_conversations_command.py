"""`holdfast conversations`: over the files, its errors, and what it makes of words that are not its own."""

import asyncio
import json
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from memory.cli import cli
from memory.commands.conversations_text import found_lines, listed_lines, transcript_lines
from memory.local_runner import open_local_runner

SAID = (("a/b 旅行..", "你好！我想去台北玩三天。"), ("main", "Hi! Where do herons nest?"))


@pytest.fixture(autouse=True)
def data(data_folder: Path) -> Path:
    return data_folder


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["conversations", *arguments, "--user", "小林"])


def shown(*arguments: str) -> str:
    done = run(*arguments)
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


async def talk() -> None:
    async with open_local_runner() as runner:
        for conversation, text in SAID:
            async for _ in runner.stream("小林", conversation, text):
                continue


def test_conversations_are_listed_searched_shown_named_exported_and_deleted():
    asyncio.run(talk())
    lines = shown("list").splitlines()
    assert [line[22:] for line in lines] == ["Where do herons nest?  [main]", "我想去台北玩三天  [a/b 旅行..]"]
    first = json.loads(shown("list", "--limit", "1", "--json"))
    assert [one["conversation"] for one in first["conversations"]] == ["main"]
    assert "[a/b 旅行..]" in shown("list", "--after", first["next"])
    assert "[main]" in shown("search", "herons").splitlines()[0]
    assert "user: 你好！我想去台北玩三天。" in shown("search", "臺北")
    assert "user: Hi! Where do herons nest?" in shown("show", "main")
    assert len(json.loads(shown("show", "main", "--limit", "1", "--json"))["entries"]) == 1
    assert shown("rename", "a/b 旅行..", "My trip 台北") == "a/b 旅行..: My trip 台北\n"
    assert "My trip 台北  [a/b 旅行..]" in shown("list")
    assert shown("rename", "a/b 旅行..") == "a/b 旅行..: 我想去台北玩三天\n"
    assert "main is not remembered. Taken back: 0 facts, 0 that waited." in shown("unremember", "main")
    assert "[main]  (not remembered)" in shown("list")
    assert shown("remember", "main") == "main is remembered from now on.\n"
    assert "(not remembered)" not in shown("list")
    kinds = [json.loads(line)["type"] for line in shown("export", "main").splitlines()]
    assert kinds == ["export", "conversation", "message", "message"]
    assert shown("delete", "main", "--yes").startswith("Erased 'main' of 小林.")
    assert "main" not in shown("list")


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("list",), 1, "There is no memory in"),
        (("list", "--limit", "0"), 2, "--limit"),
        (("show", " "), 2, "CONVERSATION: is empty"),
        (("rename", "x" * 257, "t"), 2, "CONVERSATION: is 257 characters long"),
        (("delete", "", "-y"), 2, "--conversation: is empty"),
    ],
)
def test_an_error_is_told_in_a_line_and_by_the_exit_code(arguments: tuple[str, ...], code: int, told: str, data: Path):
    done = run(*arguments)
    assert (done.exit_code, done.stdout) == (code, "")
    assert told in done.stderr
    assert not data.exists()


def test_words_of_others_reach_the_terminal_as_words_alone():
    at = "2026-03-01T12:00:00+00:00"
    one = {"title": "evil \x1b[31m 题", "conversation": "c\x07", "last_said": at, "remembered": True}
    entry = {"time": at, "role": "assistant", "content": "a\x1b[2J\nb\r文", "tool_calls": [{"name": "t"}], "mark": None}
    gone = {"time": at, "role": "assistant", "content": "", "tool_calls": [{"name": ""}], "emptied": at}
    passage = {"time": at, "role": "user", "text": "x\x9b2J\ny"}
    lines = [
        *listed_lines({"conversations": [one, one | {"title": None}], "next": "N"}),
        *found_lines({"conversations": [one | {"passages": [passage]}], "degraded": ["late\x1b"]}),
        *transcript_lines({"entries": [entry, gone], "next": "N"}),
    ]
    assert all(c.isprintable() for line in lines for c in line)
    assert "2026-03-01 12:00 UTC  assistant: a\\x1b[2J (t)" in lines
    assert "2026-03-01 12:00 UTC  assistant: [no longer kept / 已不再保留]" in lines
    assert "2026-03-01 12:00 UTC  (no title)  [c\\x07]" in lines
