"""Makes the fixed part of the context window and decides where the window of messages begins."""

from time import perf_counter
from typing import Any

from langgraph.runtime import Runtime

from memory.core.adopted import next_summary, withheld
from memory.core.adoption import AdoptedSummary, start_index
from memory.core.branches import own_summary
from memory.core.entries import Message
from memory.core.media_view import with_newest_media
from memory.core.running_summary import summary_lines
from memory.core.sections import MEMORY_UNAVAILABLE, SectionLines, Sections, render_sections
from memory.models.chat import context_window
from memory.service.availability import tombstones_now
from memory.service.budget import input_budget
from memory.service.context import Context
from memory.service.identity import context_of, thread_of, turn_user
from memory.service.messages import to_message
from memory.service.token_counts import FRAMING_TOKENS, counter_for
from memory.service.turn_memory import fact_lines, passage_lines
from memory.service.turn_model import turn_model, turn_settings
from memory_nodes.load_memories import now_line
from memory_nodes.model_tools import TOOL_SCHEMAS
from memory_nodes.prompt import entry_keys
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState


async def build_context(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Plan the window: stable sections, the summary this branch goes on with, the block that changes each turn."""
    start, context, store = perf_counter(), context_of(runtime), counted_store(runtime)
    settings = turn_settings(context)
    budget = input_budget(context, context_window(turn_model(context), settings), settings.model)
    counter = counter_for(settings, state.get("plan"))
    root, down = turn_user(runtime, state).root, bool(state["turn"].get("unavailable"))
    stones, problem = await tombstones_now(store, root, readable=not down)
    messages, path = [to_message(m) for m in state["messages"]], state["path"]
    sizes = [counter.message(m) for m in with_newest_media(messages, entry_keys(state))]
    thread, mailbox, adopted = thread_of(runtime), state["turn"]["mailbox"], own_summary(path, state.get("summary"))
    unknown = stones is None and bool(state["turn"].get("forgot"))
    stale = unknown or withheld(adopted, thread, stones or ())
    fresh = None if withheld(mailbox, thread, stones or ()) else mailbox
    fixed = counter.tools(TOOL_SCHEMAS) + FRAMING_TOKENS
    sections = render_sections(_lines(state, None if stale else adopted), state["fence"], budget, counter.text)
    room = budget - fixed - sum(sections.tokens.values())
    summary = next_summary(adopted, fresh, path, messages, sizes, room, stale=stale)
    hidden = unknown or withheld(summary, thread, stones or ())
    if summary is not adopted:
        sections = render_sections(_lines(state, None if hidden else summary), state["fence"], budget, counter.text)
    notice = f"\n\n{MEMORY_UNAVAILABLE}" if down else ""
    if notice:
        sections.tokens["notice"] = counter.text(notice)
    report = _report(state, sections, fixed - FRAMING_TOKENS, budget, store.ops, (perf_counter() - start) * 1000)
    report["summary"] = summary["cursor"] if summary and not hidden else None
    if problem:
        report["degraded"].append(f"what was forgotten: as last known, {problem}")
    if unknown:
        report["degraded"].append("what was forgotten: not known now, so the window holds the newest message alone")
    elif hidden:
        report["degraded"].append("summary: withheld, it may hold something forgotten; it is being made anew")
    return {
        "summary": summary,
        "plan": {
            "system": sections.system + notice,
            "memory": sections.memory,
            "start": _first_asked(state, messages) if unknown else 0 if hidden else start_index(path, summary),
            "room": budget - fixed - sum(sections.tokens.values()),
            "model": settings.model,
            "count_ratio": counter.ratio,
        },
        "report": report,
    }


def _first_asked(state: AgentState, messages: list[Message]) -> int:
    return next((i for i, m in enumerate(messages) if m["id"] in state["turn"]["asked"]), 0)


def _lines(state: AgentState, summary: AdoptedSummary | None) -> SectionLines:
    turn = state["turn"]
    return SectionLines(
        instructions=turn["instructions"],
        profile=turn["profile"],
        summary=summary_lines(summary) if summary else (),
        working=turn["working"],
        now=now_line(turn["now"], turn["time_zone"]),
        facts=fact_lines(turn["facts"]),
        passages=passage_lines(turn["passages"]),
    )


def _report(
    state: AgentState, sections: Sections, tools: int, budget: int, store_ops: int, took_ms: float
) -> dict[str, Any]:
    """Return the context report so far: what load_memories wrote, and what is in the fixed part of the window."""
    before, turn, shown = state["report"], state["turn"], sections.shown
    standing, profile = turn["standing"], len(turn["profile"])
    return {
        "budget": budget,
        "tokens": {**sections.tokens, "tools": tools, "framing": FRAMING_TOKENS},
        "items": [
            *({k: f[k] for k in _FACT_KEYS} | {"type": "fact"} for f in turn["facts"][: shown["facts"]]),
            *({k: p[k] for k in _PASSAGE_KEYS} | {"type": "passage"} for p in turn["passages"][: shown["passages"]]),
        ],
        "standing": [*standing[:profile][: shown["profile"]], *standing[profile:][: shown["instructions"]]],
        "profile": len(turn["profile"]),
        "instructions": len(turn["instructions"]),
        "cut": list(sections.cut),
        "degraded": list(before["degraded"]),
        **({"unavailable": before["unavailable"]} if "unavailable" in before else {}),
        "ms": {**before["ms"], "build": round(took_ms, 2)},
        "store_ops": before["store_ops"] + store_ops,
    }


_SCORES = ("score", "relevance", "recency", "importance")
_FACT_KEYS = ("id", "thread", "entry", "observed_at", *_SCORES)
_PASSAGE_KEYS = ("id", "thread", "conversation", "entry", "time", *_SCORES)
