"""/v1/instructions: the caller's standing instructions: listed, added, edited, removed. They are facts of that kind."""

from datetime import UTC, datetime
from typing import Annotated

from fastapi import Query
from starlette.requests import Request
from starlette.responses import Response

from memory.core.errors import NotFoundError
from memory.service.facts.fact_adding import add_fact, replace_instruction
from memory.service.facts.fact_changes import retire_fact
from memory.service.facts.fact_views import facts_page
from memory.service.settings.own_settings import own_zone
from memory.web.alone import alone
from memory.web.caller import Asked, Caller
from memory.web.etags import IfMatch, check_match, tagged
from memory.web.fact_shapes import FactAnswer, FactsAnswer
from memory.web.facts import KNOWN, LIMIT, told
from memory.web.idempotency import ONCE
from memory.web.routing import api_router
from memory.web.shapes import Body

_CREATED, _NO_CONTENT = 201, 204
_REMOVED = "the user removed it"

instruction_routes = api_router("instructions")


class Instruction(Body):
    """How the user wants to be answered."""

    text: str


@instruction_routes.get("/v1/instructions")
async def list_instructions(
    caller: Caller,
    limit: Annotated[int, Query(ge=1, le=LIMIT, description="Instructions of a page, at most.")] = LIMIT,
    after: Annotated[str | None, Query(description="The `next` of the page before.")] = None,
) -> FactsAnswer:
    """Answer the standing instructions of the caller; those that hold stand in every context."""
    now = datetime.now(UTC)
    found, more = await facts_page(
        caller.store, caller.user, None, now, kinds=("instruction",), limit=limit, after=after
    )
    return FactsAnswer.model_validate({**found, "next": more})


@instruction_routes.post(
    "/v1/instructions", status_code=_CREATED, response_model=FactAnswer, dependencies=[ONCE], responses=KNOWN
)
async def add_instruction(request: Request, caller: Caller, body: Instruction) -> Response:
    """Add a standing instruction in the user's own words; answer with it, 200 where it holds already."""
    async with alone(caller.store, caller.user.root, "facts"):
        now = datetime.now(UTC)  # after what others wrote meanwhile
        zone = await own_zone(caller.store, caller.user.root, now)
        added = await add_fact(caller.store, caller.user, text=body.text, kind="instruction", now=now, time_zone=zone)
    return tagged(request, await told(caller, added.id), _CREATED if added.outcome == "added" else 200)


@instruction_routes.patch("/v1/instructions/{item}", response_model=FactAnswer)
async def edit_instruction(
    request: Request, caller: Caller, item: str, body: Instruction, if_match: IfMatch = None
) -> Response:
    """Put another text in the place of an instruction; the old one stays in its history."""
    async with alone(caller.store, caller.user.root, "facts"):
        check_match(if_match, await _instruction(caller, item))
        now = datetime.now(UTC)
        zone = await own_zone(caller.store, caller.user.root, now)
        new = await replace_instruction(caller.store, caller.user, item, text=body.text, now=now, time_zone=zone)
        if new is None:
            raise _unknown(item)
        return tagged(request, await told(caller, new))


@instruction_routes.delete("/v1/instructions/{item}", status_code=_NO_CONTENT)
async def remove_instruction(caller: Caller, item: str, if_match: IfMatch = None) -> None:
    """Take an instruction out of use; it stays in the history (`DELETE /v1/facts/{item}` forgets it)."""
    async with alone(caller.store, caller.user.root, "facts"):
        check_match(if_match, await _instruction(caller, item))
        now = datetime.now(UTC)
        if await retire_fact(caller.store, caller.user.root, item, reason=_REMOVED, now=now) == "gone":
            raise _unknown(item)


async def _instruction(caller: Asked, item: str) -> FactAnswer:
    found = await told(caller, item)
    if found.fact.kind != "instruction":
        raise _unknown(item)
    return found


def _unknown(item: str) -> NotFoundError:
    return NotFoundError("item", f"{item!r} is no instruction of yours that holds", "List them: each tells its id.")
