"""What every route of the API does alike: addresses, errors, ETags, keys of requests."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from support.platform import api, given_store

from memory.core.errors import ErasedError, InputError, StorageError
from memory.web.answers import answer_to
from memory.web.app import app
from memory.web.caller import Caller
from memory.web.etags import IfMatch, check_match, tagged
from memory.web.idempotency import ONCE
from memory.web.routing import api_router
from memory.web.shapes import Answer, Body, Flag

notes = api_router("notes")
written: list[str] = []
JSON = {"content-type": "application/json"}


class Note(Answer):
    text: str


class NewNote(Body):
    text: str


@notes.get("/v1/notes/{name}/words", response_model=Note)
async def read(request: Request, name: str, *, loud: Flag = False) -> Response:
    return tagged(request, Note(text=name.upper() if loud else name))


@notes.put("/v1/notes/{name}/words")
async def change(caller: Caller, name: str, body: NewNote, if_match: IfMatch = None) -> Note:
    check_match(if_match, Note(text=name))
    return Note(text=body.text)


@notes.post("/v1/notes", status_code=201, dependencies=[ONCE])
async def create(caller: Caller, body: NewNote) -> Note:
    await asyncio.sleep(0)
    if body.text == "bad":
        written.append(body.text)
        raise InputError("text", "is bad", "Send a good one.")
    if body.text == "broken":
        raise RuntimeError("a secret of the inside")
    if body.text == "no store":
        raise StorageError("The store does not answer.")
    if body.text == "erased":
        raise ErasedError("This was erased meanwhile.")
    written.append(body.text)
    return Note(text=f"{body.text} {len(written)}")


@pytest.fixture
async def http(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    given_store(monkeypatch)
    written.clear()
    async with api(notes) as client:
        yield client


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ("a%2Fb", "a/b"),
        ("words%2fwords", "words/words"),
        ("%E6%97%85%E8%A1%8C", "旅行"),
        ("%61%2e%7Eb", "a.~b"),
        ("+", "+"),
    ],
)
async def test_a_name_in_an_address_may_be_any_text(http: httpx.AsyncClient, sent: str, name: str):
    assert (await http.get(f"notes/{sent}/words")).json() == {"text": name}
    assert (await http.get(f"n%6ftes/{sent}/words")).json() == {"text": name}


@pytest.mark.parametrize(
    ("method", "path", "more", "status", "code", "field"),
    [
        ("GET", "nothing", {}, 404, "not_found", None),
        ("GET", "notes/a/b/words", {}, 404, "not_found", None),
        ("GET", "notes/", {}, 404, "not_found", None),
        ("DELETE", "notes", {}, 405, "method_not_allowed", None),
        ("GET", "notes/%ff/words", {}, 422, "invalid_input", "name"),
        ("GET", "notes/a/words?loud=1", {}, 422, "invalid_input", "loud"),
        ("POST", "notes", {"content": "{"}, 422, "invalid_input", "body"),
        (
            "POST",
            "notes",
            {"content": "[" * 100_000, "headers": JSON},
            422,
            None,
            "body",
        ),
        (
            "POST",
            "notes",
            {"content": b"\xff\xfe\xff", "headers": JSON},
            422,
            None,
            "body",
        ),
        ("POST", "notes", {"json": []}, 422, "invalid_input", "body"),
        ("POST", "notes", {"json": {}}, 422, "invalid_input", "text"),
        ("POST", "notes", {"json": {"text": 1}}, 422, "invalid_input", "text"),
        ("POST", "notes", {"content": r'{"text": "a", "\ud800": 1}', "headers": JSON}, 422, "invalid_input", "body"),
        ("POST", "notes", {"content": r'{"text": "\ud800"}', "headers": JSON}, 422, "invalid_input", "text"),
        ("POST", "notes?user_id=", {"json": {"text": "a"}}, 422, "invalid_input", "user_id"),
        ("POST", "notes", {"json": {"text": "bad"}}, 422, "invalid_input", "text"),
        ("POST", "notes", {"json": {"text": "no store"}}, 503, "storage", None),
        ("POST", "notes", {"json": {"text": "erased"}}, 409, "erased", None),
        ("POST", "notes", {"json": {"text": "broken"}}, 500, "internal", None),
    ],
)
async def test_every_error_has_one_form(
    http: httpx.AsyncClient, method: str, path: str, more: dict, status: int, code: str | None, field: str | None
):
    answer = await http.request(method, path, **more)
    told = answer.json()["error"]
    assert set(told) == {"code", "field", "message", "remedy"}
    assert (answer.status_code, told["field"]) == (status, field)
    assert code in {None, told["code"]}
    assert "inside" not in answer.text


async def test_a_refused_method_is_told_with_those_that_are_taken(http: httpx.AsyncClient):
    assert (await http.delete("notes/a/words")).headers["allow"] == "GET, PUT"


async def test_a_change_of_what_was_read_is_made_and_of_anything_else_not(http: httpx.AsyncClient):
    etag = (await http.get("notes/a/words")).headers["etag"]
    other = (await http.get("notes/b/words")).headers["etag"]

    async def put(if_match: str | None) -> int:
        headers = {} if if_match is None else {"If-Match": if_match}
        answer = await http.put("notes/a/words", json={"text": "c"}, headers=headers)
        assert answer.status_code == 200 or "Read it again" in answer.json()["error"]["remedy"]
        return answer.status_code

    assert [await put(tag) for tag in (None, etag, f"{other}, {etag}", "*")] == [200] * 4
    assert [await put(tag) for tag in (other, f"W/{etag}", "", etag.strip('"'))] == [412] * 4


async def test_what_the_caller_has_already_is_not_sent_again(http: httpx.AsyncClient):
    etag = (await http.get("notes/a/words")).headers["etag"]
    again = await http.get("notes/a/words", headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    assert (await http.get("notes/b/words", headers={"If-None-Match": etag})).status_code == 200


async def test_a_request_with_a_key_is_carried_out_once_also_when_it_is_sent_twice_at_once(http: httpx.AsyncClient):
    async def post(text: str, key: str = "1", user: str = "ann") -> httpx.Response:
        headers = {"Idempotency-Key": key}
        return await http.post("notes", params={"user_id": user}, json={"text": text}, headers=headers)

    twice = await asyncio.gather(post("花生"), post("花生"))
    assert [(answer.status_code, answer.json()) for answer in twice] == [(201, {"text": "花生 1"})] * 2
    refused = await post("other")
    assert (refused.status_code, refused.json()["error"]["field"]) == (422, "Idempotency-Key")
    assert [(await post(*sent)).json()["text"] for sent in (("花生", "2"), ("花生", "1", "bob"))] == [
        "花生 2",
        "花生 3",
    ]
    assert [(await post("bad", "3")).status_code for _ in range(2)] == [422, 422]
    assert written == ["花生", "花生", "花生", "bad", "bad"]
    assert (await post("a", "")).status_code == (await post("a", "x" * 256)).status_code == 422


async def test_without_a_key_a_request_is_carried_out_each_time(http: httpx.AsyncClient):
    assert [(await http.post("notes", json={"text": "a"})).json()["text"] for _ in range(2)] == ["a 1", "a 2"]


def test_each_route_and_field_of_the_api_is_described():
    spec = app.openapi()
    operations = [(path, method, told) for path, item in spec["paths"].items() for method, told in item.items()]
    assert len(operations) > 10
    assert [(path, method) for path, method, told in operations if not told.get("description")] == []
    assert [path for path in spec["paths"] if not path.startswith(("/v1/", "/health", "/ready", "/metrics"))] == []
    shapes = spec["components"]["schemas"]
    assert [name for name, shape in shapes.items() if not shape.get("description")] == []


def test_no_shape_of_the_api_takes_the_name_of_one_of_the_platforms():
    validation = pytest.importorskip("langgraph_api.validation")
    theirs = set(validation.openapi["components"]["schemas"])
    assert set(app.openapi()["components"]["schemas"]) & theirs == set()


def test_a_sender_who_leaves_amid_a_body_is_no_fault_of_the_server(caplog: pytest.LogCaptureFixture):
    assert (answer_to(ClientDisconnect()).status_code, caplog.text) == (422, "")
