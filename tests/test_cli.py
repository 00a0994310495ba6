"""The `holdfast` command, as a process of its own."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

import pytest
from support.openai_server import ScriptedModel
from support.server import BY_WORDS, StartServer, scripted_env
from typer.testing import CliRunner

from memory.cli import cli
from memory.core import namespaces
from memory.core.errors import InputError
from memory.core.ids import user_root
from memory.local_runner import make_context, open_local_runner
from memory.service.turn.reply_events import Done, Token
from memory.storage.sqlite_store import open_sqlite_store

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[1]
COMMANDS = [f"memory.commands.{file.stem}" for file in sorted((ROOT / "memory" / "commands").glob("[a-z]*.py"))]
HEAVY = ("langgraph", "langchain_core", "langgraph_sdk", "starlette", "graphs")

SECONDS = 60


class Command:
    """`holdfast` on a data folder."""

    def __init__(self, folder: Path, **env: str) -> None:
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(("HOLDFAST_", "LANGSMITH_"))}
        self.folder = folder
        self.env = {**inherited, "PYTHONPATH": str(ROOT), "HOLDFAST_DATA": str(folder / "data"), **BY_WORDS, **env}

    def start(self, *arguments: str, stdin: int = subprocess.PIPE) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "memory.cli", *arguments]
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            command, cwd=self.folder, env=self.env, stdin=stdin, stdout=pipe, stderr=pipe, text=True, encoding="utf-8"
        )
        limit = threading.Timer(SECONDS, process.kill)  # so that a read of what never comes ends
        limit.daemon = True
        limit.start()
        return process

    def run(self, *arguments: str, said: str = "") -> tuple[int, str, str]:
        """Return exit code, standard output and standard error."""
        process = self.start(*arguments)
        out, err = process.communicate(said, timeout=60)
        assert "Traceback" not in err
        return process.returncode, out, err


@pytest.fixture
def holdfast(tmp_path: Path) -> Command:
    return Command(tmp_path)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder for `chat_here`; its data folder is not made yet."""
    for name in [name for name in os.environ if name.startswith(("HOLDFAST_", "LANGSMITH_"))]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOLDFAST_DATA", str(tmp_path / "data"))
    return tmp_path


def chat_here(*arguments: str) -> tuple[int, str, str]:
    """Send one message by the command, in the tests' process; return exit code, standard output and standard error."""
    shown = CliRunner().invoke(cli, ["chat", *arguments, "-m", "hi"])
    assert "Traceback" not in shown.stderr
    return shown.exit_code, shown.stdout, shown.stderr


@pytest.mark.parametrize(
    ("module", "heavy"),
    [
        ("memory.cli", HEAVY),
        ("graphs.agent", ("openai", "langchain_openai")),
        (", ".join(COMMANDS), ("memory.core.extraction.extraction", "memory.core.asks.requests_en")),
    ],
)
def test_what_not_everyone_needs_is_not_loaded_at_the_start(module: str, heavy: tuple[str, ...]):
    code = f"import sys, {module}; print([m for m in {heavy} if m in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "[]"


def test_it_tells_its_version(holdfast: Command):
    code, out, _ = holdfast.run("version")
    assert (code, out.split()[0].rstrip(",")) == (0, "holdfast")


def test_what_was_told_in_one_process_is_known_in_the_next_and_to_nobody_else(holdfast: Command, here: Path):
    code, out, err = holdfast.run("chat", "--user", "alice", "-m", "Remember that my flight is CA1234.")
    assert (code, bool(out.strip())) == (0, True)
    assert "alice" in err
    assert "in this process" in err
    assert "model offline" in err
    asked = ("chat", "--conversation", "另一个", "-m", "When is my flight? What number?")
    assert "CA1234" in holdfast.run(*asked, "--user", "alice")[1]
    bobs = CliRunner().invoke(cli, [*asked, "--user", "bob"])
    assert (bobs.exit_code, bool(bobs.stdout.strip()), "CA1234" in bobs.stdout) == (0, True, False)


def test_lines_of_a_pipe_are_messages_and_the_output_holds_replies_alone(holdfast: Command):
    code, out, _ = holdfast.run("chat", said="我住在上海。\n\n17 * 3 = ?\n/quit\nnever sent\n")
    assert code == 0
    assert "上海" in out
    assert "51" in out
    assert "never" not in out
    assert ">" not in out


@pytest.mark.parametrize(
    ("arguments", "errors", "told"),
    [((), "surrogateescape", b"input: "), ((), "strict", b"input: "), (("-m", b"I \xff tea"), "strict", b"argument: ")],
)
def test_what_is_not_utf_8_is_refused_in_a_line(
    holdfast: Command, arguments: tuple[str | bytes, ...], errors: str, told: bytes
):
    command = [sys.executable, "-m", "memory.cli", "chat", *arguments]
    env = {**holdfast.env, "PYTHONIOENCODING": f"utf-8:{errors}"}
    ended = subprocess.run(
        command, check=False, cwd=holdfast.folder, env=env, input=b"I \xff tea\n", capture_output=True
    )
    assert (ended.returncode, told in ended.stderr, b"Traceback" in ended.stderr) == (2, True, False)


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("--user", ""), 2, "user_id"),
        (("--conversation", " "), 2, "conversation"),
        (("--model", "nosuch:model"), 1, "HOLDFAST_MODEL"),
        (("--approval", "perhaps"), 2, "approval"),
    ],
)
def test_an_error_is_told_in_a_line_and_by_the_exit_code(here: Path, arguments: tuple[str, ...], code: int, told: str):
    shown = chat_here(*arguments)
    assert (shown[0], shown[1]) == (code, "")
    assert told in shown[2]


