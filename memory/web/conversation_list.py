"""/v1/conversations: listed, searched, given a title. `erase.py` deletes, `conversations.py` reads one."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated

from fastapi import Query

from memory.core.errors import InputError
from memory.service.conversations.conversations import begun_conversation
from memory.service.conversations.listing import (
    LIST_DEFAULT,
    LIST_LIMIT,
    list_conversations,
    search_conversations,
)
from memory.service.conversations.titles import rename_conversation
from memory.service.forgetting.unremembering import set_remembered
from memory.web.alone import alone
from memory.web.caller import Caller
from memory.web.routing import api_router
from memory.web.shapes import Answer, Body

list_routes = api_router("conversations")


class Listed(Answer):
    """A conversation in a list."""

    conversation: str
    """Its name; the thread id if it was made elsewhere."""
    thread_id: str
    title: str | None
    """As the user named it, or made of its first words; null where they make none."""
    created: str
    """ISO time, UTC."""
    last_said: str
    """ISO time, UTC, of the newest message of its active path."""
    remembered: bool
    """False: the user asked that it is not."""


class ListAnswer(Answer):
    """A stretch of a user's conversations."""

    user_id: str
    conversations: list[Listed]
    """The one something was said in last first; temporary ones are left out."""
    next: str | None
    """Reads on, as `?after=`; null: there are no others."""


class AroundTold(Answer):
    """What was said right before or after a passage."""

    role: str
    text: str


class PassageTold(Answer):
    """What was found in a conversation, and why."""

    id: str
    entry: str
    """Key of the message in the transcript."""
    role: str
    time: str
    """ISO time, UTC."""
    text: str
    """Without what was forgotten."""
    before: AroundTold | None
    after: AroundTold | None
    score: float
    parts: dict[str, float]
    """What its relevance is made of."""


class FoundTold(Listed):
    """A conversation in which something was found."""

    passages: list[PassageTold]
    """The best first."""


class SearchAnswer(Answer):
    """The conversations in which something was found."""

    user_id: str
    question: str
    conversations: list[FoundTold]
    """The one with the best passage first."""
    degraded: list[str]
    """What was left out, and why."""


class TitleBody(Body):
    """What a conversation is to be called."""

    title: str | None
    """Null: have it made of the first words."""


class TitleAnswer(Answer):
    """What a conversation is called."""

    conversation: str
    thread_id: str
    title: str | None


class RememberedBody(Body):
    """Whether a conversation is to be remembered."""

    remembered: bool
    """False: what was learned in it is taken back, and no more is; true: from now on it is again."""


class RememberedAnswer(Answer):
    """Whether a conversation is remembered."""

    conversation: str
    thread_id: str
    remembered: bool
    facts: int
    """Facts known from it alone that were taken back."""
    pending: int
    """Proposals that waited and were taken back."""


@list_routes.get("/v1/conversations")
async def read_conversations(
    caller: Caller,
    limit: Annotated[int, Query(ge=1, le=LIST_LIMIT, description="Conversations of a page, at most.")] = LIST_DEFAULT,
    after: Annotated[str | None, Query(description="The `next` of another page, to read on.")] = None,
    search: Annotated[
        str | None, Query(description="Look for this in all that was said, by words and meaning, instead of listing.")
    ] = None,
) -> ListAnswer | SearchAnswer:
    """Answer the caller's conversations, newest first, or those in which something is found."""
    now = datetime.now(UTC)
    if search is None:
        listed = await list_conversations(caller.store, caller.user, now, limit=limit, after=after)
        return ListAnswer.model_validate(listed)
    if after is not None:
        raise InputError("after", "has no meaning with a search", "Leave it out: the best come at once.")
    return SearchAnswer.model_validate(await search_conversations(caller.store, caller.user, search, now))


@list_routes.patch("/v1/conversations/{conversation}")
async def change_title(caller: Caller, conversation: str, body: TitleBody) -> TitleAnswer:
    """Give a conversation a title; its name, by which it goes on, stays."""
    found = await begun_conversation(caller.store, caller.user, conversation)
    title = await rename_conversation(caller.store, found, body.title, datetime.now(UTC))
    return TitleAnswer(conversation=found.name, thread_id=found.thread, title=title)


@list_routes.put("/v1/conversations/{conversation}/remembered")
async def change_remembered(caller: Caller, conversation: str, body: RememberedBody) -> RememberedAnswer:
    """Stop remembering a conversation and take back what was learned in it, or remember it again from now on."""
    found = await begun_conversation(caller.store, caller.user, conversation)
    async with alone(caller.store, caller.user.root, "facts"):
        taken = await set_remembered(caller.store, found, datetime.now(UTC), remembered=body.remembered)
    told = {"conversation": found.name, "thread_id": found.thread, "remembered": body.remembered}
    return RememberedAnswer.model_validate(told | asdict(taken))
