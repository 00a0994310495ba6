"""An image in a conversation on the real server, over a crash."""

import json
from typing import Any

import httpx
import pytest
from support.media import digest, encoded, image, png, text
from support.openai_server import ScriptedModel
from support.server import StartServer, scripted_env
from support.talking import Talk

from memory.core.messages.blobs import references

pytestmark = pytest.mark.server

CAT = png("cat", 1_048_576)


def shown(model: ScriptedModel, at: int = -1) -> bool:
    return encoded(CAT) in json.dumps(model.requests[at]["messages"])


async def sent(talk: Talk, message_id: str) -> str:
    """Send the image as a client does; the text of the answer."""
    run = talk.run("", message_id)
    run["input"]["messages"][0]["content"] = [text("这是我的猫 my cat"), image(CAT)]
    values: Any = await talk.client.runs.wait(talk.thread, "agent", **run)
    return str(values["messages"][-1]["content"])


async def test_an_image_is_seen_by_the_model_kept_once_and_still_there_after_a_crash(
    start_server: StartServer, scripted_model: ScriptedModel
):
    server = start_server(env=scripted_env(scripted_model))
    async with server.client() as client:
        talk = await Talk.begin(client, "王小明")
        answer = await sent(talk, "m1")
        assert shown(scripted_model)
        assert await sent(talk, "m1") == answer
        assert len(scripted_model.requests) == 1
        state, entries = await talk.state(), await talk.entries()
        for held in (state["messages"][0]["content"], entries[0]["content"]):
            assert [r["blob"] for r in references(held)] == [digest(CAT)]
        assert encoded(CAT)[:1_000] not in json.dumps([state, entries])
        server.restart(crash=True)
        talk = await Talk.begin(client, talk.user, talk.conversation)
        assert await talk.say("它是什么颜色？")
        assert shown(scripted_model)
    address = f"{server.url}/v1/blobs/{digest(CAT)}"
    async with httpx.AsyncClient() as http:
        assert (await http.get(address, params={"user_id": "王小明"})).content == CAT
        assert (await http.get(address, params={"user_id": "bob"})).status_code == 404
