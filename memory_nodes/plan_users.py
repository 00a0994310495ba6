"""Decides whose facts this run looks over, once its threads are done."""

from datetime import UTC, datetime
from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import Send

from memory.service.access.identity import bounded_to
from memory.service.consolidation.consolidation_plan import users_to_look_over
from memory_nodes.consolidation_state import ConsolidationState, UserTask
from memory_nodes.runtime_store import required_store


async def plan_users(state: ConsolidationState, runtime: Runtime) -> dict[str, Any]:
    """Set the users: of a thread its owner if due, else the user asked for, or everyone who is due."""
    roots = await users_to_look_over(
        required_store(runtime),
        state.get("root"),
        state.get("thread"),
        datetime.now(UTC),
        full=state.get("full", False),
        caller=bounded_to(runtime),
    )
    users: list[UserTask] = [{"root": root} for root in roots]
    return {"users": users}


def each_user(state: ConsolidationState) -> list[Send] | str:
    """Send each user to the node of its own, or go to the report when none is due."""
    return [Send("consolidate_user", user) for user in state["users"]] or "report_consolidation"
