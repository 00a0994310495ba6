"""GET /v1/facts (`?as_of=` a date or time) and GET /v1/facts/{id}: what is known of the caller; one fact explained."""

from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from memory.service.access.identity import read_user
from memory.service.facts.fact_views import explain_fact, facts_as_of
from memory.web.answers import with_errors
from memory.web.caller import caller_id
from memory.web.platform_store import platform_store


@with_errors
async def list_facts(request: Request) -> JSONResponse:
    """Answer what is held true of the caller, or was at a past time."""
    store = await platform_store()
    user = await read_user(store, caller_id(request))
    return JSONResponse(await facts_as_of(store, user, request.query_params.get("as_of"), datetime.now(UTC)))


@with_errors
async def read_fact(request: Request) -> JSONResponse:
    """Answer all that can be told of one fact."""
    store = await platform_store()
    user = await read_user(store, caller_id(request))
    told = await explain_fact(store, user, request.path_params["item"], datetime.now(UTC))
    return JSONResponse({"user_id": user.id, "fact": told})


fact_routes = [
    Route("/v1/facts", list_facts, methods=["GET"]),
    Route("/v1/facts/{item:path}", read_fact, methods=["GET"]),
]
