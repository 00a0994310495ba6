"""/v1/webhooks, for whoever runs the server: who is told of events, what waits, what nobody took."""

from datetime import UTC, datetime
from typing import Annotated

from fastapi import Query

from memory.core.paging import page_of
from memory.service.events.letters import read_letters, send_letters_again
from memory.web.alone import alone
from memory.web.caller import OPERATOR
from memory.web.platform_store import platform_store
from memory.web.routing import api_router
from memory.web.shapes import Answer, Body

LIMIT = 200
"""Dead letters of a page, at most."""

webhook_routes = api_router("webhooks")


class ReceiverTold(Answer):
    """An endpoint or a hook."""

    name: str
    kinds: list[str] | None
    """Null: all, or those of a hook, which its process knows."""
    waiting: int
    """Events on their way to it."""
    dead: int
    """Events that no attempt could deliver."""
    failure: str
    """Why an attempt failed of late; empty where none did."""


class DeadLetter(Answer):
    """An event that no attempt could deliver."""

    id: str
    receiver: str
    root: str
    """Of the user whose it is."""
    type: str
    tries: int
    failure: str


class WebhooksAnswer(Answer):
    """How deliveries stand."""

    receivers: list[ReceiverTold]
    dead: list[DeadLetter]
    """The oldest first."""
    next: str | None
    """Reads on in the dead letters, as `?after=`; null: it is the last page."""


class AgainBody(Body):
    """What is to be sent again."""

    again: str
    """`all`, the name of a receiver, or the id of a dead letter."""


class AgainAnswer(Answer):
    """What is on its way again."""

    again: int
    """Dead letters; they come after what waits already."""


@webhook_routes.get("/v1/webhooks", dependencies=[OPERATOR])
async def list_deliveries(
    limit: Annotated[int, Query(ge=1, le=LIMIT, description="Dead letters of a page, at most.")] = LIMIT,
    after: Annotated[str | None, Query(description="The `next` of the page before.")] = None,
) -> WebhooksAnswer:
    """Answer who is told of events, what waits, and the dead letters."""
    told = await read_letters(await platform_store())
    page = page_of(told["dead"], lambda letter: (letter["id"],), limit=limit, after=after)
    return WebhooksAnswer.model_validate({"receivers": told["receivers"], "dead": page.items, "next": page.next})


@webhook_routes.post("/v1/webhooks", dependencies=[OPERATOR])
async def send_again(body: AgainBody) -> AgainAnswer:
    """Send dead letters again."""
    store = await platform_store()
    async with alone(store, "webhooks"):
        return AgainAnswer(again=await send_letters_again(store, body.again, datetime.now(UTC)))
