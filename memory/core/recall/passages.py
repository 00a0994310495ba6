"""Passages: stretches of transcript entries as recall finds and shows them, without what was forgotten."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from sys import intern

from memory.core.facts.facts import Mask, Tombstone, Trace
from memory.core.forgetting.forgetting import mask_text
from memory.core.forgetting.traces import find_traces
from memory.core.language.times import moment
from memory.core.transcript.entries import Entry, Role, text_of

PASSAGE_CHARS = 1_000
"""Characters of a passage, at most; longer entries make several, cut after a sentence where one ends."""

SAID_BY_USER = 0.6
SAID_BY_ASSISTANT = 0.4
ASKED = 0.2
"""Importance of a passage: what the user stated counts for more than an answer, and that more than a question."""

_PIECE = re.compile(
    rf"(?s).{{{PASSAGE_CHARS // 2},{PASSAGE_CHARS}}}(?<=[.!?。！？\n])"
    rf"|.{{{PASSAGE_CHARS // 2},{PASSAGE_CHARS}}}(?<=\s)"
    rf"|.{{{PASSAGE_CHARS // 2},{PASSAGE_CHARS}}}(?<=[,;，；、])"
    rf"|.{{1,{PASSAGE_CHARS}}}"
)
SAID: tuple[Role, ...] = ("user", "assistant")
"""Whose entries recall finds: what people and the assistant said."""
_QUESTION_ENDS = ("?", "？", "吗", "嗎", "呢")

Stretches = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of one entry of a conversation."""

    id: str
    """Thread, entry key and, after the first passage of an entry, its number."""
    thread: str
    conversation: str
    """The id by which front ends know the thread."""
    entry: str
    """Entry key."""
    depth: int
    """Of the entry."""
    message: str
    """Message id."""
    role: str
    """`user` or `assistant`; `tool` only where tool results were asked for."""
    time: str
    """ISO time of the entry, UTC."""
    text: str
    """What was said, masked where it was forgotten."""
    importance: float
    masked: Stretches
    """What of the entry was masked by place when this passage was made."""


@dataclass(frozen=True)
class DatedTrace:
    """A trace and the newest entries it counts in."""

    words: int
    hash: str
    until: str
    """ISO time of the forget."""

    @property
    def trace(self) -> Trace:
        """The trace alone."""
        return {"words": self.words, "hash": self.hash}


@dataclass(frozen=True)
class Veil:
    """What of the transcript must not be shown, as the tombstones of one moment say."""

    stretches: Mapping[str, Stretches] = field(default_factory=dict)
    """Masked stretches by entry key, in order."""
    hidden: frozenset[str] = frozenset()
    """Entries that must not be shown at all: sources in which a tombstone names no stretch."""
    traces: tuple[DatedTrace, ...] = ()
    """Forgotten words, wherever they stand in entries not newer than the forget."""
    key: str = field(default="", repr=False)
    """Key of the traces' hashes."""

    def of(self, entry: str) -> Stretches | None:
        """Return what is masked of an entry by place, None when all of it is."""
        return None if entry in self.hidden else self.stretches.get(entry, ())

    def differences(self, other: "Veil") -> set[str]:
        """Return the entries of which another veil masks something else by place."""
        entries = {*self.stretches, *self.hidden, *other.stretches, *other.hidden}
        return {entry for entry in entries if self.of(entry) != other.of(entry)}

    def masked(self, entry: str, time: str, text: str) -> Stretches | None:
        """Return what is masked of an entry of `time` (ISO) that reads `text`: by place and by its words, in order.

        None when all of it is.
        """
        placed = self.of(entry)
        if placed is None:
            return None
        said = moment(time)
        traces = [dated.trace for dated in self.traces if said <= moment(dated.until)]
        return tuple(sorted({*placed, *find_traces(text, traces, self.key)}))


def veil_of(tombstones: Iterable[Tombstone], key: str = "") -> Veil:
    """Return what `tombstones` hide of the transcript; `key` is the one their traces were made with."""
    tombstones = list(tombstones)
    stretches: dict[str, set[tuple[int, int]]] = {}
    hidden: set[str] = set()
    for tombstone in tombstones:
        for mask in tombstone["masks"]:
            stretches.setdefault(mask["entry"], set()).add((mask["start"], mask["end"]))
        hidden.update(set(tombstone["entries"]) - {mask["entry"] for mask in tombstone["masks"]})
    traces = tuple(
        DatedTrace(trace["words"], trace["hash"], tombstone["forgotten_at"])
        for tombstone in tombstones
        for trace in tombstone.get("traces", [])
    )
    return Veil({entry: tuple(sorted(found)) for entry, found in stretches.items()}, frozenset(hidden), traces, key)


def masks_at(entry: str, stretches: Stretches) -> list[Mask]:
    """Return stretches of one entry as masks."""
    return [{"entry": entry, "start": start, "end": end} for start, end in stretches]


def passages_of(entry: Entry, conversation: str, veil: Veil, roles: Collection[Role] = SAID) -> list[Passage]:
    """Return the passages of an entry: none of entries of other `roles`, of empty and of hidden ones."""
    if entry["role"] not in roles:
        return []
    text = text_of(entry)
    masked = veil.masked(entry["key"], entry["time"], text)
    if masked is None:
        return []
    texts = _pieces(mask_text(text, masks_at(entry["key"], masked)))
    return [
        Passage(
            id=f"{entry['thread']}/{entry['key']}" + (f"/{number}" if number else ""),
            thread=intern(entry["thread"]),
            conversation=conversation,
            entry=entry["key"],
            depth=entry["depth"],
            message=entry["id"],
            role=intern(entry["role"]),
            time=entry["time"],
            text=text,
            importance=importance_of(entry["role"], text),
            masked=veil.of(entry["key"]) or (),
        )
        for number, text in enumerate(texts)
    ]


def _pieces(text: str) -> list[str]:
    return [piece for found in _PIECE.findall(text) if (piece := found.strip())]


def importance_of(role: str, text: str) -> float:
    """Return what a passage counts by who said it, and whether it asks."""
    if text.endswith(_QUESTION_ENDS):
        return ASKED
    return SAID_BY_USER if role == "user" else SAID_BY_ASSISTANT
