"""Several assistants and front ends on the real server: memory with one assistant is kept apart, others share it."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from langgraph_sdk import get_client
from support.logins import LOGIN_ENV, bearer
from support.server import StartServer

from evals.dev_server import DevServer
from memory.client import HoldfastClient
from memory.core.access.assistants import apart_label, assistant_id
from memory.core.ids import thread_id_for, user_root
from memory.service.access.api_keys import new_api_key
from memory.service.operations.server_checks import check_assistants
from memory.service.turn.reply_events import Done

pytestmark = pytest.mark.server

APART = {"HOLDFAST_APART": "coach, nobody"}
GRAPHS = dict.fromkeys(("coach", "helper"), "graphs.agent:graph")
LABEL = apart_label("coach", ["coach"])
ROOT = user_root("alice", 0, LABEL)
TOLD_COACH = ("Remember that my knee brace is heron-4471.", "记住：我的教练叫林岚。")
TOLD_AGENT = ("Remember that my locker opens with otter-2093.", "记住：我住在里斯本。")
ASKED = ("What is my knee brace?", "我的教练叫什么？", "What does my locker open with?", "我住在哪里？")
SECRETS = ("heron-4471", "林岚", "otter-2093", "里斯本")


async def test_what_one_assistant_is_told_another_that_is_kept_apart_does_not_know(
    start_server: StartServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_APART", APART["HOLDFAST_APART"])  # for what looks at the server from outside
    key, lines = new_api_key("bot", ["act_for_users"])
    (tmp_path / "keys.toml").write_text(lines)  # before anything else runs
    env = {**LOGIN_ENV, **APART, "HOLDFAST_API_KEYS": str(tmp_path / "keys.toml"), "HOLDFAST_RATE_LIMIT": "0"}
    server = start_server(env, graphs=GRAPHS)
    for_alice = {"Authorization": f"Bearer {key}", "x-holdfast-user": "alice"}
    async with httpx.AsyncClient(base_url=server.url, headers=bearer("alice"), timeout=30) as web:
        await asyncio.gather(_tell(server, "coach", TOLD_COACH), _tell(server, "agent", TOLD_AGENT))
        answers = await _asked_of_both(server, for_alice)
        known = [[secret in told for secret in SECRETS] for told in answers]
        assert known == [[True, True, False, False], [False, False, True, True]]
        await _routes_tell_them_apart(web)
        await _nobody_passes_for_another_assistant(web)
        await _its_threads_are_its_own(web)
        async with get_client(url=server.url, api_key=None, headers=bearer("alice")) as client:
            (found,) = await check_assistants(client)
        await _export_and_erase_take_all(web)
    assert [(found.state, "nobody" in found.told)] == [("fail", True)]


async def _tell(server: DevServer, assistant: str, texts: tuple[str, ...]) -> None:
    said = (_say(server, bearer("alice"), assistant, text, f"told{number}") for number, text in enumerate(texts))
    await asyncio.gather(*said)


async def _asked_of_both(server: DevServer, headers: dict[str, str]) -> list[str]:
    """Ask the one that is kept apart, and one that shares, everything in new conversations, by another front end."""

    async def ask(assistant: str) -> str:
        asked = (_say(server, headers, assistant, text, f"asked{n}") for n, text in enumerate(ASKED))
        return str(await asyncio.gather(*asked))

    return await asyncio.gather(*map(ask, ("coach", "helper")))


async def _say(server: DevServer, headers: dict[str, str], assistant: str, text: str, conversation: str) -> str:
    sdk = get_client(url=server.url, api_key=None, headers=headers)
    async with sdk, HoldfastClient(sdk, assistant) as client:
        done = [event async for event in client.stream(None, conversation, text)][-1]
    assert isinstance(done, Done)
    return done.reply


async def _routes_tell_them_apart(web: httpx.AsyncClient) -> None:
    async def told(path: str, **params: str) -> list[bool]:
        answer = await web.get(path, params=params)
        assert answer.status_code == 200, answer.text
        return [secret in answer.text for secret in SECRETS]

    only_coach, only_shared = [True, True, False, False], [False, False, True, True]
    for coach in ("coach", assistant_id("coach"), assistant_id("coach").upper()):
        assert await told("/v1/facts", assistant=coach) == only_coach
    assert await told("/v1/export", assistant="coach") == only_coach
    assert await told("/v1/facts") == only_shared
    assert await told("/v1/facts", assistant="helper") == only_shared
    assert await told("/v1/conversations/told0/transcript", assistant="coach") == [True, False, False, False]
    searched = {"namespace_prefix": ["users", ROOT], "limit": 100}
    items = (await web.post("/store/items/search", json=searched)).json()["items"]
    assert {item["namespace"][1] for item in items} == {ROOT}
    every = (await web.post("/store/items/search", json={"namespace_prefix": [], "limit": 1000})).json()["items"]
    assert {item["namespace"][1] for item in every} == {user_root("alice", 0)}
    edited = await web.patch("/v1/settings", params={"assistant": "coach"}, json={"language": "zh-Hans"})
    assert edited.status_code == 200
    assert (await web.get("/v1/settings")).json()["language"] is None


async def _nobody_passes_for_another_assistant(web: httpx.AsyncClient) -> None:
    """What a body says of the assistant changes nothing: the run's own counts."""
    forged = {"assistant_id": assistant_id("coach"), "graph_id": "coach", "assistant": "coach"}
    message = {"messages": [{"role": "user", "content": ASKED[0]}, {"role": "user", "content": ASKED[1]}]}
    bodies: list[dict[str, Any]] = [
        {"config": {"configurable": forged}},
        {"config": {"metadata": forged}, "metadata": forged},
        {"input": {**message, "owner": ROOT, "epoch": 0}},
        {"input": None, "command": {"update": {**message, "owner": ROOT, "epoch": 0}}},
    ]
    sent = (web.post("/runs/wait", json={"assistant_id": "agent", "input": message, **body}) for body in bodies)
    told = [answer.text for answer in await asyncio.gather(*sent)]
    assert [[secret in text for secret in SECRETS[:2]] for text in told] == [[False, False]] * len(bodies)


