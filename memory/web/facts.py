"""/v1/facts: what is held true of the caller, now or at a past time, and one fact explained."""

from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import Query
from starlette.requests import Request
from starlette.responses import Response

from memory.core.facts.explanation import State
from memory.core.facts.facts import Kind, SaidBy
from memory.service.facts.fact_views import explain_fact, facts_as_of
from memory.web.caller import Caller
from memory.web.etags import tagged
from memory.web.routing import api_router
from memory.web.shapes import Answer

fact_routes = api_router("facts")


class FactShown(Answer):
    """A fact in a listing."""

    id: str
    text: str
    kind: Kind
    slot: str | None
    value: str | None
    state: Literal["current", "upcoming", "archived"]
    pinned: bool
    since: str
    """ISO time it was first said."""
    valid_from: str | None
    valid_until: str | None
    said_by: SaidBy


class FactsAnswer(Answer):
    """What is held true of a user at one moment."""

    user_id: str
    as_of: str
    """ISO time."""
    facts: list[FactShown]
    """What holds, then what was known and was to come, then what of both was in the archive."""


class SourceTold(Answer):
    """Where a fact was said."""

    thread: str
    conversation: str
    message: str
    entry: str
    erased: bool = False
    """The conversation was erased; the user chose to keep the fact."""


class Said(Answer):
    """One saying of a fact."""

    source: SourceTold
    quote: str
    said_by: SaidBy
    observed_at: str
    """ISO time of the message."""
    approved_at: str | None
    """ISO time; null: it waits."""
    reason: str | None
    """The policy's, for writing it or asking about it."""


class StrengthTold(Answer):
    """How strong a fact was when it was set aside, and what made it so."""

    strength: float
    importance: float
    uses: int
    idle_days: float
    half_life_days: float


class ArchiveTold(Answer):
    """That a fact was set aside or came back."""

    archived: bool
    reason: str
    """`idle`: long unused; `full`: the weakest of too many; `used`: it was looked up in the archive."""
    strength: StrengthTold | None
    """Null: it came back."""
    at: str
    """ISO time, UTC."""


class OtherFact(Answer):
    """A fact that this one replaced, or that replaced it."""

    id: str
    text: str
    at: str
    """ISO time of the change."""


class FactTold(Answer):
    """A fact, and why it stands as it does."""

    id: str
    text: str
    kind: Kind
    slot: str | None
    value: str | None
    subject: str
    """Whom it is about: `self`, or another person in the user's own words."""
    state: State
    pinned: bool
    said: list[Said]
    """Every saying of it, oldest first."""
    valid_from: str | None
    valid_until: str | None
    time_zone: str
    since: str | None
    """ISO time it was first said in the time in which it holds or last held; null: it never held."""
    invalid_at: str | None
    """ISO time it ended."""
    resumes_at: str | None
    """ISO time from which it holds again."""
    archive: list[ArchiveTold]
    """When and why it was set aside and came back, oldest first."""
    replaced: list[OtherFact]
    replaced_by: OtherFact | None
    confidence: float
    importance: float
    importance_parts: dict[str, float]
    """What importance is the sum of."""
    sensitivity: str


class FactAnswer(Answer):
    """One fact of a user."""

    user_id: str
    fact: FactTold


@fact_routes.get("/v1/facts")
async def list_facts(
    caller: Caller,
    as_of: Annotated[str | None, Query(description="ISO date or time: what was held true then.")] = None,
) -> FactsAnswer:
    """Answer what is held true of the caller, or was at a past time."""
    return FactsAnswer.model_validate(await facts_as_of(caller.store, caller.user, as_of, datetime.now(UTC)))


@fact_routes.get("/v1/facts/{item}", response_model=FactAnswer)
async def read_fact(request: Request, caller: Caller, item: str) -> Response:
    """Answer all that can be told of one fact, named by its id or the beginning of it."""
    told = await explain_fact(caller.store, caller.user, item, datetime.now(UTC))
    return tagged(request, FactAnswer.model_validate({"user_id": caller.user.id, "fact": told}))
