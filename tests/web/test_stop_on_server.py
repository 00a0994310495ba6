"""A server that is asked to end (SIGTERM) amid a reply: nothing is lost; and its log, which holds ids and no words."""

import asyncio
import contextlib
import json
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from langgraph_sdk.client import LangGraphClient
from support.openai_server import ScriptedModel
from support.server import BY_WORDS, scripted_env
from support.talking import Talk

from evals.dev_server import DevServer
from memory.client import HoldfastClient
from memory.core.errors import ModelError
from memory.core.transcript.entries import Entry, text_of
from memory.service.access.identity import User
from memory.service.conversations.conversations import thread_of_conversation, transcript_page
from memory.storage.location import STORE_FILE
from memory.storage.sqlite_store import open_sqlite_store

pytestmark = pytest.mark.server

SAID = ("quokkafish", "榴莲披萨", "榴蓮披薩")
LONG = "!slow 1 15"
WHOLE = " ".join(f"word{n}" for n in range(1, 16))


class Served(DevServer):
    """A server started by `holdfast serve`, from a folder of its own."""

    def _command(self) -> list[str]:
        return [sys.executable, "-m", "memory.cli", "serve", "--port", str(self.port)]


@dataclass
class Ended:
    """What was seen of a server that was asked to end amid a reply."""

    code: int
    """Of its process."""
    shown: str
    """What the client had got of the reply."""
    kept: list[Entry]
    """What its store holds of the conversation."""
    log: list[dict[str, Any]]
    """Its lines up to the end."""


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ended]:
    with ScriptedModel() as model:
        env = {**BY_WORDS, **scripted_env(model), "LOG_JSON": "true"}
        server = Served(tmp_path_factory.mktemp("ended"), env=env).start()
        try:
            yield asyncio.run(_ended(server))
        finally:
            server.kill()


async def _ended(server: DevServer) -> Ended:
    async with server.client() as client, HoldfastClient(server.url) as ours:
        talks = [_say(ours, f"c{i}", f"Remember my {word}. 记住：我喜欢{word}。") for i, word in enumerate(SAID)]
        faults = [_say(ours, how, f"{SAID[0]} {SAID[1]}\n!{how}") for how in ("status 400", "empty")]
        await asyncio.gather(*talks, *faults, _refused(client))
        with pytest.raises(httpx.HTTPStatusError):
            await client.http.get("/v1/recall", params={"user_id": "ann", "question": SAID[1], "since": SAID[0]})
        talk = await Talk.begin(client, "ann", "long")
        code, shown = await _ended_amid(talk, server)
    log = [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
    async with open_sqlite_store(server.data / STORE_FILE) as store:
        kept = await transcript_page(store, await thread_of_conversation(store, User("ann", 0), "long"))
    return Ended(code, shown, kept.entries, log)


async def _say(client: HoldfastClient, conversation: str, text: str) -> None:
    with contextlib.suppress(ModelError):
        async for _ in client.stream("ann", conversation, text):
            pass


async def _refused(client: LangGraphClient) -> None:
    """Send what is no message: the platform's own errors quote it."""
    thread = (await client.threads.create())["thread_id"]
    given: dict[str, Any] = {"messages": [{"content": SAID[0]}]}
    assert "__error__" in await client.runs.wait(thread, "agent", input=given, raise_error=False)
    with pytest.raises(httpx.HTTPStatusError):
        await client.http.post("/threads", json={"metadata": SAID[0]})


async def _ended_amid(talk: Talk, server: DevServer) -> tuple[int, str]:
    """Ask the server to end once a reply has begun; return its exit code and what was shown."""
    shown, stopping, process = "", None, server._process
    with contextlib.suppress(httpx.TransportError, UserWarning):  # the SDK warns as it tries to go on
        async for part in talk.stream(LONG, on_disconnect="continue"):
            if part.event == "messages":
                shown += str(part.data[0]["content"])
            if stopping is None and "word3" in shown:
                stopping = asyncio.create_task(asyncio.to_thread(server.stop))
    assert stopping is not None
    assert process is not None
    await stopping
    return process.returncode, shown


def test_it_ends_within_its_grace_time_whatever_is_being_said(ended: Ended):
    assert ended.code != -signal.SIGKILL  # which is sent after its 30 seconds
    assert WHOLE not in ended.shown


def test_what_was_shown_is_kept_as_stopped(ended: Ended):
    assert [(entry["role"], entry.get("mark")) for entry in ended.kept] == [("user", None), ("assistant", "stopped")]
    assert text_of(ended.kept[1]).startswith(ended.shown)


def test_no_line_of_the_log_holds_what_was_said_in_any_script(ended: Ended):
    lines = [json.dumps(line, ensure_ascii=False) for line in ended.log]
    assert [line for line in lines if any(word in line for word in SAID)] == []
    assert any("Run encountered an error" in line for line in lines)
    assert any("/v1/recall" in line and "question" in line for line in lines)


def test_every_line_of_ours_within_a_run_names_its_run_and_thread(ended: Ended):
    ours = [line for line in ended.log if line["logger"].startswith(("memory", "tools")) and "langgraph_node" in line]
    assert ours
    assert [line for line in ours if not line.get("run_id") or not line.get("thread_id")] == []
