"""One of several processes that write to the same store and checkpoints: `python -m support.storage_writer NAME`.

Writes to one user's thread and facts, and runs a small graph on a thread of its own and on one it shares.
"""

import asyncio
import operator
import sys
from typing import Annotated, TypedDict

from langchain_core.runnables import RunnableConfig
from langgraph.graph import StateGraph
from langgraph.store.base import BaseStore
from support.conversations import a_fact
from support.entries import entry

from memory.core.transcript.entries import place_of
from memory.storage.due import mark_due
from memory.storage.facts import write_memory
from memory.storage.opening import open_checkpointer, open_store
from memory.storage.transcript_write import append

ROOT, T = "ann--0", "T"
WRITES = 15


class State(TypedDict):
    """What was said so far."""

    said: Annotated[list[str], operator.add]


async def write_all(store: BaseStore, name: str) -> None:
    """Append entries and facts of this writer to one thread and one user, some at the same time."""

    async def one(number: int) -> None:
        said = entry(f"{name}-{number}", f"{name} 第{number}句")
        await append(store, ROOT, T, [said], head=place_of(said), answers={said["key"]: place_of(said)})
        await write_memory(store, ROOT, version=f"{name}{number}", assertions=[a_fact(f"{name}-{number}", "fact 事实")])
        await mark_due(store, ROOT, T)

    for start in range(0, WRITES, 5):
        await asyncio.gather(*(one(number) for number in range(start, start + 5)))


def nothing(state: State) -> dict[str, list[str]]:
    """Add nothing."""
    return {}


async def run_graph(name: str) -> None:
    """Run turns on a thread of this writer's own and on one that others run turns on at the same time."""
    builder = StateGraph(State)
    builder.add_node(nothing)
    builder.set_entry_point("nothing")
    async with open_checkpointer() as saver:
        graph = builder.compile(checkpointer=saver)
        for number in range(WRITES):
            for thread in (name, "shared"):
                config: RunnableConfig = {"configurable": {"thread_id": thread}}
                await graph.ainvoke({"said": [f"{name} {number}"]}, config, durability="async")


async def main(name: str) -> None:
    """Do both at the same time."""
    async with open_store() as store:
        await asyncio.gather(write_all(store, name), run_graph(name))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