async def _its_threads_are_its_own(web: httpx.AsyncClient) -> None:
    """A thread belongs to the memory it began in; its id is for whoever names the user, conversation and assistant."""
    message = {"messages": [{"role": "user", "content": "What did I tell you? 我告诉了你什么？"}]}
    pairs = (("agent", LABEL), ("coach", ""))
    sent = (
        web.post(
            f"/threads/{thread_id_for('alice', 0, 'told0', apart)}/runs/wait",
            json={"assistant_id": assistant, "input": message},
        )
        for assistant, apart in pairs
    )
    told = [answer.text for answer in await asyncio.gather(*sent)]
    assert ["another memory of yours" in text for text in told] == [True, True]
    new = {"thread_id": thread_id_for("alice", 0, "新的", LABEL)}
    named = {"conversation": "新的", "assistant": "coach"}
    assert (await web.post("/threads", json={**new, "metadata": {"conversation": "新的"}})).status_code == 403
    assert (await web.post("/threads", json={**new, "metadata": named})).status_code == 200


async def _export_and_erase_take_all(web: httpx.AsyncClient) -> None:
    lines = [json.loads(line) for line in (await web.get("/v1/export")).text.splitlines()]
    assert {line.get("assistant") for line in lines if line["type"] == "fact"} == {None, assistant_id("coach")}
    body = {"confirm": "alice"}
    refused = await web.post("/v1/erase", params={"assistant": "coach"}, json=body)
    assert (refused.status_code, refused.json()["error"]["field"]) == (422, "assistant")
    receipt = (await web.post("/v1/erase", json=body)).json()
    assert receipt["documents"]["facts"] == 4
    facts = [await web.get("/v1/facts", params=params) for params in ({}, {"assistant": "coach"})]
    assert [answer.json()["facts"] for answer in facts] == [[], []]
