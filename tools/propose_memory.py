"""The tool by which the model proposes a fact; the same policy decides about it as about every other."""

from datetime import UTC, datetime
from typing import Annotated, Any, cast

from langchain.tools import ToolRuntime
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.tools import tool
from langgraph.store.base import BaseStore

from memory.core.defaults import DEFAULTS
from memory.core.errors import StorageError
from memory.core.events.event_docs import Event, make_event
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Kind, Proposal, Source
from memory.core.facts.grounding import is_grounded
from memory.core.facts.proposals import make_proposal, said_last
from memory.core.forgetting.veiled import repeats_forgotten
from memory.core.language.text import content_hash, is_chinese
from memory.core.language.times import moment
from memory.core.policy.policy import Mode
from memory.service.access.identity import thread_of, turn_user
from memory.service.facts.deciding import decide_all
from memory.service.facts.fact_index import FACTS
from memory.service.facts.remembering import Written, write_decided
from memory.service.forgetting.veiling import trace_key
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
    chinese = is_chinese(text)
    if not runtime.state["turn"]["learn"]:
        return _not_learned(temporary=bool(runtime.state["turn"].get("temporary")), chinese=chinese)
    root, said = turn_user(runtime, runtime.state).root, turn_words(runtime.state)
    source: Source = {
        "thread": thread_of(runtime),
        "conversation": runtime.state["turn"]["conversation"],
        "message": said.message,
        "entry": said.place["key"],
    }
    if _call_number(runtime) > DEFAULTS.message_facts:
        await log_event(runtime.store, root, _limited(source, said))
        return _too_many(chinese=chinese)
    proposals = _proposals(text, quote, kind, said, source, runtime.state["turn"].get("time_zone", "UTC"))
    done, ask, reject = await _write(runtime.store, root, proposals, runtime)
    return _told(len(done.written), len(done.pending), _reasons(ask), _reasons(reject), chinese=chinese)


def _not_learned(*, temporary: bool, chinese: bool) -> str:
    if temporary:
        return "这是临时对话，没有保存任何内容。" if chinese else "This conversation is temporary: nothing was stored."
    return "本次对话不学习新内容，没有保存任何内容。" if chinese else "Learning is off: nothing was stored."


async def _write(
    store: BaseStore, root: str, proposals: list[Proposal], runtime: ToolRuntime[Any, dict[str, Any]]
) -> tuple[Written, list[Proposal], list[Proposal]]:
    """Decide on proposals and write them; return what that changed, what was asked about and what rejected."""
    now, memory = datetime.now(UTC), await FACTS.load_newest(store, root)
    said = said_last(proposals, memory.assertions, now)
    forgotten = [p for p in said if repeats_forgotten(p, memory.tombstones, trace_key(root))]
    fresh = [p for p in said if p not in forgotten]
    mode = cast("Mode", runtime.state["turn"]["approval"])
    decided = await decide_all(store, root, fresh, mode=mode, assertions=memory.assertions, now=now)
    write, ask, reject = ([p for p, action in decided if action == wanted] for wanted in ("write", "ask", "reject"))
    reject += [{**p, "reason": "the user asked to forget it"} for p in forgotten]
    done = await write_decided(
        store,
        root,
        write=write,
        ask=ask,
        reject=[(p, p["reason"]) for p in reject],
        assertions=memory.assertions,
        tombstones=memory.tombstones,
        now=now,
    )
    return done, ask, reject


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


def _too_many(*, chinese: bool) -> str:
    limit = DEFAULTS.message_facts
    if chinese:
        return f"未保存：一轮对话最多提出 {limit} 条。"
    return f"Not stored: at most {limit} facts may be proposed in one turn."


def _proposals(text: str, quote: str, kind: Kind, said: TurnWords, source: Source, time_zone: str) -> list[Proposal]:
    """Return what the rules read in the quoted words, so that nothing is stored twice, else the fact as proposed."""
    read = extract(said.text, source=source, observed_at=said.time, time_zone=time_zone)
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


def _reasons(proposals: list[Proposal]) -> list[str]:
    return list(dict.fromkeys(p["reason"] for p in proposals))


def _told(written: int, pending: int, asked: list[str], rejected: list[str], *, chinese: bool) -> str:
    lines: list[str] = []
    if written:
        lines.append("已记住。" if chinese else "Remembered.")
    if pending:
        why = "; ".join(asked)
        lines.append(f"等待用户确认（{why}）。" if chinese else f"Waiting for the user's approval: {why}.")
    lines += [f"未保存（{reason}）。" if chinese else f"Not stored: {reason}." for reason in rejected]
    return "\n".join(lines) or ("已经记录过了。" if chinese else "Already known.")
