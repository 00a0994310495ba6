"""What a restore holds back: whatever was forgotten or erased after the backup was made stays so."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from memory.core.backup.backup_format import Document, kind_in
from memory.core.backup.erased import Erased
from memory.core.facts.facts import Proposal, Tombstone, Trace
from memory.core.forgetting.erase import is_told_in
from memory.core.forgetting.erase_marks import label_of
from memory.core.forgetting.traces import find_traces
from memory.core.forgetting.veiled import repeats_forgotten
from memory.core.ids import encode_label
from memory.core.language.times import moment

FORGOTTEN = "forgotten since"
ERASED = "its conversation was erased since"
REVIVED = "forgotten before, and told anew since"
DECIDED = "decided since"
UNREMEMBERED = "its conversation is not remembered"

_FACTS = frozenset({"facts", "pending"})
_TELLING = frozenset({"leaves", "summary", "working", "summary_edits"})
"""Kinds made of what was said, which may tell it again; views mask the transcript itself."""
_MADE = frozenset({"leaves", "summary"})
_ABOUT = frozenset({"archive", "remarks"})


@dataclass(frozen=True)
class Holdback:
    """What is known of one user where the backup is restored, and since when."""

    root: str
    created: str
    """ISO time of the backup."""
    erased: Erased
    stones: Sequence[Tombstone]
    """Those that the backup has not: of what was forgotten since."""
    known: Collection[str]
    """Content ids of the facts held here, where they stay."""
    unremembered: Collection[str]
    """Threads of conversations that are not remembered here: what was learned in them was taken back."""
    key: str
    """Of traces (`traces.py`)."""

    @cached_property
    def traces(self) -> list[Trace]:
        """The traces of what was forgotten since."""
        return [trace for stone in self.stones for trace in stone.get("traces", [])]

    @cached_property
    def contents(self) -> frozenset[str]:
        """Its content ids."""
        return frozenset(stone["content"] for stone in self.stones)

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """By label of a thread, when something it told was last forgotten."""
        stones = sorted(self.stones, key=lambda stone: moment(stone["forgotten_at"]))
        return {encode_label(thread): stone["forgotten_at"] for stone in stones for thread in stone["threads"]}

    def reason(self, document: Document) -> str | None:
        """Return why a document of the backup is not restored, None when it is."""
        namespace, key, value = document.namespace, document.key, document.value
        label = label_of(namespace, key, value)
        if label is not None and self.erased.is_thread(self.root, label, self.created):
            return ERASED
        kind = kind_in(namespace)
        if kind == "tombstones":
            return REVIVED if value.get("content") in self.known else None
        if kind == "pending" and value.get("id") in self.known:
            return DECIDED
        if kind in _FACTS and self._is_unremembered(cast("Proposal", value)):
            return UNREMEMBERED
        return FORGOTTEN if self.stones and self._tells(kind, label, value) else None

    def _is_unremembered(self, fact: Proposal) -> bool:
        """Tell whether a fact was taken back with its conversation; a retraction tells nothing."""
        return bool(fact["text"]) and any(is_told_in(fact, thread) for thread in self.unremembered)

    def _tells(self, kind: str, label: str | None, value: Mapping[str, Any]) -> bool:
        if kind in _FACTS:
            fact = cast("Proposal", value)
            return fact["id"] in self.contents or repeats_forgotten(fact, self.stones, self.key) or self._repeats(value)
        if kind in _ABOUT:
            return value.get("about") in self.contents
        made_before = self.labels.get(label or "") if kind in _MADE else None
        if made_before is not None and moment(str(value.get("time"))) <= moment(made_before):
            return True
        return kind in _TELLING and self._repeats(value)

    def _repeats(self, value: Any) -> bool:
        return any(find_traces(text, self.traces, self.key) for text in _texts(value))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)
