"""Asks a person about what waits; it is stored already, so a question that is never answered loses nothing."""

from datetime import UTC, datetime
from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import interrupt

from memory.service.context import Context
from memory.service.identity import turn_user
from memory.service.remembering import decide_pending
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState


async def ask(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Interrupt with what waits; resume with `{"approve": [id, …], "reject": [id, …]}`; the rest stays pending."""
    waiting = [{k: p[k] for k in ("id", "text", "kind", "quote")} | {"reason": p.get("reason")} for p in _asked(state)]
    answer = interrupt({"type": "approve_facts", "pending": waiting})
    store = counted_store(runtime)
    root = turn_user(runtime, state).root
    outcomes = {
        proposal: await decide_pending(store, root, proposal, approve=approve, now=datetime.now(UTC))
        for proposal, approve in _decisions(answer, {p["id"] for p in waiting}).items()
    }
    return {"report": {**state["report"], "decisions": outcomes}}


def _asked(state: AgentState) -> list[Any]:
    return list(state["decided"]["ask"])


def _decisions(answer: Any, waiting: set[str]) -> dict[str, bool]:
    """Return approve (True) or reject by proposal id; what was not asked about is not decided here."""
    if not isinstance(answer, dict):
        return {}
    chosen = {str(i): kind == "approve" for kind in ("approve", "reject") for i in answer.get(kind) or []}
    return {proposal: approve for proposal, approve in chosen.items() if proposal in waiting}
