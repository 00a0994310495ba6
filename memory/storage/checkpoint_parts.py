"""Values of a checkpoint in parts, so that what two checkpoints share is stored once.

A checkpoint holds the whole state, and a turn writes a dozen of them. A list (the messages, the path) is parted into
its elements, everything else that is not small is one part, and a part's id is the hash of its content: a turn then
writes what is new in it, however long the thread is.
"""

import hashlib
import json
from base64 import b64encode
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from memory.core.errors import StorageError

Dump = Callable[[Any], tuple[str, bytes]]
Load = Callable[[tuple[str, bytes]], Any]

LIST = "list"
"""Type of a part that is a list: JSON, the ids of its elements."""
_INLINE_CHARS = 100
_ID_BYTES = 12


@dataclass
class Parts:
    """The values of one checkpoint, parted."""

    inline: dict[str, Any] = field(default_factory=dict)
    """By channel, what is stored in the checkpoint itself."""
    ids: dict[str, str] = field(default_factory=dict)
    """By channel, the part that holds its value."""
    new: dict[str, tuple[str, bytes | str]] = field(default_factory=dict)
    """By id, type and content of the parts of values that changed; some may be stored already."""


def part(values: Mapping[str, Any], known: Mapping[str, str], changed: Container[str], dump: Dump) -> Parts:
    """Return the values of a checkpoint in parts.

    `known`: by channel, the parts of the checkpoint before; used again for what is not `changed`.
    """
    parts = Parts()
    for channel, value in values.items():
        if _is_small(value):
            parts.inline[channel] = value
        elif channel in known and channel not in changed:
            parts.ids[channel] = known[channel]
        elif type(value) is list:
            elements = [_add(parts, *dump(element)) for element in value]
            parts.ids[channel] = _add(parts, LIST, json.dumps(elements, separators=(",", ":")))
        else:
            parts.ids[channel] = _add(parts, *dump(value))
    return parts


def join(rows: Iterable[tuple[Any, ...]], load: Load) -> dict[str, Any]:
    """Return values by channel.

    A row is channel and the type of its part, then place (None: no list, or an empty one), type and content of an
    element, in order. Raises StorageError: a part is missing.
    """
    values: dict[str, Any] = {}
    for channel, kind, place, element_type, content in rows:
        if kind is None or (place is not None and element_type is None):
            raise StorageError(
                f"the checkpoint lacks a part of {channel!r}: go on from another one, or in a new thread"
            )
        if kind != LIST:
            values[channel] = load((element_type, content))
            continue
        elements = values.setdefault(channel, [])
        if place is not None:
            elements.append(load((element_type, content)))
    return values


def _is_small(value: Any) -> bool:
    return value is None or isinstance(value, bool | int | float) or (type(value) is str and len(value) < _INLINE_CHARS)


def _add(parts: Parts, kind: str, content: bytes | str) -> str:
    data = content.encode() if isinstance(content, str) else content
    digest = hashlib.blake2b(kind.encode() + b"\0" + data, digest_size=_ID_BYTES).digest()
    part_id = b64encode(digest).decode()
    parts.new[part_id] = (kind, content)
    return part_id
