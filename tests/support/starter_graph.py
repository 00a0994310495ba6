"""A graph whose one node starts consolidations, as the last node of a turn does."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from memory.service.consolidation.consolidation_start import Outcome, start_consolidation
from memory.storage.due import mark_due
from memory_nodes.runtime_store import required_store


class State(TypedDict):
    """What to consolidate and what became of it."""

    root: str
    thread: str
    """Several are parted by spaces."""
    outcomes: list[Outcome]


async def start(state: State, runtime: Runtime) -> dict[str, list[Outcome]]:
    """Mark each thread due and ask twice for it, one thread after the other."""
    on_server, root = runtime.server_info is not None, state["root"]
    outcomes: list[Outcome] = []
    for thread in state["thread"].split():
        await mark_due(required_store(runtime), root, thread)
        outcomes += [await start_consolidation(root, thread, on_server=on_server) for _ in range(2)]
    return {"outcomes": outcomes}


builder = StateGraph(State)
builder.add_node(start)
builder.add_edge(START, "start")
builder.add_edge("start", END)
graph = builder.compile()
