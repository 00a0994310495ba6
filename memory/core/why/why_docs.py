"""What `why` tells of a text: a trail for each fact or saying that it is about, each step with its time and its ids."""

from collections.abc import Mapping
from typing import Any, Literal, TypedDict

from memory.core.language.languages import Language

State = Literal[
    "current", "upcoming", "archived", "ended", "called_off", "pending", "rejected", "forgotten", "never_a_fact"
]


class Where(TypedDict):
    """Where something was said."""

    thread: str
    conversation: str
    message: str
    """Message id; "" where it is not known any more."""
    entry: str
    """Entry key."""


class Step(TypedDict):
    """One thing that happened to what was said, or is so."""

    what: str
    """Which of `why_words.WORDS`."""
    at: str | None
    """ISO time; None: it is so all the time, or nobody knows when it was."""
    told: str
    """The same as a sentence in the language of the question."""
    where: Where | None
    fact: str | None
    """Content id."""


class Trail(TypedDict):
    """What became of one fact, or of one saying that is no fact."""

    state: State
    told: str
    """The state as a sentence."""
    fact: str | None
    """Content id; None: it never was one."""
    text: str | None
    """The fact, or what was said; None: it is forgotten, and not repeated."""
    steps: list[Step]
    """Oldest first; what is so now comes last."""


class Why(TypedDict):
    """What can be told of a text."""

    user_id: str
    text: str
    """As it was asked."""
    about: str
    """What of it was looked for."""
    language: Language
    as_of: str
    """ISO time."""
    told: str
    """What was found, in a sentence."""
    trails: list[Trail]
    degraded: list[str]
    """What could not be looked through, and why."""


Values = Mapping[str, Any]
"""What fills the gaps of a step's sentence."""
