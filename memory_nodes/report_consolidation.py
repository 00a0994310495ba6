"""Sums up what a run of consolidation did."""

import logging
from collections import Counter
from typing import Any

from memory.service.operations.metrics import count_consolidation
from memory_nodes.consolidation_state import ConsolidationReport, ConsolidationState

_log = logging.getLogger(__name__)


_DONE = (
    "consolidated %(threads)d threads: %(entries)d entries into %(leaves)d leaves, %(facts)d facts found, "
    "%(threads_failed)d failed; of %(users)d users %(merged)d facts merged, %(archived)d archived, "
    "%(expired)d events and facts, %(emptied)d messages and the checkpoints of %(thinned)d threads no longer kept, "
    "%(users_failed)d failed; %(calls)d requests of %(input_tokens)d tokens for "
    "summaries, %(fallbacks)d texts left to rules, %(invented)d invented strings taken out"
)


async def report_consolidation(state: ConsolidationState) -> dict[str, Any]:
    """Set the report of the run and log it on one line, what a model did not do on lines of their own."""
    report = _summed_up(state)
    count_consolidation(report)
    for note in report["notes"]:
        _log.warning("%s", note)
    failed = {"threads_failed": len(report["failed"]), "users_failed": len(report["failed_users"])}
    _log.info(_DONE, {**report, **failed})
    return {"report": report}


def _summed_up(state: ConsolidationState) -> ConsolidationReport:
    reports, extractions, users = state["reports"], state["extractions"], state["looked_over"]
    return {
        "threads": len(reports),
        "leaves": sum(r["leaves"] for r in reports),
        "entries": sum(r["entries"] for r in reports),
        "shortened": sum(r["shortened"] for r in reports),
        "calls": sum(r["calls"] for r in reports),
        "input_tokens": sum(r["input_tokens"] for r in reports),
        "fallbacks": sum(r["fallbacks"] for r in reports),
        "invented": sum(r["invented"] for r in reports),
        "drift": max((r["drift"] for r in reports if r["drift"] is not None), default=None),
        "facts": sum(e["written"] for e in extractions),
        "asked": sum(e["asked"] for e in extractions),
        "unread": sum(e["failed"] for e in extractions),
        "users": len(users),
        "merged": sum(u["merged"] for u in users),
        "archived": sum(u["idle"] + u["full"] for u in users),
        "expired": sum(u["expired"] for u in users),
        "emptied": sum(u["emptied"] for u in users),
        "thinned": sum(u["thinned"] for u in users),
        "notes": _counted([note for part in (*reports, *extractions, *users) for note in part["notes"]]),
        "failed": [r for r in reports if "error" in r],
        "failed_users": [u for u in users if "error" in u],
    }


def _counted(notes: list[str]) -> list[str]:
    """Return each note once, with how many threads or users it was told of: a model that is down fails them all."""
    return [f"{note} ({times} times)" if times > 1 else note for note, times in Counter(notes).items()]
