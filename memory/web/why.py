"""GET /v1/why: why something is remembered or not, followed through everything that is kept of the caller."""

from datetime import UTC, datetime
from typing import Annotated

from fastapi import Query

from memory.core.language.languages import Language
from memory.core.why.why_docs import State
from memory.service.why.why import why
from memory.web.caller import Caller
from memory.web.routing import api_router
from memory.web.shapes import Answer

why_routes = api_router("why")


class PlaceTold(Answer):
    """Where something was said."""

    thread: str
    conversation: str
    message: str
    entry: str


class StepTold(Answer):
    """One thing that happened to what was said, or is so."""

    what: str
    """Which kind of step it is, for programs: `said`, `pending`, `forgotten`, `not_shown` and so on."""
    at: str | None
    """ISO time, UTC; null: it is so all the time, or nobody knows when it was."""
    told: str
    """The same as a sentence in the language of the question."""
    where: PlaceTold | None
    fact: str | None
    """Id of the fact the step is about."""


class TrailTold(Answer):
    """What became of one fact, or of one saying that is no fact."""

    state: State
    told: str
    """The state as a sentence."""
    fact: str | None
    """Null: it never was one."""
    text: str | None
    """The fact, or what was said; null: it is forgotten, and not repeated."""
    steps: list[StepTold]
    """Oldest first; what is so now comes last."""


class WhyAnswer(Answer):
    """What can be told of a text."""

    user_id: str
    text: str
    about: str
    """What of the text was looked for."""
    language: Language
    as_of: str
    """ISO time."""
    told: str
    """What was found, in a sentence."""
    trails: list[TrailTold]
    degraded: list[str]
    """What could not be looked through, and why."""


@why_routes.get("/v1/why")
async def explain_why(
    caller: Caller,
    text: Annotated[str, Query(description="A statement, some words, or a question: why is it known?")] = "",
) -> WhyAnswer:
    """Answer what became of what a text is about, in its language; what was forgotten is told without its words."""
    return WhyAnswer.model_validate(await why(caller.store, caller.user, text, datetime.now(UTC)))
