"""Refuses a message on a thread that belongs to someone else."""

from typing import Any

from memory.core.errors import OwnershipError
from memory.service.identity import NOT_YOURS
from memory_nodes.state import AgentState


async def refuse(state: AgentState) -> dict[str, Any]:  # noqa: ARG001  # a node takes the state
    """Raise OwnershipError; a node of its own, so that the message has left the thread's state when it fails."""
    raise OwnershipError(NOT_YOURS)
