"""Makes the fixed part of the context window and decides where the window of messages begins."""

from datetime import datetime
from time import perf_counter
from typing import Any

from langgraph.runtime import Runtime

from memory.core.adopted import next_summary, withheld
from memory.core.adoption import AdoptedSummary, start_index
from memory.core.running_summary import summary_lines
from memory.core.sections import SectionLines, Sections, render_sections
from memory.models.tokenizer import count_message, count_text, count_tools
from memory.service.budget import input_budget
from memory.service.context import Context
from memory.service.fact_index import FACTS
from memory.service.identity import context_of, thread_of, turn_user
from memory.service.messages import to_message
from memory.service.turn_memory import fact_lines, passage_lines
from memory.service.turn_model import turn_model
from memory_nodes.load_memories import now_line
from memory_nodes.model_tools import TOOL_SCHEMAS
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState

FRAMING_TOKENS = 16
"""Tokens a provider adds around the messages of a call."""


async def build_context(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Plan the window: stable sections, the summary this branch goes on with, the block that changes each turn."""
    start, context, store = perf_counter(), context_of(runtime), counted_store(runtime)
    budget = input_budget(context, turn_model(context))
    memory = await FACTS.load_newest(store, turn_user(runtime, state).root, _moment(state))
    messages, path = [to_message(m) for m in state["messages"]], state["path"]
    sizes = [count_message(m) for m in messages]
    thread, mailbox, adopted = thread_of(runtime), state["turn"]["mailbox"], state.get("summary")
    stale = withheld(adopted, thread, memory.tombstones)
    fresh = None if withheld(mailbox, thread, memory.tombstones) else mailbox
    summary = next_summary(adopted, fresh, path, messages, sizes, budget, stale=stale)
    hidden = withheld(summary, thread, memory.tombstones)
    sections = render_sections(_lines(state, None if hidden else summary), state["fence"], budget, count_text)
    tools = count_tools(TOOL_SCHEMAS)
    taken = sum(sections.tokens.values()) + tools + FRAMING_TOKENS
    report = _report(state, sections, tools, budget, store.ops, (perf_counter() - start) * 1000)
    if hidden:
        report["degraded"].append("summary: withheld, it may hold something forgotten; it is being made anew")
    return {
        "summary": summary,
        "plan": {
            "system": sections.system,
            "memory": sections.memory,
            "start": 0 if hidden else start_index(path, summary),
            "room": budget - taken,
        },
        "report": report,
    }


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
    before, turn = state["report"], state["turn"]
    return {
        "budget": budget,
        "tokens": {**sections.tokens, "tools": tools, "framing": FRAMING_TOKENS},
        "items": [
            *({k: f[k] for k in _FACT_KEYS} | {"type": "fact"} for f in turn["facts"]),
            *({k: p[k] for k in _PASSAGE_KEYS} | {"type": "passage"} for p in turn["passages"]),
        ],
        "profile": len(turn["profile"]),
        "instructions": len(turn["instructions"]),
        "cut": list(sections.cut),
        "degraded": list(before["degraded"]),
        "ms": {**before["ms"], "build": round(took_ms, 2)},
        "store_ops": before["store_ops"] + store_ops,
    }


_SCORES = ("score", "relevance", "recency", "importance")
_FACT_KEYS = ("id", "thread", "entry", "observed_at", *_SCORES)
_PASSAGE_KEYS = ("id", "thread", "conversation", "entry", "time", *_SCORES)


def _moment(state: AgentState) -> datetime:
    return datetime.fromisoformat(state["turn"]["now"])
