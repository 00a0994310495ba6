"""/v1/shared: what an operator writes for everyone or for one organisation, recalled beside each user's own memory."""

from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from typing import Annotated

from fastapi import Depends, Query
from starlette.requests import Request

from memory.core.access.identities import SHARED
from memory.core.shared.items import scope_of
from memory.service.shared.shared_knowledge import MOST_AT_ONCE, add_shared, edit_shared, remove_shared, shared_page
from memory.web.alone import alone
from memory.web.answers import NotPermittedError
from memory.web.caller import Asked, Caller, writes_shared
from memory.web.idempotency import ONCE
from memory.web.routing import api_router
from memory.web.shapes import Answer, Body

shared_routes = api_router("shared")

_ORGANISATION = Query(description="Of which organisation; left out, what is for everyone.")


def _writer(request: Request, organisation: Annotated[str | None, _ORGANISATION] = None) -> str | None:
    """Return the organisation meant. Raises NotPermittedError: it is not the caller's to write."""
    if not writes_shared(request, organisation):
        raise NotPermittedError(
            SHARED, "Log in with a key or token that has `shared`, for this organisation or for none."
        )
    return organisation


Organisation = Annotated[str | None, Depends(_writer)]


class SharedShown(Answer):
    """One thing that was written."""

    id: str
    text: str
    added: str
    """ISO time, UTC."""


class SharedAnswer(Answer):
    """A page of what was written, oldest first."""

    items: list[SharedShown]
    next: str | None
    """Send it as `after` to read on; null: this is the last page."""


class NewShared(Body):
    """What to add."""

    texts: list[str]
    """At most 1,000; those that are there already stay as they are."""


class SharedAdded(Answer):
    """What adding did."""

    added: int
    known: int
    """Those that were there already."""
    ids: list[str]
    """Of all that were sent, in their order."""


class SharedText(Body):
    """What it is to say."""

    text: str


@shared_routes.get("/v1/shared")
async def list_shared_knowledge(
    caller: Caller,
    organisation: Organisation,
    limit: Annotated[int, Query(ge=1, le=MOST_AT_ONCE, description="How many.")] = 100,
    after: Annotated[str | None, Query(description="`next` of the page before.")] = None,
) -> SharedAnswer:
    """Answer what an operator wrote."""
    page = await shared_page(caller.store, organisation, limit=limit, after=after)
    return SharedAnswer.model_validate({"items": page.items, "next": page.next})


@shared_routes.post("/v1/shared", status_code=201, dependencies=[ONCE])
async def add_shared_knowledge(caller: Caller, organisation: Organisation, body: NewShared) -> SharedAdded:
    """Add what is not there yet, all of it or nothing."""
    async with _alone(caller, organisation):
        return SharedAdded.model_validate(await add_shared(caller.store, organisation, body.texts, datetime.now(UTC)))


@shared_routes.put("/v1/shared/{item}")
async def edit_shared_knowledge(caller: Caller, organisation: Organisation, item: str, body: SharedText) -> SharedShown:
    """Let one say something else. It gets another id, so that two who edit it at once do not undo each other."""
    async with _alone(caller, organisation):
        edited = await edit_shared(caller.store, organisation, item, body.text, datetime.now(UTC))
    return SharedShown.model_validate(edited)


@shared_routes.delete("/v1/shared/{item}")
async def remove_shared_knowledge(caller: Caller, organisation: Organisation, item: str) -> SharedShown:
    """Remove one, and answer what it said."""
    async with _alone(caller, organisation):
        return SharedShown.model_validate(await remove_shared(caller.store, organisation, item))


def _alone(caller: Asked, organisation: str | None) -> AbstractAsyncContextManager[None]:
    return alone(caller.store, "shared", scope_of(organisation))
