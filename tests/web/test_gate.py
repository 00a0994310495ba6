"""What comes through the gate in front of the server, and what an open server refuses."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route
from support.logins import LOGIN_ENV, bearer

from memory.core.access.identities import LOCAL_CALLER
from memory.core.errors import InputError
from memory.service.access.callers import Caller
from memory.web.app import lifespan
from memory.web.cors import cors
from memory.web.gate import CALLER, Gate
from memory.web.local_only import check_local_only

Client = Callable[..., httpx.AsyncClient]


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("HOLDFAST_API_KEYS", "HOLDFAST_CORS_ORIGINS", "HOLDFAST_RATE_LIMIT", "HOLDFAST_REQUEST_BYTES")
    for name in (*LOGIN_ENV, *names, "LANGGRAPH_API_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def with_login(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in LOGIN_ENV.items():
        monkeypatch.setenv(name, value)


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def client(clock: Clock) -> Client:
    async def told(request: Request) -> JSONResponse:
        found = request.scope.get(CALLER)
        who = found.identity if isinstance(found, Caller) else type(found).__name__
        return JSONResponse({"who": who, "bytes": len(await request.body())})

    routes = [Mount("/", routes=[Route("/{rest:path}", told, methods=["GET", "POST", "DELETE"])])]
    app = Starlette(routes=routes, middleware=[Middleware(cors), Middleware(Gate, clock=clock)])

    def made(base: str = "http://127.0.0.1:8123", peer: str = "127.0.0.1", root: str = "") -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app, client=(peer, 5), root_path=root)
        return httpx.AsyncClient(transport=transport, base_url=base)

    return made


async def seen(client: httpx.AsyncClient, method: str = "GET", path: str = "/v1/facts", **more: Any) -> tuple[int, Any]:
    async with client:
        answer = await client.request(method, path, **more)
        told = answer.json()
        return answer.status_code, told.get("who") or told["error"]["code"]


async def test_a_local_server_answers_its_own_machine(client: Client):
    for base in ("http://127.0.0.1:8123", "http://localhost:8123", "http://[::1]:8123", "http://app.localhost"):
        host = {"Host": base.removeprefix("http://")}
        assert await seen(client(), headers=host) == (200, LOCAL_CALLER)


@pytest.mark.parametrize(
    ("base", "host"),
    [
        ("http://192.168.1.5:8123", "192.168.1.5:8123"),
        ("http://192.168.1.5:8123", "localhost:8123"),  # said by whoever calls
        ("http://0.0.0.0:8123", "localhost"),
        ("http://127.0.0.1:8123", "rebound.evil.test"),
        ("http://127.0.0.1:8123", "localhost.evil.test"),
        ("http://127.0.0.1:8123", "127.0.0.1.evil.test"),
    ],
)
async def test_a_local_server_answers_no_other_machine_and_to_no_other_name(client: Client, base: str, host: str):
    assert await seen(client(base), headers={"Host": host}) == (403, "local_only")


@pytest.mark.parametrize(
    "origin", ["https://evil.test", "null", "http://localhost.evil.test", "https://smith.langchain.com.evil.test"]
)
async def test_a_page_of_another_site_does_nothing_on_a_local_server(client: Client, origin: str):
    # Without a preflight, as a browser sends a form.
    sent = {"Origin": origin, "Content-Type": "text/plain"}
    assert await seen(client(), "POST", "/v1/erase", headers=sent, content="{}") == (403, "other_page")


@pytest.mark.parametrize("origin", ["https://smith.langchain.com", "http://localhost:3000", "http://127.0.0.1:8123"])
async def test_studio_and_the_pages_of_this_machine_may_call_a_local_server(client: Client, origin: str):
    async with client() as http:
        answer = await http.get("/v1/facts", headers={"Origin": origin})
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, origin)


async def test_the_operator_says_whose_pages_may_call(
    client: Client, monkeypatch: pytest.MonkeyPatch, with_login: None
):
    monkeypatch.setenv("HOLDFAST_CORS_ORIGINS", "https://app.example, https://b.example")
    asks = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    async with client() as http:
        allowed = await http.options("/threads", headers={"Origin": "https://b.example", **asks})
        other = await http.options("/threads", headers={"Origin": "https://evil.test", **asks})
    assert (allowed.status_code, allowed.headers["access-control-allow-origin"]) == (200, "https://b.example")
    assert "access-control-allow-origin" not in other.headers


@pytest.mark.parametrize(
    "path",
    [
        "/internal/truncate",
        "/internal",
        "/internal/debug/thread/5",
        "//internal/truncate",
        "/Internal/truncate",
        "/%69nternal/x",
        "/deploy",
        "/deploy/5/stream",
    ],
)
async def test_routes_of_the_server_for_itself_lead_nowhere(client: Client, path: str):
    for method in ("GET", "POST"):
        assert await seen(client(), method, f"http://127.0.0.1:8123{path}") == (404, "not_found")


async def test_the_server_itself_is_let_through_and_no_request_can_look_like_it(client: Client, with_login: None):
    assert await seen(client(root="/noauth"), path="/internal/x") == (200, "NoneType")
    assert await seen(client(), path="/noauth/threads", headers={"X-Forwarded-Prefix": "/noauth"}) == (
        200,
        "LoginError",
    )


async def test_who_logs_in_may_come_from_anywhere(client: Client, with_login: None):
    sent = {**bearer("小林"), "Origin": "https://other.test"}
    assert await seen(client("http://192.168.1.5", "10.0.0.9"), headers=sent) == (200, "小林")


async def test_a_body_that_is_too_long_is_refused_whether_or_not_it_says_so(
    client: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_REQUEST_BYTES", "1000")

    async def unending() -> Any:
        while True:
            yield b"x" * 400

    assert await seen(client(), "POST", content=b"x" * 1001) == (413, "too_large")
    assert await seen(client(), "POST", content=unending()) == (413, "too_large")
    async with client() as http:
        assert (await http.post("/v1/x", content=b"x" * 1000)).json()["bytes"] == 1000


async def test_a_user_who_sends_too_much_waits_and_nobody_else_does(
    client: Client, monkeypatch: pytest.MonkeyPatch, with_login: None, clock: Clock
):
    monkeypatch.setenv("HOLDFAST_RATE_LIMIT", "3")
    async with client() as http, client(peer="10.0.0.9") as elsewhere:
        answers = [await http.get("/v1/facts", headers=bearer("ann")) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert answers[-1].headers["retry-after"] == "20"
        assert (await elsewhere.get("/v1/facts", headers=bearer("ann"))).status_code == 429
        assert (await http.get("/v1/facts", headers=bearer("bob"))).status_code == 200
        guesses = [await http.get("/v1/facts", headers={"x-api-key": f"hf_{n}"}) for n in range(4)]
        assert [answer.status_code for answer in guesses] == [401, 401, 401, 429]
        assert (await elsewhere.get("/v1/facts")).json()["error"]["code"] == "unauthenticated"
        assert (await elsewhere.get("/threads")).status_code == 200  # the platform refuses nobody's requests itself
        assert (await http.get("/ok")).status_code == 200
        clock.now += 21
        assert (await http.get("/v1/facts", headers=bearer("ann"))).status_code == 200


@pytest.mark.parametrize("url", ["http://127.0.0.1:8123", "http://localhost:8123/prefix", "http://[::1]:8123"])
def test_an_open_server_starts_on_its_own_machine(monkeypatch: pytest.MonkeyPatch, url: str):
    monkeypatch.setenv("LANGGRAPH_API_URL", url)
    check_local_only()


@pytest.mark.parametrize(
    "url",
    ["http://0.0.0.0:8123", "http://192.168.1.5:8123", "http://[::]:8123", "https://x.trycloudflare.com", "", None],
)
def test_an_open_server_starts_nowhere_else(monkeypatch: pytest.MonkeyPatch, url: str | None):
    if url is not None:
        monkeypatch.setenv("LANGGRAPH_API_URL", url)
    with pytest.raises(InputError, match="HOLDFAST_JWT_JWKS_URL"):
        check_local_only()
    for name, value in LOGIN_ENV.items():
        monkeypatch.setenv(name, value)
    check_local_only()


async def test_a_server_that_may_not_be_open_does_not_start():
    with pytest.raises(InputError, match="may listen to other machines"):
        async with lifespan(Starlette()):
            pytest.fail("it started")
