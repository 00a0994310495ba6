"""The summary routes, over the real application and the real store, without a server around them."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from langgraph.store.memory import InMemoryStore
from support.conversations import NOW, Conversation
from support.platform import api, given_store

from memory.core import namespaces
from memory.core.ids import encode_label, thread_id_for, user_root
from memory.core.transcript.entries import place_of
from memory.storage.due import list_due
from memory.storage.events import list_events
from memory.storage.ops import put, write
from memory.web import summary
from memory.web.conversations import conversation_routes
from memory.web.summary import summary_routes

ALICE = user_root("alice", 0)
THREAD = thread_id_for("alice", 0, "trip")
LINES = ["- 2026-03-01 user: The deposit is 1,500 euros.", "- 2026-03-01 用户：小明住在广州。"]


@pytest.fixture
async def store(monkeypatch: pytest.MonkeyPatch) -> InMemoryStore:
    """A store with a summary of alice's conversation."""
    store = given_store(monkeypatch)

    async def no_server(root: str, thread: str, *, on_server: bool) -> str:
        return "failed"

    monkeypatch.setattr(summary, "start_consolidation", no_server)
    talk = Conversation(store, ALICE, THREAD)
    cursor = place_of((await talk.say("hello", "你好"))[-1])
    made = {"schema": 1, "text": "\n".join(LINES), "exact": ["1,500 euros"], "cursor": cursor, "folds": 0}
    made |= {"time": NOW.isoformat(), "tokens": 20, "dropped": 0}
    await write(store, [put(namespaces.summary(ALICE), encode_label(THREAD), made)])
    return store


@pytest.fixture
async def http(store: InMemoryStore) -> AsyncIterator[httpx.AsyncClient]:
    async with api(conversation_routes, summary_routes, prefix="/v1/conversations/") as client:
        yield client


async def change(http: httpx.AsyncClient, body: Any, path: str = "trip/summary", user: str = "alice") -> httpx.Response:
    return await http.patch(path, json=body, params={"user_id": user})


def texts(answer: httpx.Response) -> list[str]:
    return [line["text"] for line in answer.json()["summary"]["lines"]]


async def test_a_summary_is_read_line_by_line_by_its_user_alone(http: httpx.AsyncClient):
    shown = (await http.get("trip/summary", params={"user_id": "alice"})).json()["summary"]
    assert shown["lines"] == [{"number": n, "text": line, "held": None} for n, line in enumerate(LINES, 1)]
    assert (shown["exact"], shown["time"], shown["rebuilding"]) == (["1,500 euros"], NOW.isoformat(), False)
    for name, user in (("trip", "bob"), (THREAD, "bob"), ("another", "alice")):
        empty = (await http.get(f"{name}/summary", params={"user_id": user})).json()["summary"]
        assert (empty["lines"], empty["cursor"]) == ([], None)


async def test_each_change_is_shown_at_once_and_leaves_the_thread_due(http: httpx.AsyncClient, store: InMemoryStore):
    corrected = await change(http, {"what": "replace", "line": LINES[0], "text": "押金是1,200欧元。"})
    assert (corrected.status_code, texts(corrected)) == (200, ["- 押金是1,200欧元。", LINES[1]])
    assert corrected.json()["summary"]["exact"] == []
    assert await list_due(store) == [(ALICE, THREAD)]
    assert texts(await change(http, {"what": "pin", "line": LINES[1]}))[1] == LINES[1]
    added = await change(http, {"what": "add", "text": "Answer in English."})
    assert [line["held"] for line in added.json()["summary"]["lines"]] == ["add", "replace", "pin"]
    removed = await change(http, {"what": "remove", "line": "- Answer in English."})
    unpinned = await change(http, {"what": "unpin", "line": LINES[1]})
    assert texts(removed) == texts(unpinned) == ["- 押金是1,200欧元。", LINES[1]]
    assert texts(await http.get("trip/summary", params={"user_id": "alice"})) == texts(unpinned)
    edited = [event for event in await list_events(store, ALICE) if event["type"] == "summary.edited_by_user"]
    events = [event["detail"]["change"] for event in edited]
    assert events == ["replace", "pin", "add", "remove", "unpin"]


async def test_a_line_that_changed_since_it_was_read_is_a_conflict_with_the_remedy(http: httpx.AsyncClient):
    await change(http, {"what": "replace", "line": LINES[0], "text": "It is 1,200 euros."})
    for body in ({"what": "pin", "line": LINES[0]}, {"what": "replace", "line": "nowhere", "text": "x"}):
        answer = await change(http, body)
        told = answer.json()["error"]
        assert (answer.status_code, told["code"], told["field"]) == (409, "changed", "line")
        assert told["remedy"] == "Read the summary again, and send the line as it stands now."


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"what": "improve"}, "what"),
        ({}, "what"),
        ({"what": "remove"}, "line"),
        ({"what": "remove", "line": 1}, "line"),
        ({"what": "pin", "line": LINES[0], "text": "x"}, "text"),
        ({"what": "replace", "line": LINES[0], "text": " "}, "text"),
        ({"what": "add", "text": "长" * 501}, "text"),
        ({"what": "add", "line": LINES[0], "text": "x"}, "line"),
        ({"what": "unpin", "line": LINES[0]}, "line"),
        ({"what": "remove", "line": LINES[0], "number": 1}, "number"),
        (["remove"], "body"),
    ],
)
async def test_a_malformed_change_is_refused_by_the_name_of_its_field(http: httpx.AsyncClient, body: Any, field: str):
    answer = await change(http, body)
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, field)
    assert answer.json()["error"]["remedy"]


async def test_only_ones_own_conversation_that_has_begun_and_is_kept_can_be_changed(
    http: httpx.AsyncClient, store: InMemoryStore
):
    await Conversation(store, ALICE, thread_id_for("alice", 0, "secret")).make_temporary()
    tried = (("trip/summary", "bob", 404), ("other/summary", "alice", 404), ("secret/summary", "alice", 422))
    for path, user, status in tried:
        answer = await change(http, {"what": "add", "text": "x"}, path, user)
        assert (answer.status_code, answer.json()["error"]["field"]) == (status, "conversation")
    for path, status in (("trip", 405), ("trip/summary/1", 404), ("trip/transcript", 405)):
        assert (await change(http, {"what": "add", "text": "x"}, path)).status_code == status
