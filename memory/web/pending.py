"""/v1/pending: what waits for the caller: listed, approved, edited, rejected, answered in words, all at once."""

from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import Query

from memory.core.errors import InputError, NotFoundError
from memory.core.facts.facts import Kind, Proposal, SaidBy
from memory.core.paging import page_of
from memory.service.facts.pending_answers import Answer as PendingAnswer
from memory.service.facts.pending_answers import settle, settle_all, settle_one
from memory.service.settings.own_settings import own_zone
from memory.storage.facts import list_pending
from memory.web.alone import alone
from memory.web.caller import Asked, Caller
from memory.web.fact_shapes import SourceTold
from memory.web.routing import api_router
from memory.web.shapes import Answer, Body

LIMIT = 200
"""Proposals of a page, at most."""

pending_routes = api_router("pending")


class PendingFact(Answer):
    """A possible fact that waits."""

    id: str
    text: str
    kind: Kind
    slot: str | None
    value: str | None
    subject: str
    quote: str
    """The user's own words."""
    source: SourceTold
    said_by: SaidBy
    reason: str | None = None
    """Why it is asked about."""
    sensitivity: str
    importance: float
    observed_at: str
    """ISO time of the message."""
    valid_from: str | None
    valid_until: str | None


class PendingPage(Answer):
    """What waits, oldest first."""

    user_id: str
    pending: list[PendingFact]
    next: str | None
    """Reads on, as `?after=`; null: it is the last page."""


class Decision(Body):
    """What is done with one proposal."""

    answer: Literal["approve", "reject", "edit", "respond"]
    text: str | None = None
    """Of an edit, what is written in its place; of a response, what the user says about it."""
    value: str | None = None
    """Of an edit: what fills the slot; null: it is read in the text."""


class Decisions(Body):
    """What is done with several proposals; with `all`, with whatever waits."""

    all: Literal["approve", "reject"] | None = None
    answers: dict[str, Decision] | None = None
    """By the id of a proposal."""


class Settled(Answer):
    """What became of each proposal."""

    outcomes: dict[str, str]
    """By its id: `approved`, `rejected`, `edited`, `responded`, `gone`, or `pending: ` and why it still waits."""


@pending_routes.get("/v1/pending")
async def list_waiting(
    caller: Caller,
    limit: Annotated[int, Query(ge=1, le=LIMIT, description="Proposals of a page, at most.")] = LIMIT,
    after: Annotated[str | None, Query(description="The `next` of the page before.")] = None,
) -> PendingPage:
    """Answer what waits for the caller's decision."""
    waiting = await list_pending(caller.store, caller.user.root)
    page = page_of(waiting, _place, limit=limit, after=after)
    return PendingPage.model_validate({"user_id": caller.user.id, "pending": page.items, "next": page.next})


@pending_routes.post("/v1/pending/{item}")
async def decide_one(caller: Caller, item: str, body: Decision) -> Settled:
    """Approve, reject, edit or respond to one proposal; a rejected one is forgotten."""
    answer = _read(body)
    async with alone(caller.store, caller.user.root, "facts"):
        now = datetime.now(UTC)
        zone = await own_zone(caller.store, caller.user.root, now)
        outcome = await settle_one(caller.store, caller.user.root, item, answer, now, zone)
    if outcome == "gone":
        raise NotFoundError("item", f"{item!r} does not wait", "List what waits: each tells its id.")
    return Settled(outcomes={item: outcome})


@pending_routes.post("/v1/pending")
async def decide_several(caller: Caller, body: Decisions) -> Settled:
    """Decide on several proposals, or on all at once; what cannot be done still waits, and says why."""
    async with alone(caller.store, caller.user.root, "facts"):
        return Settled(outcomes=await _decided(caller, body))


async def _decided(caller: Asked, body: Decisions) -> dict[str, str]:
    now, root = datetime.now(UTC), caller.user.root
    match body:
        case Decisions(all=None, answers=dict(told)):
            answers = {item: _read(decision) for item, decision in told.items()}
            zone = await own_zone(caller.store, root, now)
            return await settle(caller.store, root, answers, now=now, time_zone=zone)
        case Decisions(all=str(kind), answers=None):
            return await settle_all(caller.store, root, kind, now=now)
        case _:
            raise InputError("answers", "and `all` are both sent, or neither is", "Send one of them.")


def _read(decision: Decision) -> PendingAnswer:
    needs = decision.answer in {"edit", "respond"}
    if needs and not (decision.text or "").strip():
        raise InputError("text", f"is missing: {decision.answer} needs it", "Send it.")
    if not needs and decision.text is not None:
        raise InputError("text", f"has no meaning with {decision.answer}", "Leave it out.")
    if decision.answer != "edit" and decision.value is not None:
        raise InputError("value", f"has no meaning with {decision.answer}", "Leave it out.")
    return PendingAnswer(decision.answer, decision.text or "", decision.value)


def _place(proposal: Proposal) -> tuple[str, ...]:
    return proposal["observed_at"], proposal["id"]
