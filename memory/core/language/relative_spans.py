"""The days a relative date means, and whole weeks, months and years counted from a day."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date, timedelta


@dataclass(frozen=True)
class Span:
    """Days that follow each other."""

    first: date
    last: date
    """Included; equal to `first` for one day."""

    def label(self, to: str = "to") -> str:
        """Return the days as people write them: a date, a month `2026-12`, a year `2025`, or first `to` last."""
        if self.first == self.last:
            return self.first.isoformat()
        if self == year_span(self.first, 0):
            return f"{self.first.year:04d}"
        if self == month_span(self.first, 0):
            return f"{self.first.year:04d}-{self.first.month:02d}"
        return f"{self.first} {to} {self.last}"


def day_span(day: date, days: int) -> Span | None:
    """Return the day `days` after `day`; None: the calendar does not reach there, here as below."""
    try:
        found = day + timedelta(days=days)
    except OverflowError:
        return None
    return Span(found, found)


def week_span(day: date, weeks: int) -> Span | None:
    """Return the week, Monday to Sunday, that is `weeks` after the one of `day`."""
    first, last = day_span(day, 7 * weeks - day.weekday()), day_span(day, 7 * weeks - day.weekday() + 6)
    return Span(first.first, last.last) if first and last else None


def month_span(day: date, months: int) -> Span | None:
    """Return the month that is `months` after the one of `day`."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if not MINYEAR <= year <= MAXYEAR:
        return None
    return Span(date(year, month + 1, 1), date(year, month + 1, monthrange(year, month + 1)[1]))


def year_span(day: date, years: int) -> Span | None:
    """Return the year that is `years` after the one of `day`."""
    year = day.year + years
    return Span(date(year, 1, 1), date(year, 12, 31)) if MINYEAR <= year <= MAXYEAR else None


def date_span(year: int, month: int, day: int) -> Span | None:
    """Return one date; None: there is no such day."""
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return Span(found, found)
