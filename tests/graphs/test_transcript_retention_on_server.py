"""On the real server the state of a thread goes with its old words, and that is no erase of the conversation."""

import asyncio
from datetime import UTC, datetime
from http import HTTPStatus

import httpx
import pytest
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import NotFoundError
from support.conversations import Conversation

from evals.dev_server import DevServer
from memory.core.ids import thread_id_for, user_root
from memory.core.transcript.emptied import is_emptied
from memory.storage.erase_marks import unfinished
from memory.storage.opening import open_store
from memory.storage.transcript_read import all_entries

pytestmark = pytest.mark.server

USER = "百年前的人"
ROOT, THREAD = user_root(USER, 0), thread_id_for(USER, 0, "trip")


async def test_a_thread_of_which_no_words_are_kept_loses_its_state_and_nothing_else(
    shared_server: DevServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_DATA", str(shared_server.data))
    async with shared_server.client() as client, open_store() as store:
        await Conversation(store, ROOT, THREAD, start=datetime(1900, 1, 1, tzinfo=UTC)).say("很久以前", "long ago")
        await client.threads.create(thread_id=THREAD, graph_id="agent")
        said = {"messages": [{"role": "user", "content": "很久以前", "id": "m"}]}
        await client.threads.update_state(THREAD, values=said)
        report = await consolidated(shared_server, client)
        assert (report["emptied"], report["thinned"], report["notes"]) == (2, 1, [])
        with pytest.raises(NotFoundError):
            await client.threads.get(THREAD)
        left = [entry async for entry in all_entries(store, ROOT, THREAD)]
        assert ([is_emptied(entry) for entry in left], await unfinished(store)) == ([True, True], {})


async def consolidated(server: DevServer, client: LangGraphClient) -> dict[str, object]:
    """Consolidate the user's memory, as soon as the server has room, and return the report."""
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        for _ in range(100):
            begun = await http.post("/v1/consolidate", params={"user_id": USER}, json={})
            if begun.status_code != HTTPStatus.CONFLICT:
                break
            await asyncio.sleep(0.2)
    run = begun.raise_for_status().json()
    done = await client.runs.join(run["thread_id"], run["run_id"])
    found: dict[str, object] = done["report"]
    return found
