"""`holdfast chat --temporary`, in this process on a data folder of its own."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from memory.cli import cli
from memory.commands.running import WRONG_INPUT


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    for name in ("HOLDFAST_MODEL", "HOLDFAST_BASE_URL", "HOLDFAST_DATABASE_URI"):
        monkeypatch.delenv(name, raising=False)


def chat(*options: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(cli, ["chat", "--user", "ann", *options])
    return done.exit_code, done.stdout, done.stderr


def test_a_temporary_chat_is_a_conversation_of_its_own_that_knows_and_teaches_nothing():
    assert chat("-m", "我住在里斯本。")[0] == 0
    code, answer, told = chat("--temporary", "-m", "我住在哪里？")
    assert (code, "里斯本" in answer) == (0, False)
    assert "conversation temporary-" in told
    assert "只在这里有效" in chat("--temporary", "--conversation", "密谈", "-m", "记住：我的猫叫旺财。")[1]
    assert "旺财" in chat("--conversation", "密谈", "-m", "我的猫叫什么？")[1]
    assert "旺财" not in chat("-m", "我的猫叫什么？")[1]
    code, _, told = chat("--temporary", "--conversation", "main", "-m", "hi")
    assert (code, "temporary: this conversation is kept" in told) == (WRONG_INPUT, True)
