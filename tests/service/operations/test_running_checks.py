"""What `holdfast doctor` finds at a running server: broken set-ups, each with its remedy."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest
from fastapi import APIRouter
from langgraph.store.memory import InMemoryStore
from starlette.requests import Request
from starlette.responses import Response
from support.logins import LOGIN_ENV
from support.platform import api

from memory.core.operations.findings import Finding
from memory.service.operations import running_checks
from memory.service.operations.about_server import digests
from memory.service.operations.readiness import Readiness
from memory.service.operations.running_checks import check_running, check_same_settings
from memory.web import probes
from memory.web.server_info import server_routes


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    async def store() -> InMemoryStore:
        return InMemoryStore()

    monkeypatch.setattr(probes, "_readiness", Readiness(store))


async def found_at(*routers: APIRouter) -> dict[str, tuple[str, str, str]]:
    async with api(*routers, prefix="/") as http:
        return by_check(await check_running(http))


def by_check(findings: list[Finding]) -> dict[str, tuple[str, str, str]]:
    return {finding.check: (finding.state, finding.told, finding.remedy) for finding in findings}


async def test_a_sound_server_is_found_ready_of_this_version_and_tells_as_whom_one_comes_in(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_USER", "小林")
    found = await found_at(probes.probe_routes, server_routes)
    assert {check: one[0] for check, one in found.items()} == dict.fromkeys(
        ("server", "ready", "log-in", "version"), "ok"
    )
    assert "小林" in found["log-in"][1]


async def test_nothing_that_listens_is_told_with_the_address(free_port: int):
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{free_port}") as http:
        (found,) = await check_running(http)
    assert (found.state, f":{free_port}" in found.told, "Start it" in found.remedy) == ("fail", True, True)


async def test_another_product_at_the_address_is_told(tmp_path: Path):
    with serving_files(tmp_path) as port:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
            (found,) = await check_running(http)
    assert (found.state, "is no Holdfast server: /health is 404" in found.told) == ("fail", True)
    assert "address of a Holdfast server" in found.remedy


@contextmanager
def serving_files(folder: Path) -> Iterator[int]:
    class Quiet(SimpleHTTPRequestHandler):
        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments, directory=str(folder))  # type: ignore[arg-type]  # as the server passes them

        def log_message(self, *_: object) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


async def test_a_server_that_cannot_answer_tells_what_does_not_work_there(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_POLICY", str(data_folder / "nosuch.toml"))
    state, told, remedy = (await found_at(probes.probe_routes, server_routes))["ready"]
    assert (state, told, "HOLDFAST_POLICY" in remedy) == ("fail", "policy does not work there", True)


async def test_a_token_that_does_not_count_is_told(data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    for name, value in LOGIN_ENV.items():
        monkeypatch.setenv(name, value)
    found = await found_at(probes.probe_routes, server_routes)
    state, told, remedy = found["log-in"]
    assert (state, "did not let this command in" in told, "HOLDFAST_TOKEN" in remedy) == ("fail", True, True)
    assert "version" not in found


async def _answered(status: int, body: str, _: Request) -> Response:
    return Response(body, status)


@pytest.mark.parametrize(
    ("ready", "server", "check", "told"),
    [
        (None, (401, '{"error": "invalid_token"}'), "log-in", "let this command in: invalid_token"),
        (None, (403, '["no"]'), "log-in", "let this command in: 403"),
        (None, (200, "<html>欢迎</html>"), "log-in", "does not answer as a Holdfast server"),
        ((200, '{"checks": ["up"]}'), (500, ""), "ready", "/ready is 200"),
    ],
)
async def test_a_proxy_that_answers_in_its_own_way_is_told(
    ready: tuple[int, str] | None, server: tuple[int, str], check: str, told: str, data_folder: Path
):
    proxy = APIRouter()
    for path, answer in (("/ready", ready), ("/v1/server", server)):
        if answer:
            proxy.add_route(path, partial(_answered, *answer))
    found = await found_at(proxy, probes.probe_routes)
    assert (found[check][0], told in found[check][1], found[check][2] != "") == ("fail", True, True)


async def test_a_server_of_another_or_an_older_version_is_told(data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(running_checks, "own_version", lambda: "9.9")
    state, told, remedy = (await found_at(probes.probe_routes, server_routes))["version"]
    assert (state, "this command 9.9" in told, "restart the server" in remedy) == ("warn", True, True)
    assert (await found_at(probes.probe_routes))["version"][0] == "warn"


def test_settings_that_a_server_started_without_are_named_and_no_value_is_in_what_it_wrote(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_SECRET", "the-very-secret")
    monkeypatch.setenv("HOLDFAST_MODEL", "old")
    told = digests(
        {"HOLDFAST_SECRET": "the-very-secret", "HOLDFAST_MODEL": "old", "HOLDFAST_DATA": str(data_folder)}, 7
    )
    told |= digests({"HOLDFAST_EMBEDDINGS": "none"}, 7)
    assert "very" not in str(told)
    assert check_same_settings(told, 7)[0].state == "ok"
    monkeypatch.setenv("HOLDFAST_MODEL", "new")
    monkeypatch.setenv("HOLDFAST_CRON", "0 4 * * *")
    monkeypatch.setenv("HOLDFAST_TOKEN", "of the command alone")
    (found,) = check_same_settings(told, 7)
    assert (found.state, found.told) == ("warn", "the server has other values of HOLDFAST_CRON, HOLDFAST_MODEL")
    assert "Restart the server" in found.remedy
