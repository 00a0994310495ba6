"""/v1/webhooks: dead letters, for whoever runs the server alone."""

from collections.abc import AsyncIterator

import httpx
import pytest
from langgraph.store.memory import InMemoryStore
from prometheus_client import REGISTRY
from starlette.requests import Request
from support.conversations import NOW
from support.platform import api, given_store

from memory.core.events.deliveries import OUTBOX_SCHEMA
from memory.core.namespaces import DEAD_LETTERS
from memory.service.access import callers
from memory.service.operations.queue_age import measure
from memory.storage.outbox import read_outbox
from memory.web import caller, webhooks


@pytest.fixture
async def store(monkeypatch: pytest.MonkeyPatch) -> InMemoryStore:
    made = given_store(monkeypatch, webhooks)
    for number, receiver in enumerate(["crm", "crm", "审计"]):
        told = {"id": f"e{number}", "type": "fact.written"}
        letter = {
            "receiver": receiver,
            "root": "u--0",
            "told": told,
            "tries": 8,
            "failure": "it answered 500",
            "due": 0,
        }
        await made.aput(DEAD_LETTERS, f"{receiver} {number}", {"schema": OUTBOX_SCHEMA, **letter})
    return made


@pytest.fixture
async def http(store: InMemoryStore) -> AsyncIterator[httpx.AsyncClient]:
    async with api(webhooks.webhook_routes) as client:
        yield client


async def test_dead_letters_are_listed_page_by_page_and_sent_again(http: httpx.AsyncClient, store: InMemoryStore):
    first = (await http.get("webhooks", params={"limit": 2})).json()
    rest = (await http.get("webhooks", params={"limit": 2, "after": first["next"]})).json()
    assert [one["id"] for one in (*first["dead"], *rest["dead"])] == ["crm 0", "crm 1", "审计 2"]
    assert [(one["name"], one["dead"]) for one in first["receivers"]] == [("crm", 2), ("审计", 1)]
    await measure(store, NOW)
    assert REGISTRY.get_sample_value("holdfast_dead_letters") == 3
    for again, sent in (("审计 2", 1), ("crm", 2), ("all", 0)):
        assert (await http.post("webhooks", json={"again": again})).json() == {"again": sent}
    assert len(await read_outbox(store)) == 3
    await measure(store, NOW)
    assert REGISTRY.get_sample_value("holdfast_dead_letters") == 0
    refused = await http.post("webhooks", json={"again": "审计 2"})
    assert (refused.status_code, refused.json()["error"]["field"]) == (422, "again")


async def test_only_who_runs_the_server_sees_them(
    http: httpx.AsyncClient, store: InMemoryStore, monkeypatch: pytest.MonkeyPatch
):
    others = callers.Caller("bot", ("act_for_users", "everyone", "shared"))

    def known(_: Request) -> callers.Caller:
        return others

    monkeypatch.setattr(caller, "_known", known)
    assert (await http.get("webhooks")).status_code == 403
    assert (await http.post("webhooks", json={"again": "all"})).status_code == 403
    assert await read_outbox(store) == {}
