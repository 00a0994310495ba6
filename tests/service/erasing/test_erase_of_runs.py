"""Stopping a thread's runs, on a platform whose run is over by the time it is cancelled."""

from typing import Any

import httpx
import pytest
from langgraph_sdk.client import LangGraphClient
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from memory.core.ids import user_root
from memory.service.erasing.erasing_server import ServerRuns


def runs_of(status: int) -> ServerRuns:
    """Runs of a platform that lists one, and answers `status` when that is cancelled."""

    async def listed(_: Request) -> JSONResponse:
        return JSONResponse([{"run_id": "r", "status": "pending"}])

    async def cancel(_: Request) -> JSONResponse:
        return JSONResponse({"detail": "over"}, status_code=status)

    routes = [Route("/threads/t/runs", listed), Route("/threads/t/runs/r/cancel", cancel, methods=["POST"])]
    http = httpx.AsyncClient(transport=httpx.ASGITransport(Starlette(routes=routes)), base_url="http://platform")
    return ServerRuns(LangGraphClient(http), None)


@pytest.mark.parametrize("status", [404, 409])
async def test_a_run_that_ends_while_it_is_being_stopped_does_not_stop_the_erase(status: int):
    assert await runs_of(status).stop(["t"]) == 1


async def test_a_run_that_cannot_be_stopped_is_told():
    with pytest.raises(httpx.HTTPStatusError):
        await runs_of(503).stop(["t"])


@pytest.mark.parametrize(
    ("kwargs", "user"),
    [
        ({"input": {"messages": []}, "context": {"user_id": "ann"}}, "ann"),
        ({"input": None, "context": {"user_id": "小林"}}, "小林"),
        ({"input": {"root": user_root("ann--2", 3), "thread": "t"}, "context": None}, "ann--2"),
        ({"context": {"user_id": "ann"}, "config": {"configurable": {"langgraph_auth_user_id": "bob"}}}, "bob"),
        ({"input": {"messages": []}}, "local"),
    ],
)
async def test_a_thread_without_an_owner_yet_belongs_to_whoever_started_its_run(kwargs: dict[str, Any], user: str):
    async def page(request: Request) -> JSONResponse:
        first = (await request.json())["offset"] == 0
        return JSONResponse([{"thread_id": "t", "extracted": {}}] if first else [])

    async def state(_: Request) -> JSONResponse:
        return JSONResponse({"values": {}})

    async def runs(_: Request) -> JSONResponse:
        return JSONResponse([{"kwargs": kwargs}])

    routes = [
        Route("/threads/search", page, methods=["POST"]),
        Route("/threads/t/state", state),
        Route("/threads/t/runs", runs),
    ]
    http = httpx.AsyncClient(transport=httpx.ASGITransport(Starlette(routes=routes)), base_url="http://platform")
    there = ServerRuns(LangGraphClient(http), None)
    assert await there.owned({user_root(user, 0), user_root(user, 1)}) == {"t"}
    assert await there.owned({user_root(f"{user}2", 0), user_root(user[:-1] or "x", 0)}) == set()
