"""State of the consolidation graph: plain JSON."""

from typing import Annotated, NotRequired, TypedDict, TypeVar

from memory.service.consolidation.consolidation import ThreadReport
from memory.service.consolidation.retention import UserReport
from memory.service.extraction.model_extraction import ExtractionReport

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
    full: bool
    """Its summary is made anew from the whole transcript."""


class UserTask(TypedDict):
    """One user whose facts are to be looked over."""

    root: str


class ConsolidationReport(TypedDict):
    """What one run did."""

    threads: int
    leaves: int
    entries: int
    """Entries folded."""
    shortened: int
    """Long messages that got a short form."""
    calls: int
    """Requests to the model that writes summaries."""
    input_tokens: int
    """Tokens of those requests."""
    fallbacks: int
    """Texts that it was asked for and that rules wrote."""
    invented: int
    """Exact strings that nobody had said and that were taken out of what it wrote."""
    drift: float | None
    """The largest share of exact strings that a summary had lost when it was made anew, None when none was."""
    facts: int
    """New facts that a model found."""
    asked: int
    """New proposals of it that wait."""
    unread: int
    """Messages that it is to be asked about again."""
    users: int
    """Users whose facts were looked over."""
    merged: int
    """Facts that went into one that says the same."""
    archived: int
    """Facts set aside in the archive, as they were long unused or too many."""
    expired: int
    """Events and archived facts that were kept for as long as the settings say."""
    emptied: int
    """Messages that lost their content for the same reason."""
    thinned: int
    """Threads that lost checkpoints for the same reason."""
    notes: list[str]
    """What was not done, as by a model that shortens or looks for facts, and why."""
    failed: list[ThreadReport]
    """Threads that failed and stay due."""
    failed_users: list[UserReport]
    """Users with whom it failed; they stay due."""


class ConsolidationInput(TypedDict):
    """What to consolidate: one thread, everything due of one user (`thread` None), or everything due."""

    root: str | None
    thread: str | None
    budget: NotRequired[int | None]
    full: NotRequired[bool]
    """Whatever is due: make summaries anew from the whole transcript, and look over the facts; by default not."""


class ConsolidationState(ConsolidationInput):
    """The channels of a run."""

    tasks: list[ThreadTask]
    """Set once by the plan."""
    reports: Annotated[list[ThreadReport], collect]
    """One from each thread, in no order."""
    extractions: Annotated[list[ExtractionReport], collect]
    """One from each thread in which a model looked for facts, in no order."""
    users: list[UserTask]
    """Set once, when all threads are done."""
    looked_over: Annotated[list[UserReport], collect]
    """One from each user, in no order."""
    report: ConsolidationReport
    """Set once, at the end."""
