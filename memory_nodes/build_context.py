"""Makes the fixed part of the context window and decides where the window of messages begins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

from langgraph.runtime import Runtime

from memory.core.language.reply_language import language_line
from memory.core.messages.media_view import with_newest_media
from memory.core.privacy.secret_spans import has_secret
from memory.core.summary.running_summary import summary_lines
from memory.core.transcript.branches import own_summary
from memory.core.transcript.entries import Message, text_of
from memory.core.window.adopted import Forgotten, next_summary
from memory.core.window.adoption import AdoptedSummary, start_index
from memory.core.window.context_report import with_rows
from memory.core.window.section_texts import (
    CONFIDENTIAL,
    MEMORY_UNAVAILABLE,
    OPENING,
    TEMPORARY,
    UNREMEMBERED,
    SectionLines,
)
from memory.core.window.sections import Frame, Sections, render_sections
from memory.models.chat import context_window
from memory.models.settings import ModelSettings
from memory.service.access.identity import context_of, thread_of, turn_user
from memory.service.settings.budget import input_budget
from memory.service.settings.context import Context
from memory.service.turn.availability import tombstones_now
from memory.service.turn.messages import to_message
from memory.service.turn.token_counts import FRAMING_TOKENS, TokenCounter, counter_for
from memory.service.turn.turn_memory import fact_lines, now_line, passage_lines, shared_lines
from memory.service.turn.turn_model import turn_model, turn_settings
from memory_nodes.model_tools import TOOL_SCHEMAS
from memory_nodes.prompt import entry_keys
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState, Plan, Turn


async def build_context(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Plan the window: stable sections, the summary this branch goes on with, the blocks that change each turn."""
    context, settings = context_of(runtime), turn_settings(context_of(runtime))
    window = context_window(turn_model(context), settings)
    return await plan_window(state, runtime, Asking(settings, window, TOOL_SCHEMAS))


@dataclass(frozen=True)
class Asking:
    """The model a window is planned for, and what each request to it holds beside memory and messages."""

    settings: ModelSettings
    window: int | None
    """Tokens the model takes at once, None where that is not known."""
    tools: Sequence[Mapping[str, Any]]
    """The definitions of the tools it may call."""
    opening: str = OPENING
    """What the system message begins with."""


async def plan_window(state: AgentState, runtime: Runtime[Context], asking: Asking) -> dict[str, Any]:
    """Return the plan with what it makes of the thread's summary, sections and report; see `build_context`."""
    begun, store, turn = perf_counter(), counted_store(runtime), state["turn"]
    given, down = _inputs(state, context_of(runtime), asking), bool(turn.get("unavailable"))
    stones, problem = await tombstones_now(store, turn_user(runtime, state).root, readable=not down)
    unknown = stones is None and bool(turn.get("forgot"))
    newest = turn["mailbox"]["time"] if turn["mailbox"] else None
    built = _built(given, Forgotten(thread_of(runtime), stones or (), unknown=unknown, newest=newest))
    report = _report(state, built, problem)
    report |= {"budget": given.budget, "store_ops": report["store_ops"] + store.ops}
    report["ms"] |= {"build": round((perf_counter() - begun) * 1000, 2)}
    # Without the store, or with memory off, what holds is not known: the sections of the turn say nothing of the next.
    stable = {"stable": built.sections.stable} if turn["memory"] and not down else {}
    return {"summary": built.summary, "plan": _plan(given, built), "report": report, **stable}


@dataclass(frozen=True)
class _Inputs:
    """What the window is planned from."""

    state: AgentState
    asking: Asking
    budget: int
    counter: TokenCounter
    messages: list[Message]
    sizes: list[int]
    """Tokens of each message."""

    @property
    def model(self) -> str:
        """Name of the model it is counted for."""
        return self.asking.settings.model


@dataclass(frozen=True)
class _Built:
    """The sections, and what the window of messages begins with."""

    sections: Sections
    facts: list[dict[str, Any]]
    """The recalled facts it was made with, those that stand in profile and instructions left out."""
    summary: AdoptedSummary | None
    """What this branch goes on with."""
    start: int
    forgotten: Forgotten

    @property
    def shown(self) -> AdoptedSummary | None:
        """The summary, unless it may hold what was forgotten."""
        return None if self.forgotten.hides(self.summary) else self.summary


def _inputs(state: AgentState, context: Context, asking: Asking) -> _Inputs:
    budget = input_budget(context, asking.window, asking.settings.model)
    counter, messages = counter_for(asking.settings, state.get("plan")), [to_message(m) for m in state["messages"]]
    sizes = [counter.message(m) for m in with_newest_media(messages, entry_keys(state))]
    return _Inputs(state, asking, budget, counter, messages, sizes)


def _built(given: _Inputs, forgotten: Forgotten) -> _Built:
    """Take over the mailbox's summary when it is due, then render the sections."""
    path, mailbox = given.state["path"], given.state["turn"]["mailbox"]
    adopted = own_summary(path, given.state.get("summary"))
    built = _with_summary(given, adopted, forgotten)
    fresh, stale = None if forgotten.hides(mailbox) else mailbox, forgotten.hides(adopted)
    summary = next_summary(adopted, fresh, path, given.messages, given.sizes, built.sections.room, stale=stale)
    return built if summary is adopted else _with_summary(given, summary, forgotten)


