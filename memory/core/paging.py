"""Pages of a list that may change between two of them: a cursor tells after which place to go on."""

import base64
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from memory.core.errors import InputError

T = TypeVar("T")
Place = tuple[str, ...]
"""What a list is sorted by; no two items have the same."""


@dataclass(frozen=True)
class Page(Generic[T]):
    """A stretch of a list."""

    items: list[T]
    next: str | None
    """Cursor of the page after it; None: it is the last."""


def page_of(
    items: Iterable[T], place: Callable[[T], Place], *, limit: int, after: str | None, backwards: bool = False
) -> Page[T]:
    """Return up to `limit` items in the order of their places, those after the cursor `after`; None: from the first.

    `backwards`: the greatest place first. Raises InputError: `after` is no cursor.
    """
    start = None if after is None else read_cursor(after)
    rest = [item for item in items if start is None or (place(item) < start if backwards else place(item) > start)]
    rest.sort(key=place, reverse=backwards)
    shown = rest[:limit]
    return Page(shown, _cursor(place(shown[-1])) if len(rest) > limit else None)


def _cursor(place: Place) -> str:
    return base64.urlsafe_b64encode(json.dumps(place).encode()).decode().rstrip("=")


def read_cursor(cursor: str) -> Place:
    """Return the place after which a page begins. Raises InputError: it is no cursor."""
    try:
        found = json.loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True))
    except (ValueError, RecursionError):  # the latter: nested too deeply to be read
        found = None
    if not isinstance(found, list) or not all(isinstance(part, str) for part in found):
        raise InputError("after", "is no cursor of this API", "Send the `next` of the page before, unchanged.")
    return tuple(found)
