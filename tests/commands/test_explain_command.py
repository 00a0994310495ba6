"""`holdfast facts` and `holdfast explain`: over the files, through a running server, and their errors."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from evals.dev_server import DevServer
from memory.cli import cli
from memory.client import HoldfastClient
from memory.commands.explain_text import explanation_lines
from memory.local_runner import open_local_runner

TOLD = ("I live in Lisbon.", "我对花生过敏，请记住。", "Tomorrow I move to Berlin.")


@pytest.fixture(autouse=True)
def data(data_folder: Path) -> Path:
    return data_folder


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, [*arguments])


async def talk(user: str) -> None:
    async with open_local_runner() as runner:
        for text in TOLD:
            async for _ in runner.stream(user, "旅行", text):
                continue


def shown_of(user: str) -> dict[str, str]:
    """Return the ids that are listed, by what the line says of the fact."""
    listed = run("facts", "--user", user)
    assert (listed.exit_code, listed.stderr) == (0, "")
    return {line[18:]: line[:16] for line in listed.stdout.splitlines()[1:]}


def test_facts_are_listed_and_each_is_explained_from_the_files():
    asyncio.run(talk("小林"))
    day = (datetime.now(UTC) + timedelta(days=1)).date()
    plan = f"home: Tomorrow ({day}) I move to Berlin (from {day}, to come)"
    ids = shown_of("小林")
    assert list(ids) == ["home: I live in Lisbon", "allergy: 我对花生过敏", plan]
    told = run("explain", ids["allergy: 我对花生过敏"][:8], "--user", "小林").stdout
    for words in (
        "slot allergy = 花生",
        "conversation '旅行'",
        "'我对花生过敏'",
        "+0.25 asked",
        "approved",
    ):
        assert words in told
    asked = run("explain", ids[plan], "--user", "小林", "--json").stdout
    fact = json.loads(asked)["fact"]
    assert (fact["state"], fact["valid_from"], fact["time_zone"]) == ("upcoming", str(day), "UTC")
    assert "known, begins later" in run("explain", ids[plan], "--user", "小林").stdout
    assert run("facts", "--user", "小林", "--as-of", "2020-01-01").stdout.endswith("nothing\n")
    then = json.loads(run("facts", "--user", "小林", "--as-of", str(day), "--json").stdout)
    assert [f["value"] for f in then["facts"]] == ["花生", "Berlin"]


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("facts", "--user", ""), 2, "--user: is empty"),
        (("facts",), 1, "There is no memory in"),
        (("explain", "abc"), 1, "There is no memory in"),
    ],
)
def test_an_error_is_told_in_a_line_and_by_the_exit_code(arguments: tuple[str, ...], code: int, told: str, data: Path):
    shown = run(*arguments)
    assert (shown.exit_code, shown.stdout) == (code, "")
    assert told in shown.stderr
    assert not data.exists()


@pytest.mark.server
def test_beside_a_server_they_go_through_it(shared_server: DevServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOLDFAST_DATA", str(shared_server.data))
    user = "用户 of explain"
    assert run("facts", "--user", user).stdout.endswith("nothing\n")

    async def say() -> None:
        async with HoldfastClient(shared_server.url) as client:
            async for _ in client.stream(user, "a/b", "Remember that I live in 上海."):
                continue

    asyncio.run(say())
    (item,) = shown_of(user).values()
    assert "conversation 'a/b'" in run("explain", item, "--user", user).stdout
    for arguments, field in ((("explain", "../x"), "item: "), (("facts", "--as-of", "soon"), "as_of: ")):
        wrong = run(*arguments, "--user", user)
        assert (wrong.exit_code, field in wrong.stderr) == (2, True)


def test_words_of_others_reach_the_terminal_as_words_alone():
    fact = {
        **dict.fromkeys(("slot", "valid_from", "valid_until", "since", "invalid_at", "resumes_at", "replaced_by")),
        "id": "a" * 16,
        "text": "evil \x1b[31m 文字",
        "kind": "event",
        "subject": "Anna\u202e",
        "state": "current",
        "pinned": True,
        "said": [],
        "archive": [],
        "replaced": [{"id": "b", "text": "old\r\ntext", "at": "2026-03-01T12:00:00+00:00"}],
        "time_zone": "UTC",
        "importance": 0.4,
        "importance_parts": {"base": 0.3, "number": 0.1},
        "confidence": 0.9,
        "sensitivity": "normal",
    }
    lines = list(explanation_lines("小林\x07", fact))
    assert all(c.isprintable() for line in lines for c in line)
    told = "\n".join(lines)
    for words in (
        "0.4 = +0.3 base +0.1 number",
        "evil \\x1b[31m 文字",
        "holds, pinned",
        "old text (b, 2026-03-01 12:00:00 UTC)",
    ):
        assert words in told
