"""A graph whose one node starts a consolidation, as the last node of a turn does."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from memory.service.consolidation_start import Outcome, start_consolidation


class State(TypedDict):
    """What to consolidate and what became of it."""

    root: str
    thread: str
    outcomes: list[Outcome]


async def start(state: State, runtime: Runtime) -> dict[str, list[Outcome]]:
    """Ask twice in a row."""
    on_server = runtime.server_info is not None
    asked = [await start_consolidation(state["root"], state["thread"], on_server=on_server) for _ in range(2)]
    return {"outcomes": asked}


builder = StateGraph(State)
builder.add_node(start)
builder.add_edge(START, "start")
builder.add_edge("start", END)
graph = builder.compile()
