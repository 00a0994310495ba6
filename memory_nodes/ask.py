"""Asks a person about what waits; it is stored already, so a question that is never answered loses nothing."""

from datetime import UTC, datetime
from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import interrupt

from memory.service.access.identity import turn_user
from memory.service.facts.pending_answers import ANSWERS, read_answers, settle
from memory.service.settings.context import Context
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState


async def ask(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Interrupt with what waits; resume with what to approve, reject, edit or respond to; the rest stays pending.

    `{"approve": [id, …], "reject": [id, …], "edit": {id: text}, "respond": {id: text}}`
    """
    waiting = [{k: p[k] for k in ("id", "text", "kind", "quote")} | {"reason": p.get("reason")} for p in _asked(state)]
    answer = interrupt({"type": "approve_facts", "pending": waiting, "answers": list(ANSWERS)})
    outcomes = await settle(
        counted_store(runtime),
        turn_user(runtime, state).root,
        read_answers(answer, {str(p["id"]) for p in waiting}),
        now=datetime.now(UTC),
        time_zone=state["turn"]["time_zone"],
    )
    return {"report": {**state["report"], "decisions": outcomes}}


def _asked(state: AgentState) -> list[Any]:
    return list(state["decided"]["ask"])
