"""Cron schedules as servers take them: five fields, minute hour day month weekday."""

import re

from memory.core.errors import InputError

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()  # noqa: SIM905  # a list read as text
_DAYS = "sun mon tue wed thu fri sat".split()  # noqa: SIM905  # as above
_FIELDS: tuple[tuple[str, int, int, list[str]], ...] = (
    ("minute", 0, 59, []),
    ("hour", 0, 23, []),
    ("day", 1, 31, []),
    ("month", 1, 12, _MONTHS),
    ("weekday", 0, 7, _DAYS),
)
_PART = re.compile(r"(?P<first>\*|\w+)(?:-(?P<last>\w+))?(?:/(?P<step>\d+))?")
_REMEDY = "Write minute, hour, day, month and weekday, such as 0 3 * * * for every night at 03:00."


def check_schedule(text: str, field: str) -> str:
    """Return a cron schedule if it is one. Raises InputError: it is not, and which of its fields is wrong."""
    given = text.split()
    if len(given) != len(_FIELDS):
        raise InputError(field, f"{text!r} has {len(given)} fields, not {len(_FIELDS)}", _REMEDY)
    for part, (name, lowest, highest, names) in zip(given, _FIELDS, strict=True):
        if not all(_is_part(one, lowest, highest, names) for one in part.lower().split(",")):
            raise InputError(field, f"{text!r} has the {name} {part!r}", _REMEDY)
    return text


def _is_part(text: str, lowest: int, highest: int, names: list[str]) -> bool:
    """Tell whether a text is `*`, a value or a range of values, each with or without a step."""
    match = _PART.fullmatch(text)
    if match is None or match["step"] == "0":
        return False
    if match["first"] == "*":
        return match["last"] is None
    ends = [_value(end, lowest, names) for end in (match["first"], match["last"] or match["first"])]
    return all(end is not None and lowest <= end <= highest for end in ends)


def _value(text: str, lowest: int, names: list[str]) -> int | None:
    if text in names:
        return names.index(text) + lowest
    return int(text) if text.isascii() and text.isdecimal() else None
