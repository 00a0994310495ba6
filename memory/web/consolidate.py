"""POST /v1/consolidate: what is due of the caller, of one conversation, or of everyone, now and to its end.

Answers 202 with the run, whose stream of updates can be joined from its beginning, or 409: it is not created, as it
runs already or as many run as may.
"""

from typing import Any

from langgraph_sdk import get_client
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from memory.core.errors import InputError
from memory.service.access.identity import read_user
from memory.service.consolidation.consolidation_runs import Asked, create_asked
from memory.service.conversations.conversations import begun_conversation
from memory.web.answers import error, json_object, with_errors
from memory.web.caller import caller_id, reaches_everyone
from memory.web.platform_store import platform_store

EXAMPLE = '{"conversation": "trip", "full": false} or {"everyone": true}'
_ACCEPTED, _CONFLICT = 202, 409
_REASONS = {
    "running": "This consolidation runs already.",
    "waits": "As many consolidations run as may at once.",
}


@with_errors
async def consolidate(request: Request) -> JSONResponse:
    """Start a consolidation and answer with its run."""
    asked = await _asked(request, await json_object(request, EXAMPLE))
    async with get_client() as client:
        created = await create_asked(client, asked)
    if isinstance(created, str):
        return error(_CONFLICT, created, _REASONS[created], remedy="Try again once it has ended.")
    return JSONResponse({"thread_id": created.thread, "run_id": created.run}, _ACCEPTED)


async def _asked(request: Request, body: dict[str, Any]) -> Asked:
    """Return what is to be consolidated; everyone's only for a caller who may.

    Raises InputError: a field has another type or no meaning here, or the conversation has not begun.
    """
    conversation, everyone, full = body.get("conversation"), body.get("everyone", False), body.get("full", False)
    for field, value in (("everyone", everyone), ("full", full)):
        if not isinstance(value, bool):
            raise InputError(field, "is neither true nor false", f"Send {EXAMPLE}.")
    if conversation is not None and not isinstance(conversation, str):
        raise InputError("conversation", "is no text", f"Send {EXAMPLE}.")
    if everyone and conversation is not None:
        raise InputError("everyone", "has no meaning with a conversation", "Leave one of them out.")
    if everyone and not reaches_everyone(request):
        raise InputError("everyone", "is for whoever runs the server", "Leave it out: your own memory is meant then.")
    if everyone:
        return Asked(None, None, full)
    store, user = await platform_store(), caller_id(request)
    if conversation is None:
        return Asked((await read_user(store, user)).root, None, full)
    found = await begun_conversation(store, user, conversation)
    return Asked(found.user.root, found.thread, full)


consolidate_routes = [Route("/v1/consolidate", consolidate, methods=["POST"])]
