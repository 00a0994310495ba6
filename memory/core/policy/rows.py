"""Reads the fields of an operator's rows (TOML tables); what is wrong names its place, the problem and the remedy."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from memory.core.errors import InputError
from memory.core.language.text import one_line

Reader = Callable[[Any, str], Any]
"""Reads a value; the second argument is what messages call its field."""


def tables(data: Mapping[str, Any], kind: str, name: str, form: str) -> list[Mapping[str, Any]]:
    """Return the `[[kind]]` tables of a file called `name`, which holds nothing else. Raises InputError."""
    refuse_unknown(data, {kind}, name)
    rows = data.get(kind)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise InputError(name, f"holds no {kind}s", f"Begin each {kind} with [[{kind}]], as {form} does.")
    return rows


def refuse_unknown(table: Mapping[str, Any], known: Collection[str], place: str) -> None:
    """Raise InputError if a table has a field that nobody knows."""
    unknown = sorted(set(table) - set(known))
    if unknown:
        raise InputError(f"{place}: {unknown[0]}", "is unknown", f"Known are {', '.join(sorted(known))}.")


def refuse_missing(table: Mapping[str, Any], required: Collection[str], place: str, remedy: str) -> None:
    """Raise InputError if a table lacks a field."""
    missing = [field for field in required if field not in table]
    if missing:
        raise InputError(f"{place}: {missing[0]}", "is missing", remedy)


def line(limit: int) -> Reader:
    """Return the reader of a line of text of at most `limit` characters."""

    def read(value: Any, field: str) -> str:
        if not isinstance(value, str) or not value.strip() or value != one_line(value, limit):
            raise InputError(field, "is no line of text", f"Write at most {limit} characters.")
        return value

    return read


def lines(count: int, limit: int) -> Reader:
    """Return the reader of a list of at most `count` lines of at most `limit` characters."""

    def read(value: Any, field: str) -> tuple[str, ...]:
        if not isinstance(value, list) or len(value) > count:
            raise InputError(field, "is no list of phrases", f"Write a list of at most {count}.")
        return tuple(line(limit)(one, f"{field}, phrase {number}") for number, one in enumerate(value, start=1))

    return read


def one_of(known: tuple[str, ...]) -> Reader:
    """Return the reader of one of the `known` words."""

    def read(value: Any, field: str) -> str:
        if not isinstance(value, str) or value not in known:
            raise InputError(field, f"is {value!r}", f"Write one of {', '.join(known)}.")
        return value

    return read


def some_of(known: tuple[str, ...]) -> Reader:
    """Return the reader of a list of `known` words, at least one."""

    def read(value: Any, field: str) -> frozenset[str]:
        if not isinstance(value, list) or not value or not all(isinstance(v, str) and v in known for v in value):
            raise InputError(field, f"is {value!r}", f"Write a list of some of {', '.join(known)}.")
        return frozenset(value)

    return read


def flag(value: Any, field: str) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise InputError(field, f"is {value!r}", "Write true or false.")
    return value


def share(value: Any, field: str) -> float:
    """Read a number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InputError(field, f"is {value!r}", "Write a number from 0 to 1.")
    return float(value)
