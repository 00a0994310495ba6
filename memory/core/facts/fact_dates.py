"""The dates in the words of a fact, relative and absolute, as days.

More is read here than in a text that is only shown (`relative_dates.py`), since a fact is of little use without its
day: "next Friday" is the Friday of the next week; a weekday alone is the coming one where the words look ahead.
Quarters and half-years keep a calendar of their own and stay as they are.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from memory.core.anchors.anchor_numbers import folded, plain_number
from memory.core.anchors.anchor_patterns import DATE
from memory.core.language.relative_dates import as_they_are, beside, relative_dates, resolve
from memory.core.language.relative_spans import Span, date_span, day_span, month_span, week_span, year_span

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAYS_ZH = {c: i for i, c in enumerate("一二三四五六日")} | {"天": 6, "末": 5}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAY = r"(?P<day>(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)"
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})[a-z]*\.?"
_NEXT = re.compile(rf"next {_WEEKDAY}.*", re.IGNORECASE)
_ALONE = re.compile(rf"on {_WEEKDAY}|(?:周|週|星期|礼拜|禮拜)(?P<zh>[一二三四五六日天末])", re.IGNORECASE)
_AHEAD = re.compile(
    r"\b(?:will|won't|'ll|going to|gonna|need to|have to|must|appointments?|meetings?|interviews?|exams?|due"
    r"|relocat\w+|joining|beginning|deadline|flights?|fly|leave|leaving|move|moving|start|starting|is on|until"
    r"|till?|remind)\b"
    r"|[要得会會去到见見交开開]|有[个個]?|出发|出發|之前|以前|为止|為止",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"\b(?:was|were|did|had|went|got|met|saw|came|left|broke|bought|said|took|made|lost"
    r"|(?!(?:called|named|need|indeed|based|speed|feed|seed)\b)\w{2,}ed)\b|[了过過](?!年)",
    re.IGNORECASE,
)
_SINCE = re.compile(r"\b(?:since|been)\b|[自从從].*(?:以来|以來)|自从|自從|[从從].*(?:一直|已经|已經)", re.IGNORECASE)
_FROM_ON = re.compile(r"[自从從].*(?:起|开始|開始)")
"""What begins then, past or to come: a date without a year is the nearer one."""

_EVERY = re.compile(r"(?:\b(?:every|each)(?: other| second)?(?: on)?|每(?:年|个|個|逢|到)?|隔)\s?\Z", re.IGNORECASE)
_HABIT = re.compile(
    r"[都爱愛常]|一般|通常|总是|總是|喜欢|喜歡|不要|别|別|从不|從不|习惯|習慣|不(?:上班|工作|加班|回|看|接)|休息"
)


@dataclass(frozen=True)
class FactDate:
    """A date in the words of a fact."""

    start: int
    end: int
    """Character offsets, end exclusive."""
    span: Span
    relative: bool
    """It says nothing by itself: its days belong beside it."""
    dated: bool = False
    """Its days stand behind it already."""


def fact_dates(text: str, said: datetime) -> list[FactDate]:
    """Return the dates in `text`, said at `said` (aware, in the user's zone), in order, without overlap."""
    plain = folded(text)
    ahead = _AHEAD.search(plain) is not None and _BEHIND.search(plain) is None

    def means(expression: str, at: datetime) -> Span | None:
        return resolve(expression, at) or _settled(expression, at.date(), ahead=ahead)

    found = [
        FactDate(d.start, d.end, (d.dated and _in_brackets(plain, d.end)) or d.span, relative=True, dated=d.dated)
        for d in relative_dates(text, said, means)
    ]
    back = _looks_back(plain, ahead=ahead)
    kept = as_they_are(plain)
    others = [*_named(plain, said.date()), *_absolute(plain, said.date(), back=back)]
    if ahead or back:
        others += _month_alone(plain, said.date(), back=back)
    found += [one for one in others if not any(kept[one.start : one.end])]
    return [one for one in _apart(found) if not _recurs(plain, one)]


def _looks_back(plain: str, *, ahead: bool) -> bool | None:
    """Tell whether a date without a year is past; None: it is the nearer one, past or to come."""
    if _SINCE.search(plain) or (_BEHIND.search(plain) and not ahead):
        return True
    return None if _FROM_ON.search(plain) else False


def _recurs(plain: str, found: FactDate) -> bool:
    """Tell whether a date comes again and again (every Thursday, 每年5月1日, 周末 in a habit): it means no one day."""
    weekend = plain[found.start : found.end] in {"周末", "週末"} and _HABIT.search(plain) is not None
    return weekend or _EVERY.search(plain, max(0, found.start - 12), found.start) is not None


def with_dates(text: str, dates: Sequence[FactDate]) -> str:
    """Return `text` with the days behind each relative date that has none: "tomorrow (2026-03-06)"."""
    told, at = "", 0
    for found in dates:
        if found.relative and not found.dated:
            told += text[at : found.end] + beside(text[found.end - 1], found.span)
            at = found.end
    return told + text[at:]


def in_dates(text: str, dates: Sequence[FactDate]) -> str:
    """Return `text` with the days in the place of each relative date: what makes two sayings the same fact."""
    told, at = "", 0
    for found in dates:
        if not found.relative:
            continue
        told += text[at : found.start] + ("" if found.dated else found.span.label())
        at = found.end
    return told + text[at:]


def _settled(expression: str, day: date, *, ahead: bool) -> Span | None:
    """Return what people mean most by a date that can be read in several ways; None: it stays open."""
    plain = " ".join(expression.split())
    if match := _NEXT.fullmatch(plain):
        week = week_span(day, 1)
        return day_span(week.first, _DAYS.index(match["day"][:3].lower())) if week else None
    if ahead and (match := _ALONE.fullmatch(plain)):
        return _coming(day, _DAYS_ZH[match["zh"]] if match["zh"] else _DAYS.index(match["day"][:3].lower()))
    return None


def _coming(day: date, weekday: int) -> Span | None:
    return day_span(day, (weekday - day.weekday()) % 7)


def _until_weekday(match: re.Match[str], day: date) -> Span | None:
    return _coming(day, _DAYS.index(match["day"][:3].lower()))


def _end_of(match: re.Match[str], day: date) -> Span | None:
    unit = match["unit"].lower()
    span = {"week": week_span, "month": month_span, "year": year_span, "月": month_span, "年": year_span}[unit](day, 0)
    return day_span(span.last, 0) if span else None


_NAMED: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], date], Span | None]], ...] = (
    (
        re.compile(
            rf"(?:(?<=until )|(?<=till )|(?<=through )|(?<=by )|(?<=from )|(?<=starting )){_WEEKDAY}", re.IGNORECASE
        ),
        _until_weekday,
    ),
    (re.compile(r"(?:the )?end of (?:the|this) (?P<unit>week|month|year)\b", re.IGNORECASE), _end_of),
    (re.compile("(?<![上下个個这這本每一去今明前后後])(?P<unit>[月年])(?:底|末)"), _end_of),
)


