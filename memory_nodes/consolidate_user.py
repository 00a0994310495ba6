"""Looks over the facts of one user."""

import logging
from datetime import UTC, datetime
from typing import Any

from langgraph.runtime import Runtime

from memory.service.access.identity import check_reach
from memory.service.consolidation.retention import UserReport, empty_user_report, look_over
from memory.service.consolidation.single_flight import error_line
from memory_nodes.consolidation_state import UserTask
from memory_nodes.runtime_store import required_store

_log = logging.getLogger(__name__)


async def consolidate_user(state: UserTask, runtime: Runtime) -> dict[str, Any]:
    """Merge doubles and retire facts; a user with whom it fails is reported, stays due and stops no other.

    Raises OwnershipError: it is another user.
    """
    check_reach(runtime, state["root"])
    store, root = required_store(runtime), state["root"]
    report: UserReport
    try:
        report = await look_over(store, root, datetime.now(UTC))
    except Exception as error:  # noqa: BLE001  # whatever one user's data raises, the others go on
        _log.exception("looking over the facts of %s failed; they stay due", root)
        report = {**empty_user_report(root), "error": error_line(error)}
    return {"looked_over": [report]}
