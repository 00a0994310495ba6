"""The README's conversation, run as it stands there: the command line, the real server, and a crash in between."""

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest
from support.server import StartServer
from typer.testing import CliRunner

from evals.dev_server import DevServer
from memory.cli import cli
from memory.service.conversations.server_file import read_server_file

README = Path(__file__).parents[1] / "README.md"
CRASH = "(the server is killed and started again)"
PROMPT = "$ holdfast "


class Exchange(NamedTuple):
    """One command and what it must print; no command: the server crashes."""

    command: list[str]
    printed: str
    """The whole of it; `…` stands for any text."""


def conversation(text: str) -> list[Exchange]:
    """Return what the `console` block of a document shows."""
    (block,) = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    found: list[Exchange] = []
    for line in filter(None, block.splitlines()):
        if line.startswith(PROMPT):
            found.append(Exchange(shlex.split(line.removeprefix(PROMPT)), ""))
        elif line.startswith("> "):
            said = found.pop()
            found.append(said._replace(printed=f"{said.printed} {line.removeprefix('> ')}".strip()))
        else:
            assert line == CRASH
            found.append(Exchange([], ""))
    return found


def matches(printed: str, wanted: str) -> bool:
    """Tell whether all that was printed is what a document shows, however it is wrapped."""
    pattern = ".*".join(re.escape(part.strip()) for part in wanted.split("…"))
    return re.fullmatch(pattern, " ".join(printed.split())) is not None


def run(command: list[str], server: DevServer) -> str:
    """Return what a command prints that goes through the server of its data folder."""
    assert read_server_file(server.data) is not None
    done = CliRunner().invoke(cli, command)
    assert done.exit_code == 0, done.stderr
    assert "through the server" in done.stderr
    return done.stdout


def test_the_conversation_is_read_with_its_crash_and_its_answers():
    text = '```console\n$ holdfast chat -m "我住在 Lisbon"\n> 好的…\n> more\n\n' + CRASH + "\n```"
    assert conversation(text) == [Exchange(["chat", "-m", "我住在 Lisbon"], "好的… more"), Exchange([], "")]


@pytest.mark.parametrize(
    ("printed", "wanted", "fits"),
    [
        ("Noted: 15:30\n", "Noted: …", True),
        ("You told me:\n  at 15:30 (2026-11-30).", "… 15:30 …", True),
        ("你住在里斯本。", "… 里斯本 …", True),
        ("I have nothing.", "I have nothing.", True),
        ("I have nothing. But Alice said 15:30.", "I have nothing.", False),
        ("at 16:30", "… 15:30 …", False),
    ],
)
def test_an_answer_must_fit_as_a_whole(printed: str, wanted: str, fits: bool):
    assert matches(printed, wanted) is fits


@pytest.mark.server
def test_the_readmes_conversation_goes_as_it_says(start_server: StartServer, monkeypatch: pytest.MonkeyPatch):
    server = start_server()
    monkeypatch.chdir(server.folder)  # where no .env is
    monkeypatch.setenv("HOLDFAST_DATA", str(server.data))
    for command, wanted in conversation(README.read_text()):
        if not command:
            server.restart(crash=True)
            continue
        printed = run(command, server)
        assert matches(printed, wanted), f"{shlex.join(command)} printed {printed!r}, the README says {wanted!r}"
