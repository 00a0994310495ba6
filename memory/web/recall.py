"""GET /v1/recall: what memory finds for a question, with every part of its score."""

from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import Query
from pydantic import Discriminator

from memory.core.errors import InputError
from memory.service.recall.looking_up import Filters, look_up
from memory.web.caller import Caller
from memory.web.fact_shapes import FactWeighed
from memory.web.routing import api_router
from memory.web.shapes import Answer, Weighed

recall_routes = api_router("recall")


class FactFound(FactWeighed):
    """A fact that fits the question."""

    type: Literal["fact", "archived"]


class Around(Answer):
    """What was said right before or after a passage."""

    role: str
    text: str


class EndedFact(Answer):
    """One thing a passage tells that no longer holds."""

    text: str
    since: str
    """ISO time it ended."""
    instead: str | None
    """What holds in its place."""


class PassageFound(Weighed):
    """A passage of a conversation that fits the question."""

    type: Literal["passage"]
    id: str
    thread: str
    """Thread id of the conversation it is from."""
    conversation: str
    entry: str
    """Key of the entry in which it was said."""
    text: str
    message: str
    """Message id."""
    role: str
    time: str
    """ISO time, UTC."""
    before: Around | None
    after: Around | None
    ended: list[EndedFact]
    """What of it no longer holds."""


class SharedFound(Weighed):
    """What an operator wrote for everyone or the caller's organisation, and fits the question."""

    type: Literal["shared"]
    id: str
    text: str
    whose: str
    """`everyone`, or the organisation."""
    added: str
    """ISO time, UTC."""


class RecallAnswer(Answer):
    """What memory finds for a question."""

    user_id: str
    question: str
    as_of: str
    """ISO time: what was known then."""
    items: list[Annotated[FactFound | SharedFound | PassageFound, Discriminator("type")]]
    """The best of each type first."""
    degraded: list[str]
    """What was left out, and why."""


@recall_routes.get("/v1/recall")
async def recall_items(
    caller: Caller,
    question: Annotated[str, Query(description="What to look for.")] = "",
    as_of: Annotated[str | None, Query(description="ISO date or time: what was known then.")] = None,
    kind: Annotated[str | None, Query(description="`fact`, `archived`, `shared` or `passage`.")] = None,
    thread: Annotated[str | None, Query(description="Name or thread id of the conversation it is from.")] = None,
    since: Annotated[str | None, Query(description="ISO date or time before which nothing was said.")] = None,
    until: Annotated[str | None, Query(description="ISO date or time after which nothing was said.")] = None,
) -> RecallAnswer:
    """Answer the items that fit the question best, at most ten of each type."""
    if not question.strip():
        raise InputError("question", "is empty", "Send what to look for.")
    filters = Filters(as_of, kind, thread, since, until)
    found = await look_up(
        caller.store, caller.user, question, filters, datetime.now(UTC), organisation=caller.organisation
    )
    return RecallAnswer.model_validate(found)
