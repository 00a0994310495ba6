"""Writes what was decided: approved facts, waiting proposals, and an event for each change."""

from typing import Any

from langgraph.runtime import Runtime

from memory.service.context import Context
from memory.service.fact_index import FACTS
from memory.service.identity import turn_user
from memory.service.remembering import write_decided
from memory_nodes.prompt import moment_of
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState


async def write_back(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Write this turn's decisions in one batch; keys follow from content, so a retry cannot duplicate."""
    decided = state["decided"]
    if not any(decided.values()):
        return {}
    store, now = counted_store(runtime), moment_of(state)
    root = turn_user(runtime, state).root
    memory = await FACTS.load_newest(store, root, now)
    await write_decided(
        store,
        root,
        write=decided["write"],
        ask=decided["ask"],
        reject=[(p, p.get("reason", "")) for p in decided["reject"]],
        tombstones=memory.tombstones,
        now=now,
    )
    facts = {what: [p["id"] for p in decided[what]] for what in ("write", "ask", "reject")}
    report = {**state["report"], "facts": facts, "store_ops": state["report"]["store_ops"] + store.ops}
    return {"report": report}