def _named(plain: str, day: date) -> Iterator[FactDate]:
    for pattern, meaning in _NAMED:
        for match in pattern.finditer(plain):
            if span := meaning(match, day):
                yield FactDate(
                    match.start(), match.end(), span, relative=True, dated=_in_brackets(plain, match.end()) is not None
                )


def _in_brackets(plain: str, end: int) -> Span | None:
    """Return the days told in brackets behind a date: a text that was dated before keeps its days."""
    match = _BRACKETS.match(plain, end)
    if match is None:
        return None
    year, month, day = (int(part) if part else None for part in match.groups())
    first = date_span(year or 1, month or 1, day or 1)
    if first is None or day:
        return first
    return month_span(first.first, 0) if month else year_span(first.first, 0)


_BRACKETS = re.compile(r"\s?[(（]\s?(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?!\d)")
_HAN = "零一二三四五六七八九十"
_WRITTEN = (
    re.compile(r"(?P<y>\d{4})([-/.])(?P<m>\d{1,2})\2(?P<d>\d{1,2}).*"),
    re.compile(rf"(?:[a-z]+,? )?{_MONTH} (?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:,? (?P<y>\d{{4}}))?", re.IGNORECASE),
    re.compile(rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?{_MONTH}(?:,? (?P<y>\d{{4}}))?", re.IGNORECASE),
    re.compile(rf"{_MONTH},? (?P<y>\d{{4}})", re.IGNORECASE),
    re.compile(
        rf"(?:(?P<y>\d{{4}}|[{_HAN}]{{4}})年)?(?P<m>\d{{1,2}}|[{_HAN}]{{1,2}})月(?:份|(?P<d>\d{{1,2}}"
        rf"|[{_HAN}]{{1,3}})[日号號]?)?"
    ),
    re.compile(r"(?P<y>\d{4})年"),
)
_MONTH_ALONE = re.compile(
    r"(?:(?<=since )|(?<=from )|(?<=until )|(?<=starting )|(?<=in ))(?P<month>january|february|march|april|may"
    r"|june|july"
    r"|august|september|october|november|december)(?!,?\s?\d|[\w-])",
    re.IGNORECASE,
)
_YEAR_ALONE = re.compile(r"(?:(?<=since )|(?<=from )|(?<=until )|(?<=in ))(?P<y>(?:19|20)\d\d)(?![\w-])", re.IGNORECASE)


def _absolute(plain: str, day: date, *, back: bool | None) -> Iterator[FactDate]:
    """Yield dates with a day, a month or a year of their own; one without a year is the last such day or the next."""
    for match in [*DATE.matches(plain, {}), *_YEAR_ALONE.finditer(plain)]:
        written = match if match.re is _YEAR_ALONE else _first_match(match[0])
        if written and (span := _span_of(written.groupdict(), day, back=back)):
            yield FactDate(match.start(), match.end(), span, relative=False)


def _month_alone(plain: str, day: date, *, back: bool | None) -> Iterator[FactDate]:
    """Yield months told without a day or a year, where the words look ahead or back: "I'm moving in September"."""
    for match in _MONTH_ALONE.finditer(plain):
        if span := _span_of(match.groupdict(), day, back=back):
            yield FactDate(match.start(), match.end(), span, relative=False)


def _first_match(text: str) -> re.Match[str] | None:
    return next((found for form in _WRITTEN if (found := form.fullmatch(text))), None)


def _span_of(parts: dict[str, str | None], day: date, *, back: bool | None) -> Span | None:
    month = _MONTHS.index(str(parts["month"])[:3].lower()) + 1 if parts.get("month") else _number(parts.get("m"))
    year, number = _number(parts.get("y")), _number(parts.get("d"))
    if month is None:
        return year_span(day, year - day.year) if year else None
    if year is None:
        spans = [span for y in (0, -1, 1) if (span := _in_year(day.year + y, month, number))]
        if back is None:
            return min(spans, key=lambda s: abs(s.first - day), default=None)
        return next((s for s in spans if (s.first <= day if back else s.last >= day)), None)
    return _in_year(year, month, number)


def _in_year(year: int, month: int, number: int | None) -> Span | None:
    if number is not None:
        return date_span(year, month, number)
    first = date_span(year, month, 1)
    return month_span(first.first, 0) if first else None


def _number(text: str | None) -> int | None:
    plain = plain_number(text) if text else ""
    return int(plain) if plain.isdigit() else None


def _apart(found: list[FactDate]) -> list[FactDate]:
    """Return the dates in order, of two that overlap the one that begins first, then the longer."""
    kept: list[FactDate] = []
    for one in sorted(found, key=lambda d: (d.start, -d.end)):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept
