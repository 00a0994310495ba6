"""GET /v1/conversations/{conversation} and its transcript."""

from typing import Annotated, Any

from fastapi import Query
from pydantic import ConfigDict

from memory.core.language.text import one_line
from memory.core.transcript.branches import Fork
from memory.core.transcript.cursors import encode_cursor
from memory.core.transcript.entries import text_of
from memory.service.conversations.conversations import (
    PAGE_DEFAULT,
    PAGE_LIMIT,
    Conversation,
    branches_of,
    thread_of_conversation,
    transcript_page,
)
from memory.web.caller import Caller
from memory.web.routing import api_router
from memory.web.shapes import Answer, Flag

FIRST_WORDS = 80
"""Characters shown of what begins a branch."""
Limit = Annotated[int, Query(ge=1, le=PAGE_LIMIT, description="Entries of a page, at most.")]

conversation_routes = api_router("conversations")


class ConversationTold(Answer):
    """A conversation, begun or not."""

    conversation: str
    """The front end's name of it; the thread id if it was made elsewhere."""
    thread_id: str
    user_id: str
    created: str | None = None
    """ISO time, UTC; only once it has begun."""
    temporary: bool | None = None
    """Whether it reads and leaves no memory; only once it has begun."""
    remembered: bool | None = None
    """False where the user asked that it is not remembered; only once it has begun."""


class ConversationAnswer(ConversationTold):
    """A conversation."""

    branches: int | None = None
    """How many branches it has, the active one included; only with `branches=true`."""


class EntryTold(Answer):
    """A message in the transcript; what else its role and provider bring is told too."""

    model_config = ConfigDict(extra="allow")

    key: str
    id: str
    """Message id."""
    role: str
    content: str | list[Any]
    """Text, or blocks."""
    time: str
    """ISO time, UTC."""
    thread: str
    parent: str | None
    """Key of the entry before it on its branch."""
    emptied: str | None = None
    """ISO time at which its content was taken away, as it was kept for as long as the operator lets it be."""


class BranchTold(Answer):
    """What goes on beside the path that is shown."""

    branch: str
    """Reads it from its end, as `?branch=`."""
    key: str
    time: str
    role: str
    text: str
    """The first words of its first entry."""
    entries: int


class ForkTold(Answer):
    """Where entries beside those shown begin."""

    parent: str | None
    """Key of the entry they all follow, null where they begin the conversation."""
    shown: str
    """Key of the one that is shown."""
    others: list[BranchTold]


class TranscriptAnswer(Answer):
    """A stretch of a conversation."""

    entries: list[EntryTold]
    """Oldest first."""
    next: str | None
    """Reads on towards the beginning, as `?before=`; null: nothing is older."""
    branches: list[ForkTold] | None = None
    """What begins beside these entries; only with `branches=true`."""


@conversation_routes.get("/v1/conversations/{conversation}", response_model_exclude_unset=True)
async def read_conversation(
    caller: Caller,
    conversation: str,
    branches: Annotated[Flag, Query(description="Also tell how many branches it has.")] = False,
) -> ConversationAnswer:
    """Answer which thread a conversation is; its name may be any text, with `/` as `%2F`."""
    found = await thread_of_conversation(caller.store, caller.user, conversation)
    counted = {"branches": await branches_of(caller.store, found)} if branches else {}
    return ConversationAnswer.model_validate(described(found) | counted)


@conversation_routes.get("/v1/conversations/{conversation}/transcript", response_model_exclude_unset=True)
async def read_transcript(
    caller: Caller,
    conversation: str,
    limit: Limit = PAGE_DEFAULT,
    before: Annotated[str | None, Query(description="The `next` of another page, to read on.")] = None,
    branch: Annotated[str | None, Query(description="Another branch, by the cursor that tells it.")] = None,
    branches: Annotated[Flag, Query(description="Also tell what begins beside the entries of the page.")] = False,
) -> TranscriptAnswer:
    """Answer a page of a conversation along its active path, the newest one first."""
    of = await thread_of_conversation(caller.store, caller.user, conversation)
    found = await transcript_page(caller.store, of, limit=limit, before=before, branch=branch, with_forks=branches)
    forks = {} if found.forks is None else {"branches": [_fork(fork) for fork in found.forks]}
    return TranscriptAnswer.model_validate({"entries": found.entries, "next": found.next, **forks})


def _fork(fork: Fork) -> dict[str, Any]:
    others = [
        {
            "branch": encode_cursor(other.tip),
            "key": other.first["key"],
            "time": other.first["time"],
            "role": other.first["role"],
            "text": one_line(text_of(other.first), FIRST_WORDS),
            "entries": other.entries,
        }
        for other in fork.others
    ]
    return {"parent": fork.parent, "shown": fork.shown, "others": others}


def described(conversation: Conversation) -> dict[str, Any]:
    """Return what a front end is told of a conversation; all but name, thread and user only once it has begun."""
    told = {"conversation": conversation.name, "thread_id": conversation.thread, "user_id": conversation.user.id}
    begun = {name: getattr(conversation, name) for name in ("created", "temporary", "remembered")}
    return told | (begun if conversation.created else {})
