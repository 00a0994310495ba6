"""State of the consolidation graph: plain JSON."""

from typing import Annotated, NotRequired, TypedDict, TypeVar

from memory.service.consolidation import ThreadReport
from memory.service.model_extraction import ExtractionReport

ReportT = TypeVar("ReportT")


def collect(reports: list[ReportT], more: list[ReportT] | None) -> list[ReportT]:
    """Return the reports of this run: None begins a new list, since the thread of a run outlives it."""
    return [] if more is None else [*reports, *more]


class ThreadTask(TypedDict):
    """One thread to consolidate."""

    root: str
    """Label of the user's memory (`ids.user_root`)."""
    thread: str
    budget: int | None
    """Tokens of the thread's context window, None for the default."""


class ConsolidationReport(TypedDict):
    """What one run did."""

    threads: int
    leaves: int
    entries: int
    """Entries folded."""
    shortened: int
    """Long messages that got a short form."""
    facts: int
    """New facts that a model found."""
    asked: int
    """New proposals of it that wait."""
    unread: int
    """Messages that it is to be asked about again."""
    notes: list[str]
    """What a model that shortens or looks for facts did not do, and why."""
    failed: list[ThreadReport]
    """Threads that failed and stay due."""


class ConsolidationInput(TypedDict):
    """What to consolidate: one thread, everything due of one user (`thread` None), or everything due."""

    root: str | None
    thread: str | None
    budget: NotRequired[int | None]


class ConsolidationState(ConsolidationInput):
    """The channels of a run."""

    tasks: list[ThreadTask]
    """Set once by the plan."""
    reports: Annotated[list[ThreadReport], collect]
    """One from each thread, in no order."""
    extractions: Annotated[list[ExtractionReport], collect]
    """One from each thread in which a model looked for facts, in no order."""
    report: ConsolidationReport
    """Set once, at the end."""
