"""What Holdfast counts of its work, beside the platform's own metrics at /metrics.

No label names a user, a thread or anything else without bounds; nothing here reads a store.
"""

from collections.abc import Mapping
from typing import Any, Literal, get_args

from prometheus_client import Counter, Gauge, Histogram

from memory.core.window.degradations import REASONS, reasons_of

Ending = Literal["answered", "repeated", "stopped", "failed", "refused"]
"""`repeated`: its message had been answered before; `refused`: the thread does not take it."""
Decision = Literal["written", "asked", "rejected"]
Answer = Literal["approved", "rejected"]
Work = Literal["thread", "user"]
Failure = Literal["late", "failed"]
Delivered = Literal["taken", "failed", "dead"]
"""Of one attempt; `failed`: it is tried again; `dead`: it was the last."""
Kept = Literal["expired", "emptied", "thinned"]
"""Events and archived facts; messages that lost their content; threads that lost checkpoints."""

_SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120)
_RECALL_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1)
_SHARES = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0)

_TURNS = Counter("holdfast_turns", "Turns, by how they ended", ["ending"])
_FIRST_TOKEN = Histogram(
    "holdfast_first_token_seconds", "From the begin of a turn to the first text shown", buckets=_SECONDS
)
_RECALL = Histogram("holdfast_recall_seconds", "What recall took of a turn", buckets=_RECALL_SECONDS)
_DEGRADED = Counter("holdfast_degraded_turns", "Turns in which something was left out, by reason", ["reason"])
_PROPOSALS = Counter("holdfast_proposals", "Possible facts, by what the policy decided", ["decision"])
_DECIDED = Counter("holdfast_pending_decided", "Facts that waited, by what a person decided", ["answer"])
_STORE_ERRORS = Counter("holdfast_store_errors", "Batches of turns that the store did not answer", ["kind"])
_FOLDS = Counter("holdfast_folds", "Leaf summaries that consolidation made")
_CONSOLIDATED = Counter("holdfast_consolidated", "Threads and users that consolidation took up", ["what", "outcome"])
_EXPIRED = Counter("holdfast_expired", "What was kept for as long as the settings say, and went", ["what"])
_DRIFT = Histogram(
    "holdfast_drift_ratio", "Share of exact strings a summary had lost when it was made anew", buckets=_SHARES
)
_DELIVERIES = Counter("holdfast_deliveries", "Attempts to tell a webhook or hook of an event", ["result"])
_DEAD = Gauge("holdfast_dead_letters", "Events that nobody took, as of the last minute; 1,000 at most")
_DUE = Gauge("holdfast_due_threads", "Threads that wait for consolidation, as of the last minute; 1,000 at most")
_DUE_AGE = Gauge("holdfast_due_oldest_seconds", "How long the one of them waits that was marked first")

# Each is there from the start: a rate over a counter that comes up with its first failure misses that failure.
for _counter, _values in (
    (_TURNS, get_args(Ending)),
    (_DEGRADED, REASONS),
    (_PROPOSALS, get_args(Decision)),
    (_DECIDED, get_args(Answer)),
    (_STORE_ERRORS, get_args(Failure)),
    (_DELIVERIES, get_args(Delivered)),
    (_EXPIRED, get_args(Kept)),
):
    for _value in _values:
        _counter.labels(_value)
for _what in get_args(Work):
    for _outcome in ("done", "failed"):
        _CONSOLIDATED.labels(_what, _outcome)


def count_turn(ending: Ending) -> None:
    """Count a turn that has no report of its own."""
    _TURNS.labels(ending).inc()


def count_answer(report: Mapping[str, Any]) -> None:
    """Count an answered turn, its times and what degraded in it, by its context report."""
    _TURNS.labels("answered").inc()
    times = report["ms"]
    _RECALL.observe(times["recall"] / 1000)
    if "first_token" in times:
        _FIRST_TOKEN.observe(times["first_token"] / 1000)
    for reason in reasons_of(report["degraded"]):
        _DEGRADED.labels(reason).inc()


def count_store_error(kind: Failure) -> None:
    """Count a batch that the store refused or did not answer in time."""
    _STORE_ERRORS.labels(kind).inc()


def count_proposals(written: int, asked: int, rejected: int) -> None:
    """Count what was decided about possible facts; those asked about wait from now on."""
    for decision, number in (("written", written), ("asked", asked), ("rejected", rejected)):
        _PROPOSALS.labels(decision).inc(number)


def count_decision(answer: Answer) -> None:
    """Count a fact that waits no longer."""
    _DECIDED.labels(answer).inc()


def count_consolidation(report: Mapping[str, Any]) -> None:
    """Count what a run of consolidation did, by its report."""
    _FOLDS.inc(report["leaves"])
    for what, all_of, failed in (("thread", "threads", "failed"), ("user", "users", "failed_users")):
        bad = len(report[failed])
        _CONSOLIDATED.labels(what, "failed").inc(bad)
        _CONSOLIDATED.labels(what, "done").inc(report[all_of] - bad)
    for kept in get_args(Kept):
        _EXPIRED.labels(kept).inc(report[kept])
    if report["drift"] is not None:
        _DRIFT.observe(report["drift"])


def show_queue(threads: int, oldest_seconds: float) -> None:
    """Show how many threads wait for consolidation, and for how many seconds the oldest does."""
    _DUE.set(threads)
    _DUE_AGE.set(oldest_seconds)


def count_delivery(result: Delivered) -> None:
    """Count an attempt to deliver an event."""
    _DELIVERIES.labels(result).inc()


def show_dead_letters(number: int) -> None:
    """Show how many events wait for an operator, as no attempt delivered them."""
    _DEAD.set(number)
