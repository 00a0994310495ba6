"""`holdfast why`: over the files, through a running server, and its errors."""

import asyncio
import json
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from evals.dev_server import DevServer
from memory.cli import cli
from memory.client import HoldfastClient
from memory.commands.why import why_lines
from memory.local_runner import open_local_runner


@pytest.fixture(autouse=True)
def data(data_folder: Path) -> Path:
    return data_folder


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["why", *arguments])


async def talk(user: str, *texts: str) -> None:
    async with open_local_runner() as runner:
        for text in texts:
            async for _ in runner.stream(user, "旅行", text):
                continue


def test_what_was_forgotten_is_told_in_numbered_lines_with_times_and_ids():
    asyncio.run(talk("小林", "我对花生过敏，请记住。", "I live in Lisbon.", "忘掉我对花生过敏"))
    shown = run("你为什么忘了我对花生过敏？", "--user", "小林")
    assert (shown.exit_code, shown.stderr) == (0, "")
    first, trail, *steps = shown.stdout.splitlines()
    assert first.startswith("关于“我对花生过敏”：  [小林, 20")
    assert trail.startswith("- 已忘记。 (")
    assert "花生" not in "".join([trail, *steps])
    numbered = [line for line in steps if line[:5].strip().endswith(".")]
    assert [line[2:4].strip() for line in numbered] == [str(n + 1) for n in range(len(numbered))]
    assert " UTC  你在对话“旅行”里说过" in numbered[0]
    assert steps[1].strip().startswith("thread ")
    assert ", entry 20" in steps[1]
    told = json.loads(run("Lisbon", "--user", "小林", "--json").stdout)
    assert [(t["state"], t["text"]) for t in told["trails"]] == [("current", "I live in Lisbon")]


@pytest.mark.server
def test_beside_a_server_it_goes_through_it(shared_server: DevServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOLDFAST_DATA", str(shared_server.data))
    user = "用户 of why"
    assert run("green tea & 茶", "--user", user).stdout.startswith(
        'Nothing in your conversations or in memory says "green tea & 茶"'
    )

    async def say() -> None:
        async with HoldfastClient(shared_server.url) as client:
            async for _ in client.stream(user, "a/b", "I have diabetes."):
                continue

    asyncio.run(say())
    assert "It waits for your decision: private: health" in run("diabetes", "--user", user).stdout
    wrong = run(" ", "--user", user)
    assert (wrong.exit_code, "text: is empty" in wrong.stderr) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [(("tea", "--user", ""), 2, "--user: is empty"), (("tea",), 1, "There is no memory in")],
)
def test_an_error_is_told_in_a_line_and_by_the_exit_code(arguments: tuple[str, ...], code: int, told: str, data: Path):
    shown = run(*arguments)
    assert (shown.exit_code, shown.stdout) == (code, "")
    assert told in shown.stderr
    assert not data.exists()


def test_words_of_others_reach_the_terminal_as_words_alone():
    where = {"thread": "t\x1b[2J", "conversation": "c", "message": "", "entry": "e"}
    step = {"what": "said", "at": None, "told": "evil \x1b[31m\n文字", "where": where, "fact": None}
    trail = {"state": "current", "told": "x", "fact": "f\u202e", "text": "a\r\nb", "steps": [step]}
    found = {"told": "about \x07", "user_id": "小林", "as_of": "2026-03-01T12:00:00+00:00", "trails": [trail]}
    lines = list(why_lines({**found, "degraded": ["\x1b]0;"]}))
    assert all(c.isprintable() for line in lines for c in line)
    assert "evil \\x1b[31m 文字" in "\n".join(lines)
