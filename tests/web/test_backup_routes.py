"""/v1/backups, without a server around it: for whoever runs the server, in its own folder alone."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from langgraph.store.base import BaseStore
from starlette.requests import Request
from support.planted import STORED, plant
from support.platform import api

from memory.core.ids import user_root
from memory.core.namespaces import facts
from memory.service.access import callers
from memory.service.backup.backup_upkeep import backups
from memory.storage.listing import list_items
from memory.storage.opening import open_checkpointer, open_store
from memory.storage.ops import delete, write
from memory.web import backup_routes, caller


@pytest.fixture
async def store(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[BaseStore]:
    monkeypatch.setenv("LANGGRAPH_STORE", '{"path": "x"}')
    async with open_store() as opened, open_checkpointer() as saver:

        async def given(found: Any = opened) -> Any:
            return found

        async def nobody_talks(_: str) -> bool:
            return False

        monkeypatch.setattr(backup_routes, "platform_store", given)
        monkeypatch.setattr(backup_routes, "platform_saver", lambda: given(saver))
        monkeypatch.setattr(backup_routes, "_is_talking", nobody_talks)
        for user in ("ann", "小林"):
            await plant(opened, user, STORED)
        yield opened


@pytest.fixture
async def http() -> AsyncIterator[httpx.AsyncClient]:
    async with api(backup_routes.backup_routes) as client:
        yield client


async def test_a_backup_is_made_listed_fetched_and_deleted(store: BaseStore, http: httpx.AsyncClient):
    made = await http.post("backups", json={})
    assert (made.status_code, made.json()["users"], made.json()["scope"]) == (201, 2, "all")
    alone = (await http.post("backups", json={"user": "小林"})).json()
    assert alone["documents"] < made.json()["documents"]
    listed = [one["name"] for one in (await http.get("backups")).json()["backups"]]
    assert listed == [made.json()["name"], alone["name"]]
    of_ann = (await http.get("backups", params={"user": "ann"})).json()["backups"]
    assert [one["name"] for one in of_ann] == listed[:1]
    fetched = await http.get(f"backups/{alone['name']}")
    assert fetched.content == backups()[1].path.read_bytes()
    assert (await http.delete("backups", params={"user": "小林"})).json()["purged"] == listed
    assert (await http.delete(f"backups/{listed[0]}")).status_code == 200
    assert (await http.get("backups")).json() == {"backups": []}


async def test_what_one_user_lost_is_merged_back_while_the_server_runs_and_the_others_stay(
    store: BaseStore, http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
):
    name = (await http.post("backups", json={})).json()["name"]
    had = {user: await list_items(store, facts(user_root(user, 0))) for user in ("ann", "小林")}
    lost = [delete(facts(user_root(user, 0)), item.key) for user, items in had.items() for item in items]
    await write(store, lost)
    shown = (await http.post(f"backups/{name}/merge", json={"user": "小林", "dry_run": True})).json()
    assert (shown["documents"]["new"], shown["proof"]) == ({"facts": len(had["小林"])}, None)
    done = (await http.post(f"backups/{name}/merge", json={"user": "小林"})).json()
    assert (done["documents"], done["proof"]["problems"]) == (shown["documents"], [])
    assert [len(await list_items(store, facts(user_root(user, 0)))) for user in had] == [0, len(had["小林"])]

    async def talks(_: str) -> bool:
        return True

    monkeypatch.setattr(backup_routes, "_is_talking", talks)
    refused = await http.post(f"backups/{name}/merge", json={"user": "小林"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "running")


@pytest.mark.parametrize(
    ("method", "path", "body", "field"),
    [
        ("POST", "backups", {"user": "bob"}, "user"),
        ("POST", "backups", {"user": ""}, "user"),
        ("POST", "backups", {"path": "/etc/x"}, "path"),
        ("DELETE", "backups", None, "user"),
        ("DELETE", "backups?user=", None, "user"),
        ("DELETE", "backups?user=ann", None, "user"),
        ("GET", "backups/..%2f..%2fstore.sqlite", None, "name"),
        ("GET", "backups/store.sqlite", None, "name"),
        ("DELETE", "backups/..%2fstore.sqlite", None, "name"),
        ("POST", "backups/nosuch/merge", {"user": "ann"}, "name"),
        ("POST", "backups/{made}/merge", {}, "user"),
        ("POST", "backups/{made}/merge", {"user": "bob"}, "name"),
        ("POST", "backups/{made}/merge", {"user": "ann", "mode": "replace"}, "mode"),
        ("POST", "backups/{spoilt}/merge", {"user": "ann"}, "name"),
    ],
)
async def test_what_is_wrong_is_named_and_no_other_file_is_reached(
    store: BaseStore, http: httpx.AsyncClient, method: str, path: str, body: object, field: str
):
    made, spoilt = [(await http.post("backups", json={})).json()["name"] for _ in "12"]
    file = backups()[1].path
    file.write_bytes(file.read_bytes()[:-40])
    answer = await http.request(method, path.format(made=made, spoilt=spoilt), json=body)
    assert (answer.status_code in {404, 422}, answer.json()["error"]["field"]) == (True, field), answer.text


async def test_only_who_runs_the_server_reaches_them_and_a_platforms_database_is_left_to_it(
    store: BaseStore, http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
):
    def known(_: Request, permissions: tuple[str, ...] = ("act_for_users", "everyone", "shared")) -> callers.Caller:
        return callers.Caller("ops", permissions, None)

    name = (await http.post("backups", json={})).json()["name"]
    monkeypatch.setattr(caller, "_known", known)
    ways = [("GET", "backups", None), ("POST", "backups", {}), ("DELETE", "backups?user=ann", None)]
    ways += [("GET", f"backups/{name}", None), ("DELETE", f"backups/{name}", None)]
    ways += [("POST", f"backups/{name}/merge", {"user": "ann"})]
    for method, path, body in ways:
        assert (await http.request(method, path, json=body)).status_code == 403, path
    monkeypatch.setattr(caller, "_known", lambda request: known(request, ("operate",)))
    assert len((await http.get("backups")).json()["backups"]) == 1
    monkeypatch.delenv("LANGGRAPH_STORE")
    told = (await http.post("backups", json={})).json()["error"]
    assert told["remedy"] == "Back up the platform's database."
