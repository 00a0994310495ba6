"""The conversation routes, over the real application and the real store, without a server around them."""

from collections.abc import AsyncIterator

import httpx
import pytest
from langgraph.store.memory import InMemoryStore
from support.conversations import Conversation
from support.logins import LOGIN_ENV
from support.platform import api, given_store

from memory.core.ids import thread_id_for, user_root
from memory.core.transcript.entries import place_of
from memory.web.conversations import conversation_routes

ALICE = user_root("alice", 0)
FOREIGN = "6f9619ff-8b86-4011-b42d-00cf4fc964ff"


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> InMemoryStore:
    return given_store(monkeypatch)


@pytest.fixture
async def http(store: InMemoryStore) -> AsyncIterator[httpx.AsyncClient]:
    async with api(conversation_routes, prefix="/v1/conversations/") as client:
        yield client


async def test_a_name_leads_to_the_users_own_thread_before_its_first_message(http: httpx.AsyncClient):
    answer = await http.get("trip", params={"user_id": "alice"})
    expected = {"conversation": "trip", "thread_id": thread_id_for("alice", 0, "trip"), "user_id": "alice"}
    assert (answer.status_code, answer.json()) == (200, expected)


async def test_who_names_no_user_is_the_local_user(http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOLDFAST_USER", "王小明")
    assert (await http.get("旅行")).json()["user_id"] == "王小明"


@pytest.mark.parametrize(
    ("part", "name"),
    [
        ("a%2Fb", "a/b"),
        ("a%2Ftranscript", "a/transcript"),
        ("transcript", "transcript"),
        ("%E5%8F%B0%E7%81%A3%20trip", "台灣 trip"),
        ("50%25_off.%F0%9F%8C%8A", "50%_off.🌊"),
    ],
)
async def test_any_text_names_a_conversation(http: httpx.AsyncClient, part: str, name: str):
    assert (await http.get(part, params={"user_id": "alice"})).json()["conversation"] == name


async def test_a_thread_made_elsewhere_is_found_by_its_id_only_by_the_user_who_has_it(
    http: httpx.AsyncClient, store: InMemoryStore
):
    await Conversation(store, ALICE, FOREIGN).say("hello")
    mine = (await http.get(FOREIGN.upper(), params={"user_id": "alice"})).json()
    theirs = (await http.get(FOREIGN, params={"user_id": "bob"})).json()
    assert mine["thread_id"] == FOREIGN
    assert "created" in mine
    assert theirs["thread_id"] == thread_id_for("bob", 0, FOREIGN)
    assert (await http.get(f"{FOREIGN}/transcript", params={"user_id": "bob"})).json()["entries"] == []


async def test_it_is_told_whether_a_conversation_that_has_begun_is_temporary(
    http: httpx.AsyncClient, store: InMemoryStore
):
    passing, kept = (Conversation(store, ALICE, thread_id_for("alice", 0, name)) for name in ("passing", "kept"))
    await passing.say("悄悄说")
    await passing.make_temporary()
    await kept.say("hello")
    told = [(await http.get(name, params={"user_id": "alice"})).json() for name in ("passing", "kept", "not begun")]
    assert [one.get("temporary") for one in told] == [True, False, None]


async def test_the_transcript_pages_back_to_its_beginning_without_gaps(http: httpx.AsyncClient, store: InMemoryStore):
    texts = [f"第 {i} message" for i in range(23)]
    await Conversation(store, ALICE, thread_id_for("alice", 0, "trip")).say(*texts)
    read: list[str] = []
    params: dict[str, str] = {"user_id": "alice", "limit": "10"}
    while True:
        page = (await http.get("trip/transcript", params=params)).json()
        read = [e["content"] for e in page["entries"]] + read
        if page["next"] is None:
            break
        params["before"] = page["next"]
    assert read == texts


async def test_a_page_tells_the_branches_beside_it_and_each_is_read_from_its_end(
    http: httpx.AsyncClient, store: InMemoryStore
):
    trip = Conversation(store, ALICE, thread_id_for("alice", 0, "trip"))
    first, *_, end = await trip.say("你好", "我的航班是 CA1234，" + "很长 " * 40, "answer", "more")
    await trip.say("去柏林", "to Berlin", after=place_of(first))
    asked = {"user_id": "alice", "branches": "true"}
    page = (await http.get("trip/transcript", params=asked)).json()
    assert [e["content"] for e in page["entries"]] == ["你好", "去柏林", "to Berlin"]
    [fork] = page["branches"]
    [other] = fork["others"]
    assert (fork["parent"], fork["shown"]) == (first["key"], page["entries"][1]["key"])
    assert (other["entries"], other["role"]) == (3, "user")
    assert other["text"].startswith("我的航班是 CA1234，很长")
    assert len(other["text"]) <= 80
    assert other["branch"].endswith(end["key"])
    beside = (await http.get("trip/transcript", params=asked | {"branch": other["branch"], "limit": "2"})).json()
    assert [e["content"] for e in beside["entries"]] == ["answer", "more"]
    before = (await http.get("trip/transcript", params=asked | {"before": beside["next"]})).json()
    assert [e["key"] for e in before["entries"]] == [first["key"], other["key"]]
    assert before["branches"][0]["others"][0]["text"] == "去柏林"
    assert (await http.get("trip", params=asked)).json()["branches"] == 2
    assert (await http.get("new", params=asked)).json()["branches"] == 0


async def test_branches_are_told_only_when_they_are_asked_for(http: httpx.AsyncClient, store: InMemoryStore):
    await Conversation(store, ALICE, thread_id_for("alice", 0, "trip")).say("hello")
    for path in ("trip", "trip/transcript"):
        assert "branches" not in (await http.get(path, params={"user_id": "alice"})).json()


@pytest.mark.parametrize(
    ("path", "params", "field"),
    [
        ("trip/transcript", {"branches": "yes"}, "branches"),
        ("trip", {"branches": "1"}, "branches"),
        ("trip/transcript", {"branch": "17"}, "branch"),
        ("trip/transcript", {"branch": f"3.20260301T090000000000Z-{'a' * 16}-{'b' * 16}"}, "branch"),
        ("trip/transcript", {"branch": "17", "before": "17"}, "branch"),
        ("trip/transcript", {"limit": "0"}, "limit"),
        ("trip/transcript", {"limit": "201"}, "limit"),
        ("trip/transcript", {"limit": "many"}, "limit"),
        ("trip/transcript", {"before": "17"}, "before"),
        ("trip/transcript", {"before": f"3.20260301T090000000000Z-{'a' * 16}-{'b' * 16}"}, "before"),
        ("trip", {"user_id": ""}, "user_id"),
        ("trip", {"user_id": "x" * 257}, "user_id"),
        ("%20", {}, "conversation"),
        ("x" * 257, {}, "conversation"),
        ("a%00b", {}, "conversation"),
        ("%ff", {}, "conversation"),
        ("%2e", {}, "conversation"),
        ("%2E%2e", {}, "conversation"),
    ],
)
async def test_bad_input_is_refused_by_the_name_of_its_field(
    http: httpx.AsyncClient, path: str, params: dict[str, str], field: str
):
    answer = await http.get(path, params={"user_id": "alice"} | params)
    told = answer.json()["error"]
    assert (answer.status_code, told["code"], told["field"]) == (422, "invalid_input", field)
    assert told["message"]
    assert told["remedy"]


async def test_an_address_that_leads_nowhere_says_so(http: httpx.AsyncClient):
    answer = await http.get("trip/summaries")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


async def test_a_server_with_authentication_takes_no_user_id_on_trust(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
):
    for name, value in LOGIN_ENV.items():
        monkeypatch.setenv(name, value)
    answer = await http.get("trip/transcript", params={"user_id": "alice"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "unauthenticated")
