"""The application inside the real server process."""

import asyncio
import time
from uuid import uuid4

import httpx
import pytest
from langgraph_sdk.client import LangGraphClient
from support.server import StartServer

from evals.dev_server import DevServer
from memory.client import HoldfastClient
from memory.service.consolidation.cron import MARK
from memory.service.conversations.server_file import read_server_file
from memory.service.turn.reply_events import Done

pytestmark = pytest.mark.server


URL = "/v1/conversations/%E6%97%85%E8%A1%8C%2F1"


async def test_a_server_sets_one_cron_and_serves_the_transcript_of_what_was_said(shared_server: DevServer):
    ann, bob = (f"{name} {uuid4().hex}" for name in ("ann", "bob"))
    async with shared_server.client() as sdk, HoldfastClient(sdk) as client:
        done = [event async for event in client.stream(ann, "旅行/1", "记住我的航班是 CA1234。")][-1]
        assert isinstance(done, Done)
        known = await sdk.http.get(URL, params={"user_id": ann})
        entries = (await sdk.http.get(f"{URL}/transcript", params={"user_id": ann}))["entries"]
        others = (await sdk.http.get(f"{URL}/transcript", params={"user_id": bob}))["entries"]
        assert await _crons(sdk) == 1
    assert (known["conversation"], "created" in known) == ("旅行/1", True)
    told = [(e["role"], e["content"]) for e in entries]
    assert told == [("user", "记住我的航班是 CA1234。"), ("assistant", done.reply)]
    assert others == []


def test_a_server_says_where_it_is_while_it_runs_and_who_the_local_user_is(start_server: StartServer):
    server = start_server()
    told = read_server_file(server.data)
    assert told is not None
    assert told.url.endswith(f":{server.port}")
    answer = httpx.get(f"{server.url}{URL}/transcript", params={"limit": "0"})
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, "limit")
    server.stop()
    assert not (server.data / "server.json").exists()
    assert "whoever sends no user_id is 'local'" in server.log.read_text()


async def _crons(sdk: LangGraphClient) -> int:
    """Return how many crons of ours there are once there are any, or after 20 s."""
    deadline = time.monotonic() + 20
    while not (found := await sdk.crons.search(metadata=MARK)) and time.monotonic() < deadline:  # noqa: ASYNC110  # another process
        await asyncio.sleep(0.2)
    return len(found)
