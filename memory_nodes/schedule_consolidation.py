"""Marks the thread as due for consolidation and starts it in the background."""

from typing import Any

from langgraph.runtime import Runtime

from memory.core.due import is_due
from memory.service.consolidation_start import start_consolidation
from memory.service.context import Context
from memory.service.identity import thread_of, turn_user
from memory.storage.due import mark_due
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState


async def schedule_consolidation(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Start the background work when enough lies past the newest summary, or the window is nearly full."""
    report, mailbox, path = state["report"], state["turn"]["mailbox"], state["path"]
    past_cursor = path[-1]["depth"] - (mailbox["cursor"]["depth"] if mailbox else -1) if path else 0
    if not is_due(past_cursor, report["tokens"]["window"], state["plan"]["room"]):
        return {}
    store, thread = counted_store(runtime), thread_of(runtime)
    root = turn_user(runtime, state).root
    await mark_due(store, root, thread)
    outcome = await start_consolidation(
        root, thread, on_server=runtime.server_info is not None, budget=state["plan"]["room"]
    )
    return {"report": {**report, "consolidation": outcome, "store_ops": report["store_ops"] + store.ops}}


def wants_decision(state: AgentState) -> str:
    """Stop to ask only in interrupt mode and only about what this turn left waiting."""
    return "ask" if state["turn"]["approval"] == "interrupt" and state["decided"]["ask"] else "done"
