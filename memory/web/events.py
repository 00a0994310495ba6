"""GET /v1/events: what changed in the caller's memory, read on from where one was, and waited for."""

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import Query

from memory.service.events.event_log import MOST_EVENTS, MOST_SECONDS, PAGE, read_log
from memory.web.caller import Caller
from memory.web.routing import api_router
from memory.web.shapes import Answer

event_routes = api_router("events")


class EventTold(Answer):
    """A change, without a word of what was said (docs/events.md)."""

    id: str
    """The same change keeps it, however often it is told."""
    type: str
    time: str
    """ISO time it happened, UTC."""
    detail: dict[str, Any]
    """Ids, numbers and reasons."""


class EventsAnswer(Answer):
    """What one look at the log tells."""

    user_id: str
    events: list[EventTold]
    """In the order they were logged."""
    next: str
    """Send it as `after` to read on, now or later."""
    more: bool
    """There is more to be told at once."""


@event_routes.get("/v1/events")
async def list_events(
    caller: Caller,
    after: Annotated[str | None, Query(description="`next` of the answer before; none: from the start.")] = None,
    kind: Annotated[list[str] | None, Query(description="Only `fact.written`, `fact.*`; may be repeated.")] = None,
    limit: Annotated[int, Query(ge=1, le=MOST_EVENTS, description="Events of one answer, at most.")] = PAGE,
    wait: Annotated[int, Query(ge=0, le=MOST_SECONDS, description="Seconds to wait for one if there is none.")] = 0,
) -> EventsAnswer:
    """Answer the events of the caller's log that come after a cursor, each once."""
    told = await read_log(
        caller.store,
        caller.user,
        after=after,
        kinds=kind or (),
        limit=limit,
        wait=wait,
        clock=lambda: datetime.now(UTC),
    )
    return EventsAnswer.model_validate(told)
