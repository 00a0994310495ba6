"""Moments as they are compared; nothing here reads a clock."""

from datetime import UTC, datetime, timedelta

INSTANT = timedelta(microseconds=1)
"""The least by which one moment is later than another."""
_UNKNOWN = datetime.min.replace(tzinfo=UTC)


def moment(text: str) -> datetime:
    """Return the moment of an ISO time, in UTC unless it names another zone; what is no time comes before all."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return _UNKNOWN
    return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)
