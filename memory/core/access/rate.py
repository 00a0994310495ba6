"""How many requests a caller may still send: a bucket that fills evenly."""

from dataclasses import dataclass

_MINUTE = 60.0


@dataclass(frozen=True)
class Bucket:
    """What one caller has left."""

    left: float
    """Requests."""
    at: float
    """Seconds, when that was so."""


def take(bucket: Bucket | None, now: float, a_minute: int) -> tuple[Bucket, float]:
    """Return the bucket after one more request at `now`, and the seconds to wait: 0.0 lets the request through.

    None is a new caller's, which is full: one minute's requests. A refused request takes nothing.
    """
    full = float(a_minute)
    before = bucket or Bucket(full, now)
    left = min(full, before.left + max(0.0, now - before.at) * full / _MINUTE)
    if left >= 1:
        return Bucket(left - 1, now), 0.0
    return Bucket(left, now), (1 - left) * _MINUTE / full
