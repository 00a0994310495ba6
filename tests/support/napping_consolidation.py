"""The consolidation graph of the product, which naps first for users called `slow …`, and says from when until when."""

import asyncio
from datetime import UTC, datetime
from typing import Any

from langgraph.graph import START
from langgraph.runtime import Runtime

from graphs.consolidation import THREADS_AT_ONCE, builder
from memory_nodes.consolidation_state import ConsolidationState
from memory_nodes.runtime_store import required_store

NAPS = ("naps",)
_SECONDS = 0.4


async def nap(state: ConsolidationState, runtime: Runtime) -> dict[str, Any]:
    """Sleep, and leave in the store when that was, of which thread."""
    if str(state["root"]).startswith("slow"):
        began = datetime.now(UTC).isoformat()
        await asyncio.sleep(_SECONDS)
        told = {"thread": state["thread"], "began": began, "ended": datetime.now(UTC).isoformat()}
        await required_store(runtime).aput(NAPS, f"{began} {state['thread']}", told)
    return {}


builder.add_node(nap)
builder.edges.remove((START, "plan_consolidation"))
builder.add_edge(START, "nap")
builder.add_edge("nap", "plan_consolidation")
graph = builder.compile(name="consolidation").with_config(max_concurrency=THREADS_AT_ONCE)
