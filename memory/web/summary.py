"""PATCH /v1/conversations/{id}/summary: a user corrects, removes, adds, pins or unpins a line of the summary.

The line is named by its text, as GET tells it, so that a change of another line or another number harms nothing.
"""

from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from memory.core.errors import InputError
from memory.models.settings import read_model_settings
from memory.service.consolidation.consolidation_start import start_consolidation
from memory.service.consolidation.summary_edits import check_edit, edit_lines
from memory.service.conversations.conversations import begun_conversation
from memory.service.turn.token_counts import counter_for
from memory.web.answers import json_object, not_found, with_errors
from memory.web.caller import caller_id
from memory.web.conversations import PREFIX, described, named
from memory.web.platform_store import platform_store

EXAMPLE = '{"what": "replace", "line": "<the line as it stands>", "text": "<the new line>"}'
_FIELDS = ("what", "line", "text")


@with_errors
async def change_summary(request: Request) -> JSONResponse:
    """Make one change; answer with the summary as it stands then."""
    match named(request):
        case [name, "summary"]:
            return await _changed(request, name)
        case _:
            return not_found()


async def _changed(request: Request, name: str) -> JSONResponse:
    body = await json_object(request, EXAMPLE)
    if unknown := sorted(set(body) - set(_FIELDS)):
        raise InputError(unknown[0], "is no field of a change", f"Send {EXAMPLE}.")
    edit = check_edit(*(body.get(field) for field in _FIELDS))
    store = await platform_store()
    found = await begun_conversation(store, caller_id(request), name)
    count = counter_for(read_model_settings()).text
    summary = await edit_lines(store, found, edit, clock=lambda: datetime.now(UTC), count=count)
    await start_consolidation(found.user.root, found.thread, on_server=True)
    return JSONResponse(described(found) | {"summary": summary})


summary_routes = [Route(PREFIX + "{rest:path}", change_summary, methods=["PATCH"])]
