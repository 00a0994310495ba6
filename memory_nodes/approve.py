"""Lets the policy decide about each proposal: write, ask or reject."""

from typing import Any, cast

from langgraph.runtime import Runtime

from memory.core.facts import Proposal
from memory.core.policy import Action, Mode, decide
from memory.core.veiled import repeats_forgotten
from memory.service.context import Context
from memory.service.fact_index import FACTS
from memory.service.identity import turn_user
from memory.service.veiling import trace_key
from memory_nodes.prompt import moment_of
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState


async def approve(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Sort the proposals by what the policy decides; what only repeats something forgotten is let go."""
    decided: dict[Action, list[Proposal]] = {"write": [], "ask": [], "reject": []}
    if not state["proposals"]:
        return {"decided": decided}
    store, root = counted_store(runtime), turn_user(runtime, state).root
    memory = await FACTS.load_newest(store, root, moment_of(state))
    mode = cast("Mode", state["turn"]["approval"])
    for proposal in state["proposals"]:
        if not repeats_forgotten(proposal, memory.tombstones, trace_key(root)):
            decision = decide(proposal, mode)
            decided[decision.action].append({**proposal, "reason": decision.reason})
    report = {**state["report"], "store_ops": state["report"]["store_ops"] + store.ops}
    return {"decided": decided, "report": report}
