"""The context report: what stood in a context window, section by section, so that every answer can be explained."""

from collections.abc import Mapping
from typing import Any, TypedDict

from memory.core.window.shares import Grant, SectionPlan
from memory.core.window.stable_lines import STABLE


class SectionRow(TypedDict):
    """One section of a window; every number but the last two counts tokens."""

    name: str
    tokens: int
    """What it took."""
    wanted: int
    """What it would have taken whole."""
    floor: int
    """What it was sure of."""
    ceiling: int
    """What it could have got, at most."""
    granted: int
    """What it got; the window got all that the others left."""
    shown: int
    """Lines of it that were shown; of the window: messages."""
    of: int
    """Lines there were."""


_ORDER = (
    "system",
    "tools",
    "framing",
    *STABLE,
    "window",
    "earlier",
    "new",
    "working",
    "now",
    "facts",
    "shared",
    "passages",
)
"""In the order of a request; a notice comes last."""


def section_rows(
    plan: SectionPlan, tokens: Mapping[str, int], lines: Mapping[str, tuple[int, int]], room: int
) -> list[SectionRow]:
    """Return the plan as rows, with the tokens that each section took and its lines: those shown, and all.

    `room`: what the sections really left to the window.
    """
    names = [*(name for name in _ORDER if name in plan.grants), *(name for name in plan.grants if name not in _ORDER)]
    rows = [_row(name, plan.grants[name], tokens.get(name, 0), *lines.get(name, (0, 0))) for name in names]
    return [{**row, "ceiling": room, "granted": room} if row["name"] == "window" else row for row in rows]


def _row(name: str, grant: Grant, tokens: int, shown: int, of: int) -> SectionRow:
    return {
        "name": name,
        "tokens": tokens,
        "wanted": grant.wanted,
        "floor": grant.floor,
        "ceiling": grant.ceiling,
        "granted": grant.granted,
        "shown": shown,
        "of": of,
    }


def with_rows(report: Mapping[str, Any], rows: list[SectionRow]) -> dict[str, Any]:
    """Return the report with its sections, and their tokens by name and in all."""
    tokens = {row["name"]: row["tokens"] for row in rows if row["tokens"]}
    return {**report, "sections": rows, "tokens": tokens, "total_tokens": sum(tokens.values())}


def with_window(report: Mapping[str, Any], tokens: int, shown: int, earlier: int = 0) -> dict[str, Any]:
    """Return the report with what the window took: `tokens` in all, for `shown` messages.

    `earlier`: how many of the tokens are exchanges that were brought back from before it.
    """
    rows: list[SectionRow] = [*report["sections"]]
    for at, row in enumerate(rows):
        if row["name"] == "window":
            of = max(row["of"], shown)  # what the turn's tools added since it was planned counts too
            rows[at] = {**row, "tokens": tokens - earlier, "shown": shown, "of": of}
        elif row["name"] == "earlier":
            rows[at] = {**row, "tokens": earlier}
    return with_rows(report, rows)
