"""/v1/shared, as who may write it and as who may not."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.requests import Request
from support.platform import api, given_store, others_go_on_meanwhile

from memory.service.access.callers import Caller
from memory.web import caller
from memory.web.recall import recall_routes
from memory.web.shared import shared_routes

TEXT = "The office opens at 9. 办公室九点开门。"


@pytest.fixture
async def http(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    given_store(monkeypatch)
    async with api(shared_routes, recall_routes) as client:
        yield client


async def test_it_is_added_listed_recalled_edited_and_removed(http: httpx.AsyncClient):
    made = await http.post("shared", json={"texts": [TEXT, TEXT]})
    assert (made.status_code, made.json()["added"]) == (201, 1)
    (item, _) = made.json()["ids"]
    assert [one["id"] for one in (await http.get("shared")).json()["items"]] == [item]
    found = (await http.get("recall", params={"question": "办公室几点开门？"})).json()["items"]
    assert [(one["type"], one["whose"], one["text"]) for one in found] == [("shared", "everyone", TEXT)]
    edited = await http.put(f"shared/{item}", json={"text": "The office is closed."})
    assert edited.json()["text"] == "The office is closed."
    assert (await http.put(f"shared/{item}", json={"text": "late"})).status_code == 404
    assert (await http.delete(f"shared/{edited.json()['id']}")).status_code == 200
    assert (await http.get("shared")).json() == {"items": [], "next": None}


async def test_of_several_edits_at_once_one_takes_its_place_and_the_others_are_told(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
):
    others_go_on_meanwhile(monkeypatch)
    (item,) = (await http.post("shared", json={"texts": [TEXT]})).json()["ids"]
    sent = [http.put(f"shared/{item}", json={"text": f"开门时间 {number}"}) for number in range(5)]
    assert sorted(answer.status_code for answer in await asyncio.gather(*sent)) == [200] + [404] * 4
    assert len((await http.get("shared")).json()["items"]) == 1


@pytest.mark.parametrize("named", ["holdfast:everyone", "holdfast:organisation:acme"])
async def test_what_is_shared_is_no_users_memory_even_where_nobody_logs_in(http: httpx.AsyncClient, named: str):
    answer = await http.get("recall", params={"question": "door", "user_id": named})
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, "user_id")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "shared", {"texts": [""]}),
        ("POST", "shared", {"texts": "x"}),
        ("POST", "shared", {"text": "x"}),
        ("POST", "shared?organisation=", {"texts": ["x"]}),
        ("GET", "shared?limit=0", None),
        ("GET", "shared?after=nonsense", None),
    ],
)
async def test_bad_input_is_told_with_its_remedy(http: httpx.AsyncClient, method: str, path: str, body: object):
    answer = await http.request(method, path, json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]["remedy"]


@pytest.mark.parametrize(
    ("permissions", "own", "writes"),
    [
        ((), None, []),
        (("act_for_users", "everyone"), "acme", []),
        (("shared",), "acme", ["acme"]),
        (("shared",), None, [None, "acme", "other"]),
    ],
)
async def test_who_may_not_write_finds_nothing_there(
    http: httpx.AsyncClient,
    monkeypatch: pytest.MonkeyPatch,
    permissions: tuple[str, ...],
    own: str | None,
    writes: list[str | None],
):
    def known(_: Request) -> Caller:
        return Caller("ops", permissions, own)

    monkeypatch.setattr(caller, "_known", known)
    for organisation in (None, "acme", "other"):
        params = {} if organisation is None else {"organisation": organisation}
        answer = await http.post("shared", params=params, json={"texts": [TEXT]})
        assert (answer.status_code == 201) == (organisation in writes), (organisation, answer.text)
        assert (await http.get("shared", params=params)).status_code == (200 if organisation in writes else 403)
