"""The chat when its storage is a database, fails in a turn, or is gone."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.in_process import House
from support.postgres_faults import PASSWORD, FaultyPostgres

from memory.commands.chat import UNAVAILABLE, Chat, ChatOptions, run_chat
from memory.commands.place import Place
from memory.commands.running import WRONG_INPUT
from memory.local_runner import LocalRunner, open_local_runner
from memory.storage.opening import open_store
from memory.storage.sqlite_store import open_sqlite_store
from memory.terminal import Terminal

OPTIONS = ChatOptions(Place("ann"), "trip", "offline", None, None)


class Typing(Terminal):
    """A terminal at which these lines are typed."""

    def __init__(self, lines: Iterator[str]) -> None:
        super().__init__()
        self._lines = lines

    async def read_line(self, prompt: str) -> str | None:  # noqa: ARG002  # they are typed unasked
        return await asyncio.to_thread(next, self._lines, None)


@pytest.mark.postgres
def test_the_command_works_on_a_database_it_is_given_and_shows_no_password(
    faulty_postgres: FaultyPostgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("HOLDFAST_DATA", str(tmp_path / "data"))
    for text in ("记住我的航班是 CA1234。", "我的航班是什么？"):
        assert run_chat(ChatOptions(Place("ann", faulty_postgres.uri), text[:2], "offline", None, text)) == 0
    out, err = capsys.readouterr()
    assert "CA1234" in out.splitlines()[-1]
    assert f"in this process on PostgreSQL at {faulty_postgres.uri.split('host=')[1].split()[0]}" in err
    assert PASSWORD not in out + err
    assert not (tmp_path / "data").exists()


def test_an_address_that_is_none_is_told_in_a_line_without_the_password(capsys: pytest.CaptureFixture[str]):
    assert (
        run_chat(ChatOptions(Place("ann", "postgresql://u:geh%zzim@h/db"), "trip", "offline", None, "hi"))
        == WRONG_INPUT
    )
    told = capsys.readouterr().err
    assert "HOLDFAST_DATABASE_URI: is no PostgreSQL address" in told
    assert "geh" not in told


async def test_one_plain_line_says_that_memory_is_unavailable(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    async with open_sqlite_store(tmp_path / "store.sqlite") as store:
        chat = Chat(LocalRunner(House(store).graph, store), OPTIONS, Terminal())
        await chat.turn("Hello 你好")
        await store.conn.execute("PRAGMA query_only=ON")
        assert capsys.readouterr().err == ""
        await chat.turn("记住我对花生过敏。")
        shown = capsys.readouterr()
        assert shown.err == f"{UNAVAILABLE}\n"
        assert "记忆暂时不可用" in shown.out
        await store.conn.execute("PRAGMA query_only=OFF")
        await chat.turn("ok")
        assert capsys.readouterr().err == ""


@pytest.mark.postgres
@pytest.mark.usefixtures("hasty_pools")
async def test_a_message_that_could_not_be_sent_is_kept_and_an_empty_line_sends_it_again(
    faulty_postgres: FaultyPostgres, capsys: pytest.CaptureFixture[str]
):
    def lines() -> Iterator[str]:
        faulty_postgres.stop()
        yield "Remember that my flight is CA1234. 你好"
        faulty_postgres.start()
        yield ""
        yield ""
        yield "我的航班 flight?"

    async with open_local_runner(faulty_postgres.uri) as runner:
        await Chat(runner, OPTIONS, Typing(lines())).talk()
    out, err = capsys.readouterr()
    assert "Error: PostgreSQL at" in err
    assert "Enter alone sends your message again" in err
    assert PASSWORD not in out + err
    assert len(out.splitlines()) == 2
    async with open_store(faulty_postgres.uri) as store:
        entries = await store.asearch(("users", "ann--0", "transcript"))
    assert sorted(e.value["content"] for e in entries if e.value["role"] == "user") == [
        "Remember that my flight is CA1234. 你好",
        "我的航班 flight?",
    ]
