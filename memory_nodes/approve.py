"""Lets the policy decide about each proposal: write, ask or reject."""

from typing import Any, cast

from langgraph.runtime import Runtime

from memory.core.errors import StorageError
from memory.core.facts.facts import Proposal
from memory.core.facts.proposals import said_last
from memory.core.forgetting.veiled import repeats_forgotten
from memory.core.policy.policy import Action, Mode
from memory.service.access.identity import thread_of, turn_user
from memory.service.facts.deciding import decide_all
from memory.service.facts.fact_index import FACTS
from memory.service.forgetting.veiling import trace_key
from memory.service.settings.context import Context
from memory.service.turn.availability import FACTS_LATER, tell_unavailable
from memory_nodes.prompt import moment_of
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState


async def approve(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Sort the proposals by what the policy and the limits decide; what only repeats something forgotten is let go.

    When the store fails nothing is decided, and the proposals stay owed.
    """
    decided: dict[Action, list[Proposal]] = {"write": [], "ask": [], "reject": []}
    if not state["proposals"]:
        return {"decided": decided}
    store, root = counted_store(runtime), turn_user(runtime, state).root
    report = dict(state["report"])
    now = moment_of(state)
    try:
        memory = await FACTS.load_newest(store, root)
        said = said_last(state["proposals"], memory.assertions, now)
        proposals = [p for p in said if not repeats_forgotten(p, memory.tombstones, trace_key(root))]
        mode = cast("Mode", state["turn"]["approval"])
        found = await decide_all(store, root, proposals, mode=mode, assertions=memory.assertions, now=now)
    except StorageError as error:
        tell_unavailable(report, thread_of(runtime), str(error), FACTS_LATER)
        return {"decided": decided, "report": report}
    for proposal, action in found:
        decided[action].append(proposal)
    report["store_ops"] += store.ops
    return {"decided": decided, "report": report, **({} if any(decided.values()) else {"owed": []})}
