"""Anchors: the exact strings of a text that must survive any shortening, found by rules alone."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from memory.core.anchors.anchor_forms import normal_form
from memory.core.anchors.anchor_numbers import folded
from memory.core.anchors.anchor_patterns import NAME, QUOTED, RULES
from memory.core.anchors.anchor_rules import Kind, Positions, Rule

SCAN_LIMIT = 200_000
"""Characters of one text that are read for anchors; what lies behind them is found by search alone."""

RANKS: dict[Kind, int] = {
    "identifier": 10,
    "email": 9,
    "phone": 9,
    "amount": 8,
    "date": 8,
    "percentage": 7,
    "time": 4,
    "version": 6,
    "name": 5,
    "url": 4,
    "path": 4,
    "field": 4,
    "quoted": 3,
    "relative_date": 0,
}
"""How much an anchor of a kind is worth when space is short: what cannot be guessed again counts most."""

_URL_END = re.compile(r"[.,:;!?'\")\]]$")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)", re.IGNORECASE)
_SENTENCE_START = re.compile(r"(?:^|[.!?。！？:：\n\"“「(（*•-])[\s\"“「(（*•-]*$")
_LOOK_BACK = 8
_SHORTEST_NUMBER = 4
_SHORTEST_CODE = 3
_COMMON_WORDS = """
    a about actually after all also am an and any are as at be because before both but by can could did do does
    dear each every first finally for from good great had has have he hello her here hi his how however i i'd i'll i'm
    i've if in is it it's its just last let let's many may me monday tuesday wednesday thursday friday saturday sunday
    january february march april june july august september october november december more most mr mrs ms my next no
    not note now of oh ok okay on once one only or other our please remember second she should since so some sorry
    sure tell thank thanks that that's the their them then there these they this those to today tomorrow two under
    until us very was we we're well were what what's when where which while who why will with would yes yesterday yet
    ask book call cancel change check contact email find meet pay remind see send use
    you you're your url api json http https pdf faq todo ps
"""
_COMMON = frozenset(_COMMON_WORDS.split())


@dataclass(frozen=True, slots=True)
class Anchor:
    """One exact string in a text."""

    kind: Kind
    text: str
    """As it stands in the text."""
    start: int
    """Character offset in the text."""
    normal: str
    """The form in which two spellings are equal (`anchor_forms.normal_form`)."""

    @property
    def end(self) -> int:
        """Character offset behind the anchor."""
        return self.start + len(self.text)


def find_anchors(text: str, limit: int = SCAN_LIMIT) -> list[Anchor]:
    """Return the anchors among the first `limit` characters of `text`, in their order.

    No two overlap, except that a quoted string (told without its quotes) may hold others. Linear in `limit`.
    """
    scanned = text[:limit]
    plain = folded(scanned)
    claimed = bytearray(len(plain))
    found: list[Anchor] = []
    known: Positions = {}
    for rule in RULES:
        for start, end in _spans(rule, plain, known):
            if not any(claimed[start:end]):
                claimed[start:end] = b"\x01" * (end - start)
                found.append(_anchor(rule.kind, scanned, start, end))
    spans = {(a.start, a.end) for a in found}
    found += [_anchor("quoted", scanned, *span) for span in quotations(scanned) if span not in spans]
    return sorted(found, key=lambda a: (a.start, -a.end))


def unique_strings(anchors: Iterable[Anchor]) -> list[str]:
    """Return the anchors' texts, each thing once (by normal form), without relative dates.

    A relative date means nothing away from the day it was said.
    """
    by_normal: dict[str, str] = {}
    for anchor in anchors:
        if anchor.kind != "relative_date":
            by_normal.setdefault(anchor.normal, anchor.text)
    return list(by_normal.values())


@lru_cache(maxsize=10_000)
def as_anchor(exact: str) -> Anchor:
    """Return an exact string as the anchor it was found as; what needed its context to be found counts as a name."""
    whole = [anchor for anchor in find_anchors(exact) if len(anchor.text) == len(exact)]
    return whole[0] if whole else Anchor("name", exact, 0, normal_form("name", exact))


def safe_cut(text: str, length: int) -> int:
    """Return where to cut `text`, at most at `length`, so that no anchor is cut in two; 0 if one begins the text."""
    if length >= len(text):
        return len(text)
    reach = find_anchors(text[: length + max(length, 200)])
    return min((a.start for a in reach if a.start < length < a.end), default=length)


def _anchor(kind: Kind, text: str, start: int, end: int) -> Anchor:
    exact = text[start:end]
    return Anchor(kind, exact, start, normal_form(kind, exact))


def quotations(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the quoted strings of `text` stand, without their quotes; keys of JSON are none."""
    for match in QUOTED.matches(text, {}):
        if match.lastgroup is None and match.lastindex:
            yield match.span(match.lastindex)


def _spans(rule: Rule, text: str, known: Positions) -> Iterator[tuple[int, int]]:
    for match in rule.matches(text, known):
        start, end = match.span(match.lastgroup or 0)
        if rule.kind == "url":
            end = start + len(_whole_address(match[0]))
        elif rule is NAME:
            start = _name_start(text, start, match[0])
        elif rule.kind == "identifier" and not _is_identifier(match[0]):
            continue
        if end > start:
            yield start, end


def _whole_address(url: str) -> str:
    """Return `url` without the punctuation behind it; a bracket that it opens itself stays."""
    while end := _URL_END.search(url):
        if end[0] == ")" and url.count("(") >= url.count(")"):
            break
        url = url[:-1]
    return url


def _is_identifier(token: str) -> bool:
    """Tell codes (`AB-1234`, `#4521`, `20261129001`, `mia_li`) from words, ordinals and small numbers."""
    digits = sum(c.isdigit() for c in token)
    if not digits or _ORDINAL.fullmatch(token):
        return "_" in token
    if token.isdigit():
        return digits >= _SHORTEST_NUMBER
    return len(token) >= _SHORTEST_CODE


def _name_start(text: str, start: int, name: str) -> int:
    """Return where the name in `name` begins, its end if there is none.

    Leading common words go; a single word that begins a sentence is as likely a plain word, so it goes too.
    """
    words = name.split(" ")
    while words and words[0].casefold() in _COMMON:
        start += len(words.pop(0)) + 1
    if not words or words == [""]:
        return start + len(name)
    single = len(words) == 1 and words[0].isascii() and not words[0].isupper()
    opens = _SENTENCE_START.search(text[max(0, start - _LOOK_BACK) : start]) is not None
    return start + len(name) if single and opens else start
