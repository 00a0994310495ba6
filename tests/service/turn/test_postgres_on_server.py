"""The real server on PostgreSQL, as a client of it meets the four boundaries."""

import asyncio

import pytest
from support.postgres_faults import PASSWORD, FaultyPostgres
from support.server import StartServer

from memory.client import HoldfastClient
from memory.service.turn.reply_events import Done

pytestmark = [pytest.mark.server, pytest.mark.postgres]


async def say(client: HoldfastClient, user: str, conversation: str, text: str) -> str:
    done = [event async for event in client.stream(user, conversation, text)][-1]
    assert isinstance(done, Done)
    return done.reply


async def test_a_turn_a_restart_a_new_thread_and_another_user_on_postgresql(
    start_server: StartServer, faulty_postgres: FaultyPostgres
):
    server = start_server(env={"HOLDFAST_DATABASE_URI": faulty_postgres.uri})
    async with HoldfastClient(server.url) as client:
        await say(client, "ann", "trip", "Remember that my flight is CA1234. 记住我对花生过敏。")
        assert "CA1234" in await say(client, "ann", "trip", "What is my flight?")
        await asyncio.to_thread(server.restart, crash=True)
        assert "CA1234" in await say(client, "ann", "trip", "What is my flight?")
        assert "花生" in await say(client, "ann", "另一个", "我对什么过敏？")
        assert "CA1234" not in await say(client, "bob", "trip", "What is my flight?")
    assert PASSWORD not in server.log.read_text()
    assert not (server.data / "store.sqlite").exists()
