"""How the budget of one model call is shared out among the sections of its window.

Each section has a floor it is sure of and a ceiling it never passes, in percent of the budget. What a section leaves
unused goes to the window of messages, not to other sections: so what one gets depends on the fixed part and on those
before it alone, and stays the same from turn to turn.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Share(NamedTuple):
    """What a section may take of the budget, in percent."""

    floor: int
    ceiling: int


SHARES = {
    "instructions": Share(3, 8),
    "summary": Share(4, 12),
    "profile": Share(4, 12),
    "new": Share(1, 3),
    "facts": Share(4, 7),
    "shared": Share(1, 3),
    "working": Share(2, 5),
    "passages": Share(4, 10),
}
"""By section, the most important first: in this order they get their floors, then what they want up to their ceilings.

The order also tells which one shrinks first when the budget is tight: the last. What changes each turn comes after
what stays, which so depends on nothing that changes.
"""
WINDOW_FLOOR = 40
"""Percent of the budget that the sections leave to the window of messages, whatever they want."""
EARLIER_CEILING = 6
"""Percent of the budget that exchanges brought back from before the window may take of it."""


@dataclass(frozen=True)
class Grant:
    """What a section gets, in tokens."""

    floor: int
    ceiling: int
    wanted: int
    granted: int


@dataclass(frozen=True)
class SectionPlan:
    """The budget, shared out."""

    grants: dict[str, Grant]
    """By section: the fixed ones, those of `SHARES`, `earlier` (a part of the window) and `window`."""
    notes: list[str]
    """What the budget is too small for."""


def plan_sections(budget: int, fixed: Mapping[str, int], wanted: Mapping[str, int]) -> SectionPlan:
    """Share out `budget` tokens: first what is fixed, then the sections, and all the rest to the window.

    `fixed`: tokens of what is always there, by name. `wanted`: tokens that the sections of `SHARES` and the window
    would take whole; none of one that is not named. A budget smaller than the fixed part leaves nothing to share.
    """
    budget = max(0, budget)
    room = max(0, budget - sum(fixed.values()))
    granted = _granted(budget, room, wanted)
    window, floor = room - sum(granted.values()), _percent(WINDOW_FLOOR, budget)
    grants = {name: Grant(tokens, tokens, tokens, tokens) for name, tokens in fixed.items()}
    grants |= {
        name: Grant(_percent(share.floor, budget), _percent(share.ceiling, budget), wanted.get(name, 0), granted[name])
        for name, share in SHARES.items()
    }
    earlier = min(window, _percent(EARLIER_CEILING, budget))
    grants["earlier"] = Grant(0, earlier, 0, earlier)
    grants["window"] = Grant(floor, window, wanted.get("window", 0), window)
    return SectionPlan(grants, _notes(budget, sum(fixed.values()), window, floor))


def _granted(budget: int, room: int, wanted: Mapping[str, int]) -> dict[str, int]:
    """Return what each section gets; counted in hundredths of a token, so that more budget is never less for one."""
    spare = max(0, 100 * room - WINDOW_FLOOR * budget)
    sure: dict[str, int] = {}
    for name, share in SHARES.items():
        sure[name] = min(share.floor * budget, spare)
        spare -= sure[name]
    granted: dict[str, int] = {}
    for name, share in SHARES.items():
        got = min(100 * wanted.get(name, 0), share.ceiling * budget, sure[name] + spare)
        spare -= max(0, got - sure[name])
        granted[name] = got // 100
    return granted


def _notes(budget: int, fixed: int, window: int, floor: int) -> list[str]:
    if fixed > budget:
        return [f"budget: system text and tools alone take {fixed:,} of {budget:,} tokens"]
    if window < floor:
        return [f"window: {window:,} tokens are left for it, less than the {floor:,} it should have"]
    return []


def _percent(share: int, budget: int) -> int:
    return share * budget // 100
