"""POST /v1/consolidate: what is due of the caller, of one conversation, or of everyone, now and to its end."""

from langgraph_sdk import get_client
from starlette.requests import Request
from starlette.responses import Response

from memory.core.access.identities import EVERYONE
from memory.core.errors import InputError
from memory.service.consolidation.consolidation_runs import Asked, create_asked
from memory.service.conversations.conversations import begun_conversation
from memory.web.answers import NotPermittedError, error
from memory.web.caller import Caller, reaches_everyone
from memory.web.routing import api_router
from memory.web.shapes import Answer, Body

_ACCEPTED, _CONFLICT = 202, 409
_REASONS = {
    "running": "This consolidation runs already.",
    "waits": "As many consolidations run as may at once.",
}

consolidate_routes = api_router("consolidation")


class ConsolidateBody(Body):
    """What is to be consolidated; nothing: what is due of the caller."""

    conversation: str | None = None
    """Name or thread id of the one that is."""
    everyone: bool = False
    """Everyone's memory, for whoever runs the server."""
    full: bool = False
    """Also what is not due yet."""


class ConsolidationStarted(Answer):
    """The run, whose stream of updates can be joined from its beginning."""

    thread_id: str
    run_id: str


@consolidate_routes.post("/v1/consolidate", status_code=_ACCEPTED, response_model=ConsolidationStarted)
async def consolidate(request: Request, caller: Caller, body: ConsolidateBody) -> ConsolidationStarted | Response:
    """Start a consolidation and answer with its run; 409: it runs already, or as many run as may."""
    asked = await _asked(request, caller, body)
    async with get_client() as client:
        created = await create_asked(client, asked)
    if isinstance(created, str):
        return error(_CONFLICT, created, _REASONS[created], remedy="Try again once it has ended.")
    return ConsolidationStarted(thread_id=created.thread, run_id=created.run)


async def _asked(request: Request, caller: Caller, body: ConsolidateBody) -> Asked:
    """Return what is to be consolidated; everyone's only for a caller who may.

    Raises InputError: a field has no meaning here, or the conversation has not begun; NotPermittedError.
    """
    if body.everyone and body.conversation is not None:
        raise InputError("everyone", "has no meaning with a conversation", "Leave one of them out.")
    if body.everyone and not reaches_everyone(request):
        raise NotPermittedError(EVERYONE, "Leave it out for your own memory, or log in with `everyone`.")
    if body.everyone:
        return Asked(None, None, body.full)
    if body.conversation is None:
        return Asked(caller.user.root, None, body.full)
    found = await begun_conversation(caller.store, caller.user, body.conversation)
    return Asked(found.user.root, found.thread, body.full)
