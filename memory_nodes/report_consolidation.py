"""Sums up what a run of consolidation did."""

import logging
from typing import Any

from memory_nodes.consolidation_state import ConsolidationReport, ConsolidationState

_log = logging.getLogger(__name__)


async def report_consolidation(state: ConsolidationState) -> dict[str, Any]:
    """Set the report of the run and log it on one line."""
    reports, extractions = state["reports"], state["extractions"]
    report: ConsolidationReport = {
        "threads": len(reports),
        "leaves": sum(r["leaves"] for r in reports),
        "entries": sum(r["entries"] for r in reports),
        "shortened": sum(r["shortened"] for r in reports),
        "facts": sum(e["written"] for e in extractions),
        "asked": sum(e["asked"] for e in extractions),
        "unread": sum(e["failed"] for e in extractions),
        "notes": [note for r in (*reports, *extractions) for note in r["notes"]],
        "failed": [r for r in reports if "error" in r],
    }
    _log.info(
        "consolidated %d threads: %d entries into %d leaves, %d facts found, %d failed",
        report["threads"],
        report["entries"],
        report["leaves"],
        report["facts"],
        len(report["failed"]),
    )
    return {"report": report}
