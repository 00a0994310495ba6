"""Writes what was decided: approved facts, waiting proposals, and an event for each change."""

from datetime import datetime
from typing import Any

from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore

from memory.core.errors import StorageError
from memory.service.access.identity import thread_of, turn_user
from memory.service.facts.fact_index import FACTS
from memory.service.facts.remembering import write_decided
from memory.service.settings.context import Context
from memory.service.turn.availability import FACTS_LATER, tell_unavailable
from memory_nodes.prompt import moment_of
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState, Decided


async def write_back(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Write this turn's decisions in one batch; keys follow from content, so a retry cannot duplicate.

    When the store fails they stay owed, and the next turn decides about them anew.
    """
    decided = state["decided"]
    if not any(decided.values()):
        return {}
    store, root, report = counted_store(runtime), turn_user(runtime, state).root, dict(state["report"])
    try:
        await _write(store, root, decided, moment_of(state))
    except StorageError as error:
        tell_unavailable(report, thread_of(runtime), str(error), FACTS_LATER)
        nothing: Decided = {"write": [], "ask": [], "reject": []}
        return {"decided": nothing, "report": report}
    report["facts"] = {what: [p["id"] for p in decided[what]] for what in ("write", "ask", "reject")}
    report["store_ops"] += store.ops
    return {"report": report, "owed": []}


async def _write(store: BaseStore, root: str, decided: Decided, now: datetime) -> None:
    memory = await FACTS.load_newest(store, root)
    await write_decided(
        store,
        root,
        write=decided["write"],
        ask=decided["ask"],
        reject=[(p, p.get("reason", "")) for p in decided["reject"]],
        assertions=memory.assertions,
        tombstones=memory.tombstones,
        now=now,
    )
