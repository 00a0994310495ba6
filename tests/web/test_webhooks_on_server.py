"""A real server delivers to a real receiver, also what it had not delivered when it was killed."""

import asyncio
import json
import time
from pathlib import Path

import pytest
from click.testing import Result
from support.receiving import Receiver, receiving
from support.server import StartServer
from typer.testing import CliRunner

from memory.cli import cli
from memory.client import HoldfastClient

pytestmark = pytest.mark.server

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"  # of a specification's example


def delivered(receiver: Receiver, kind: str, count: int) -> list[str]:
    """Wait for so many messages of a kind; return their ids."""
    for _ in range(600):
        found = [headers["webhook-id"] for headers, body in receiver.got if json.loads(body)["type"] == kind]
        if len(found) >= count:
            return found
        time.sleep(0.05)
    raise AssertionError(f"{kind} came {len(found)} times, of {receiver.paths}")


def webhooks(data: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Result:
    monkeypatch.setenv("HOLDFAST_DATA", str(data))
    return CliRunner().invoke(cli, ["webhooks", *arguments])


def test_what_a_killed_server_had_not_delivered_comes_after_its_restart_and_dead_letters_when_asked_for(
    start_server: StartServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = tmp_path / "hooks.toml"
    with receiving() as receiver:
        row = f'name = "crm"\nurl = "{receiver.url}"\nsecret = "{SECRET}"\nallow_private = true\nretry_seconds = [2]\n'
        file.write_text(f'[[endpoint]]\n{row}kinds = ["fact.*"]\n')
        receiver.answers = [500]
        server = start_server(env={"HOLDFAST_WEBHOOKS": str(file)})

        async def say(text: str) -> None:
            async with HoldfastClient(server.url) as client:
                async for _ in client.stream("小林", "搬家", text):
                    continue

        asyncio.run(say("我住在里斯本。"))
        (failed,) = delivered(receiver, "fact.written", 1)
        server.kill()
        receiver.answers = [500] * 9  # it was killed before or after it noted that the first attempt failed
        server.start()
        for _ in range(200):
            shown = json.loads(webhooks(server.data, monkeypatch, "--json").stdout)
            if shown["dead"]:
                break
            time.sleep(0.05)
        assert set(delivered(receiver, "fact.written", 2)) == {failed}
        assert "里斯本" not in str(receiver.got)
        assert [(one["type"], one["failure"]) for one in shown["dead"]] == [("fact.written", "it answered 500")]
        assert "1 dead" in webhooks(server.data, monkeypatch).stdout
        assert webhooks(server.data, monkeypatch, "--again", "nobody").exit_code == 2
        receiver.answers.clear()
        tries = len(receiver.got)
        assert webhooks(server.data, monkeypatch, "--again", "crm").stdout == "1 are sent again by the server.\n"
        assert set(delivered(receiver, "fact.written", tries + 1)) == {failed}
        assert not any(secret in server.log.read_text() for secret in ("t0ken", SECRET[6:]))
