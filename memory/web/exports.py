"""GET /v1/export and /v1/conversations/{conversation}/export: memory as lines of JSON that people can read."""

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

from starlette.responses import StreamingResponse

from memory.service.backup.exporting import Line, export_conversation, export_lines
from memory.service.conversations.conversations import begun_conversation
from memory.web.caller import Caller
from memory.web.routing import api_router

LINES = "application/x-ndjson"
_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"content": {LINES: {}}, "description": "Lines of JSON, as docs/export.md tells."}
}

export_routes = api_router("export")


@export_routes.get("/v1/export", response_class=StreamingResponse, responses=_ANSWERS)
async def read_export(caller: Caller) -> StreamingResponse:
    """Answer everything kept of the caller; temporary conversations are left out."""
    return _answer(export_lines(caller.store, caller.user, datetime.now(UTC)))


@export_routes.get("/v1/conversations/{conversation}/export", response_class=StreamingResponse, responses=_ANSWERS)
async def read_conversation_export(caller: Caller, conversation: str) -> StreamingResponse:
    """Answer one conversation whole, every branch of it."""
    found = await begun_conversation(caller.store, caller.user, conversation)
    return _answer(export_conversation(caller.store, found, datetime.now(UTC)))


def _answer(lines: AsyncIterator[Line]) -> StreamingResponse:
    return StreamingResponse(_written(lines), media_type=LINES, headers={"Cache-Control": "private, no-cache"})


async def _written(lines: AsyncIterator[Line]) -> AsyncIterator[bytes]:
    async for line in lines:
        yield json.dumps(line, ensure_ascii=False).encode() + b"\n"
