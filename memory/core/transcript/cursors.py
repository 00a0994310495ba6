"""Opaque cursors of the API: a place in the transcript as `depth.key`."""

import re

from memory.core.errors import InputError
from memory.core.transcript.entries import Place

_CURSOR = re.compile(r"(0|[1-9][0-9]{0,8})\.([0-9]{8}T[0-9]{12}Z-[0-9a-f]{16}-[0-9a-f]{16})")


def encode_cursor(place: Place) -> str:
    """Return the cursor of a place."""
    return f"{place['depth']}.{place['key']}"


def decode_cursor(text: str, field: str = "before") -> Place:
    """Return the place a cursor stands for.

    Raises InputError: it is none of ours; `field` names the parameter it came in.
    """
    match = _CURSOR.fullmatch(text)
    if match is None:
        raise InputError(field, "is no cursor of this API", "Send the `next` of the page before, unchanged.")
    return {"key": match[2], "depth": int(match[1])}
