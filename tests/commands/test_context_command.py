"""`holdfast context`: over the files, through a running server, and what it makes of words that are not its own."""

import asyncio
import json
from pathlib import Path

import pytest
from click.testing import Result
from support.openai_server import ScriptedModel
from typer.testing import CliRunner

from evals.dev_server import DevServer
from evals.scripted_replies import Reply
from memory.cli import cli
from memory.client import HoldfastClient
from memory.commands.context_table import NARROW, WIDE, Screen, context_text
from memory.commands.printing import harmless
from memory.core.window.context_diff import context_diff
from memory.local_runner import open_local_runner
from memory.service.turn.context_reports import Answer

SECTIONS = ("system", "tools", "window", "total")
NAME = "旅行 [bold red]x[/]"
REPORT = {
    "budget": 16_000,
    "model": "mixed\x1b[31m模型",
    "tokens": {"system": 190, "tools": 600, "window": 80, "memory": 40},
    "messages": ["a", "b"],
    "cut": ["工具结果：2 条 [link=x]已清除[/link]"],
    "degraded": ["recall: late\x9b2J\r\nsecond line\u202e"],
    "items": [{"type": "passage", "id": "p1", "conversation": "[blink]里斯本\x07", "time": "2026-03-01", "score": 0.5}],
    "ms": {"load": 1.25},
    "usage": {"input_tokens": 912, "output_tokens": 30},
}
ANSWER = Answer("m", "k", "2026-03-01T12:00:00+00:00", REPORT)


@pytest.fixture(autouse=True)
def data(data_folder: Path) -> Path:
    return data_folder


def context(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["context", *arguments])


async def talk(user: str | None, conversation: str, *said: str) -> None:
    async with open_local_runner() as runner:
        for text in said:
            async for _ in runner.stream(user, conversation, text):
                continue


def test_it_shows_the_last_window_section_by_section_and_what_changed_since_the_one_before():
    asyncio.run(
        talk("小林", NAME, "My order is HF-4521.", "我的座位是12A，请记住。", "Where is order HF-4521? 座位呢？")
    )
    shown = context("--user", "小林", "--conversation", NAME)
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert f"Conversation {NAME} of user 小林" in shown.stdout
    rows = {line.split()[0] for line in shown.stdout.splitlines() if line.strip()}
    assert rows >= {*SECTIONS, "Items", "Cost"}
    assert ("█" in shown.stdout, "\x1b" in shown.stdout, "change" in shown.stdout) == (True, False, False)
    differs = context("--user", "小林", "--conversation", NAME, "--diff").stdout
    assert "Messages: 2 came in, 0 left. Unchanged at the beginning: about " in differs
    assert "change" in differs
    told = json.loads(context("--user", "小林", "--conversation", NAME, "--diff", "--json").stdout)
    assert (told["user_id"], told["conversation"]) == ("小林", NAME)
    report = told["answer"]["report"]
    assert told["diff"]["prefix_tokens"] < sum(row["tokens"] for row in report["sections"]) == report["total_tokens"]
    assert told["diff"]["prefix_share"] > 0.5


def test_the_first_answer_stands_alone_and_the_local_user_and_main_are_meant_when_nobody_is_named(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setenv("HOLDFAST_USER", "阿明")
    asyncio.run(talk(None, "main", "你好"))
    alone = context("--diff")
    assert (alone.exit_code, "It is the first answer: none stands before it." in alone.stdout) == (0, True)
    assert json.loads(context("--diff", "--json").stdout)["diff"] is None
    assert "diff" not in json.loads(context("--json").stdout)
    for unknown in (("--user", "无名氏"), ("--conversation", "nosuch")):
        missing = context(*unknown)
        assert (missing.exit_code, missing.stdout) == (1, "")
        assert "There is no conversation" in missing.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("--user", ""), 2, "--user: is empty"),
        (("--conversation", " "), 2, "--conversation: is empty"),
        ((), 1, "There is no memory in"),
    ],
)
def test_an_error_is_told_in_a_line_and_by_the_exit_code(arguments: tuple[str, ...], code: int, told: str, data: Path):
    shown = context(*arguments)
    assert (shown.exit_code, shown.stdout) == (code, "")
    assert told in shown.stderr
    assert not data.exists()


@pytest.mark.server
def test_beside_a_server_it_goes_through_it(
    shared_server: DevServer, scripted_model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_DATA", str(shared_server.data))
    user, name = "用户 of context", "a/b 旅行.."
    assert context("--user", user, "--conversation", name).exit_code == 1

    async def say() -> None:
        async with HoldfastClient(shared_server.url) as client:
            for text in ("Where is the ferry?", "渡轮在哪里？"):
                scripted_model.push(Reply("At the pier. 在码头。", usage=(777, 9)))
                async for _ in client.stream(user, name, text):
                    continue

    asyncio.run(say())
    shown = context("--user", user, "--conversation", name, "--diff")
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert "model scripted" in shown.stdout
    assert "777 tokens in, 9 tokens out, 1 calls of the model" in shown.stdout
    assert "Messages: 2 came in, 0 left." in shown.stdout
    wrong = context("--user", "x" * 300)
    assert (wrong.exit_code, "--user" in wrong.stderr) == (2, True)


def test_words_of_others_reach_the_terminal_as_words_alone():
    text = context_text(
        "of \x1b]0;owned\x07 [bold]user[/]", ANSWER, context_diff(REPORT, REPORT), Screen(100, True, "█")
    )
    plain = text.replace("\x1b[0m", "").replace("\x1b[1m", "").replace("\x1b[34m", "").replace("\x1b[32m", "")
    assert all(c.isprintable() or c == "\n" for c in plain)
    for word in (
        "[bold]user[/]",
        "\\x1b]0;owned\\x07",
        "[link=x]已清除[/link]",
        "[blink]里斯本\\x07",
        "\\x9b2J",
        "\\u202e",
    ):
        assert word in plain
    assert harmless("a\r\nb\tc") == "a b c"


@pytest.mark.parametrize("columns", [24, NARROW, WIDE, 200])
def test_it_fits_narrow_and_wide_screens_of_any_encoding(columns: int):
    text = context_text("对话 of 小林", ANSWER, None, Screen(columns, False, "#"))
    assert "\x1b" not in text
    assert all(_width(line) <= columns for line in text.splitlines())
    assert ("#" in text, "wanted" in text) == (columns >= NARROW, columns >= WIDE)
    assert "600" in text


def _width(line: str) -> int:
    return sum(2 if ord(c) > 0x2E80 else 1 for c in line)
