"""Whether a front end begins a new thread with every message: the most common reason why nothing is remembered."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

WINDOW = timedelta(hours=1)
LEAST_THREADS = 10
"""Threads of one user in `WINDOW` below which nothing is suspected."""
LEAST_SHARE = 0.8
"""Share of them with a single message of the user."""


@dataclass(frozen=True)
class Begun:
    """A thread that began."""

    at: datetime
    turns: int
    """Messages of the user that were answered in it; more than 1 all count alike."""


@dataclass(frozen=True)
class Burst:
    """Many threads of one user in a short time, most of a single message."""

    threads: int
    single: int
    """Those of a single message."""
    begun: datetime
    """When the first of them did."""


def crowded(times: Iterable[datetime]) -> list[datetime]:
    """Return the times of the newest stretch of `WINDOW` in which enough threads began, oldest first, else none.

    Cheap to ask before the messages of any thread are counted.
    """
    ordered = sorted(times)
    for end in range(len(ordered), LEAST_THREADS - 1, -1):
        stretch = [at for at in ordered[:end] if at >= ordered[end - 1] - WINDOW]
        if len(stretch) >= LEAST_THREADS:
            return stretch
    return []


def burst(threads: Sequence[Begun]) -> Burst | None:
    """Return what is suspicious about threads that began within `WINDOW`, None when nothing is."""
    single = sum(thread.turns <= 1 for thread in threads)
    if len(threads) < LEAST_THREADS or single < LEAST_SHARE * len(threads):
        return None
    return Burst(len(threads), single, min(thread.at for thread in threads))
