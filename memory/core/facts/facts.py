"""Proposals and assertions: what may become, and what is, a fact about the user."""

from typing import Literal, NotRequired, TypedDict

FACT_SCHEMA = 2
"""Of proposals and assertions."""
TOMBSTONE_SCHEMA = 1
REMARK_SCHEMA = 1

Kind = Literal["profile", "preference", "event", "relationship", "instruction", "goal"]
SaidBy = Literal["user", "tool", "operator"]
SELF = "self"
"""The subject of a fact about the user."""


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
    """Hash of kind, slot, value (of a person, what they are to the user too) or text, normalised: said twice it is one.

    A relative date counts as the day it means: "my exam is tomorrow" said on two days are two exams. Said again in
    other words (`alike.py`) it is written under the id it had first.
    """
    text: str
    """The fact in the user's own language, as they would read it in a list; relative dates with their day beside."""
    kind: Kind
    slot: str | None
    """Name of a profile slot (`slots.SLOTS`), None for the collection."""
    value: str | None
    """The slot's value."""
    subject: str
    """Whom it is about: `SELF`, or another person in the user's own words ("my sister", 我妈妈, "Anna")."""
    quote: str
    """The user's own words, to the letter."""
    source: Source
    said_by: SaidBy
    explicit: bool
    """The user asked for it to be remembered."""
    grounded: bool
    """The quote stands in the user's message (checked by code)."""
    confidence: float
    importance: float
    importance_parts: dict[str, float]
    """What `importance` is the sum of (`importance.py`); empty in a fact stored before the parts were kept."""
    sensitivity: str
    """`normal`, `sensitive` or `secret`."""
    observed_at: str
    """ISO time of the message."""
    valid_from: str | None
    """The day, as an ISO date in `time_zone`, or the ISO moment from which it is true; None: no time was told."""
    valid_until: str | None
    """The last day, included, or the ISO moment it ends; None: it does not end by itself."""
    time_zone: str
    """IANA name of the user's time zone when it was said."""
    retracts: NotRequired[str | None]
    """Id of the content this one ends ("I no longer …"; see `identity.py`) or, with text of its own, replaces."""
    reason: NotRequired[str]
    """Why the policy wrote it, keeps it pending or rejected it."""


class Assertion(Proposal):
    """An approved fact: immutable. Its current validity is computed (`current.py`)."""

    approved_at: str


class Remark(TypedDict):
    """What was decided about a fact beside its content, immutable: the newest one counts. It holds no text."""

    schema: int
    about: str
    """Content id of the fact."""
    pinned: bool
    """Whether the fact is to stay in use whatever else is cut or retired."""
    by: SaidBy
    at: str
    """ISO time, UTC."""


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
    alike: NotRequired[list[str]]
    """Keyed hashes of what other wordings of the fact have in common (`alike.likeness_hash`)."""
    forgotten_at: str
