"""POST /v1/erase and DELETE /v1/conversations/{id}."""

import json

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from memory.core.errors import InputError
from memory.service.erasing.erasing import erase_conversation, erase_user, facts_choice, preview
from memory.web.answers import not_found, with_errors
from memory.web.caller import caller_id
from memory.web.conversations import PREFIX, named
from memory.web.erase_reach import server_reach
from memory.web.platform_store import platform_store


@with_errors
async def erase_everything(request: Request) -> Response:
    """Erase everything of the caller, who repeats who that is; answer with the receipt."""
    user = caller_id(request)
    if await _confirmed(request) != user:
        raise InputError("confirm", "is not the user to be erased", f'Send {{"confirm": {json.dumps(user)}}}.')
    async with server_reach() as reach:
        return JSONResponse(dict(await erase_user(reach, user)))


@with_errors
async def delete_conversation(request: Request) -> Response:
    """Erase one conversation of the caller, or with `dry_run=true` tell what would become of its facts."""
    parts = named(request)
    if len(parts) != 1:
        return not_found()
    user, choice = caller_id(request), facts_choice(request.query_params.get("facts"))
    if _is_true(request.query_params.get("dry_run")):
        conversation, facts = await preview(await platform_store(), user, parts[0])
        return JSONResponse({"conversation": conversation.name, "thread_id": conversation.thread, "facts": facts})
    async with server_reach() as reach:
        return JSONResponse(dict(await erase_conversation(reach, user, parts[0], choice)))


async def _confirmed(request: Request) -> object:
    try:
        body = await request.json()
    except (ValueError, RecursionError) as exc:  # the latter: nested too deeply to be read
        raise InputError("body", "is no JSON", 'Send {"confirm": "<the user id>"}.') from exc
    return body.get("confirm") if isinstance(body, dict) else None


def _is_true(text: str | None) -> bool:
    if text not in {None, "true", "false"}:
        raise InputError("dry_run", f"is {text!r}", "Send true or false.")
    return text == "true"


erase_routes = [
    Route("/v1/erase", erase_everything, methods=["POST"]),
    Route(PREFIX + "{rest:path}", delete_conversation, methods=["DELETE"]),
]
