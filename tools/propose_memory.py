"""The tool by which the model proposes a fact; the same policy decides about it as about every other."""

from datetime import UTC, datetime
from typing import Annotated, Any

from langchain.tools import ToolRuntime
from langchain_core.tools import tool

from memory.core.errors import StorageError
from memory.core.extraction import asks_to_remember, extract
from memory.core.facts import Kind, Proposal, Source, Tombstone
from memory.core.grounding import is_grounded
from memory.core.policy import Action, Mode, decide
from memory.core.proposals import make_proposal, said_last
from memory.core.text import is_chinese
from memory.core.veiled import repeats_forgotten
from memory.service.fact_index import FACTS
from memory.service.identity import thread_of, turn_user
from memory.service.remembering import write_decided
from memory.service.turn_words import TurnWords, turn_words
from memory.service.veiling import trace_key


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
    turn = runtime.state["turn"]
    if not turn["learn"]:
        return "本次对话不学习新内容，没有保存任何内容。" if chinese else "Learning is off: nothing was stored."
    root, now = turn_user(runtime, runtime.state).root, datetime.now(UTC)
    said = turn_words(runtime.state)
    source: Source = {
        "thread": thread_of(runtime),
        "conversation": turn["conversation"],
        "message": said.message,
        "entry": said.place["key"],
    }
    memory = await FACTS.load_newest(runtime.store, root)
    stones = memory.tombstones
    proposals = said_last(_proposals(text, quote, kind, said, source), memory.assertions, now)
    decided = [_decided(proposal, turn["approval"], stones, trace_key(root)) for proposal in proposals]
    write, ask, reject = ([p for p, action in decided if action == wanted] for wanted in ("write", "ask", "reject"))
    done = await write_decided(
        runtime.store, root, write=write, ask=ask, reject=[(p, p["reason"]) for p in reject], tombstones=stones, now=now
    )
    return _told(len(done.written), len(done.pending), _reasons(ask), _reasons(reject), chinese=chinese)


def _proposals(text: str, quote: str, kind: Kind, said: TurnWords, source: Source) -> list[Proposal]:
    """Return what the rules read in the quoted words, so that nothing is stored twice, else the fact as proposed."""
    read = extract(said.text, source=source, observed_at=said.time)
    same = [p for p in read if is_grounded(quote, p["quote"]) or is_grounded(p["quote"], quote)]
    proposed = make_proposal(
        text=text,
        kind=kind,
        quote=quote,
        message=said.text,
        source=source,
        observed_at=said.time,
        said_by="tool",
        explicit=asks_to_remember(said.text),
    )
    return same or [proposed]


def _decided(proposal: Proposal, mode: Mode, stones: list[Tombstone], key: str) -> tuple[Proposal, Action]:
    """Return a proposal with the reason, and what is done with it."""
    if repeats_forgotten(proposal, stones, key):
        return {**proposal, "reason": "the user asked to forget it"}, "reject"
    decision = decide(proposal, mode)
    return {**proposal, "reason": decision.reason}, decision.action


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
