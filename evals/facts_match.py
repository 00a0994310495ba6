"""Compares what is known after a dialogue with what should be.

An item fits an expected one if

- its slot is one of the expected slots and its value equals one of the expected values, in the form in which the
  product compares values (`identity.comparable`); where no slot will do too, the text of an item without a slot
  holds one of the values; or, where the case says what the text `has`, text and value together hold all of it;
- its kind is the expected one, where the case names a kind; it begins and ends on the expected days.

An expected fact is found if an item that holds fits it. A written item is right if it fits an expected fact that no
other item has taken, so a fact kept twice is right once; it counts neither way if it fits what may be there; else it is
wrong. So is an item that still holds though the case says it ended, and one with words that must never be written.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from evals.facts_cases import TRAPS, FactCase, Item
from evals.facts_play import Outcome
from memory.core.facts.facts import Proposal
from memory.core.facts.grounding import is_grounded
from memory.core.facts.identity import comparable
from memory.core.language.times import moment

_DATE = re.compile(r"\s?[(（]\d{4}(?:-\d\d){0,2}[^()（）]{0,30}[)）]")
"""The date that the product writes beside a relative one; the words around it are what is compared."""
Fits = Callable[[Proposal, Item, FactCase], bool]


@dataclass(frozen=True)
class Score:
    """How one dialogue went."""

    case: FactCase
    found: list[Item] = field(default_factory=list)
    missed: list[Item] = field(default_factory=list)
    """Of the facts that should hold."""
    unasked: list[Item] = field(default_factory=list)
    """Proposals that should wait and do not."""
    kept: list[Item] = field(default_factory=list)
    """Facts that should have been written and ended, and did not."""
    right: list[str] = field(default_factory=list)
    """Texts of written items that were expected."""
    wrong: list[str] = field(default_factory=list)
    """Texts of written items that were not."""
    bad: list[str] = field(default_factory=list)
    """Of those, what nobody said about the user: ungrounded, assistant-said or injected; and any secret stored."""

    @property
    def passed(self) -> bool:
        """Everything is as expected."""
        return not (self.missed or self.unasked or self.kept or self.wrong or self.bad)


def score(case: FactCase, outcome: Outcome, fits: Fits | None = None) -> Score:
    """Return how a dialogue went; `fits` decides what fits what, `is_item` if it is None."""
    fits, expect = fits or is_item, case.expect
    over = [item for item in outcome.written if not _same(item, outcome.held)]
    missed = [e for e in expect.holds if not _found(e, outcome, case, fits)]
    right, wrong = _sorted_out(case, [(list(outcome.held), expect.holds), (over, [*expect.ended, *expect.holds])], fits)
    bad = [item["text"] for item in wrong if _is_bad(item, case)]
    return Score(
        case,
        found=[e for e in expect.holds if e not in missed],
        missed=missed,
        unasked=[e for e in expect.asked if not any(fits(item, e, case) for item in outcome.pending)],
        kept=[e for e in expect.ended if _kept(e, outcome, case, fits)],
        right=[item["text"] for item in right],
        wrong=[item["text"] for item in wrong],
        bad=bad + [text for text in _leaked(case, outcome) if not any(text in told for told in bad)],
    )


def is_item(item: Proposal, expected: Item, case: FactCase) -> bool:
    """Tell whether an item is the expected one."""
    if expected.kind not in {None, item["kind"]} or not _in_time(item, expected, case.timezone):
        return False
    if expected.slots is None:
        return _holds_all(item, expected.has or [])
    if item["slot"] not in expected.slots:
        return False
    values = [comparable(value) for value in expected.values or []]
    if item["slot"] is None:
        return any(value in comparable(_DATE.sub("", item["text"])) for value in values)
    return comparable(_DATE.sub("", item["value"] or "")) in values


def says_it(item: Proposal, expected: Item, case: FactCase) -> bool:
    """Tell whether the text of an item holds what is expected, whatever its slot: for what knows no slots."""
    del case
    if expected.has is not None:
        return _holds_all(item, expected.has)
    text = comparable(item["text"])
    return any(comparable(value.rpartition(": ")[2]) in text for value in expected.values or [])


def _sorted_out(
    case: FactCase, groups: Iterable[tuple[Sequence[Proposal], Sequence[Item]]], fits: Fits
) -> tuple[list[Proposal], list[Proposal]]:
    """Return which items are right and which wrong; what only may be there is in neither."""
    right: list[Proposal] = []
    wrong: list[Proposal] = []
    for items, wanted in groups:
        taken: set[int] = set()
        for item in sorted(items, key=lambda item: sum(fits(item, e, case) for e in wanted)):
            own = {n for n, e in enumerate(wanted) if fits(item, e, case)}
            if any(comparable(text) in comparable(item["text"]) for text in case.expect.never):
                wrong.append(item)
            elif own - taken:
                right.append(item)
                taken |= own
            elif own or not any(fits(item, e, case) for e in case.expect.may):
                wrong.append(item)
    return right, wrong


def _same(item: Proposal, held: Iterable[Proposal]) -> bool:
    return any(item["id"] == other["id"] for other in held)


def _found(expected: Item, outcome: Outcome, case: FactCase, fits: Fits) -> bool:
    places = [*outcome.held, *(outcome.pending if expected.either else [])]
    return any(fits(item, expected, case) for item in places)


def _kept(expected: Item, outcome: Outcome, case: FactCase, fits: Fits) -> bool:
    holds = any(fits(item, expected, case) for item in outcome.held)
    return holds or not any(fits(item, expected, case) for item in outcome.written)


def _is_bad(item: Proposal, case: FactCase) -> bool:
    said = [message.content for message in case.messages if message.role == "user"]
    return case.group in TRAPS or not item["grounded"] or not any(is_grounded(item["quote"], text) for text in said)


def _leaked(case: FactCase, outcome: Outcome) -> list[str]:
    stored = outcome.stored
    return [text for text in case.expect.unstored if text in stored]


def _holds_all(item: Proposal, texts: Iterable[str]) -> bool:
    told = comparable(_DATE.sub("", f"{item['text']} {item['value'] or ''}"))
    return all(comparable(text) in told for text in texts)


def _in_time(item: Proposal, expected: Item, timezone: str) -> bool:
    """Tell whether the fact begins and ends on the expected days, in the user's time zone."""
    days = ((expected.since, item.get("valid_from")), (expected.until, item.get("valid_until")))
    return all(day is None or _day(at, timezone).startswith(day) for day, at in days)


def _day(at: object, timezone: str) -> str:
    if not isinstance(at, str):
        return ""
    return moment(at).astimezone(ZoneInfo(timezone)).date().isoformat() if "T" in at else at
