"""How strong a fact stands in memory: it fades while nobody needs it, and the slower the more often it was needed.

strength = importance x 0.5 ^ (idle days / half-life)
half-life = 30 days x (1 + log2(1 + uses))

The half-life that grows with use is that of half-life regression (Settles and Meeder, "A Trainable Spaced Repetition
Model for Language Learning", ACL 2016: p = 2^(-t/h)); forgetting agents of MemoryBank (Zhong et al., AAAI 2024) and the
score of Generative Agents (Park et al., UIST 2023: importance beside exponential recency) do likewise. A fact that was
used once fades half as fast as one that never was, one used three times a third as fast.
"""

from math import log2

from memory.core.defaults import DEFAULTS

HALF_LIFE_DAYS = 30.0
"""Days in which the strength of a fact that was never used halves."""
IMPORTANT = 0.55
"""Importance from which a fact is never set aside: what the user asked to remember has it."""
FLOOR = IMPORTANT / 2
"""Strength down to which an idle fact stays."""


def half_life_days(uses: int) -> float:
    """Return the days in which the strength of a fact halves that was of use in so many turns."""
    return HALF_LIFE_DAYS * (1 + log2(1 + uses))


def strength(importance: float, uses: int, idle_days: float) -> float:
    """Return the strength of a fact, from 0 to its importance (0..1)."""
    return float(importance * 0.5 ** (max(idle_days, 0.0) / half_life_days(uses)))


def recent_use(uses: int, idle_days: float) -> float:
    """Return from 0 to 1 how much a fact was used of late: more the more often, less the longer ago the last time."""
    return float((1 - 1 / (1 + uses)) * 0.5 ** (max(idle_days, 0.0) / half_life_days(uses)))


def days_kept(importance: float, uses: int) -> float:
    """Return the days without a use after which a fact that is not important is set aside; `idle_days` at least."""
    fading = half_life_days(uses) * log2(importance / FLOOR) if importance > 0 else 0.0
    return max(DEFAULTS.idle_days, fading)
