"""From when and until when a fact is true: read in its words at writing, compared as moments ever after."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from memory.core.facts.fact_dates import FactDate, fact_dates, in_dates, with_dates
from memory.core.facts.slots import arity_of
from memory.core.language.times import moment

_DAY = timedelta(days=1)
_ABOUT_DATES = frozenset({"birthday", "age", "anniversary", "schedule"})
"""Slots whose value is a date or a time itself."""
_TELLS_A_DATE = re.compile(
    r"\b(?:birthdays?|b-?days?|anniversar(?:y|ies)|name day|was born|expires?|expiry|expiration|runs? out|due"
    r"|deadline)\b"
    r"|生日|纪念日|紀念日|忌日|出生|到期|过期|過期|截止日?(?!到)",
    re.IGNORECASE,
)
"""What is told of a date itself, which is so from now on: "my sister's birthday is June 8"."""
_UNTIL = re.compile(r"(?:\b(?:until|till?|through|up to)(?: the| on)?|[到至]|截止|截至)\s?$", re.IGNORECASE)
_FROM = re.compile(
    r"(?:\b(?:since|from|starting|beginning|as of|effective)(?: the| on)?|[从從自]|自从|自從)\s?$", re.IGNORECASE
)
_END_OF = re.compile(r"\bend of (?:the )?$", re.IGNORECASE)
_AT_END = re.compile(r"[底末]$")
_TILL_THEN = re.compile(r"\s?(?:\([^)]*\))?(?:为止|為止)")
_FROM_THEN = re.compile(r"\s?(?:\([^)]*\))?(?:起|以来|以來|开始|開始)")


@dataclass(frozen=True)
class Times:
    """When a fact is true, as `facts.Proposal` holds it."""

    valid_from: str | None = None
    valid_until: str | None = None


@dataclass(frozen=True)
class Dated:
    """Words with the dates in them read."""

    text: str
    """With the day beside each relative date."""
    same: str
    """With the day instead of it: equal words that mean the same days are the same fact."""


def dated(text: str, said: datetime) -> Dated:
    """Return words said at `said` (aware, in the user's zone) with the days their relative dates mean."""
    found = fact_dates(text, said)
    return Dated(with_dates(text, found), in_dates(text, found))


def without_date(value: str, said: datetime, slot: str | None) -> str:
    """Return a slot's value without the relative date it ends with: it tells when, not what ("Berlin tomorrow")."""
    dates = fact_dates(value, said) if slot not in _ABOUT_DATES else []
    last = next((d for d in dates if d.relative and d.start > 0 and not value[d.end :].strip(" .。)）")), None)
    return value[: last.start].rstrip(" ,，") if last else value


def times_of(quote: str, said: datetime, slot: str | None, value: str | None) -> Times:
    """Return when the fact told by `quote` is true; `said` is aware, in the user's zone.

    A date after "until" ends it, any other begins it. What had ended when it was said is told of the past and does
    not end. What is told of a date itself, a birthday or an expiry, is so at once. In a slot that holds several values
    only a date after "since" or "from" begins one: "my son turns five tomorrow" does not begin tomorrow.
    """
    if slot in _ABOUT_DATES or _TELLS_A_DATE.search(quote):
        return Times()
    dates = [d for d in fact_dates(quote, said) if not (value and quote[d.start : d.end] in value)]
    ends = [d for d in dates if _is_until(quote, d)]
    until = max((d.span.last for d in ends), default=None)
    begins = [d for d in dates if d not in ends and (slot is None or arity_of(slot) == "one" or _is_from(quote, d))]
    first = next((d for d in begins if _is_from(quote, d)), begins[0] if begins else None)
    return Times(
        _first_day(quote, first).isoformat() if first else None,
        until.isoformat() if until and until >= said.date() else None,
    )


def begins_at(fact: Mapping[str, Any]) -> datetime:
    """Return the moment from which a fact counts: when it was said, or when it comes true if that is later."""
    told = moment(fact["observed_at"])
    start = fact.get("valid_from")
    return max(told, _start(start, zone_named(fact.get("time_zone")))) if start else told


def ends_at(fact: Mapping[str, Any]) -> datetime | None:
    """Return the moment at which a fact ends by itself, exclusive; None: it does not."""
    end = fact.get("valid_until")
    if not end:
        return None
    day = _day(end)
    return _start((day + _DAY).isoformat() if day else end, zone_named(fact.get("time_zone")))


def zone_named(name: str | None) -> tzinfo:
    """Return the time zone called `name`; UTC where there is none of that name on this machine."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def _start(text: str, zone: tzinfo) -> datetime:
    day = _day(text)
    return datetime.combine(day, time.min, zone).astimezone(UTC) if day else moment(text)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _is_until(quote: str, found: FactDate) -> bool:
    before, after = quote[: found.start], quote[found.end :]
    return _UNTIL.search(before) is not None or _TILL_THEN.match(after) is not None


def _is_from(quote: str, found: FactDate) -> bool:
    before, after = quote[: found.start], quote[found.end :]
    return _FROM.search(before) is not None or _FROM_THEN.match(after) is not None


def _first_day(quote: str, found: FactDate) -> date:
    ends = _END_OF.search(quote[: found.start]) or _AT_END.search(quote[found.start : found.end])
    return found.span.last if ends else found.span.first
