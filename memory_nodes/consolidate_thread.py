"""Consolidates one thread."""

import logging
from datetime import UTC, datetime
from typing import Any

from langgraph.runtime import Runtime

from memory.core.defaults import DEFAULTS
from memory.models.settings import read_model_settings
from memory.service.access.identity import check_reach
from memory.service.consolidation import consolidation
from memory.service.consolidation.consolidation import ThreadReport, empty_report
from memory.service.consolidation.consolidation_start import keep_due
from memory.service.consolidation.mailbox import Measures
from memory.service.consolidation.short_forms import shortener
from memory.service.consolidation.single_flight import error_line, one_at_a_time
from memory.service.consolidation.summarising import summariser
from memory.service.turn.token_counts import counter_for
from memory_nodes.consolidation_state import ThreadTask
from memory_nodes.runtime_store import required_store

_log = logging.getLogger(__name__)


async def consolidate_thread(state: ThreadTask, runtime: Runtime) -> dict[str, Any]:
    """Fold what is due in the thread; a thread that fails is reported, stays due and stops no other.

    Raises OwnershipError: it is another user's.
    """
    check_reach(runtime, state["root"])
    store = required_store(runtime)
    settings = read_model_settings()
    counter = counter_for(settings)
    budget = state["budget"] or DEFAULTS.context_budget
    measures = Measures(counter.text, counter.message, budget, shortener(settings), summariser(settings))
    report: ThreadReport
    try:
        async with one_at_a_time("fold", state["root"], state["thread"]):
            report = await consolidation.consolidate_thread(
                store, state["root"], state["thread"], clock=_now, measures=measures, full=state["full"]
            )
    except Exception as error:  # noqa: BLE001  # whatever one thread's data raises, the others go on
        _log.exception("consolidation of %s failed; it stays due", state["thread"])
        report = {**empty_report(state["root"], state["thread"]), "error": error_line(error)}
        await keep_due(store, state["root"], state["thread"], state["budget"])
    return {"reports": [report]}


def _now() -> datetime:
    return datetime.now(UTC)
