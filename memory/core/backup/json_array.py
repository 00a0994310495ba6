"""Reads a JSON array item by item, so that a file of any size takes the memory of its largest item."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from memory.core.errors import InputError

ITEM_CHARS = 2**26
"""Characters of one item, at most."""
_BLANK = " \t\r\n,"


def array_items(pieces: Iterable[str], field: str) -> Iterator[Any]:
    """Yield the items of the array that `pieces` of text make up.

    Raises InputError, which names `field`: it is no array, not whole, or an item is too long.
    """
    held, tried, opened, decoder = "", 0, False, json.JSONDecoder()
    for piece in pieces:
        held += piece
        if not opened:
            held = held.lstrip("\ufeff \t\r\n")
            if held[:1] not in {"", "["}:
                raise _wrong(field, "is no JSON array")
            opened, held = bool(held), held[1:]
        while len(held) >= tried:
            held = held.lstrip(_BLANK)
            if not held or held[0] == "]":
                break
            try:
                item, end = decoder.raw_decode(held)
            except ValueError:
                tried = 2 * len(held)  # again only once there is much more: each attempt begins anew
                break
            except RecursionError:
                raise _wrong(field, "is nested too deeply") from None
            yield item
            held, tried = held[end:], 0
        if len(held) > ITEM_CHARS:
            raise _wrong(field, "has an item that is too long")
    yield from _rest(held, decoder, field)


def _rest(held: str, decoder: json.JSONDecoder, field: str) -> Iterator[Any]:
    while (held := held.lstrip(_BLANK)) and held[0] != "]":
        try:
            item, end = decoder.raw_decode(held)
        except (ValueError, RecursionError):
            raise _wrong(field, "ends midway or is no JSON") from None
        yield item
        held = held[end:]
    if held.strip() != "]":
        raise _wrong(field, "ends midway or is no JSON array")


def _wrong(field: str, problem: str) -> InputError:
    return InputError(field, problem, "Send the file as it was exported.")
