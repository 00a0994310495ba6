"""The memory's part of an adopting agent's state: one private channel that holds what `memory_nodes.state` names."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any, NotRequired, cast

from langchain.agents.middleware.types import AgentState as AgentsState
from langchain.agents.middleware.types import PrivateStateAttr
from langchain_core.messages import AnyMessage, RemoveMessage
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from langgraph.runtime import Runtime

from memory.service.settings.context import Context
from memory_nodes.state import AgentState, merge_messages

Node = Callable[[AgentState, Runtime[Context]], Awaitable[dict[str, Any]]]


class MemoryState(AgentsState[Any]):
    """What the middleware adds to an agent's state; no client may write it and none is shown it."""

    holdfast: NotRequired[Annotated[dict[str, Any], PrivateStateAttr]]
    """The channels of `memory_nodes.state.AgentState` but `messages`, which are the agent's own."""


def inside(state: Any) -> AgentState:
    """Return an agent's state as the nodes of memory know it."""
    return cast("AgentState", {**state.get("holdfast", {}), "messages": list(state["messages"])})


def outside(before: Any, after: AgentState) -> dict[str, Any]:
    """Return the update of an agent's state `before` that makes it what the nodes of memory made of it."""
    messages = after["messages"]
    same = len(messages) == len(before["messages"]) and all(map(_is, messages, before["messages"]))
    changed = {} if same else {"messages": [RemoveMessage(REMOVE_ALL_MESSAGES), *messages]}
    return {**held_of(after), **changed}


def held_of(state: AgentState) -> dict[str, Any]:
    """Return the update of the private channel."""
    return {"holdfast": {name: value for name, value in state.items() if name != "messages"}}


async def through(state: AgentState, runtime: Runtime[Context], nodes: Sequence[Node]) -> AgentState:
    """Return the state after these nodes, one after the other."""
    for node in nodes:
        state = updated(state, await node(state, runtime))
    return state


def updated(state: AgentState, update: dict[str, Any]) -> AgentState:
    """Return the state after a node's update."""
    messages = merge_messages(state["messages"], update.get("messages", []))
    return cast("AgentState", {**state, **update, "messages": messages})


def _is(one: AnyMessage, other: AnyMessage) -> bool:
    return one is other
