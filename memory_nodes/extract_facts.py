"""Finds possible facts in the user's words by rules, in milliseconds."""

from typing import Any

from langgraph.runtime import Runtime

from memory.core.entries import Message, text_of
from memory.core.extraction import extract
from memory.core.facts import Proposal
from memory.core.ids import parse_key_time
from memory.service.context import Context
from memory.service.identity import context_of, thread_of
from memory.service.messages import to_message
from memory_nodes.state import AgentState


async def extract_facts(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Propose facts from the user messages whose facts were not looked for yet (a stopped turn left its own)."""
    users = [to_message(m) for m in state["messages"] if m.type == "human"]
    fresh = _after(users, state.get("extracted"), state["turn"]["asked"])
    update = {"extracted": users[-1]["id"]} if users else {}
    if context_of(runtime).extract == "off" or not state["turn"]["learn"]:
        return {"proposals": [], **update}
    thread = thread_of(runtime)
    return {"proposals": [p for m in fresh for p in _proposals(m, state, thread)], **update}


def _after(users: list[Message], extracted: str | None, asked: list[str]) -> list[Message]:
    at = next((i for i, m in enumerate(users) if m["id"] == extracted), None)
    return [m for i, m in enumerate(users) if (at is not None and i > at) or m["id"] in asked]


def _proposals(message: Message, state: AgentState, thread: str) -> list[Proposal]:
    key = next((step["key"] for step in state["path"] if step["id"] == message["id"]), None)
    if key is None:
        return []
    return extract(
        text_of(message),
        source={
            "thread": thread,
            "conversation": state["turn"]["conversation"],
            "message": message["id"],
            "entry": key,
        },
        observed_at=parse_key_time(key).isoformat(),
    )
