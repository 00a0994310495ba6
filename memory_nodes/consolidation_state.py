"""State of the consolidation graph: plain JSON."""

from typing import Annotated, NotRequired, TypedDict

from memory.service.consolidation import ThreadReport


def collect(reports: list[ThreadReport], more: list[ThreadReport] | None) -> list[ThreadReport]:
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
    notes: list[str]
    """What a model that shortens did not do, and why."""
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
    report: ConsolidationReport
    """Set once, at the end."""
