"""What changed from one context window to the next, as their reports tell it."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict, cast

from memory.core.window.context_report import SectionRow
from memory.core.window.stable_lines import STABLE

Report = Mapping[str, Any]
"""A context report as an answer's entry holds it, of this version or an older one."""

_PREFIX = ("tools", "system", "framing", *STABLE)
"""What stands before the messages of a request, in the order in which a provider reads it."""


class SectionChange(TypedDict):
    """One section in two windows."""

    name: str
    before: int
    """Tokens; 0: it was not there."""
    now: int


class ContextDiff(TypedDict):
    """From the answer before to this one."""

    sections: list[SectionChange]
    """Those of both windows, in the order of a request."""
    items_in: list[dict[str, Any]]
    """Facts and passages that were not there before."""
    items_out: list[dict[str, Any]]
    """Those that are no longer there."""
    steps: list[str]
    """What was cut anew."""
    messages_in: int
    messages_out: int
    prefix_tokens: int
    """About how many tokens at the beginning could stay as they were."""
    prefix_share: float
    """The same as a share of this window's tokens, 0 to 1."""


def section_rows(report: Report) -> list[SectionRow]:
    """Return a report's sections; one that has none yet tells their tokens alone."""
    if "sections" in report:
        return list(report["sections"])
    tokens: Mapping[str, int] = report.get("tokens", {})
    return [
        {"name": n, "tokens": t, "wanted": t, "floor": 0, "ceiling": 0, "granted": t, "shown": 0, "of": 0}
        for n, t in tokens.items()
    ]


def items_of(report: Report) -> list[dict[str, Any]]:
    """Return the facts and passages of a window: those that always stand in it, then those recalled."""
    return [*report.get("standing", ()), *report.get("items", ())]


def context_diff(now: Report, before: Report) -> ContextDiff:
    """Return what changed from the window `before` to the window `now`."""
    old, new = _ids(before), _ids(now)
    known, shown = set(before.get("messages", ())), set(now.get("messages", ()))
    prefix = _prefix(now, before)
    total = sum(row["tokens"] for row in section_rows(now))
    return {
        "sections": _changes(now, before),
        "items_in": [item for item in items_of(now) if _id(item) not in old],
        "items_out": [item for item in items_of(before) if _id(item) not in new],
        "steps": [note for note in now.get("cut", ()) if note not in before.get("cut", ())],
        "messages_in": len(shown - known),
        "messages_out": len(known - shown),
        "prefix_tokens": prefix,
        "prefix_share": prefix / total if total else 0.0,
    }


def _changes(now: Report, before: Report) -> list[SectionChange]:
    new, old = _tokens(now), _tokens(before)
    names = [*new, *(name for name in old if name not in new)]
    return [{"name": name, "before": old.get(name, 0), "now": new.get(name, 0)} for name in names]


def _prefix(now: Report, before: Report) -> int:
    """Return the tokens of the sections that are the same up to the first one that is not, then of the messages."""
    new, old = _tokens(now), _tokens(before)
    kept = 0
    for name in _PREFIX:
        if new.get(name, 0) != old.get(name, 0) or _content(now, name) != _content(before, name):
            return kept
        kept += new.get(name, 0)
    return kept + _same_messages(now, before, old.get("window", 0))


def _content(report: Report, name: str) -> object:
    """Return what tells two contents of a section apart, where its tokens may not."""
    if name == "summary":
        return report.get("summary")
    return [_id(item) for item in report.get("standing", ()) if item.get("type") == name.removesuffix("s")]


def _same_messages(now: Report, before: Report, tokens: int) -> int:
    """Return about how many of the `tokens` of the messages before are the first ones of this window too."""
    old: Sequence[str] = before.get("messages", ())
    new: Sequence[str] = now.get("messages", ())
    if not old or now.get("cut", []) != before.get("cut", []):
        return 0
    same = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    return tokens * same // len(old)


def _tokens(report: Report) -> dict[str, int]:
    return {row["name"]: row["tokens"] for row in section_rows(report)}


def _ids(report: Report) -> set[tuple[str, str]]:
    return {_id(item) for item in items_of(report)}


def _id(item: Mapping[str, Any]) -> tuple[str, str]:
    return cast("str", item.get("type", "")), cast("str", item.get("id", ""))
