"""How a rule reads a clause: patterns are data (`rules_en.py`, `rules_zh.py`), the matcher is here.

A rule is a pattern for the beginning of a clause whose group `value` runs on; the rule's shape says where the value
ends and what cannot be one. A value of the wrong shape makes the rule silent: no fact is better than a wrong one.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from memory.core.facts.facts import Kind
from memory.core.facts.slots import SLOTS

_CONTRACTION = re.compile(r"(?<=[nI(|:])'(?=(?:t|m|ve)\b)")
_NOTHING = re.compile(r"(?!)")
_HAN = re.compile("[\u3400-\u9fff]")
_COMPANY = re.compile("我(?P<others>[和跟与](?:我的?)?[\u3400-\u9fff]{1,5}?)(?=都)")
"""What is said of the speaker and of others: 我和我先生都是湖北人."""
_ANYTHING = re.compile(r".+", re.DOTALL)
_EDGE = " \t,.;:!'\"“”‘’「」『』~*_()-、"


@dataclass(frozen=True)
class Shape:
    """What a value looks like."""

    cut: re.Pattern[str] = _NOTHING
    """Searched in the value: it ends where this begins."""
    accept: re.Pattern[str] = _ANYTHING
    """The value must match it whole."""
    reject: re.Pattern[str] = _NOTHING
    """The value must not begin with it."""
    limit: int = 80
    """Characters, at most."""
    skip: re.Pattern[str] = _NOTHING
    """What may stand before the value and is no part of it ("a bit of German")."""


@dataclass(frozen=True)
class Rule:
    """One way to state one kind of fact."""

    pattern: re.Pattern[str]
    """Matched at the beginning of a clause; group `value`, and `key` for a keyed slot."""
    slot: str | None
    """The slot it fills; None: the clause itself is the fact."""
    kind: Kind
    shape: Shape = field(default_factory=Shape)
    retracts: bool = False
    """The clause ends the value ("I no longer …"); without a value, whatever the slot holds."""
    separator: re.Pattern[str] | None = None
    """Where several values part ("peanuts and shrimp"); one fact each."""
    confidence: float = 0.9
    key: str | None = None
    """The key in a keyed slot, where the clause names none."""


def rule(
    slot: str | None,
    pattern: str,
    shape: Shape | None = None,
    *,
    kind: Kind = "profile",
    retracts: bool = False,
    separator: re.Pattern[str] | None = None,
    confidence: float = 0.9,
    key: str | None = None,
) -> Rule:
    """Return a rule, its pattern compiled without regard to case or to apostrophes left out (im, dont, ive).

    A slot decides the kind.
    """
    pattern = _CONTRACTION.sub("'?", pattern)
    kind = SLOTS[slot].kind if slot else kind
    return Rule(re.compile(pattern, re.IGNORECASE), slot, kind, shape or Shape(), retracts, separator, confidence, key)


@dataclass(frozen=True)
class Reading:
    """What a rule read in a clause."""

    rule: Rule
    key: str | None
    """The key of a keyed slot's value, as it stands in the clause."""
    start: int
    """Where the statement begins in the clause, after greetings and the like."""
    end: int
    """Where it ends: what follows was not read."""
    span: tuple[int, int] | None = None
    """Where the value stands in the clause, None without one."""
    whole: tuple[int, int] | None = None
    """Where the enumeration stands that the value is one of."""


def read_clause(text: str, rules: Iterable[Rule], filler: re.Pattern[str]) -> list[Reading]:
    """Return what the rules read in a folded clause: of each slot the first reading, one per value.

    `filler` matches what may stand before a statement.
    """
    lead = filler.match(text)
    start = lead.end() if lead else 0
    found: list[Reading] = []
    taken: set[str | None] = set()
    for rule in rules:
        if rule.slot in taken or (match := rule.pattern.match(text, start)) is None:
            continue
        if readings := list(_read(text, start, rule, match)):
            taken.add(rule.slot)
            found += readings
    return found


def read_closed(
    text: str, rules: Iterable[Rule], filler: re.Pattern[str], left_out: Collection[int] = ()
) -> list[Reading]:
    """Return what the rules read in a clause when no space parts Chinese from other writing: 我的 email 是 …."""
    company = _COMPANY.match(text)
    spaces = (n for n, char in enumerate(text) if char == " " and _HAN.search(text[max(0, n - 1) : n + 2]))
    others = range(*company.span("others")) if company else ()
    return read_without(text, {*spaces, *others, *left_out}, rules, filler)


def read_without(text: str, left_out: Collection[int], rules: Iterable[Rule], filler: re.Pattern[str]) -> list[Reading]:
    """Return what the rules read in a clause without the characters at some places; offsets are those of `text`."""
    if not left_out:
        return read_clause(text, rules, filler)
    places = [n for n in range(len(text)) if n not in left_out]
    readings = read_clause("".join(text[n] for n in places), rules, filler)
    return [_placed(reading, [*places, len(text)]) for reading in readings]


def _placed(reading: Reading, places: Sequence[int]) -> Reading:
    """Return a reading with its offsets in the text that `places` leads back to."""

    def back(span: tuple[int, int] | None) -> tuple[int, int] | None:
        return (places[span[0]], places[span[1] - 1] + 1) if span else None

    start, end = places[reading.start], places[max(reading.end - 1, 0)] + 1
    return replace(reading, start=start, end=end, span=back(reading.span), whole=back(reading.whole))


def _read(text: str, start: int, rule: Rule, match: re.Match[str]) -> Iterator[Reading]:
    if rule.pattern.groupindex.get("value") is None or match["value"] is None:
        yield Reading(rule, None, start, match.end())
        return
    span = _value_span(text, match.span("value"), rule.shape)
    end = span[1] if match.end("value") == match.end() else match.end()
    for found in _parts(text, span, rule.separator):
        part = _skipped(text, found, rule.shape.skip)
        if _fits(text[slice(*part)], rule.shape):
            yield Reading(rule, match.groupdict().get("key") or rule.key, start, end, part, span)


def _value_span(text: str, span: tuple[int, int], shape: Shape) -> tuple[int, int]:
    cut = shape.cut.search(text, *span)
    return _strip(text, span[0], cut.start() if cut else span[1])


def _skipped(text: str, span: tuple[int, int], skip: re.Pattern[str]) -> tuple[int, int]:
    """Return where the value stands without what `skip` matches before it; all of it where nothing would be left."""
    lead = skip.match(text, *span)
    rest = _strip(text, lead.end(), span[1]) if lead else span
    return rest if rest[0] < rest[1] else span


def _strip(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in _EDGE:
        start += 1
    while start < end and text[end - 1] in _EDGE:
        end -= 1
    return start, end


def _parts(text: str, span: tuple[int, int], separator: re.Pattern[str] | None) -> Sequence[tuple[int, int]]:
    if separator is None:
        return [span]
    edges = [span[0]]
    for cut in separator.finditer(text, *span):
        edges += [cut.start(), cut.end()]
    edges.append(span[1])
    return [_strip(text, start, end) for start, end in zip(edges[::2], edges[1::2], strict=True)]


def _fits(value: str, shape: Shape) -> bool:
    if not value or len(value) > shape.limit or shape.reject.match(value):
        return False
    return shape.accept.fullmatch(value) is not None
