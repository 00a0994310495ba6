"""The tool that corrects what is remembered: on the user's own words alone, through the policy like every fact."""

from itertools import pairwise
from typing import Annotated, Any

from langchain.tools import ToolRuntime
from langchain_core.messages import HumanMessage
from langchain_core.tools import tool

from memory.core.errors import StorageError
from memory.core.extraction.changes import changes
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Assertion, Proposal, Source
from memory.core.facts.grounding import is_grounded
from memory.core.facts.proposals import make_proposal
from memory.core.forgetting.forget_requests import find_forgotten
from memory.core.language.languages import Language, in_language
from memory.core.language.text import one_line
from memory.core.why.policy_reasons import decision_reason, decision_reasons
from memory.core.window.fences import neutralise
from memory.service.access.identity import thread_of, turn_user
from memory.service.facts.fact_index import FACTS
from memory.service.facts.proposing import Proposed, propose
from memory.service.turn.not_learned import not_learned
from memory.service.turn.turn_words import TurnWords, turn_words

_SHOWN = 200  # characters of a fact that the result repeats


@tool
async def correct_memory(
    what: Annotated[str, "The wrong fact, as it is remembered."],
    text: Annotated[str, "The right one, as the user would say it of themselves."],
    quote: Annotated[str, "The user's own words that say so, to the letter."],
    runtime: ToolRuntime[Any, dict[str, Any]],
) -> str:
    """Correct what is remembered wrongly. Only what the user's newest message itself says counts."""
    if runtime.store is None:
        raise StorageError("correct_memory: the graph runs without a store, so nothing is remembered")
    turn, said = runtime.state["turn"], turn_words(runtime.state)
    language = said.language
    if not turn["learn"]:
        return not_learned(turn, language)
    root = turn_user(runtime, runtime.state).root
    facts = (await FACTS.load_newest(runtime.store, root)).facts
    proposals = _read(quote, said, facts, runtime) or _proposed(what, text, quote, said, facts, runtime)
    if not proposals:
        return in_language(language, *_NOTHING)
    return _told(await propose(runtime.store, root, proposals, turn), language)


_NOTHING = (
    "Nothing was changed: no single fact in memory fits. Ask the user which one is wrong and what is right.",
    "没有改变任何内容：记忆中没有唯一对应的一条。请用户说明哪一条不对、正确的是什么。",
)
_CORRECTED = ("Corrected. Now remembered: {text}.", "已更正。现在记的是：{text}。")
_ENDED = ("No longer remembered as true: {text}.", "不再当作成立：{text}。")
_WAITS = (
    "Not changed yet, waiting for the user's approval ({reason}): {text}.",
    "尚未更改，等待用户确认（{reason}）：{text}。",
)
_REFUSED = ("Not changed: {reason}.", "没有更改：{reason}。")
_KNOWN = ("Nothing was changed: it is remembered like that already.", "没有改变：已经是这样记的。")


def _read(
    quote: str, said: TurnWords, facts: list[Assertion], runtime: ToolRuntime[Any, dict[str, Any]]
) -> list[Proposal]:
    """Return what the rules read in the quoted words: new statements, corrections of what was said before, endings."""
    source, zone = _source(said, runtime), runtime.state["turn"].get("time_zone", "UTC")
    told = extract(said.text, source=source, observed_at=said.time, time_zone=zone)
    before = _before(runtime.state["messages"], said.message)
    told += changes(said.text, [*facts, *told], before=before, source=source, observed_at=said.time, time_zone=zone)
    return [p for p in told if is_grounded(quote, p["quote"]) or is_grounded(p["quote"], quote)]


def _proposed(
    what: str,
    text: str,
    quote: str,
    said: TurnWords,
    facts: list[Assertion],
    runtime: ToolRuntime[Any, dict[str, Any]],
) -> list[Proposal]:
    """Return the correction as the model words it, in the place of the one fact it is about; none: that is unclear."""
    wrong = find_forgotten(what, facts)
    if len(wrong) != 1 or not quote.strip():
        return []
    source, zone = _source(said, runtime), runtime.state["turn"].get("time_zone", "UTC")
    read = [p for p in extract(text, source=source, observed_at=said.time) if p["slot"] == wrong[0]["slot"]]
    made = make_proposal(
        text=text,
        kind=wrong[0]["kind"],
        quote=quote,
        message=said.text,
        source=source,
        observed_at=said.time,
        time_zone=zone,
        said_by="tool",
        slot=read[0]["slot"] if read else None,
        value=read[0]["value"] if read else None,
    )
    return [made if made["id"] == wrong[0]["id"] else {**made, "retracts": wrong[0]["id"]}]


def _source(said: TurnWords, runtime: ToolRuntime[Any, dict[str, Any]]) -> Source:
    conversation = runtime.state["turn"]["conversation"]
    thread, entry = thread_of(runtime), said.place["key"]
    return {"thread": thread, "conversation": conversation, "message": said.message, "entry": entry}


def _before(messages: list[Any], message: str) -> str | None:
    """Return the id of the user's message before this one."""
    own = [str(m.id) for m in messages if isinstance(m, HumanMessage)]
    return next((earlier for earlier, later in pairwise(own) if later == message), None)


def _told(done: Proposed, language: Language) -> str:
    """Return what was done."""
    lines = [in_language(language, *_CORRECTED).format(text=_list(done.written))] if done.written else []
    lines += [in_language(language, *_ENDED).format(text=_list(done.ended))] if done.ended else []
    if done.pending:
        lines.append(
            in_language(language, *_WAITS).format(
                text=_list(done.pending), reason=decision_reasons(language, done.asked)
            )
        )
    lines += [in_language(language, *_REFUSED).format(reason=decision_reason(language, why)) for why in done.rejected]
    return neutralise("\n".join(lines) or in_language(language, *_KNOWN))


def _list(texts: list[str]) -> str:
    return "; ".join(one_line(text, _SHOWN) for text in texts)
