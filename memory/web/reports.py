"""GET /v1/conversations/{conversation}/reports/{message}: what the model was shown for an answer."""

from typing import Any

from memory.service.conversations.conversations import thread_of_conversation
from memory.service.turn.context_reports import answer_of
from memory.web.caller import Caller
from memory.web.routing import api_router
from memory.web.shapes import Answer

report_routes = api_router("conversations")


class ReportAnswer(Answer):
    """An answer and the report of its context."""

    id: str
    """Message id of the answer."""
    entry: str
    """Key of its entry in the transcript."""
    time: str
    """ISO time, UTC."""
    report: dict[str, Any]
    """The sections of the context window with their sizes and sources, what was cut, what degraded, what it cost."""


@report_routes.get("/v1/conversations/{conversation}/reports/{message}")
async def read_report(caller: Caller, conversation: str, message: str) -> ReportAnswer:
    """Answer what the model was shown for any answer of a conversation, named by its message id."""
    of = await thread_of_conversation(caller.store, caller.user, conversation)
    found = await answer_of(caller.store, of.user.root, of.thread, message)
    return ReportAnswer.model_validate(found, from_attributes=True)
