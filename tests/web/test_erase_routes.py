"""The erase routes and the middleware on the real server."""

import asyncio
from typing import Any
from uuid import uuid4

import httpx
import pytest
from langgraph_sdk.errors import NotFoundError
from support.planted import found_in_files
from support.talking import Talk

from evals.dev_server import DevServer
from memory.client import HoldfastClient
from memory.service.turn.reply_events import Done

pytestmark = pytest.mark.server


def unique(words: str) -> str:
    return f"{words}-{uuid4().hex[:8]}"


def stored(server: DevServer, *strings: str) -> set[str]:
    """Those strings that the database files hold."""
    return {text for _, text in found_in_files([server.data], strings)}


async def delete(server: DevServer, path: str, **params: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        return await http.delete(path, params=params)


async def post_raw_erase(server: DevServer, user: str, body: bytes) -> httpx.Response:
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        return await http.post("/v1/erase", params={"user_id": user}, content=body)


async def post_erase(server: DevServer, user: str, body: Any) -> httpx.Response:
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        return await http.post("/v1/erase", params={"user_id": user}, json=body)


@pytest.mark.parametrize("way", ["user", "conversation", "thread"])
async def test_a_turn_paused_inside_the_model_brings_nothing_back(shared_server: DevServer, way: str):
    secret, queued, other = unique("翡翠"), unique("琥珀"), unique("granite")
    async with shared_server.client() as client:
        talk, kept = await Talk.begin(client), await Talk.begin(client)
        await kept.say(f"{other}\n!say kept")
        await talk.start(f"{secret}\n!slow 60000 2")
        await _until_streaming(talk)
        await talk.start(f"{queued}\n!say queued")
        if way == "user":
            answer = await post_erase(shared_server, talk.user, {"confirm": talk.user})
        elif way == "conversation":
            answer = await delete(shared_server, f"/v1/conversations/{talk.conversation}", user_id=talk.user)
        else:
            answer = await delete(shared_server, f"/threads/{talk.thread}")
        assert answer.is_success, answer.text
        with pytest.raises(NotFoundError):
            await client.threads.get(talk.thread)
        assert stored(shared_server, secret, queued, other) == {other}
        await asyncio.sleep(1.5)
        assert stored(shared_server, secret, queued, other) == {other}
        again = await Talk.begin(client, talk.user, talk.conversation)
        assert (again.thread == talk.thread) == (way != "user")
        assert await again.say(f"!seen {secret}") == "no"
        assert len(await again.entries()) == 2
        assert await kept.say(f"!seen {other}") == "yes"


async def test_threads_deleted_at_once_are_gone_and_the_others_stay(shared_server: DevServer):
    async with shared_server.client() as client:
        threads = [(await client.threads.create(graph_id="agent"))["thread_id"] for _ in range(12)]
        answers = await asyncio.gather(*(delete(shared_server, f"/threads/{thread}") for thread in threads[::2]))
        assert [answer.status_code for answer in answers] == [204] * 6
        for place, thread in enumerate(threads):
            there = await client.threads.search(ids=[thread])
            assert bool(there) == bool(place % 2)


async def test_what_the_platform_refuses_to_delete_is_not_erased(shared_server: DevServer):
    async with shared_server.client() as client:
        talk = await Talk.begin(client)
        await talk.say("!say hello")
        unknown = await delete(shared_server, f"/threads/{uuid4()}")
        wrong = await delete(shared_server, f"/threads/{talk.thread}", facts="perhaps")
        assert (unknown.status_code, wrong.status_code) == (404, 422)
        assert wrong.json()["error"]["field"] == "facts"
        assert len(await talk.entries()) == 2
        await client.threads.delete(talk.thread)
        assert await talk.entries() == []


async def test_a_conversation_tells_its_facts_first_and_takes_or_keeps_them_as_asked(shared_server: DevServer):
    user, path = unique("小林"), "/v1/conversations/%E6%97%85%E8%A1%8C%2F1"
    async with HoldfastClient(shared_server.url) as client:
        for conversation, text in (("旅行/1", "记住：我对花生过敏。"), ("two", "Remember that I play the theorbo.")):
            assert isinstance([e async for e in client.stream(user, conversation, text)][-1], Done)
    told = (await delete(shared_server, path, user_id=user, dry_run="true")).json()
    assert ["花生" in fact["text"] for fact in told["facts"]["only"]] == [True]
    kept = (await delete(shared_server, path, user_id=user)).json()
    assert (kept["facts_kept"], kept["conversation"]) == (1, "旅行/1")
    assert (await delete(shared_server, path, user_id=user, dry_run="true")).json()["facts"]["only"] == []
    gone = (await delete(shared_server, "/v1/conversations/two", user_id=user, facts="delete")).json()
    assert gone["documents"]["facts"] == 1
    async with HoldfastClient(shared_server.url) as client:
        for asked, known in (("!seen 花生", "yes"), ("!seen theorbo", "no")):
            done = [e async for e in client.stream(user, "three", asked)][-1]
            assert isinstance(done, Done)
            assert done.reply == known


async def test_a_wish_that_is_not_clear_erases_nothing(shared_server: DevServer):
    async with shared_server.client() as client:
        talk = await Talk.begin(client)
        await talk.say("!say hello")
        path = f"/v1/conversations/{talk.conversation}"
        answers = [
            await post_erase(shared_server, talk.user, {}),
            await post_erase(shared_server, talk.user, {"confirm": "somebody else"}),
            await post_erase(shared_server, talk.user, [talk.user]),
            await post_raw_erase(shared_server, talk.user, b"[" * 100_000),
            await delete(shared_server, path, user_id=talk.user, facts="some"),
            await delete(shared_server, path, user_id=talk.user, dry_run="1"),
        ]
        assert [(a.status_code, a.json()["error"]["field"]) for a in answers] == [
            (422, "confirm"),
            (422, "confirm"),
            (422, "body"),
            (422, "body"),
            (422, "facts"),
            (422, "dry_run"),
        ]
        assert (await delete(shared_server, f"{path}/transcript", user_id=talk.user)).status_code == 405
        assert len(await talk.entries()) == 2


async def _until_streaming(talk: Talk) -> None:
    """Wait until the user's message is in the transcript and the model was asked."""
    while not await talk.entries():  # noqa: ASYNC110  # another process
        await asyncio.sleep(0.1)
    await asyncio.sleep(0.3)
