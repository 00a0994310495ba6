"""What of a user's transcript views must not show."""

from collections.abc import Iterable

from memory.core.facts.facts import Tombstone
from memory.core.recall.passages import Veil, veil_of
from memory.storage.location import secret


def trace_key(root: str) -> str:
    """Return the key of a user's traces: nobody without the process's secret can test words against them."""
    return f"{secret()}/{root}"


def veil_for(root: str, tombstones: Iterable[Tombstone]) -> Veil:
    """Return what a user's tombstones hide of the transcript."""
    return veil_of(tombstones, trace_key(root))