def test_a_data_folder_that_cannot_be_used_is_an_error_in_a_line(here: Path):
    (here / "data").write_text("no folder")
    code, _, err = chat_here()
    assert code == 1
    assert "Error:" in err


def test_the_env_file_of_the_folder_wins_over_the_shell(here: Path, monkeypatch: pytest.MonkeyPatch):
    (here / ".env").write_text("HOLDFAST_USER=王小明\n")
    monkeypatch.setenv("HOLDFAST_USER", "shell")
    assert "王小明" in chat_here()[2]


def test_a_server_file_that_a_dead_server_left_does_not_stop_the_command(here: Path):
    (here / "data").mkdir()
    (here / "data" / "server.json").write_text(f'{{"url": "http://127.0.0.1:9", "pid": {os.getpid()}}}')
    code, _, err = chat_here()
    assert code == 0
    assert "in this process" in err


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_at_a_terminal_ctrl_c_stops_a_reply_and_ctrl_d_leaves(holdfast: Command, scripted_model: ScriptedModel):
    import pty

    holdfast.env |= scripted_env(scripted_model)
    master, slave = pty.openpty()
    process = holdfast.start("chat", stdin=slave)
    assert process.stdout is not None
    assert process.stderr is not None
    os.write(master, b"!slow 10 100\n")
    seen = process.stdout.read(12)
    process.send_signal(signal.SIGINT)
    told = _read_until(process.stderr, "stopped")
    os.write(master, b"!say still here\n")
    rest = process.stdout.readline() + process.stdout.readline()
    os.write(master, b"\x04")
    process.communicate(timeout=30)
    os.close(slave)
    os.close(master)
    assert seen.strip()
    assert "still here" in rest
    assert "stopped" in told
    assert process.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_at_a_terminal_what_waits_is_asked_about(holdfast: Command):
    import pty

    master, slave = pty.openpty()
    process = holdfast.start("chat", "--user", "alice", "--approval", "interrupt", stdin=slave)
    os.write(master, b"I have diabetes.\n")
    assert process.stderr is not None
    _read_until(process.stderr, "reject?")
    os.write(master, b"perhaps\napprove\n/quit\n")
    process.communicate(timeout=30)
    os.close(slave)
    os.close(master)
    assert process.returncode == 0
    assert asyncio.run(_facts_of_alice(holdfast.folder / "data")) == ["I have diabetes"]


def _read_until(stream: IO[str], wanted: str) -> str:
    """Return what comes, up to what is wanted."""
    told = ""
    while wanted not in told:
        piece = stream.read(1)
        assert piece, told
        told += piece
    return told


async def _facts_of_alice(data: Path) -> list[str]:
    async with open_sqlite_store(data / "store.sqlite") as store:
        return [item.value["text"] for item in await store.asearch(namespaces.facts(user_root("alice", 0)))]


async def test_the_runner_in_this_process_streams_and_answers_a_message_id_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_DATA", str(tmp_path))
    async with open_local_runner() as runner:
        runs = [[e async for e in runner.stream("ann", "trip", "I live in 台北.", "m1")] for _ in range(2)]
        both = [runner.stream("ann", "trip", f"hello {i}") for i in range(2)]
        ends = await asyncio.gather(*(_last(stream) for stream in both))
    first, second = (run[-1] for run in runs)
    assert isinstance(first, Done)
    assert first == second
    assert "".join(e.text for e in runs[0] if isinstance(e, Token)) == first.reply
    assert all(end.reply for end in ends)


async def _last(stream: object) -> Done:
    done = [event async for event in stream][-1]  # type: ignore[attr-defined]
    assert isinstance(done, Done)
    return done


@pytest.mark.parametrize(("field", "value"), [("colour", "red"), ("approval", "perhaps"), ("recall_facts", -1)])
def test_a_field_or_value_that_is_none_of_the_context_is_refused_by_name(field: str, value: object):
    with pytest.raises(InputError, match=f"^{field}: "):
        make_context({field: value})


@pytest.mark.server
def test_beside_a_server_the_command_goes_through_it_and_works_on_the_same_files_after_it_was_killed(
    start_server: StartServer, tmp_path: Path
):
    server = start_server()
    holdfast = Command(tmp_path, HOLDFAST_DATA=str(server.data))
    talk = ("chat", "--user", "alice", "--conversation", "trip", "-m")
    _, _, err = holdfast.run(*talk, "Remember that my flight is CA1234.")
    assert "through the server" in err
    server.kill()
    _, out, err = holdfast.run(*talk, "When is my flight?")
    assert "in this process" in err
    assert "CA1234" in out


@pytest.mark.server
def test_a_process_beside_a_server_can_use_the_same_files(start_server: StartServer, tmp_path: Path):
    server = start_server()
    holdfast = Command(tmp_path, HOLDFAST_DATA=str(server.data))
    (server.data / "server.json").rename(server.data / "hidden.json")
    in_process = holdfast.start("chat", "--user", "bob")
    assert in_process.stdin is not None
    assert in_process.stderr is not None
    _read_until(in_process.stderr, "in this process")
    (server.data / "hidden.json").rename(server.data / "server.json")
    in_process.stdin.write("".join(f"note {i}\n" for i in range(20)))
    in_process.stdin.flush()
    told = [holdfast.run("chat", "--user", "ann", "-m", f"note {i}") for i in range(2)]
    out, err = in_process.communicate("note 20\n", timeout=60)
    assert [(code, "through the server" in said) for code, _, said in told] == [(0, True)] * 2
    assert (in_process.returncode, len(out.splitlines())) == (0, 21), err
