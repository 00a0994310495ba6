"""Summaries of a thread: leaves of entry ranges and the running summary they merge into."""

from typing import NotRequired, TypedDict

from memory.core.transcript.entries import Place

SUMMARY_SCHEMA = 1


class Leaf(TypedDict):
    """The summary of one range of entries; a new revision of the same range replaces it."""

    schema: int
    first: Place
    """The oldest entry of the range."""
    last: Place
    """The newest entry of the range, included."""
    text: str
    exact: list[str]
    """Exact strings of the range that must survive any merge."""
    dropped: NotRequired[int]
    """How many more there were than fit; transcript search finds them."""
    tokens: int
    """Tokens of `text` and `exact`."""
    time: str
    """ISO time it was written, UTC."""


class Summary(TypedDict):
    """The running summary of a thread, as the mailbox holds it."""

    schema: int
    text: str
    exact: list[str]
    """Exact strings of everything summarised."""
    dropped: NotRequired[int]
    """How many more there were than fit; transcript search finds them."""
    cursor: Place
    """The newest entry it covers."""
    folds: int
    """Merges since the leaves were merged anew."""
    time: str
    """ISO time it was written, UTC."""
    tokens: int
    """Tokens of `text` and `exact`."""
    short: NotRequired[dict[str, str]]
    """Short forms of long messages by entry key, as a model wrote them; of what was forgotten there is none."""


def leaf_key(leaf: Leaf) -> str:
    """Return the key of a leaf: its range."""
    return f"{leaf['first']['key']}~{leaf['last']['key']}"
