"""Keeps the sections of the system message as they are from turn to turn, so that a provider's prompt cache holds.

What is new since they were last made waits at the end of the prompt until a step is due. A line that no longer holds
has them made anew at once: what is true comes before what is cheap.
"""

from collections.abc import Mapping, Sequence
from typing import TypedDict, cast

from memory.core.messages.state_shapes import has_fields, is_lists

STABLE = ("instructions", "profile", "summary")
"""The sections behind the system text, what changes least first."""


class StableLines(TypedDict):
    """What the stable sections of a branch were last made of."""

    shown: dict[str, list[str]]
    """By section the lines that stand in it."""
    left_out: dict[str, list[str]]
    """By section the lines it has no room for, as far as they still hold."""
    budget: int
    """Tokens of the budget it was made for."""
    model: str


def as_stable(value: object) -> StableLines | None:
    """Return the lines a state holds, None if it holds anything else."""
    if not has_fields(value, shown=dict, left_out=dict, budget=int, model=str):
        return None
    held = cast("StableLines", value)
    return held if is_lists(held["shown"], STABLE) and is_lists(held["left_out"], STABLE) else None


Lines = Mapping[str, Sequence[str]]


def kept_lines(held: object, current: Lines, budget: int, model: str) -> tuple[Lines, Lines] | None:
    """Return the lines that stay by section, and those that are new; None if the sections have to be made anew.

    `held`: the `StableLines` of the last time, as the state holds them. `current`: all lines that hold now, by section.
    A summary that changed, another budget and another model are steps.
    """
    last = as_stable(held)
    if last is None or (last["budget"], last["model"]) != (budget, model):
        return None
    new = {name: _new(last, name, lines) for name, lines in current.items()}
    gone = any(set(last["shown"][name]) - set(current[name]) for name in STABLE)
    return None if gone or new["summary"] else (last["shown"], new)


def stable_lines(shown: Lines, new: Lines, current: Lines, budget: int, model: str) -> StableLines:
    """Return what to keep of sections that show `shown`, with `new` at the end of the prompt."""
    left_out = {name: _without(current[name], {*shown[name], *new.get(name, ())}) for name in STABLE}
    return {
        "shown": {name: list(shown[name]) for name in STABLE},
        "left_out": left_out,
        "budget": budget,
        "model": model,
    }


def _new(last: StableLines, name: str, lines: Sequence[str]) -> list[str]:
    return _without(lines, {*last["shown"][name], *last["left_out"][name]})


def _without(lines: Sequence[str], known: set[str]) -> list[str]:
    return [line for line in lines if line not in known]
