"""GET /v1/recall?question=…: what recall finds for a question of the caller's, with every part of its score."""

from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from memory.core.errors import InputError
from memory.service.access.identity import read_user
from memory.service.recall.looking_up import Filters, look_up
from memory.web.answers import with_errors
from memory.web.caller import caller_id
from memory.web.platform_store import platform_store


@with_errors
async def recall_items(request: Request) -> JSONResponse:
    """Answer the items that fit the question best; filters: `as_of`, `kind`, `thread`, `since`, `until`."""
    asked = request.query_params
    question = asked.get("question", "")
    if not question.strip():
        raise InputError("question", "is empty", "Send what to look for.")
    store = await platform_store()
    user = await read_user(store, caller_id(request))
    filters = Filters(*(asked.get(name) for name in ("as_of", "kind", "thread", "since", "until")))
    return JSONResponse(dict(await look_up(store, user, question, filters, datetime.now(UTC))))


recall_routes = [Route("/v1/recall", recall_items, methods=["GET"])]
