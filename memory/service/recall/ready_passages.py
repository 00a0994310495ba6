"""Passages ready to be searched, and as they are found."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from sys import getsizeof

from memory.core.recall import items
from memory.core.recall.items import Item
from memory.core.recall.passages import SAID, Passage, Veil, passages_of
from memory.core.recall.search import Scored
from memory.core.recall.vectors import Vector
from memory.core.transcript.entries import Entry, Role
from memory.service.recall.background import steps

PASSAGE_BYTES = 570
"""Bytes of a passage with its ids and time, about, beside its text and what finds it."""


@dataclass(frozen=True)
class Prepared:
    """An entry ready to be added: the costly part is done without the index."""

    key: str
    passages: list[tuple[Passage, items.Prepared]]
    """Passages as they are shown and as they are found; none of an entry that is only a step of the chain."""

    @property
    def nbytes(self) -> int:
        """Bytes its passages take, about, without what all share."""
        return sum(PASSAGE_BYTES + getsizeof(passage.text) for passage, _ in self.passages)


def prepare(entries: Iterable[Entry], conversation: str, veil: Veil, roles: Collection[Role] = SAID) -> list[Prepared]:
    """Return entries ready to be added; those of other `roles` are only steps of the chain."""
    return [
        Prepared(e["key"], [_ready(p, e["depth"], n) for n, p in enumerate(passages_of(e, conversation, veil, roles))])
        for e in steps(entries)
    ]


def _ready(passage: Passage, depth: int, piece: int) -> tuple[Passage, items.Prepared]:
    item = Item(
        passage.id,
        "passage",
        passage.time,
        thread=passage.thread,
        place=depth,
        piece=piece,
        role=passage.role,
        importance=passage.importance,
    )
    return passage, items.prepare(item, passage.text)


@dataclass(frozen=True)
class Found:
    """A passage that was found, with what was said around it."""

    passage: Passage
    scored: Scored
    before: Passage | None
    """What stands right before it, None where nothing does that may be shown, or it is told with another one."""
    after: Passage | None


@dataclass(frozen=True)
class Guest:
    """A passage for which there is no room: it is there for one search."""

    passage: Passage
    ready: items.Prepared
    vector: Vector | None
