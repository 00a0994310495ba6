"""Proposals and assertions: what may become, and what is, a fact about the user."""

from typing import Literal, NotRequired, TypedDict

FACT_SCHEMA = 1

Kind = Literal["profile", "preference", "event", "relationship", "instruction", "goal"]
SaidBy = Literal["user", "tool", "operator"]


class Source(TypedDict):
    """Where a fact was said."""

    thread: str
    conversation: str
    message: str
    """Message id."""
    entry: str
    """Entry key."""
    erased: NotRequired[bool]
    """The conversation was erased; the user chose to keep the fact."""


class Proposal(TypedDict):
    """A possible fact, not yet decided."""

    schema: int
    id: str
    """Hash of kind, slot, value or text, normalised: the same fact said twice is one proposal."""
    text: str
    """The fact in the user's own language, as the user would read it in a list."""
    kind: Kind
    slot: str | None
    """Name of a profile slot (`slots.SLOTS`), None for the collection."""
    value: str | None
    """The slot's value."""
    quote: str
    """The user's own words."""
    source: Source
    said_by: SaidBy
    explicit: bool
    """The user asked for it to be remembered."""
    grounded: bool
    """The quote stands in the user's message (checked by code)."""
    confidence: float
    importance: float
    sensitivity: str
    """`normal`, `sensitive` or `secret`."""
    observed_at: str
    """ISO time of the message."""
    retracts: NotRequired[str | None]
    """Id of the content this one ends ("I no longer …"; see `identity.py`), else None."""
    reason: NotRequired[str]
    """Why the policy wrote it, keeps it pending or rejected it."""


class Assertion(Proposal):
    """An approved fact: immutable. Its current validity is computed (`current.py`)."""

    approved_at: str


class Mask(TypedDict):
    """A stretch of one entry's readable text (`entries.text_of`) that views must not show again."""

    entry: str
    """Entry key."""
    start: int
    end: int
    """Character offsets, end exclusive."""


class Trace(TypedDict):
    """Finds forgotten words wherever they were repeated, without telling them (`traces.py`)."""

    words: int
    """Length in tokens."""
    hash: str
    """Keyed hash of the tokens."""


class Tombstone(TypedDict):
    """Keeps a forgotten fact from returning; holds no text of it."""

    schema: int
    content: str
    """Content hash: the id of the proposal or assertion that was forgotten."""
    slot: str | None
    masks: list[Mask]
    entries: list[str]
    """Entry keys of the sources."""
    threads: list[str]
    """Threads of the sources: their summaries made before `forgotten_at` are not used again."""
    traces: NotRequired[list[Trace]]
    """The words that tell the fact, as they may stand in any entry older than `forgotten_at`."""
    forgotten_at: str
