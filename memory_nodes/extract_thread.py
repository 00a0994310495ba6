"""Looks for facts with a model in what was said in one thread."""

import logging
from datetime import UTC, datetime
from typing import Any

from langgraph.runtime import Runtime

from memory.models.settings import read_model_settings
from memory.service.access.identity import check_reach
from memory.service.consolidation.single_flight import error_line, one_at_a_time
from memory.service.extraction import model_extraction
from memory.service.extraction.model_asking import extractor
from memory.service.extraction.model_extraction import ExtractionReport, empty_extraction
from memory.service.turn.token_counts import counter_for
from memory_nodes.consolidation_state import ThreadTask
from memory_nodes.runtime_store import required_store

_log = logging.getLogger(__name__)


async def extract_thread(state: ThreadTask, runtime: Runtime) -> dict[str, Any]:
    """Read on in the thread, if a model looks for facts; one that fails is reported, stays unread, stops no other.

    Raises OwnershipError: it is another user's.
    """
    check_reach(runtime, state["root"])
    store, settings, thread = required_store(runtime), read_model_settings(), state["thread"]
    ask = extractor(settings)
    if ask is None:
        return {"extractions": []}
    report: ExtractionReport
    try:
        async with one_at_a_time("extract", state["root"], thread):
            report = await model_extraction.extract_thread(
                store, state["root"], thread, clock=_now, ask=ask, count=counter_for(settings).text
            )
    except Exception as error:  # noqa: BLE001  # whatever one thread's data raises, the others go on
        _log.exception("looking for facts in %s failed; it stays unread", thread)
        report = {**empty_extraction(thread), "notes": [f"{thread}: {error_line(error)}"]}
    return {"extractions": [report]}


def _now() -> datetime:
    return datetime.now(UTC)
