"""Relative dates of a text ("last Wednesday", 上周三) told with their absolute date, by the day they were said.

A day begins at midnight in the user's zone: what was said at half past midnight counts from the new day. What stands in
a quotation, quoted mail, an address, a path, a file's name or code is left as it is, and so is what has its date behind
it, and what is joined to another relative date ("a year ago today", 两天前的前天).
"""

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime, time
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from memory.core.anchors.anchor_numbers import folded
from memory.core.anchors.anchor_patterns import DATE, PATH, QUOTED, RELATIVE_DATES, URL
from memory.core.anchors.anchor_words import FILE_TYPES
from memory.core.language.relative_dates_around import means_its_days
from memory.core.language.relative_dates_en import FORMS as EN_FORMS
from memory.core.language.relative_dates_zh import FORMS as ZH_FORMS
from memory.core.language.relative_spans import Span

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


SCAN_LIMIT = 20_000
"""Characters of one text whose relative dates are told; what lies behind them stays as it is."""
_LONGEST = 64
"""Characters a relative date has, at most."""
_REACH = 16
"""Characters a form looks back over, at most."""
_CACHED = 400
"""Texts that are kept told, of at most `SCAN_LIMIT` characters each."""
_SHORT = 500
"""Characters of a text that is told again each time."""
_FORMS = tuple((re.compile(form), meaning) for form, meaning in (*EN_FORMS, *ZH_FORMS))
_KEPT = re.compile(
    r"```.*?(?:```|\Z)"
    r"|^[ \t]{0,3}~~~.*?(?:^[ \t]{0,3}~~~|\Z)"
    r"|^[ \t]{0,3}>[^\n]*"
    r"|“[^“”]*+”|「[^「」]*+」|『[^『』]*+』|《[^《》]*+》|«[^«»]*+»"
    rf"|(?<!\w)[㐀-鿿]{{1,10}}+[0-9_-]{{0,10}}+\.{FILE_TYPES}(?![A-Za-z0-9])",
    re.DOTALL | re.MULTILINE,
)
_SAID = re.compile(r'(?<![A-Za-z0-9])"(?=\S)[^"\n]*+"')
_QUOTES_ANEW = re.compile(r"\d\)[\"']")
_DATED = re.compile(r"(?P<open>\s?[(（]\s?)|[,，]?\s?(?:(?:on|the)\s){0,2}")
_JOINED = re.compile(r"(?:的|['’]s)?\s?")
_DAY_ZH = re.compile("大?[昨今明前后後][天日早晚夜]|.{0,4}(?:[周週]|星期|礼拜|禮拜)[一二三四五六日天末]")


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
    head = text[:SCAN_LIMIT]
    tell = _told_before if len(head) > _SHORT else _told_on
    told = tell(head, said.date(), len(text) > SCAN_LIMIT)
    return text if told == head else told + text[SCAN_LIMIT:]


def relative_dates(text: str, said: datetime, means: Meaning = resolve) -> Iterator[RelativeDate]:
    """Yield the relative dates of `text` whose days `means` knows, in order."""
    plain = folded(text)
    matches = list(_matches(plain))
    kept = as_they_are(plain) if matches else b""
    joined = _joined(plain, matches)
    for start, end in matches:
        if start in joined or any(kept[start:end]) or not means_its_days(plain, start, end):
            continue
        if span := means(plain[start:end], said):
            yield RelativeDate(start, end, span, _is_dated(plain, end))


def beside(last: str, span: Span) -> str:
    """Return what stands behind a relative date that ends in the character `last`: its days in brackets."""
    return f" ({span.label()})" if last.isascii() else f"({span.label('至')})"


def _told_on(text: str, day: date, goes_on: bool) -> str:
    """Return `text` told as what was said on `day`; `goes_on`: it is cut, so what ends it may be a part only."""
    said, rest = datetime.combine(day, time()), _LONGEST if goes_on else 0
    told = _told(text, said, len(text) - rest)
    # Behind a bracket a quotation can begin, behind a word it cannot.
    return _told(told, said, len(told) - rest) if _QUOTES_ANEW.search(told) else told


_told_before = lru_cache(maxsize=_CACHED)(_told_on)
"""The same, kept: what a branch said before is shown again at each of its calls."""


def _told(text: str, said: datetime, sure: int) -> str:
    parts, at = [], 0
    for found in relative_dates(text, said):
        if not found.dated and found.end <= sure:
            parts += [text[at : found.end], beside(text[found.end - 1], found.span)]
            at = found.end
    return "".join([*parts, text[at:]])


def _matches(plain: str) -> Iterator[tuple[int, int]]:
    """Yield where relative dates stand in a folded text, none in another.

    Behind each of them a form is read as it would be behind the date that is told there: 明天下个月.
    """
    starts = ((start.start(), rule.pattern) for rule in RELATIVE_DATES for start in rule.starts[0].finditer(plain))
    end = edge = 0
    for at, pattern in sorted(starts, key=itemgetter(0)):
        if at < end:
            continue
        near = edge and at - edge < _REACH
        match = pattern.match(")" + plain[edge : at + _LONGEST], at - edge + 1) if near else pattern.match(plain, at)
        if match:
            end = edge = at + match.end() - match.start()
            yield at, end


def _joined(plain: str, matches: list[tuple[int, int]]) -> set[int]:
    """Return the starts of those that are joined to the next one or the last, but for days of a list: 昨天今天."""
    joined: set[int] = set()
    for (start, end), (then, close) in pairwise(matches):
        listed = then == end and all(_DAY_ZH.fullmatch(d) for d in (plain[start:end], plain[then:close]))
        if then - end < _REACH and _JOINED.fullmatch(plain, end, then) and not listed:
            joined |= {start, then}
    return joined


def as_they_are(plain: str) -> bytearray:
    """Return 1 for each character beside which nothing is added."""
    kept = bytearray(len(plain))
    stretches = [match.span() for pattern in (_KEPT, _SAID) for match in pattern.finditer(plain)]
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
