"""Relative dates of a text ("last Wednesday", 上周三) told with their absolute date, by the day they were said.

A day begins at midnight in the user's zone: what was said at half past midnight counts from the new day. What stands in
a quotation, an address, a path or code is left as it is, and so is what already has its date behind it.
"""

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import NamedTuple

from memory.core.anchor_numbers import folded
from memory.core.anchor_patterns import DATE, PATH, QUOTED, RELATIVE_DATES, URL
from memory.core.relative_dates_en import FORMS as EN_FORMS
from memory.core.relative_dates_zh import FORMS as ZH_FORMS
from memory.core.relative_spans import Span

Meaning = Callable[[str, datetime], Span | None]
"""What `resolve` does: tells the days an expression means, None if it is not certain."""


class RelativeDate(NamedTuple):
    """A relative date as it stands in a text."""

    start: int
    end: int
    """Character offsets, end exclusive."""
    span: Span
    dated: bool
    """It has its date behind it."""


_FORMS = tuple((re.compile(form), meaning) for form, meaning in (*EN_FORMS, *ZH_FORMS))
_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_DATED = re.compile(r"(?P<open>\s?[(（]\s?)|[,，]?\s?(?:(?:on|the)\s){0,2}")


def resolve(expression: str, said: datetime) -> Span | None:
    """Return the days that `expression` means when it is said at `said` (aware, in the user's zone).

    English and Chinese: "last Wednesday", "in three days", 上周三, 去年3月. None: it is no relative date, or read in
    several ways ("next Friday" said on a Monday, "on Friday", 上半年), or by a calendar of its own (a quarter).
    """
    plain = folded(expression).strip()
    for form, meaning in _FORMS:
        if match := form.fullmatch(plain):
            return meaning(match, said.date())
    return None


def with_absolute_dates(text: str, said: datetime) -> str:
    """Return `text` with the absolute date behind each relative one that has none: "last Wednesday (2026-11-25)".

    `said`: when it was said, aware, in the user's zone. Doing it again changes nothing.
    """
    # What is told behind one of them may set the next one free: 明天下个月.
    while (told := _told(text, said)) != text:
        text = told
    return text


def relative_dates(text: str, said: datetime, means: Meaning = resolve) -> Iterator[RelativeDate]:
    """Yield the relative dates of `text` whose days `means` knows, in order."""
    plain = folded(text)
    matches = sorted(match.span() for rule in RELATIVE_DATES for match in rule.matches(plain, {}))
    kept = as_they_are(plain) if matches else b""
    at = 0
    for start, end in matches:
        if start < at or any(kept[start:end]):
            continue
        dated = _is_dated(plain, end)
        at = at if dated else end
        if span := means(plain[start:end], said):
            yield RelativeDate(start, end, span, dated)


def beside(last: str, span: Span) -> str:
    """Return what stands behind a relative date that ends in the character `last`: its days in brackets."""
    return f" ({span.label()})" if last.isascii() else f"({span.label('至')})"


def _told(text: str, said: datetime) -> str:
    told, at = "", 0
    for found in relative_dates(text, said):
        if not found.dated:
            told += text[at : found.end] + beside(text[found.end - 1], found.span)
            at = found.end
    return told + text[at:]


def as_they_are(plain: str) -> bytearray:
    """Return 1 for each character beside which nothing is added."""
    kept = bytearray(len(plain))
    stretches = [match.span() for match in _CODE.finditer(plain)]
    for start, end in stretches + [m.span() for rule in (URL, PATH, QUOTED) for m in rule.matches(plain, {})]:
        kept[start:end] = b"\x01" * (end - start)
    return kept


def _is_dated(plain: str, end: int) -> bool:
    """Tell whether what ends at `end` has its date behind it already."""
    match = _DATED.match(plain, end)
    if match is None:
        return False
    bracketed = match["open"] is not None and plain[match.end() : match.end() + 1].isdigit()
    return bracketed or DATE.pattern.match(plain, match.end()) is not None
