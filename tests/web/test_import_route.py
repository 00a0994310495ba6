"""POST /v1/import: what another product exported, whole or in parts, into the caller's memory alone."""

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from support.platform import api, given_store

from memory.web.conversation_list import list_routes
from memory.web.imports import import_routes
from memory.web.pending import pending_routes


@pytest.fixture
async def http(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    given_store(monkeypatch)
    async with api(import_routes, pending_routes, list_routes) as client:
        yield client


def talk(name: str, text: str) -> dict[str, Any]:
    message = {"author": {"role": "user"}, "content": {"content_type": "text", "parts": [text]}}
    mapping = {"a": {"parent": None, "message": message}}
    return {
        "conversation_id": name,
        "title": f"旅行 {name}",
        "create_time": 1.7e9,
        "current_node": "a",
        "mapping": mapping,
    }


async def waiting(http: httpx.AsyncClient, user: str) -> list[str]:
    return sorted(one["text"] for one in (await http.get("pending", params={"user_id": user})).json()["pending"])


async def test_conversations_become_the_callers_alone_and_again_nothing_is_doubled(http: httpx.AsyncClient):
    body = [talk("c1", "I live in Lisbon."), talk("c2", "我住在臺北。"), "nonsense", None]
    sent = {"origin": "chatgpt", "user_id": "ann"}
    told = (await http.post("import", params=sent, json=body)).json()
    assert told == {"conversations": 2, "messages": 2, "proposals": {"ask": 2}, "skipped": {}}
    again = (await http.post("import", params=sent, json=body[:1])).json()
    assert (again["conversations"], again["messages"], sum(again["proposals"].values())) == (0, 0, 0)
    assert await waiting(http, "ann") == ["I live in Lisbon", "我住在臺北"]
    listed = (await http.get("conversations", params={"user_id": "ann"})).json()["conversations"]
    assert sorted(one["title"] for one in listed) == ["旅行 c1", "旅行 c2"]
    assert await waiting(http, "bob") == []


async def test_memories_wait_for_a_decision_and_the_same_request_sent_again_gets_the_same_answer(
    http: httpx.AsyncClient,
):
    body = {"results": [{"memory": "Likes hiking", "user_id": "x"}, {"text": "对花生过敏"}]}
    sent = {"origin": "mem0", "user_id": "ann", "approval": "auto"}
    answers = [
        (await http.post("import", params=sent, json=body, headers={"Idempotency-Key": "1"})).json() for _ in "12"
    ]
    assert answers[0] == answers[1]
    assert answers[0]["proposals"]["ask"] == 2
    assert await waiting(http, "ann") == ["Likes hiking", "对花生过敏"]


@pytest.mark.parametrize(
    ("params", "body", "field"),
    [
        ({}, b"[]", "origin"),
        ({"origin": "notes"}, b"[]", "origin"),
        ({"origin": "chatgpt", "approval": "interrupt"}, b"[]", "approval"),
        ({"origin": "chatgpt"}, b"", "body"),
        ({"origin": "chatgpt"}, b"PK\x03\x04\xff", "body"),
        ({"origin": "chatgpt"}, b"{}", "body"),
        ({"origin": "chatgpt"}, b"[" * 100_000, "body"),
        ({"origin": "mem0"}, b'{"results": 7}', "body"),
        ({"origin": "mem0"}, b'[{"memory": "a", "user_id": "x"}, {"memory": "b", "user_id": "y"}]', "body"),
    ],
)
async def test_what_is_no_export_is_refused_by_name_and_changes_nothing(
    http: httpx.AsyncClient, params: dict[str, str], body: bytes, field: str
):
    answer = await http.post("import", params={**params, "user_id": "ann"}, content=body)
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, field)
    assert await waiting(http, "ann") == []


async def test_text_that_no_store_holds_is_cleaned(http: httpx.AsyncClient):
    body = json.dumps([talk("c\x00\ud8001", "I live in Lis\x00bon.")]).encode()
    told = await http.post("import", params={"origin": "chatgpt", "user_id": "ann"}, content=body)
    assert (told.status_code, await waiting(http, "ann")) == (200, ["I live in Lisbon"])
