"""A server that is asked to end (SIGTERM) amid a reply and a consolidation: nothing is lost, and the next goes on.

And its log, which holds ids and no words.
"""

import asyncio
import contextlib
import json
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import httpx
import pytest
from langgraph.store.base import BaseStore
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import ConflictError
from support.directives import by_rule
from support.openai_server import ScriptedModel
from support.replies import Reply
from support.server import BY_WORDS, scripted_env
from support.talking import Talk, reply_of

from evals.dev_server import DevServer
from memory.client import HoldfastClient
from memory.core.defaults import DEFAULTS
from memory.core.errors import ModelError
from memory.core.ids import user_root
from memory.core.transcript.entries import Entry, text_of
from memory.service.access.identity import User
from memory.service.conversations.conversations import thread_of_conversation, transcript_page
from memory.storage.due import list_due
from memory.storage.location import STORE_FILE
from memory.storage.sqlite_store import open_sqlite_store
from memory.storage.summaries import list_leaves, read_summary
from memory.storage.transcript_read import all_entries

pytestmark = pytest.mark.server

SAID = ("quokkafish", "榴莲披萨", "榴蓮披薩")
LONG = "!slow 1 15"
WHOLE = " ".join(f"word{n}" for n in range(1, 16))
BEA, TOLD, TRIP = {"user_id": "bea"}, 120, "chatgpt/trip"
NEEDED = DEFAULTS.fold_entries + DEFAULTS.tail_entries
"""Entries past the cursor by which something is due."""
NOTES = json.dumps({"user": [], "task": ["Plans a trip. 计划旅行。"], "decisions": [], "open": []})


def answered(body: dict[str, Any]) -> Reply:
    """Write summaries slowly, and everything else as it is asked for."""
    return Reply(NOTES, first_token_ms=150) if body["model"] == "sum" else by_rule(body)


class Served(DevServer):
    """A server started by `holdfast serve`, from a folder of its own."""

    def _command(self) -> list[str]:
        return [sys.executable, "-m", "memory.cli", "serve", "--port", str(self.port)]


class Folded(NamedTuple):
    """How far the summary of a conversation had got."""

    leaves: int
    leaves_end: str
    """Key of the newest entry that a leaf folds."""
    cursor: str
    """Key of the newest entry that the running summary covers."""
    entries: int
    """Of the transcript."""
    left: int
    """Of those, what lies past the cursor."""


class Again(NamedTuple):
    """What the next server did."""

    folded: Folded
    answer: str
    """To the message that was cut off, sent again."""
    said: list[tuple[str, str]]
    """Role and text of that conversation's messages then."""


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
    folded: Folded
    """What it had consolidated."""
    due: bool
    """Whether the rest stayed due."""
    again: Again
    """What the next server on the same data made of it."""


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ended]:
    with ScriptedModel(answered) as model:
        env = {**BY_WORDS, **scripted_env(model), "LOG_JSON": "true", "HOLDFAST_SUMMARY_MODEL": "sum"}
        server = Served(tmp_path_factory.mktemp("ended"), env=env).start()
        try:
            yield asyncio.run(_ended(server, model))
        finally:
            server.kill()


