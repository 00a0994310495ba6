"""Starts what waits for its consolidation because enough ran, now that this run has done its work."""

from typing import Any

from langgraph.runtime import Runtime

from memory.service.access.identity import bounded_to, on_server
from memory.service.consolidation import consolidation_start
from memory.storage.due import Due
from memory_nodes.consolidation_state import ConsolidationState
from memory_nodes.runtime_store import required_store


async def start_waiting(state: ConsolidationState, runtime: Runtime) -> dict[str, Any]:
    """Start what is due on a server, where one run too many is not created; a process without one has a queue."""
    info, root, thread = runtime.execution_info, state.get("root"), state.get("thread")
    if on_server(runtime) and info is not None and info.thread_id:
        after = Due(root, thread) if root and thread else None
        caller = bounded_to(runtime)
        await consolidation_start.start_waiting(required_store(runtime), info.thread_id, after, caller)
    return {}
