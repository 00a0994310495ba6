"""Refuses a message that its thread does not take: the thread is another user's, or is no temporary one."""

from typing import Any

from memory.core.errors import InputError, OwnershipError
from memory.service.access.identity import NOT_YOURS
from memory_nodes.state import AgentState


async def refuse(state: AgentState) -> dict[str, Any]:
    """Raise OwnershipError or InputError; a node of its own, since the message has left the state when it runs."""
    if refusal := state["turn"].get("refusal"):
        raise InputError(*refusal)
    raise OwnershipError(NOT_YOURS)
