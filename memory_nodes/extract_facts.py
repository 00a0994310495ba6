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
    """Propose facts from the user messages whose facts were not looked for yet (a stopped turn left its own).

    What is found is owed until it is written; while memory is unavailable, the messages themselves are.
    """
    users = [to_message(m) for m in state["messages"] if m.type == "human"]
    owed = state.get("owed", [])
    fresh = _after(users, state.get("extracted"), [*state["turn"]["asked"], *owed])
    update: dict[str, Any] = {"extracted": users[-1]["id"]} if users else {}
    if state["turn"].get("unavailable"):
        return {"proposals": [], **update, "owed": [m["id"] for m in fresh]}
    proposals: list[Proposal] = []
    if context_of(runtime).extract != "off" and state["turn"]["learn"]:
        proposals = [p for m in fresh for p in _proposals(m, state, thread_of(runtime))]
    owing = list(dict.fromkeys(p["source"]["message"] for p in proposals))
    return {"proposals": proposals, **update, **({"owed": owing} if owing or owed else {})}


def _after(users: list[Message], extracted: str | None, wanted: list[str]) -> list[Message]:
    at = next((i for i, m in enumerate(users) if m["id"] == extracted), None)
    return [m for i, m in enumerate(users) if (at is not None and i > at) or m["id"] in wanted]


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
