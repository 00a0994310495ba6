"""The routes that list, search, name and export conversations, over the real application and the real store."""

import json
from collections.abc import AsyncIterator

import httpx
import pytest
from langgraph.store.memory import InMemoryStore
from support.conversations import Conversation
from support.platform import api, given_store

from memory.core.ids import thread_id_for, user_root
from memory.web.conversation_list import list_routes
from memory.web.exports import export_routes

ANN = {"user_id": "ann"}


@pytest.fixture
async def http(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    store = given_store(monkeypatch)
    for user in ("ann", "bob"):
        for name in ("a/b 旅行..", "herons"):
            await talk(store, user, name)
    async with api(list_routes, export_routes) as client:
        yield client


async def talk(store: InMemoryStore, user: str, name: str) -> None:
    about = name.rstrip(".")
    await Conversation(store, user_root(user, 0), thread_id_for(user, 0, name)).say(f"{user}: {about} 苍鹭?")


async def test_conversations_are_listed_in_pages_and_searched(http: httpx.AsyncClient):
    first = (await http.get("conversations", params=ANN | {"limit": "1"})).json()
    rest = (await http.get("conversations", params=ANN | {"after": first["next"]})).json()
    titles = {one["title"] for one in (*first["conversations"], *rest["conversations"])}
    assert (titles, rest["next"]) == ({"ann: a/b 旅行 苍鹭?", "ann: herons 苍鹭?"}, None)
    found = (await http.get("conversations", params=ANN | {"search": "herons"})).json()
    assert [one["title"] for one in found["conversations"]] == ["ann: herons 苍鹭?"]
    assert found["conversations"][0]["passages"][0]["text"] == "ann: herons 苍鹭?"


async def test_a_title_is_given_and_taken_back_by_name(http: httpx.AsyncClient):
    address = "conversations/" + thread_id_for("ann", 0, "a/b 旅行..")
    for title, shown in (("我的 trip", "我的 trip"), (None, "ann: a/b 旅行 苍鹭?")):
        answer = await http.patch(address, params=ANN, json={"title": title})
        assert (answer.status_code, answer.json()["title"]) == (200, shown)
    assert (await http.patch("conversations/a%2Fb%20%E6%97%85%E8%A1%8C..", params=ANN, json={"title": "x"})).is_success


async def test_it_is_told_whether_a_conversation_is_remembered_and_changed_by_name(http: httpx.AsyncClient):
    async def remembered() -> dict[str, bool]:
        listed = (await http.get("conversations", params=ANN)).json()["conversations"]
        return {one["thread_id"]: one["remembered"] for one in listed}

    before = await remembered()
    address = "conversations/a%2Fb%20%E6%97%85%E8%A1%8C../remembered"
    for wanted in (False, False, True):
        answer = await http.put(address, params=ANN, json={"remembered": wanted})
        assert (answer.status_code, answer.json()["remembered"], answer.json()["facts"]) == (200, wanted, 0)
        thread = answer.json()["thread_id"]
        assert await remembered() == before | {thread: wanted}
    assert set(before.values()) == {True}


async def test_an_export_is_lines_of_json_of_the_callers_own(http: httpx.AsyncClient):
    whole = await http.get("export", params=ANN)
    lines = [json.loads(line) for line in whole.text.splitlines()]
    assert (whole.headers["content-type"], lines[0]["user"]) == ("application/x-ndjson", "ann")
    assert [line["type"] for line in lines].count("message") == 2
    assert "bob" not in whole.text
    one = (await http.get("conversations/herons/export", params=ANN)).text.splitlines()
    assert [json.loads(line)["type"] for line in one] == ["export", "conversation", "message"]


@pytest.mark.parametrize(
    ("method", "path", "body", "code", "field"),
    [
        ("GET", "conversations?limit=0", None, 422, "limit"),
        ("GET", "conversations?after=x", None, 422, "after"),
        ("GET", "conversations?search=%20", None, 422, "search"),
        ("GET", "conversations?search=a&after=x", None, 422, "after"),
        ("PATCH", "conversations/nosuch", {"title": "x"}, 404, "conversation"),
        ("PUT", "conversations/nosuch/remembered", {"remembered": False}, 404, "conversation"),
        ("PUT", "conversations/herons/remembered", {"remembered": "maybe"}, 422, "remembered"),
        ("PATCH", "conversations/herons", {"title": "题" * 201}, 422, "title"),
        ("PATCH", "conversations/herons", {"name": "x"}, 422, None),
        ("GET", "conversations/nosuch/export", None, 404, "conversation"),
    ],
)
async def test_what_is_wrong_is_told_by_its_field(
    http: httpx.AsyncClient, method: str, path: str, body: object, code: int, field: str | None
):
    answer = await http.request(method, f"{path}{'&' if '?' in path else '?'}user_id=ann", json=body)
    assert answer.status_code == code
    assert field in {None, answer.json()["error"]["field"]}
