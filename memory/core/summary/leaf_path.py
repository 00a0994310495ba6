"""Which leaves lie on a path, and which of them are older than something that was forgotten since."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from memory.core.facts.facts import Tombstone
from memory.core.recall.passages import Veil
from memory.core.summary.due import whole_ends
from memory.core.summary.summary_docs import Leaf
from memory.core.transcript.entries import Entry, text_of


def leaves_on_path(path: Sequence[Entry], leaves: Iterable[Leaf], *, closed: bool = False) -> list[Leaf]:
    """Return the leaves that cover the beginning of `path` without a gap, oldest first.

    `path` begins at the first entry of the thread, or after a leaf. Where two leaves begin alike, the longer one
    counts, so no entry is in two. One of another branch that parts a call of this one from its results is none of its
    leaves; `closed`: the path ends with a leaf, so nothing at its end waits for results.
    """
    position = {entry["key"]: i for i, entry in enumerate(path)}
    whole = {*whole_ends(path), *([len(path)] if closed else [])}
    ends: dict[int, tuple[int, Leaf]] = {}
    for leaf in leaves:
        first, last = position.get(leaf["first"]["key"]), position.get(leaf["last"]["key"])
        if first is not None and last is not None and last + 1 in whole and last >= ends.get(first, (0, leaf))[0]:
            ends[first] = (last, leaf)
    found: list[Leaf] = []
    start = 0
    while start in ends:
        last, leaf = ends[start]
        found.append(leaf)
        start = last + 1
    return found


def covered(leaf: Leaf) -> int:
    """Return how many entries a leaf covers."""
    return leaf["last"]["depth"] - leaf["first"]["depth"] + 1


def is_veiled(entries: Iterable[Entry], veil: Veil) -> bool:
    """Tell whether something of `entries` must not be shown: otherwise nothing in their leaf can be."""
    return any(veil.masked(entry["key"], entry["time"], text_of(entry)) != () for entry in entries)


def forgotten_since(time: str, thread: str, tombstones: Iterable[Tombstone]) -> bool:
    """Tell whether a summary made at `time` (ISO) may hold something said in `thread` and forgotten later."""
    made = datetime.fromisoformat(time)
    return any(thread in t["threads"] and datetime.fromisoformat(t["forgotten_at"]) > made for t in tombstones)
