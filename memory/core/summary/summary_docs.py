"""Summaries of a thread: leaves of entry ranges and the running summary they merge into."""

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict

from memory.core.transcript.entries import Place

SUMMARY_SCHEMA = 2
RULES = "rules"
"""Who wrote a text that no model wrote: sentences of the conversation, chosen by rules."""

Origin = Literal["own", "handed"]
"""Where an exact string comes from: the user's own words, or what was pasted or a tool returned."""


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
    origins: dict[str, Origin]
    """Of exact strings; the assistant's own have none."""
    dropped: NotRequired[int]
    """How many more there were than fit; transcript search finds them."""
    tokens: int
    """Tokens of `text` and `exact`."""
    turns: int
    """Messages of the user in the range."""
    by: str
    """The model that wrote the text, or `RULES`."""
    failed: int
    """Runs in which a model gave no text of it that could be used."""
    time: str
    """ISO time it was written, UTC."""


class Summary(TypedDict):
    """The running summary of a thread, as the mailbox holds it."""

    schema: int
    text: str
    exact: list[str]
    """Exact strings of everything summarised: first those that the text does not tell."""
    origins: dict[str, Origin]
    """Of exact strings, as in a leaf."""
    left_out: list[str]
    """The newest of those that fit neither text nor list; transcript search finds them."""
    dropped: NotRequired[int]
    """How many there are of those."""
    cursor: Place
    """The newest entry it covers."""
    folds: int
    """Merges since the leaves were merged anew."""
    turns: int
    """Messages of the user folded since the transcript was last read anew as a whole."""
    drift: float
    """Share of exact strings that the summary had lost when it was last made anew, 0 to 1."""
    repaired: float
    """The largest share of them that a merge since then left out of its text and code put back, 0 to 1."""
    borne: NotRequired[float]
    """The largest share lost of those for which the whole transcript was read anew: as much again is no reason to."""
    by: str
    """The model that merged the text, or `RULES`."""
    fallbacks: int
    """Leaves in it that rules wrote."""
    failed: int
    """Runs in a row in which a model was to make it anew, and could not."""
    time: str
    """ISO time it was written, UTC; what the user changes in it does not renew it."""
    tokens: int
    """Tokens of `text` and `exact`."""
    edited: NotRequired[str]
    """Id of the newest change of the user's that it follows."""
    short: NotRequired[dict[str, str]]
    """Short forms of long messages by entry key, as a model wrote them; of what was forgotten there is none."""


def leaf_key(leaf: Leaf) -> str:
    """Return the key of a leaf: its range."""
    return f"{leaf['first']['key']}~{leaf['last']['key']}"


def all_text(made: Mapping[str, Any]) -> str:
    """Return everything a leaf or summary tells, a line each: where to look for what must not be told."""
    return "\n".join([made["text"], *made["exact"], *made.get("left_out", ()), *made.get("short", {}).values()])
