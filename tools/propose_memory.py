"""The tool by which the model proposes a fact; the same policy decides about it as about every other."""

from typing import Annotated, Any

from langchain.tools import ToolRuntime
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.tools import tool

from memory.core.defaults import DEFAULTS
from memory.core.errors import StorageError
from memory.core.events.event_docs import Event, make_event
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Kind, Proposal, Source
from memory.core.facts.grounding import is_grounded
from memory.core.facts.proposals import make_proposal
from memory.core.language.languages import Language, in_language
from memory.core.language.text import content_hash
from memory.core.language.times import moment
from memory.core.why.policy_reasons import decision_reason, decision_reasons
from memory.service.access.identity import thread_of, turn_user
from memory.service.facts.proposing import Proposed, propose
from memory.service.turn.not_learned import not_learned
from memory.service.turn.turn_words import TurnWords, turn_words
from memory.storage.events import log_event


@tool
async def propose_memory(
    text: Annotated[str, "The fact, in the user's language and in the first person, as the user would say it."],
    quote: Annotated[str, "The user's own words in their newest message that say it, to the letter."],
    runtime: ToolRuntime[Any, dict[str, Any]],
    kind: Annotated[Kind, "What sort of fact it is."] = "profile",
) -> str:
    """Propose a fact about the user to remember. Only what the user said themselves in their newest message counts."""
    if runtime.store is None:
        raise StorageError("propose_memory: the graph runs without a store, so nothing can be remembered")
    said, turn = turn_words(runtime.state), runtime.state["turn"]
    language = said.language
    if not turn["learn"]:
        return not_learned(turn, language)
    root = turn_user(runtime, runtime.state).root
    source: Source = {
        "thread": thread_of(runtime),
        "conversation": turn["conversation"],
        "message": said.message,
        "entry": said.place["key"],
    }
    if _call_number(runtime) > DEFAULTS.message_facts:
        await log_event(runtime.store, root, _limited(source, said))
        return in_language(language, *_TOO_MANY).format(limit=DEFAULTS.message_facts)
    proposals = _proposals(text, quote, kind, said, source, turn.get("time_zone", "UTC"))
    return _told(await propose(runtime.store, root, proposals, turn), language)


_TOO_MANY = (
    "Not stored: at most {limit} facts may be proposed in one turn.",
    "未保存：一轮对话最多提出 {limit} 条。",
)
_WRITTEN = ("Remembered.", "已记住。")
_WAITS = ("Waiting for the user's approval: {reason}.", "等待用户确认（{reason}）。")
_REJECTED = ("Not stored: {reason}.", "未保存（{reason}）。")
_KNOWN = ("Already known.", "已经记录过了。")


def _call_number(runtime: ToolRuntime[Any, dict[str, Any]]) -> int:
    """Return which of the turn's calls of this tool is running, from 1; the calls of one round have an order too."""
    calls: list[str | None] = []
    for message in runtime.state["messages"]:
        if isinstance(message, HumanMessage):
            calls = []
        elif isinstance(message, AIMessage):
            calls += [call["id"] for call in message.tool_calls if call["name"] == propose_memory.name]
    return calls.index(runtime.tool_call_id) + 1 if runtime.tool_call_id in calls else len(calls) + 1


def _limited(source: Source, said: TurnWords) -> Event:
    """Return the event that tells of a turn in which the model proposed too much: one a turn, without text."""
    detail = {"thread": source["thread"], "entry": source["entry"], "limit": DEFAULTS.message_facts}
    return make_event("proposals.limited", moment(said.time), detail, content_hash(["limited", source["message"]]))


def _proposals(text: str, quote: str, kind: Kind, said: TurnWords, source: Source, time_zone: str) -> list[Proposal]:
    """Return what the rules read in the quoted words, so that nothing is stored twice, else the fact as proposed."""
    earlier, asked = said.before
    read = extract(said.text, source=source, observed_at=said.time, time_zone=time_zone, earlier=earlier, asked=asked)
    same = [p for p in read if is_grounded(quote, p["quote"]) or is_grounded(p["quote"], quote)]
    proposed = make_proposal(
        text=text,
        kind=kind,
        quote=quote,
        message=said.text,
        source=source,
        observed_at=said.time,
        time_zone=time_zone,
        said_by="tool",
    )
    return same or [proposed]


def _told(done: Proposed, language: Language) -> str:
    """Return what was done."""
    lines = [in_language(language, *_WRITTEN)] if done.written else []
    if done.pending:
        lines.append(in_language(language, *_WAITS).format(reason=decision_reasons(language, done.asked)))
    lines += [in_language(language, *_REJECTED).format(reason=decision_reason(language, why)) for why in done.rejected]
    return "\n".join(lines) or in_language(language, *_KNOWN)
