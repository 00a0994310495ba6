"""Which leaves lie on a path, and which of them are older than something that was forgotten since."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from memory.core.facts.facts import Tombstone
from memory.core.summary.summary_docs import Leaf
from memory.core.transcript.entries import Entry


def leaves_on_path(path: Sequence[Entry], leaves: Iterable[Leaf]) -> list[Leaf]:
    """Return the leaves that cover the beginning of `path` without a gap, oldest first.

    `path` begins at the first entry of the thread, or after a leaf. Where two leaves begin alike, the longer one
    counts, so no entry is in two.
    """
    position = {entry["key"]: i for i, entry in enumerate(path)}
    ends: dict[int, tuple[int, Leaf]] = {}
    for leaf in leaves:
        first, last = position.get(leaf["first"]["key"]), position.get(leaf["last"]["key"])
        if first is not None and last is not None and last >= ends.get(first, (0, leaf))[0]:
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


def forgotten_since(time: str, thread: str, tombstones: Iterable[Tombstone]) -> bool:
    """Tell whether a summary made at `time` (ISO) may hold something said in `thread` and forgotten later."""
    made = datetime.fromisoformat(time)
    return any(thread in t["threads"] and datetime.fromisoformat(t["forgotten_at"]) > made for t in tombstones)
