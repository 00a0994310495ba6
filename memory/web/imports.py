"""POST /v1/import: what another product exported, into the caller's own memory."""

import asyncio
import json
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import Query
from starlette.requests import Request

from memory.core.backup.foreign import mem0_items, mem0_memories_of_one
from memory.core.backup.imports import Approval, Origin
from memory.core.errors import InputError
from memory.service.backup.foreign_import import import_items
from memory.web.alone import alone
from memory.web.caller import Caller
from memory.web.idempotency import ONCE
from memory.web.routing import api_router
from memory.web.shapes import Answer

import_routes = api_router("import")

_BODY = {"content": {"application/json": {"schema": {"type": ["array", "object"]}}}, "required": True}
_REMEDY = "Send the JSON as it was exported, or a part of its list."


class ImportAnswer(Answer):
    """What an import did; run again it does nothing twice."""

    conversations: int
    """That are new or grew."""
    messages: int
    """That were written."""
    proposals: dict[str, int]
    """Possible facts by what the policy did with them: `write`, `ask`, `reject`; those known already are not in it."""
    skipped: dict[str, int]
    """Conversations that were left as they are, by why."""


@import_routes.post("/v1/import", dependencies=[ONCE], openapi_extra={"requestBody": _BODY})
async def import_memory(
    request: Request,
    caller: Caller,
    origin: Annotated[Origin, Query(description="Whose export it is.")],
    approval: Annotated[
        Approval, Query(description="Let every fact found in it wait, follow the policy, or learn nothing.")
    ] = "review",
) -> ImportAnswer:
    """Import ChatGPT's conversations as transcripts, or mem0's memories as proposals.

    The body is `conversations.json` or mem0's export, or some items of its list: a large export goes in parts.
    """
    items = await asyncio.to_thread(_items, await request.body(), origin)
    async with alone(caller.store, caller.user.root, "import"):
        told = await import_items(caller.store, caller.user, origin, items, mode=approval, now=datetime.now(UTC))
    return ImportAnswer.model_validate(told, from_attributes=True)


def _items(body: bytes, origin: Origin) -> list[Any]:
    """Return the items of an export. Raises InputError: it is none."""
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        raise InputError("body", "is no JSON that can be read", _REMEDY) from None
    items = mem0_items(document) if origin == "mem0" else document
    if not isinstance(items, list):
        raise InputError("body", "is no JSON array", _REMEDY)
    if origin == "mem0":
        mem0_memories_of_one(items, "body")
    return items
