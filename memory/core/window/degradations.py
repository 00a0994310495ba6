"""What degraded in a turn, sorted into few reasons: metrics count those, the context report tells the rest."""

from collections.abc import Iterable
from typing import Literal, get_args

Reason = Literal["store", "model", "recall", "media", "summary", "forgotten", "overlap", "extraction", "other"]
REASONS: tuple[Reason, ...] = get_args(Reason)

_BEGINNINGS: tuple[tuple[str, Reason], ...] = (
    ("memory is unavailable", "store"),
    ("memory was back", "store"),
    ("model:", "model"),
    ("passages:", "recall"),
    ("meaning:", "recall"),
    ("images and files:", "media"),
    ("summary:", "summary"),
    ("what was forgotten:", "forgotten"),
    ("another run wrote", "overlap"),
    ("no facts by a model", "extraction"),
)


def reasons_of(degraded: Iterable[str]) -> set[Reason]:
    """Return why a turn degraded, given the lines its context report tells."""
    return {next((reason for words, reason in _BEGINNINGS if line.startswith(words)), "other") for line in degraded}
