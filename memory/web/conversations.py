"""GET /v1/conversations/{id}, GET /v1/conversations/{id}/transcript and GET /v1/conversations/{id}/summary.

A transcript is shown along its active path. With `branches=true` each page also tells what begins beside its entries:
where (`parent`), beside which (`shown`), and the `others` with the cursor that reads them as `?branch=…`. With
`branches=true` the conversation tells how many branches it has.
"""

from typing import Any
from urllib.parse import unquote_to_bytes

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from memory.core.errors import InputError
from memory.core.language.text import one_line
from memory.core.transcript.branches import Fork
from memory.core.transcript.cursors import encode_cursor
from memory.core.transcript.entries import text_of
from memory.service.consolidation.summary_edits import read_lines
from memory.service.conversations.conversations import (
    PAGE_DEFAULT,
    Conversation,
    branches_of,
    thread_of_conversation,
    transcript_page,
)
from memory.web.answers import not_found, with_errors
from memory.web.caller import caller_id
from memory.web.platform_store import platform_store

PREFIX = "/v1/conversations/"
FIRST_WORDS = 80
"""Characters shown of what begins a branch."""


@with_errors
async def read_conversation(request: Request) -> JSONResponse:
    """Answer what is asked of one conversation: which thread it is, or a page of its transcript."""
    match named(request):
        case [name]:
            return await _conversation(request, name)
        case [name, "transcript"]:
            return await _transcript(request, name)
        case [name, "summary"]:
            return await _summary(request, name)
        case _:
            return not_found()


async def _conversation(request: Request, name: str) -> JSONResponse:
    store = await platform_store()
    found = await thread_of_conversation(store, caller_id(request), name)
    counted = {"branches": await branches_of(store, found)} if _with_branches(request) else {}
    return JSONResponse(described(found) | counted)


async def _summary(request: Request, name: str) -> JSONResponse:
    store = await platform_store()
    found = await thread_of_conversation(store, caller_id(request), name)
    return JSONResponse(described(found) | {"summary": await read_lines(store, found)})


async def _transcript(request: Request, name: str) -> JSONResponse:
    store = await platform_store()
    conversation = await thread_of_conversation(store, caller_id(request), name)
    asked = request.query_params
    found = await transcript_page(
        store,
        conversation,
        limit=_limit(request),
        before=asked.get("before"),
        branch=asked.get("branch"),
        with_forks=_with_branches(request),
    )
    forks = {} if found.forks is None else {"branches": [_fork(fork) for fork in found.forks]}
    return JSONResponse({"entries": found.entries, "next": found.next, **forks})


def _fork(fork: Fork) -> dict[str, Any]:
    others = [
        {
            "branch": encode_cursor(other.tip),
            "key": other.first["key"],
            "time": other.first["time"],
            "role": other.first["role"],
            "text": one_line(text_of(other.first), FIRST_WORDS),
            "entries": other.entries,
        }
        for other in fork.others
    ]
    return {"parent": fork.parent, "shown": fork.shown, "others": others}


def described(conversation: Conversation) -> dict[str, Any]:
    """Return what a front end is told of a conversation; `created` and `temporary` only once it has begun."""
    told = {"conversation": conversation.name, "thread_id": conversation.thread, "user_id": conversation.user.id}
    begun = {"created": conversation.created, "temporary": conversation.temporary}
    return told | (begun if conversation.created else {})


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


def _with_branches(request: Request) -> bool:
    text = request.query_params.get("branches", "false")
    if text not in {"true", "false"}:
        raise InputError("branches", f"is {text!r}", "Send true or false.")
    return text == "true"


def _limit(request: Request) -> int:
    text = request.query_params.get("limit")
    try:
        return PAGE_DEFAULT if text is None else int(text)
    except ValueError as exc:
        raise InputError("limit", "is no number", "Send a number of entries, such as 50.") from exc


conversation_routes = [Route(PREFIX + "{rest:path}", read_conversation, methods=["GET"])]
