"""Lets the policy decide about each proposal: write, ask or reject."""

from typing import Any, cast

from langgraph.runtime import Runtime

from memory.core.facts import Proposal
from memory.core.forgetting import is_forgotten
from memory.core.policy import Action, Mode, decide
from memory.service.context import Context
from memory.service.fact_index import FACTS
from memory.service.identity import turn_user
from memory_nodes.prompt import moment_of
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState


async def approve(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Sort the proposals by what the policy decides; what only repeats something forgotten is let go."""
    decided: dict[Action, list[Proposal]] = {"write": [], "ask": [], "reject": []}
    if not state["proposals"]:
        return {"decided": decided}
    store = counted_store(runtime)
    memory = await FACTS.load_newest(store, turn_user(runtime, state["epoch"]).root, moment_of(state))
    mode = cast("Mode", state["turn"]["approval"])
    for proposal in state["proposals"]:
        if not is_forgotten(proposal, memory.tombstones):
            decision = decide(proposal, mode)
            decided[decision.action].append({**proposal, "reason": decision.reason})
    report = {**state["report"], "store_ops": state["report"]["store_ops"] + store.ops}
    return {"decided": decided, "report": report}
