"""Relative dates in English: how each form is written, and the days it means.

Weeks begin on Monday. "last Wednesday" is the latest Wednesday before that day, "this Friday" the first one from that
day on. Where people read a form in two ways, it means nothing here unless both give the same day: "next Friday".
"""

import re
from collections.abc import Callable
from datetime import date, timedelta

from memory.core.language.relative_spans import Span, day_span, month_span, week_span, year_span

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAY = (
    "(?:(?i:monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
    "|(?:Mon|Tues?|Wed|Thurs?|Thu|Fri|Sat|Sun)(?![a-z]))"
)
_MONTH = (
    "(?:January|February|March|April|May|June|July|August|September|October|November|December"
    "|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)(?![a-z])"
)
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: i for i, word in enumerate(_WORDS, start=1)} | {"a": 1, "an": 1}
_NUMBER = rf"(\d{{1,4}}|(?i:{'|'.join(sorted(_NUMBERS, key=len, reverse=True))}))"
_UNIT = "((?i:day|week|month|year))(?i:s)?"
_NOT_VAGUE = r"(?<!\bor )(?<!\bto )(?<![-–.,\d])"
_NOT_LASTING = "".join(
    rf"(?<!{word} )"
    for word in ("ed", "once", "time", "first", "done", "read", "wrote", "built", "made", "did it", "done it")
)
_NAMED_DAYS = {"yesterday": -1, "today": 0, "tomorrow": 1, "tonight": 0, "last night": -1}
_STEPS = {"last": -1, "this": 0, "next": 1}

_Meaning = Callable[[re.Match[str], date], Span | None]


def _named_day(match: re.Match[str], day: date) -> Span | None:
    text = " ".join(match[0].lower().split()).removesuffix("'s").removesuffix("’s")
    if "day" in text.split()[:2] and "before" in text:
        return day_span(day, -2)
    if "day" in text.split()[:2] and "after" in text:
        return day_span(day, 2)
    first = text if text == "last night" else text.split()[0]
    return day_span(day, _NAMED_DAYS.get(first, 0))


def _weekday(match: re.Match[str], day: date) -> Span | None:
    which, wanted = " ".join(match[1].lower().split()), _DAYS.index(match[2][:3].lower())
    back, ahead = (day.weekday() - wanted - 1) % 7 + 1, (wanted - day.weekday() - 1) % 7 + 1
    if which in ("last", "past", "this past"):
        return day_span(day, -back)
    if which == "this":
        return day_span(day, ahead % 7)
    if which == "next" and wanted > day.weekday():
        return None  # of this week, or of the next: people differ
    return day_span(day, ahead)


def _day_of_week(match: re.Match[str], day: date) -> Span | None:
    monday = day - timedelta(days=day.weekday()) + timedelta(weeks=_STEPS[match[2].lower()])
    return day_span(monday, _DAYS.index(match[1][:3].lower()))


def _period(match: re.Match[str], day: date) -> Span | None:
    step, unit = _STEPS[match[1].lower()], match[2].lower()
    if unit == "weekend":
        week = week_span(day, step)
        return None if step > 0 or week is None else Span(week.last - timedelta(days=1), week.last)
    return {"week": week_span, "month": month_span, "year": year_span}[unit](day, step)


def _period_beyond(match: re.Match[str], day: date) -> Span | None:
    step = -2 if match[2].lower() == "before last" else 2
    return {"week": week_span, "month": month_span, "year": year_span}[match[1].lower()](day, step)


def _named_month(match: re.Match[str], day: date) -> Span | None:
    month = _MONTHS.index(match[2][:3].lower()) + 1
    if match[1].lower() == "this":
        return month_span(day, month - day.month)
    return month_span(day, -((day.month - month - 1) % 12 + 1))


def _count(match: re.Match[str], day: date) -> Span | None:
    number = _NUMBERS.get(match[1].lower()) or int(match[1])
    forward = match.re.groups < 3 or match[3].lower() != "ago"  # noqa: PLR2004  # "in …" has no third group
    steps, unit = number if forward else -number, match[2].lower()
    if unit == "week":
        return day_span(day, 7 * steps)
    return {"day": day_span, "month": month_span, "year": year_span}[unit](day, steps)


_HER = r"(?:['’]s(?![A-Za-z]))?"
_PART = r"(?:\s(?i:morning|afternoon|evening|night))?"
FORMS: tuple[tuple[str, _Meaning], ...] = (
    (rf"(?i:(?:the\s)?day\s(?:before\syesterday|after\stomorrow)){_HER}", _named_day),
    (rf"(?i:yesterday|tomorrow|today|tonight){_HER}{_PART}", _named_day),
    (r"(?i:last\snight|this\s(?:morning|afternoon|evening))", _named_day),
    (rf"((?i:this\scoming|this\spast|last|next|this|coming|past))\s({_WEEKDAY}){_HER}{_PART}", _weekday),
    (rf"({_WEEKDAY})\s(?i:of\s)?((?i:last|this|next))\s(?i:week)", _day_of_week),
    (rf"(?<!\bthe )((?i:last|this|next))\s((?i:weekend|week|month|year)){_HER}", _period),
    (r"(?i:the\s)?((?i:week|month|year))\s((?i:before\slast|after\snext))", _period_beyond),
    (rf"((?i:last|this))\s({_MONTH})", _named_month),
    (rf"{_NOT_VAGUE}{_NUMBER}\s{_UNIT}\s((?i:ago|from\snow|from\stoday))", _count),
    (rf"{_NOT_LASTING}(?i:in)\s{_NUMBER}\s{_UNIT}(?!\s(?i:of|or|to)(?![a-z]))(?:['’]\stime)?", _count),
)
"""Each form and what it means on a day; none is part of a longer word."""

UNRESOLVED = (
    rf"(?i:next)\s{_MONTH}",
    r"(?i:last|next|this)\s(?i:quarter)",
    rf"(?i:on)\s{_WEEKDAY}",
    rf"{_NUMBER}\s{_UNIT}\s(?i:later)",
)
"""Forms that tell a date, but not which one."""

START = re.compile(
    r"[ADCEFILMNOPSTWYadcefilmnopstwy0-9](?<![A-Za-z0-9_@/.].)"
    r"(?=he\sday|ay\s[ba]|esterd|ODAY|oday|omorr|OMORR|onight|ast\s|ext\s|his\s|oming\s"
    r"|[a-z]{2,8}+(?<=day)\s(?:of\s)?[ltn]|(?:he\s)?(?:week|month|year)\s[ba]|eek\s[ba]|onth\s[ba]|ear\s[ba]|n\s[0-9a-zA-Z]"
    r"|[0-9a-z]{0,5}+\s(?i:day|week|month|year))"
)
"""What a form can begin with, so that most words are passed over fast."""
