"""GET /v1/conversations/{id} and GET /v1/conversations/{id}/transcript."""

from urllib.parse import unquote_to_bytes

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from memory.core.errors import InputError
from memory.service.conversations import PAGE_DEFAULT, Conversation, thread_of_conversation, transcript_page
from memory.web.answers import not_found, with_errors
from memory.web.caller import caller_id
from memory.web.platform_store import platform_store

PREFIX = "/v1/conversations/"


@with_errors
async def read_conversation(request: Request) -> JSONResponse:
    """Answer what is asked of one conversation: which thread it is, or a page of its transcript."""
    match named(request):
        case [name]:
            found = await thread_of_conversation(await platform_store(), caller_id(request), name)
            return JSONResponse(described(found))
        case [name, "transcript"]:
            return await _transcript(request, name)
        case _:
            return not_found()


async def _transcript(request: Request, name: str) -> JSONResponse:
    store = await platform_store()
    conversation = await thread_of_conversation(store, caller_id(request), name)
    limit, before = _limit(request), request.query_params.get("before")
    found = await transcript_page(store, conversation, limit=limit, before=before)
    return JSONResponse({"entries": found.entries, "next": found.next})


def described(conversation: Conversation) -> dict[str, str]:
    """Return what a front end is told of a conversation; `created` only once it has begun."""
    told = {"conversation": conversation.name, "thread_id": conversation.thread, "user_id": conversation.user.id}
    return told | ({"created": conversation.created} if conversation.created else {})


def named(request: Request) -> list[str]:
    """Return the parts of the address after the prefix, decoded.

    Read from the address as it was sent: in the decoded one, the slash in a name looks like any other.

    Raises InputError: a part is not UTF-8.
    """
    _, _, rest = request.scope["raw_path"].partition(PREFIX.encode())
    try:
        return [unquote_to_bytes(part).decode() for part in rest.split(b"/")]
    except UnicodeDecodeError as exc:
        raise InputError("conversation", "is not UTF-8", "Percent-encode the name as UTF-8.") from exc


def _limit(request: Request) -> int:
    text = request.query_params.get("limit")
    try:
        return PAGE_DEFAULT if text is None else int(text)
    except ValueError as exc:
        raise InputError("limit", "is no number", "Send a number of entries, such as 50.") from exc


conversation_routes = [Route(PREFIX + "{rest:path}", read_conversation, methods=["GET"])]
