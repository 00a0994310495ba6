"""GET and PATCH /v1/conversations/{conversation}/summary: read line by line, corrected, removed, added to, pinned.

The line is named by its text, as GET tells it, so that a change of another line or another number harms nothing.
"""

from datetime import UTC, datetime

from memory.core.summary.summary_edits import What
from memory.models.settings import read_model_settings
from memory.service.consolidation.consolidation_start import start_consolidation
from memory.service.consolidation.summary_edits import Change, check_edit, edit_lines, read_lines
from memory.service.conversations.conversations import begun_conversation, thread_of_conversation
from memory.service.turn.token_counts import counter_for
from memory.web.caller import Caller
from memory.web.conversations import ConversationTold, described
from memory.web.routing import api_router
from memory.web.shapes import Answer, Body

summary_routes = api_router("conversations")


class SummaryBody(Body):
    """One change of one line."""

    what: Change
    line: str | None = None
    """The line as it stands; not for `add`."""
    text: str | None = None
    """The new line, of `replace` and `add`."""


class LineTold(Answer):
    """One line of a summary."""

    number: int
    """From 1 on, headings included."""
    text: str
    held: What | None
    """What the user did so that it stays; null: it may change."""


class EntryPlace(Answer):
    """Where an entry lies."""

    key: str
    depth: int


class SummaryTold(Answer):
    """The summary of a conversation."""

    lines: list[LineTold]
    exact: list[str]
    """Exact strings that are kept beside the lines."""
    cursor: EntryPlace | None
    """The newest entry it covers, null before the first."""
    time: str | None
    """ISO time it was made, UTC."""
    rebuilding: bool
    """Something was forgotten since: it is not shown until it is made anew."""


class SummaryAnswer(ConversationTold):
    """A conversation and its summary."""

    summary: SummaryTold


@summary_routes.get("/v1/conversations/{conversation}/summary", response_model_exclude_unset=True)
async def read_summary(caller: Caller, conversation: str) -> SummaryAnswer:
    """Answer the summary of a conversation line by line; before its first one it has no lines."""
    found = await thread_of_conversation(caller.store, caller.user, conversation)
    return SummaryAnswer.model_validate(described(found) | {"summary": await read_lines(caller.store, found)})


@summary_routes.patch("/v1/conversations/{conversation}/summary", response_model_exclude_unset=True)
async def change_summary(caller: Caller, conversation: str, body: SummaryBody) -> SummaryAnswer:
    """Correct, remove, add, pin or unpin one line; answer with the summary as it stands then."""
    edit = check_edit(body.what, body.line, body.text)
    found = await begun_conversation(caller.store, caller.user, conversation)
    count = counter_for(read_model_settings()).text
    summary = await edit_lines(caller.store, found, edit, clock=lambda: datetime.now(UTC), count=count)
    await start_consolidation(found.user.root, found.thread, on_server=True)
    return SummaryAnswer.model_validate(described(found) | {"summary": summary})
