"""/v1/facts: what is held true of the caller: listed, searched, explained, written, changed, pinned, forgotten."""

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import Query
from starlette.requests import Request
from starlette.responses import Response

from memory.core.errors import InputError
from memory.core.facts.facts import Kind
from memory.service.consolidation.consolidation_start import start_consolidation
from memory.service.facts import changing
from memory.service.facts.fact_adding import add_fact
from memory.service.facts.fact_search import search_facts
from memory.service.facts.fact_views import explain_fact, fact_history, facts_page
from memory.service.forgetting.forgetting_by_id import forget_fact
from memory.service.settings.own_settings import own_zone
from memory.web.alone import alone
from memory.web.caller import Asked, Caller
from memory.web.etags import IfMatch, check_match, tagged
from memory.web.fact_shapes import (
    FactAnswer,
    FactChange,
    FactsAnswer,
    FactsFound,
    ForgottenAnswer,
    HistoryAnswer,
    NewFact,
)
from memory.web.idempotency import ONCE
from memory.web.routing import api_router
from memory.web.shapes import Flag

LIMIT = 200
"""Facts of a page, at most."""
SEARCH_LIMIT = 50
_CREATED = 201

KNOWN: dict[int | str, dict[str, Any]] = {200: {"model": FactAnswer, "description": "It was known already."}}

fact_routes = api_router("facts")


@fact_routes.get("/v1/facts")
async def list_facts(
    caller: Caller,
    as_of: Annotated[str | None, Query(description="ISO date or time: what was held true then.")] = None,
    kind: Annotated[list[Kind] | None, Query(description="Of these kinds alone; may be repeated.")] = None,
    limit: Annotated[int, Query(ge=1, le=LIMIT, description="Facts of a page, at most.")] = LIMIT,
    after: Annotated[str | None, Query(description="The `next` of the page before.")] = None,
) -> FactsAnswer:
    """Answer what is held true of the caller, or was at a past time."""
    now = datetime.now(UTC)
    found, more = await facts_page(caller.store, caller.user, as_of, now, kinds=kind or (), limit=limit, after=after)
    return FactsAnswer.model_validate({**found, "next": more})


@fact_routes.get("/v1/facts/search")
async def search(
    caller: Caller,
    question: Annotated[str, Query(description="What to look for.")] = "",
    limit: Annotated[int, Query(ge=1, le=SEARCH_LIMIT, description="Facts, at most.")] = 10,
    archived: Annotated[Flag, Query(description="Also of the archive, after the others.")] = False,
) -> FactsFound:
    """Answer the facts that fit a question best, with every part of their scores, as `/v1/recall` finds them."""
    if not question.strip():
        raise InputError("question", "is empty", "Send what to look for.")
    now = datetime.now(UTC)
    found = await search_facts(caller.store, caller.user, question, now=now, limit=limit, archived=archived)
    return FactsFound.model_validate({"user_id": caller.user.id, "facts": found}, from_attributes=True)


@fact_routes.post("/v1/facts", status_code=_CREATED, response_model=FactAnswer, dependencies=[ONCE], responses=KNOWN)
async def create_fact(request: Request, caller: Caller, body: NewFact) -> Response:
    """Write a fact in the user's own words, without approval; answer with it, 200 where it was known already."""
    async with alone(caller.store, caller.user.root, "facts"):
        now = datetime.now(UTC)  # after what others wrote meanwhile
        zone = await own_zone(caller.store, caller.user.root, now)
        added = await add_fact(caller.store, caller.user, text=body.text, kind=body.kind, now=now, time_zone=zone)
    return tagged(request, await told(caller, added.id), _CREATED if added.outcome == "added" else 200)


@fact_routes.get("/v1/facts/{item}", response_model=FactAnswer)
async def read_fact(request: Request, caller: Caller, item: str) -> Response:
    """Answer all that can be told of one fact, named by its id or the beginning of it."""
    return tagged(request, await told(caller, item))


@fact_routes.get("/v1/facts/{item}/history")
async def read_history(caller: Caller, item: str) -> HistoryAnswer:
    """Answer each time a fact held, what it took the place of and what took its, oldest first."""
    spans = await fact_history(caller.store, caller.user, item, datetime.now(UTC))
    return HistoryAnswer.model_validate({"user_id": caller.user.id, "history": spans})


@fact_routes.patch("/v1/facts/{item}", response_model=FactAnswer)
async def change_fact(
    request: Request, caller: Caller, item: str, body: FactChange, if_match: IfMatch = None
) -> Response:
    """Change the text of a fact that holds or is to come, pin or unpin it; answer with what holds then.

    An edit gives it another id; the old text stays in its history.
    """
    async with alone(caller.store, caller.user.root, "facts"):
        found = await told(caller, item)
        check_match(if_match, found)
        now, wanted = datetime.now(UTC), body.model_dump(include={"text", "value", "pinned"})
        held = await changing.change_fact(caller.store, caller.user, found.fact.id, now, **wanted)
        return tagged(request, await told(caller, held))


@fact_routes.delete("/v1/facts/{item}")
async def delete_fact(caller: Caller, item: str, if_match: IfMatch = None) -> ForgottenAnswer:
    """Forget a fact for good, whether it holds, held or waits: its words are masked wherever memory reads them."""
    async with alone(caller.store, caller.user.root, "facts"):
        if if_match is not None:
            check_match(if_match, await told(caller, item))
        gone = await forget_fact(caller.store, caller.user.root, item, now=datetime.now(UTC))
    for thread in gone.threads:
        await start_consolidation(caller.user.root, thread, on_server=True)
    return ForgottenAnswer(forgotten=gone.ids, threads=gone.threads)


async def told(caller: Asked, item: str) -> FactAnswer:
    """Return a fact as the API tells it. Raises what `explain_fact` raises."""
    found = await explain_fact(caller.store, caller.user, item, datetime.now(UTC))
    return FactAnswer.model_validate({"user_id": caller.user.id, "fact": found})
