"""POST /v1/erase and DELETE /v1/conversations/{conversation}."""

import json
from typing import Annotated, Literal

from fastapi import Query

from memory.core.errors import InputError
from memory.service.erasing.erasing import erase_conversation, erase_user, facts_choice, preview
from memory.web.caller import Caller
from memory.web.erase_reach import server_reach
from memory.web.routing import api_router
from memory.web.shapes import Answer, Body, Flag

erase_routes = api_router("erasing")


class EraseBody(Body):
    """Says again who is to be erased."""

    confirm: str
    """The user id."""


class EraseReceipt(Answer):
    """What an erase did; it holds no text of what was erased."""

    what: Literal["user", "conversation"]
    user: str | None
    conversation: str | None
    epoch: int | None
    """The user's epoch from now on; null where it did not change."""
    started: str
    """ISO time, UTC."""
    finished: str
    runs_stopped: int
    threads: int
    """Thread records of the platform that were deleted."""
    checkpoints: int
    """Threads whose checkpoints were deleted."""
    crons: int
    documents: dict[str, int]
    """Documents that were deleted, by kind."""
    facts_kept: int
    """Facts that stay, their source marked erased."""
    passes: int
    """Sweeps until nothing was left."""
    late: int
    """What sweeps after the first found."""
    compacted: list[str]
    """Files or tables in which no freed space holds old text any more."""
    out_of_reach: list[str]
    """What may still hold text, and whose it is."""


class FactLine(Answer):
    """A fact the conversation told, or a proposal from it."""

    id: str
    text: str
    quote: str
    """The user's own words."""
    observed_at: str
    """ISO time of the message."""


class FactsTold(Answer):
    """What a conversation told of the user."""

    only: list[FactLine]
    """Facts that have no other source: `facts=delete` erases them."""
    also: list[FactLine]
    """Facts that were told in another conversation too: they stay in any case."""
    pending: list[FactLine]
    """Proposals that wait for a decision: they go in any case."""


class ErasePreview(Answer):
    """What deleting a conversation would do."""

    conversation: str
    thread_id: str
    facts: FactsTold


@erase_routes.post("/v1/erase")
async def erase_everything(caller: Caller, body: EraseBody) -> EraseReceipt:
    """Erase everything of the caller, who repeats who that is, for good; answer with the receipt."""
    if body.confirm != caller.user.id:
        raise InputError(
            "confirm", "is not the user to be erased", f'Send {{"confirm": {json.dumps(caller.user.id)}}}.'
        )
    if caller.user.apart:
        raise InputError("assistant", "is named, and every memory of the user is erased at once", "Leave it out.")
    async with server_reach() as reach:
        return EraseReceipt.model_validate(await erase_user(reach, caller.user.id))


@erase_routes.delete("/v1/conversations/{conversation}")
async def delete_conversation(
    caller: Caller,
    conversation: str,
    facts: Annotated[str | None, Query(description="`keep` (default) or `delete` what was learned in it.")] = None,
    dry_run: Annotated[Flag, Query(description="Erase nothing, and tell what would become of its facts.")] = False,
) -> EraseReceipt | ErasePreview:
    """Erase one conversation of the caller for good, or tell what would become of its facts."""
    choice = facts_choice(facts)
    if dry_run:
        found, told = await preview(caller.store, caller.user, conversation)
        return ErasePreview.model_validate({"conversation": found.name, "thread_id": found.thread, "facts": told})
    async with server_reach() as reach:
        return EraseReceipt.model_validate(await erase_conversation(reach, caller.user, conversation, choice))
