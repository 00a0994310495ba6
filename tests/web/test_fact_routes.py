"""Facts, what waits, standing instructions and settings over the API, without a server around it."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from langgraph.store.memory import InMemoryStore
from support.conversations import NOW, Conversation
from support.platform import api, given_store, others_go_on_meanwhile

from memory.core.extraction.extraction import extract
from memory.core.ids import thread_id_for, user_root
from memory.core.transcript.entries import Message, make_entry, place_of, text_of
from memory.service.facts.remembering import write_decided
from memory.storage.events import list_events
from memory.storage.transcript_write import append
from memory.web import facts as routes
from memory.web.facts import fact_routes
from memory.web.instructions import instruction_routes
from memory.web.pending import pending_routes
from memory.web.reports import report_routes
from memory.web.settings import settings_routes

ANN = user_root("ann", 0)


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> InMemoryStore:
    async def no_server(root: str, thread: str, *, on_server: bool) -> str:
        return "failed"

    monkeypatch.setattr(routes, "start_consolidation", no_server)
    return given_store(monkeypatch)


@pytest.fixture
async def http(store: InMemoryStore) -> AsyncIterator[httpx.AsyncClient]:
    async with api(fact_routes, pending_routes, instruction_routes, settings_routes, report_routes) as client:
        client.params = client.params.set("user_id", "ann")
        yield client


async def wait_for(store: InMemoryStore, *texts: str) -> list[str]:
    """Let facts wait for a decision; return their ids."""
    ids = []
    for entry in await Conversation(store, ANN, "t").say(*texts):
        source = {"thread": "t", "conversation": "旅行", "message": entry["id"], "entry": entry["key"]}
        (fact,) = extract(text_of(entry), source=source, observed_at=entry["time"])  # type: ignore[arg-type]  # a Source
        await write_decided(store, ANN, write=[], ask=[fact], reject=[], assertions=[], tombstones=[], now=NOW)
        ids.append(fact["id"])
    return ids


async def create(http: httpx.AsyncClient, text: str, **more: Any) -> dict[str, Any]:
    answer = await http.post("facts", json={"text": text, **more})
    assert answer.status_code in {200, 201}, answer.text
    return answer.json()["fact"]


async def texts(http: httpx.AsyncClient, path: str = "facts", **params: Any) -> list[str]:
    return [fact["text"] for fact in (await http.get(path, params=params)).json()["facts"]]


@pytest.mark.parametrize(
    ("first", "second", "slot"),
    [
        ("I live in Lisbon", "I live in Porto", "home"),
        ("我住在里斯本", "我住在波尔图", "home"),
        ("我住在臺北", "我住在高雄", "home"),
        ("The gate opens at nine", "The gate opens at ten", None),
    ],
)
async def test_a_fact_is_written_edited_explained_and_its_history_told(
    http: httpx.AsyncClient, first: str, second: str, slot: str | None
):
    fact = await create(http, first)
    assert (fact["text"], fact["slot"], fact["state"]) == (first, slot, "current")
    etag = (await http.get(f"facts/{fact['id']}")).headers["etag"]
    edited = await http.patch(f"facts/{fact['id']}", json={"text": second}, headers={"If-Match": etag})
    assert edited.json()["fact"]["text"] == second
    lost = await http.patch(f"facts/{fact['id']}", json={"pinned": True}, headers={"If-Match": etag})
    assert lost.status_code == 412
    assert await texts(http) == [second]
    history = (await http.get(f"facts/{edited.json()['fact']['id']}/history")).json()["history"]
    assert [(span["text"], span["invalid_at"] is None) for span in history] == [(first, False), (second, True)]
    assert history[0]["replaced_by"] == edited.json()["fact"]["id"]
    assert (await http.get("facts", params={"as_of": "2020-01-01"})).json()["facts"] == []


async def test_a_fact_that_is_known_already_is_answered_and_not_written_again(http: httpx.AsyncClient):
    assert (await http.post("facts", json={"text": "我对花生过敏"})).status_code == 201
    assert (await http.post("facts", json={"text": "我对花生过敏"})).status_code == 200
    assert len(await texts(http)) == 1


async def test_a_creating_request_that_is_sent_again_gets_the_first_answer(http: httpx.AsyncClient):
    sent = [await http.post("facts", json={"text": "I row"}, headers={"Idempotency-Key": "1"}) for _ in range(2)]
    assert [answer.status_code for answer in sent] == [201, 201]
    assert sent[0].headers["etag"] == sent[1].headers["etag"]


async def test_facts_are_listed_page_by_page_and_by_kind(http: httpx.AsyncClient):
    written = [f"Remember number {i} 号" for i in range(7)]
    for text in written:
        await create(http, text, kind="goal")
    await create(http, "I live in Lisbon")
    read: list[str] = []
    after: str | None = None
    while True:
        params = {"limit": 3, "kind": "goal"} | ({"after": after} if after else {})
        page = (await http.get("facts", params=params)).json()
        read += [fact["text"] for fact in page["facts"]]
        after = page["next"]
        if after is None:
            break
    assert read == written
    assert await texts(http, kind="profile") == ["I live in Lisbon"]
    assert (await http.get("facts", params={"kind": "gossip"})).json()["error"]["field"] == "kind"


async def test_facts_are_searched_with_the_parts_of_their_scores(http: httpx.AsyncClient):
    for text in ("I am allergic to peanuts", "我对花生过敏", "My sister Anna lives in Porto"):
        await create(http, text)
    found = (await http.get("facts/search", params={"question": "花生", "limit": 1})).json()["facts"]
    assert [fact["text"] for fact in found] == ["我对花生过敏"]
    assert found[0]["score"] > 0
    assert (await http.get("facts/search")).json()["error"]["field"] == "question"


async def test_a_pin_stays_until_it_is_taken_off(http: httpx.AsyncClient):
    fact = await create(http, "I live in Lisbon")
    told = [await http.patch(f"facts/{fact['id']}", json={"pinned": pinned}) for pinned in (True, False)]
    assert [answer.json()["fact"]["pinned"] for answer in told] == [True, False]
    assert (await http.patch(f"facts/{fact['id']}", json={})).json()["error"]["field"] == "text"


async def test_what_is_forgotten_is_gone_from_every_answer(http: httpx.AsyncClient, store: InMemoryStore):
    fact = await create(http, "我对花生过敏")
    gone = await http.delete(f"facts/{fact['id']}")
    assert gone.json()["forgotten"] == [fact["id"]]
    for path in (f"facts/{fact['id']}", f"facts/{fact['id']}/history"):
        assert (await http.get(path)).status_code == 404
    assert (await http.delete(f"facts/{fact['id']}")).status_code == 404
    assert "花生" not in str(await store.asearch(("users", ANN), limit=1000))
    assert (await create(http, "我对花生过敏"))["text"] == "我对花生过敏"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"text": " "}, "text"),
        ({"text": "长" * 1001}, "text"),
        ({"text": "my password is hunter2-Xy7!"}, "text"),
        ({"text": "a", "kind": "gossip"}, "kind"),
        ({"text": "a", "user_id": "bob"}, "user_id"),
        ({}, "text"),
    ],
)
async def test_what_cannot_be_a_fact_is_refused_by_its_field(http: httpx.AsyncClient, body: Any, field: str):
    answer = await http.post("facts", json=body)
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, field)
    assert await texts(http) == []


async def test_what_waits_is_approved_edited_rejected_and_answered_in_words(
    http: httpx.AsyncClient, store: InMemoryStore
):
    said = ("I live in Lisbon", "我对花生过敏", "My sister is called Anna", "I work as a baker")
    home, allergy, sister, work = await wait_for(store, *said)
    listed = (await http.get("pending", params={"limit": 3})).json()
    rest = (await http.get("pending", params={"after": listed["next"]})).json()
    assert [one["text"] for one in (*listed["pending"], *rest["pending"])] == list(said)
    answers = {
        home: {"answer": "approve"},
        allergy: {"answer": "edit", "text": "我对花生和虾过敏", "value": "花生和虾"},
        sister: {"answer": "reject"},
        work: {"answer": "respond", "text": "No, I work as a teacher"},
    }
    for item, body in answers.items():
        assert (await http.post(f"pending/{item}", json=body)).status_code == 200, body
    assert sorted(await texts(http)) == sorted(["I live in Lisbon", "我对花生和虾过敏", "I work as a teacher"])
    assert (await http.get("pending")).json()["pending"] == []
    again = await http.post(f"pending/{home}", json={"answer": "approve"})
    assert (again.status_code, again.json()["error"]["code"]) == (404, "not_found")


async def test_several_and_all_that_wait_are_decided_at_once(http: httpx.AsyncClient, store: InMemoryStore):
    home, *_ = await wait_for(store, "I live in Lisbon", "我对花生过敏", "I work as a baker", "I play chess")
    told = await http.post("pending", json={"answers": {home: {"answer": "approve"}, "none": {"answer": "approve"}}})
    assert told.json()["outcomes"] == {home: "approved", "none": "gone"}
    assert set((await http.post("pending", json={"all": "reject"})).json()["outcomes"].values()) == {"rejected"}
    assert await texts(http) == ["I live in Lisbon"]


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("pending", {}, "answers"),
        ("pending", {"all": "approve", "answers": {}}, "answers"),
        ("pending", {"all": "edit"}, "all"),
        ("pending/x", {"answer": "maybe"}, "answer"),
        ("pending/x", {"answer": "edit"}, "text"),
        ("pending/x", {"answer": "approve", "text": "a"}, "text"),
        ("pending/x", {"answer": "respond", "text": "a", "value": "b"}, "value"),
    ],
)
async def test_a_decision_that_is_none_is_refused_by_its_field(
    http: httpx.AsyncClient, path: str, body: Any, field: str
):
    answer = await http.post(path, json=body)
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, field)


@pytest.mark.parametrize(
    ("text", "other"), [("Always answer briefly", "Always answer in detail"), ("请总是用中文回答", "请总是简短回答")]
)
async def test_an_instruction_is_added_edited_and_removed(http: httpx.AsyncClient, text: str, other: str):
    added = (await http.post("instructions", json={"text": text})).json()["fact"]
    assert (added["kind"], await texts(http, "instructions")) == ("instruction", [text])
    edited = (await http.patch(f"instructions/{added['id']}", json={"text": other})).json()["fact"]
    assert await texts(http, "instructions") == [other]
    fact = await create(http, "I live in Lisbon")
    assert (await http.delete(f"instructions/{fact['id']}")).status_code == 404
    assert (await http.delete(f"instructions/{edited['id']}")).status_code == 204
    assert await texts(http, "instructions") == []
    assert await texts(http) == ["I live in Lisbon"]


async def test_more_instructions_than_may_hold_are_refused(http: httpx.AsyncClient):
    for number in range(20):
        assert (await http.post("instructions", json={"text": f"Wish number {number}"})).status_code == 201
    refused = await http.post("instructions", json={"text": "One wish more"})
    assert (refused.status_code, refused.json()["error"]["field"]) == (422, "text")


async def test_no_more_instructions_hold_than_may_however_many_are_sent_at_once(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
):
    others_go_on_meanwhile(monkeypatch)
    sent = [http.post("instructions", json={"text": f"Wish number {number}"}) for number in range(20)]
    sent += [http.post("facts", json={"text": f"愿望 {number}", "kind": "instruction"}) for number in range(5)]
    assert sorted(answer.status_code for answer in await asyncio.gather(*sent)) == [201] * 20 + [422] * 5
    assert len(await texts(http, "instructions")) == 20


@pytest.mark.parametrize("told", ["9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00", "9999-12-31", "0001-01-01"])
async def test_a_time_at_the_end_of_all_years_is_answered_or_refused_by_its_field(http: httpx.AsyncClient, told: str):
    for zone in ("America/New_York", "Asia/Shanghai"):
        await http.patch("settings", json={"time_zone": zone})
        answer = await http.get("facts", params={"as_of": told})
        assert answer.status_code == 200 or answer.json()["error"]["field"] == "as_of"


async def test_settings_are_read_changed_and_taken_back(http: httpx.AsyncClient, store: InMemoryStore):
    none = dict.fromkeys(("memory", "learn", "past_conversations", "approval", "time_zone", "language"))
    read = await http.get("settings")
    assert read.json() == none
    changes = {"memory": False, "approval": "review", "time_zone": "Asia/Taipei", "language": "zh-Hant"}
    assert (await http.patch("settings", json=changes)).json() == none | changes
    lost = await http.patch("settings", json={"memory": True}, headers={"If-Match": read.headers["etag"]})
    assert lost.status_code == 412
    assert (await http.patch("settings", json={"memory": None})).json() == none | changes | {"memory": None}
    assert (await http.get("settings", params={"user_id": "bob"})).json() == none
    assert [event["type"] for event in await list_events(store, ANN)] == ["settings.changed"] * 2


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("memory", "false"),
        ("learn", 0),
        ("approval", "sometimes"),
        ("time_zone", "Lisbon"),
        ("time_zone", "../../etc/passwd"),
        ("language", "中文"),
        ("theme", "dark"),
    ],
)
async def test_a_setting_that_is_none_changes_nothing(http: httpx.AsyncClient, name: str, value: Any):
    answer = await http.patch("settings", json={"past_conversations": False, name: value})
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, name)
    assert set((await http.get("settings")).json().values()) == {None}


async def test_nothing_of_anothers_is_told_or_changed(http: httpx.AsyncClient, store: InMemoryStore):
    fact = await create(http, "I live in Lisbon")
    (waiting,) = await wait_for(store, "我对花生过敏")
    bob = {"user_id": "bob"}
    theirs = [
        await http.request(method, path, params=bob, json=body)
        for method, path, body in (
            ("GET", f"facts/{fact['id']}", None),
            ("PATCH", f"facts/{fact['id']}", {"text": "mine"}),
            ("DELETE", f"facts/{fact['id']}", None),
            ("POST", f"pending/{waiting}", {"answer": "reject"}),
            ("DELETE", f"instructions/{fact['id']}", None),
        )
    ]
    assert [answer.status_code for answer in theirs] == [404] * 5
    assert (await http.post("pending", params=bob, json={"all": "reject"})).json()["outcomes"] == {}
    assert (await texts(http), len((await http.get("pending")).json()["pending"])) == (["I live in Lisbon"], 1)


async def test_the_report_of_any_answer_is_told_and_of_nothing_else(http: httpx.AsyncClient, store: InMemoryStore):
    talk = Conversation(store, ANN, thread_id_for("ann", 0, "旅行/1"))
    (asked,) = await talk.say("hello")
    message: Message = {"id": "answer/1", "role": "assistant", "content": "你好"}
    answer = make_entry(message, talk.thread, place_of(asked), NOW, report={"sections": {"facts": 1}})
    await append(store, ANN, talk.thread, [answer], head=place_of(answer))
    path = "conversations/%E6%97%85%E8%A1%8C%2F1/reports/answer%2F1"
    told = (await http.get(path)).json()
    assert (told["entry"], told["report"]) == (answer["key"], {"sections": {"facts": 1}})
    assert (await http.get(path.replace("answer%2F1", asked["id"]))).status_code == 404
    assert (await http.get(path, params={"user_id": "bob"})).status_code == 404
    assert (await http.get(path + "x")).status_code == 404
