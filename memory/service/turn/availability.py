"""A turn whose store fails: what is known all the same, and what is told."""

import logging
from typing import Any

from langgraph.store.base import BaseStore

from memory.core.errors import StorageError
from memory.core.facts.facts import Tombstone
from memory.service.facts.fact_index import FACTS

_log = logging.getLogger(__name__)


async def tombstones_now(store: BaseStore, root: str, *, readable: bool) -> tuple[list[Tombstone] | None, str | None]:
    """Return what the user forgot, and why that is not of this moment.

    From a store that is not `readable`, or fails, what this process read last; None: it read nothing yet.
    """
    problem = None
    if readable:
        try:
            return (await FACTS.load_newest(store, root)).tombstones, None
        except StorageError as error:
            problem = str(error)
    return FACTS.tombstones_read(store, root), problem


def tell_unavailable(report: dict[str, Any], thread: str, reason: str, consequence: str) -> None:
    """Note in a turn's context report, and in the log, that memory failed in it; a turn says it once."""
    if report.get("unavailable"):
        return
    report["unavailable"] = reason
    report["degraded"] = [*report["degraded"], f"memory is unavailable: {reason} {consequence}"]
    _log.error("memory is unavailable in a turn of thread %s: %s %s", thread, reason, consequence)


KEPT = "This turn is kept in the thread's state and recorded when memory is back."
"""What follows of a turn that could not be recorded."""
FACTS_LATER = "The facts of this turn are looked for again in the next one."
"""What follows of facts that could not be written."""
