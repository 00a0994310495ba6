"""Moments as they are compared; nothing here reads a clock."""

from datetime import UTC, datetime, timedelta, tzinfo

INSTANT = timedelta(microseconds=1)
"""The least by which one moment is later than another."""
_UNKNOWN = datetime.min.replace(tzinfo=UTC)


def moment(text: str) -> datetime:
    """Return the moment of an ISO time, in UTC unless it names another zone; what is no time comes before all."""
    try:
        return as_utc(datetime.fromisoformat(text))
    except ValueError:
        return _UNKNOWN


def as_utc(at: datetime, zone: tzinfo = UTC) -> datetime:
    """Return a time in UTC; `zone` is its own where it names none. Raises ValueError: no year has it there."""
    try:
        return (at if at.tzinfo else at.replace(tzinfo=zone)).astimezone(UTC)
    except OverflowError as exc:
        raise ValueError("the time lies before the first year in UTC, or after the last") from exc


def day_of(time: datetime) -> float:
    """Return an aware time as days since the year 1, in UTC."""
    at = time.astimezone(UTC)
    return at.toordinal() + (at.hour * 3600 + at.minute * 60 + at.second) / 86_400
