"""Decides which threads this run consolidates."""

from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import Send

from memory.models.settings import read_model_settings
from memory.service.access.identity import bounded_to
from memory.service.consolidation.consolidation_plan import threads_to_consolidate
from memory.service.extraction.model_asking import looks_for_facts
from memory_nodes.consolidation_state import ConsolidationState, ThreadTask
from memory_nodes.runtime_store import required_store


async def plan_consolidation(state: ConsolidationState, runtime: Runtime) -> dict[str, Any]:
    """Set the tasks: the thread asked for, or what is due of the user or of everyone.

    The nodes that follow check their task again: a client may send a run straight to them.
    Raises OwnershipError: an authenticated user asks for someone else's.
    """
    budget, full = state.get("budget"), state.get("full", False)
    threads = await threads_to_consolidate(
        required_store(runtime),
        state.get("root"),
        state.get("thread"),
        unread=looks_for_facts(read_model_settings()),
        full=full,
        caller=bounded_to(runtime),
    )
    tasks: list[ThreadTask] = [
        {"root": root, "thread": thread, "budget": budget, "full": full} for root, thread in threads
    ]
    return {"tasks": tasks, "reports": None, "extractions": None, "looked_over": None}


def each_thread(state: ConsolidationState) -> list[Send] | str:
    """Send each task to both nodes of its own, or go on to the users when no thread is due.

    Neither waits for the other: a slow model holds up no summary.
    """
    nodes = ("consolidate_thread", "extract_thread")
    return [Send(node, task) for task in state["tasks"] for node in nodes] or "plan_users"
