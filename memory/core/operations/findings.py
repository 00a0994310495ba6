"""What `holdfast doctor` and `/ready` find: one finding a check, each with its remedy."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

State = Literal["ok", "warn", "fail"]
STATES: tuple[State, ...] = get_args(State)
"""From good to bad."""


@dataclass(frozen=True)
class Finding:
    """What one check found."""

    check: str
    """What was looked at, in a word."""
    state: State
    told: str
    """What was found and what it means, in a sentence."""
    remedy: str = ""
    """What to do; empty where there is nothing to do."""
    ms: float = 0.0
    """Milliseconds the check took."""


def worst(findings: Iterable[Finding]) -> State:
    """Return the worst state of all; of none it is good."""
    return max((finding.state for finding in findings), key=STATES.index, default="ok")
