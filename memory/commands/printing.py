"""What commands print: JSON, and text in which a terminal finds nothing to obey."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from memory.core.language.text import one_line

_LINE = 2_000


def as_json(told: Any) -> str:
    """Return what is printed with `--json`."""
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def as_lines(lines: Iterable[str]) -> str:
    """Return lines as they are printed."""
    return "".join(f"{line}\n" for line in lines)


def harmless(text: object) -> str:
    """Return text on one line; control characters are shown as escapes."""
    line = one_line(str(text), _LINE)
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)


def counted(number: int, noun: str) -> str:
    """Return how many there are of what an English noun names."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def minute(iso: str) -> str:
    """Return an ISO time to the minute, in UTC."""
    return datetime.fromisoformat(iso).astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
