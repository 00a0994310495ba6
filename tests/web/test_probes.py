"""/health and /ready: what they look at, what anyone may learn from them, and how seldom they ask the store."""

import logging
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import httpx
import pytest
from langgraph.store.base import Op, PutOp, Result
from langgraph.store.memory import InMemoryStore
from support.platform import api

from memory.service.operations.readiness import Readiness
from memory.web import probes
from memory.web.gate import OPEN
from memory.web.probes import probe_routes


class Asked(InMemoryStore):
    """A store that counts what it is asked, and fails when it is told to."""

    batches = 0
    fails = False
    writes = True

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        self.batches += 1
        ops = list(ops)
        if self.fails or (not self.writes and any(isinstance(op, PutOp) for op in ops)):
            raise OSError("db.internal:5432 refused hunter22")
        return await super().abatch(ops)


class House:
    """The routes on a store and a clock of their own."""

    def __init__(self) -> None:
        self.store, self.now = Asked(), 0.0

    async def opened(self) -> Asked:
        return self.store


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch, data_folder: Path) -> House:
    house = House()
    monkeypatch.setattr(probes, "_readiness", Readiness(house.opened, lambda: house.now))
    return house


@pytest.fixture
async def http(house: House) -> AsyncIterator[httpx.AsyncClient]:
    async with api(probe_routes, prefix="/") as client:
        yield client


async def ready(http: httpx.AsyncClient) -> tuple[int, list[str]]:
    answer = await http.get("ready")
    return answer.status_code, [check["check"] for check in answer.json()["checks"] if not check["ok"]]


async def test_a_server_that_works_is_ready_and_says_what_it_looked_at(http: httpx.AsyncClient, house: House):
    answer = await http.get("ready")
    assert (answer.status_code, answer.json()["ready"]) == (200, True)
    assert [c["check"] for c in answer.json()["checks"]] == ["store", "model", "policy", "auth"]
    assert all(c["ms"] >= 0 and c["remedy"] == "" for c in answer.json()["checks"])
    assert not any(house.store._data.values())


@pytest.mark.parametrize("fault", ["fails", "writes"])
async def test_a_store_that_cannot_be_read_or_written_is_told_with_its_remedy_and_no_secret(
    http: httpx.AsyncClient, house: House, fault: str, caplog: pytest.LogCaptureFixture
):
    setattr(house.store, fault, fault == "fails")
    with caplog.at_level(logging.ERROR):
        answer = await http.get("ready")
        house.now += 10
        await http.get("ready")
    assert (answer.status_code, answer.json()["ready"]) == (503, False)
    (failed,) = [check for check in answer.json()["checks"] if not check["ok"]]
    assert failed["check"] == "store"
    assert "HOLDFAST_DATABASE_URI" in failed["remedy"]
    assert "db.internal" not in answer.text
    assert caplog.text.count("not ready: store") == 1


@pytest.mark.parametrize(
    ("setting", "value", "check"),
    [
        ("HOLDFAST_MODEL", "no-such-provider:x", "model"),
        ("HOLDFAST_POLICY", "/no/such/policy.toml", "policy"),
        ("HOLDFAST_JWT_SECRET", "too short", "auth"),
    ],
)
async def test_what_is_set_wrongly_makes_it_unready(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, setting: str, value: str, check: str
):
    monkeypatch.setenv(setting, value)
    assert await ready(http) == (503, [check])


async def test_however_often_it_is_asked_the_store_is_asked_once_in_a_while(http: httpx.AsyncClient, house: House):
    for _ in range(20):
        assert await ready(http) == (200, [])
    assert house.store.batches == 1
    house.store.fails = True
    house.now += 2
    assert await ready(http) == (503, ["store"])
    house.store.fails = False
    house.now += 2
    assert await ready(http) == (200, [])


async def test_a_process_is_healthy_whatever_its_store_does(http: httpx.AsyncClient, house: House):
    house.store.fails = True
    assert (await http.get("health")).json() == {"ok": True}
    assert house.store.batches == 0


def test_what_is_open_without_a_log_in_is_these_two_and_nothing_else():
    assert {getattr(route, "path", None) for route in probe_routes.routes} == OPEN