def _with_summary(given: _Inputs, summary: AdoptedSummary | None, forgotten: Forgotten) -> _Built:
    state, shown = given.state, None if forgotten.hides(summary) else summary
    start = _first_asked(given) if forgotten.unknown else start_index(state["path"], shown)
    frame = Frame(
        secret=state["fence"],
        budget=given.budget,
        fixed={"tools": given.counter.tools(given.asking.tools), "framing": FRAMING_TOKENS},
        model=given.model,
        messages=state["path"][-1]["depth"] + 1 if state["path"] else len(given.messages),
        messages_tokens=sum(given.sizes[start:]),
    )
    render = partial(render_sections, frame=frame, count=given.counter.text, last=state.get("stable"))
    facts = _not_among(state["turn"]["facts"], state["turn"]["standing"])
    sections = render(_lines(given, shown, facts))
    untold = _not_among(state["turn"]["facts"], _standing(state["turn"], sections))
    if untold != facts:  # what profile and instructions have no room for is recalled like any other fact
        facts, sections = untold, render(_lines(given, shown, untold))
    return _Built(sections, facts, summary, start, forgotten)


def _not_among(facts: list[dict[str, Any]], told: list[dict[str, str]]) -> list[dict[str, Any]]:
    ids = {one["id"] for one in told}
    return [fact for fact in facts if fact["id"] not in ids]


def _standing(turn: Turn, sections: Sections) -> list[dict[str, str]]:
    """Return the sources of the lines of profile and instructions that are in view."""
    sources = dict(zip([*turn["profile"], *turn["instructions"]], turn["standing"], strict=True))
    return [sources[line] for name in ("profile", "instructions") for line in sections.shown[name]]


def _first_asked(given: _Inputs) -> int:
    asked = given.state["turn"]["asked"]
    return next((i for i, m in enumerate(given.messages) if m["id"] in asked), 0)


def _lines(given: _Inputs, summary: AdoptedSummary | None, facts: list[dict[str, Any]]) -> SectionLines:
    turn = given.state["turn"]
    return SectionLines(
        instructions=turn["instructions"],
        profile=turn["profile"],
        summary=summary_lines(summary) if summary else (),
        summary_day=summary["time"][:10] if summary else "",
        working=turn["working"],
        now=now_line(turn["now"], turn["time_zone"]),
        facts=fact_lines(facts),
        shared=shared_lines(turn.get("shared", ())),
        passages=passage_lines(turn["passages"], turn["conversation"]),
        notice="\n\n".join(_notices(turn, secret=_tells_secret(given))),
        opening=given.asking.opening,
    )


def _tells_secret(given: _Inputs) -> bool:
    """Tell whether what the user says in this turn holds a secret."""
    asked = given.state["turn"]["asked"]
    return any(has_secret(text_of(m)) for m in given.messages if m["id"] in asked)


def _notices(turn: Turn, *, secret: bool) -> list[str]:
    language = turn.get("language")
    told = {
        TEMPORARY: turn.get("temporary"),
        UNREMEMBERED: turn.get("unremembered") and not turn.get("temporary"),
        MEMORY_UNAVAILABLE: turn.get("unavailable"),
        CONFIDENTIAL: secret,
        language_line(language): language,
    }
    return [notice for notice, holds in told.items() if holds]


def _plan(given: _Inputs, built: _Built) -> Plan:
    sections = built.sections
    return {
        "system": sections.system,
        "memory": sections.memory,
        "start": built.start,
        "room": sections.room,
        "budget": given.budget,
        "earlier": sections.earlier,
        "model": given.model,
        "count_ratio": given.counter.ratio,
    }


def _report(state: AgentState, built: _Built, problem: str | None) -> dict[str, Any]:
    """Return the context report so far: what load_memories wrote, and what is in the fixed part of the window."""
    before, turn, shown = state["report"], state["turn"], built.sections.shown
    facts, passages = built.facts[: len(shown["facts"])], turn["passages"][: len(shown["passages"])]
    shared = turn.get("shared", [])[: len(shown["shared"])]
    report = {
        "items": [
            *({k: f[k] for k in _FACT_KEYS} | {"type": "fact"} for f in facts),
            *({k: p[k] for k in _PASSAGE_KEYS} | {"type": "passage"} for p in passages),
            *({k: s[k] for k in _SHARED_KEYS} | {"type": "shared"} for s in shared),
        ],
        "standing": _standing(turn, built.sections),
        "profile": len(turn["profile"]),
        "instructions": len(turn["instructions"]),
        "summary": built.shown["cursor"] if built.shown else None,
        "cut": built.sections.cut,
        "degraded": [*before["degraded"], *_degraded(built, problem)],
        **({"unavailable": before["unavailable"]} if "unavailable" in before else {}),
        **({"temporary": True} if turn.get("temporary") else {}),
        "ms": dict(before["ms"]),
        "store_ops": before["store_ops"],
    }
    return with_rows(report, built.sections.rows)


def _degraded(built: _Built, problem: str | None) -> list[str]:
    told = [f"what was forgotten: as last known, {problem}"] if problem else []
    if built.forgotten.unknown:
        return [*told, "what was forgotten: not known now, so the window holds the newest message alone"]
    if built.forgotten.hides(built.summary):
        return [*told, "summary: withheld, it may hold something forgotten; it is being made anew"]
    return told


_SCORES = ("score", "relevance", "recency", "importance")
_FACT_KEYS = ("id", "thread", "entry", "observed_at", *_SCORES)
_SHARED_KEYS = ("id", "whose", "added", *_SCORES)
_PASSAGE_KEYS = ("id", "thread", "conversation", "entry", "time", *_SCORES)