async def _ended(server: DevServer, model: ScriptedModel) -> Ended:
    async with server.client() as client, HoldfastClient(server.url) as ours:
        talks = [_say(ours, f"c{i}", f"Remember my {word}. 记住：我喜欢{word}。") for i, word in enumerate(SAID)]
        faults = [_say(ours, how, f"{SAID[0]} {SAID[1]}\n!{how}") for how in ("status 400", "empty")]
        await asyncio.gather(*talks, *faults, _refused(client))
        with pytest.raises(httpx.HTTPStatusError):
            await client.http.get("/v1/recall", params={"user_id": "ann", "question": SAID[1], "since": SAID[0]})
        talk = await Talk.begin(client, "ann", "long")
        await _consolidation_begun(client, model)
        code, shown = await _ended_amid(talk, server)
    log = [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
    async with open_sqlite_store(server.data / STORE_FILE) as store:
        kept = await transcript_page(store, await thread_of_conversation(store, User("ann", 0), "long"))
        folded, due = await _folded(store)
    return Ended(code, shown, kept.entries, log, folded, due, await _again(server, kept.entries[0]["id"]))


async def _consolidation_begun(client: LangGraphClient, model: ScriptedModel) -> None:
    """Start to consolidate a long conversation, and return once a part of it is written."""
    said = [
        {"author": {"role": "user"}, "content": {"content_type": "text", "parts": [f"Stop {n} 站: city {n}."]}}
        for n in range(TOLD)
    ]
    mapping = {f"{n:03d}": {"parent": f"{n - 1:03d}" if n else None, "message": one} for n, one in enumerate(said)}
    export = [{"conversation_id": "trip", "current_node": f"{TOLD - 1:03d}", "mapping": mapping}]
    await client.http.post("/v1/import", json=export, params={**BEA, "origin": "chatgpt", "approval": "off"})
    await client.http.post("/v1/consolidate", json={}, params=BEA)
    async with asyncio.timeout(20):
        while sum(body["model"] == "sum" for body in model.requests) < 5:  # noqa: ASYNC110  # another process asks
            await asyncio.sleep(0.02)


async def _folded(store: BaseStore) -> tuple[Folded, bool]:
    root, talk = user_root("bea", 0), await thread_of_conversation(store, User("bea", 0), TRIP)
    leaves, summary = await list_leaves(store, root, talk.thread), await read_summary(store, root, talk.thread)
    assert summary is not None
    entries = [entry async for entry in all_entries(store, root, talk.thread)]
    ends = [leaf["last"]["key"] for leaf in leaves]
    marked = (root, talk.thread) in await list_due(store)
    cursor = summary["cursor"]["key"]
    left = sum(entry["key"] > cursor for entry in entries)
    return Folded(len(leaves), max(ends), cursor, len(entries), left), marked


async def _consolidated(client: LangGraphClient) -> None:
    """Wait for the end of what is due; the platform itself may have begun with it."""
    async with asyncio.timeout(30):
        while True:
            try:
                run: Any = await client.http.post("/v1/consolidate", json={}, params=BEA)
            except ConflictError:
                await asyncio.sleep(0.1)
                continue
            return await client.runs.join(run["thread_id"], run["run_id"])


async def _again(server: DevServer, message: str) -> Again:
    """Start the next server, consolidate, and send the message that was cut off once more."""
    server.start()
    async with server.client() as client:
        talk = await Talk.begin(client, "ann", "long")
        answer = reply_of([part async for part in talk.stream(LONG, **talk.run(LONG, message))])
        said = await talk.said()
        await _consolidated(client)
    server.stop()
    async with open_sqlite_store(server.data / STORE_FILE) as store:
        folded, _ = await _folded(store)
    return Again(folded, answer, said)


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


def test_a_consolidation_that_is_cut_off_leaves_nothing_half_written_and_its_rest_due(ended: Ended):
    assert ended.folded.leaves > 0
    assert ended.folded.leaves_end == ended.folded.cursor
    assert (ended.folded.entries, ended.folded.left >= NEEDED, ended.due) == (TOLD, True, True)


def test_the_next_server_goes_on_with_both(ended: Ended):
    after = ended.again.folded
    assert (after.leaves > ended.folded.leaves, after.leaves_end == after.cursor) == (True, True)
    assert (after.entries, after.left < NEEDED) == (TOLD, True)
    assert ended.again.answer == WHOLE
    assert [role for role, text in ended.again.said if text == WHOLE] == ["assistant"]
    assert [role for role, _ in ended.again.said].count("user") == 1


def test_no_line_of_the_log_holds_what_was_said_in_any_script(ended: Ended):
    lines = [json.dumps(line, ensure_ascii=False) for line in ended.log]
    assert [line for line in lines if any(word in line for word in SAID)] == []
    assert any("Run encountered an error" in line for line in lines)
    assert any("/v1/recall" in line and "question" in line for line in lines)


def test_every_line_of_ours_within_a_run_names_its_run_and_thread(ended: Ended):
    ours = [line for line in ended.log if line["logger"].startswith(("memory", "tools")) and "langgraph_node" in line]
    assert ours
    assert [line for line in ours if not line.get("run_id") or not line.get("thread_id")] == []
