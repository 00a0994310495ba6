"""What the API tells of facts."""

from typing import Literal

from pydantic import Field

from memory.core.facts.explanation import State
from memory.core.facts.facts import Kind, SaidBy
from memory.web.shapes import Answer, Body, Weighed


class FactShown(Answer):
    """A fact in a listing."""

    id: str
    text: str
    kind: Kind
    slot: str | None
    value: str | None
    state: Literal["current", "upcoming", "archived"]
    pinned: bool
    since: str
    """ISO time it was first said."""
    valid_from: str | None
    valid_until: str | None
    said_by: SaidBy


class FactsAnswer(Answer):
    """What is held true of a user at one moment."""

    user_id: str
    as_of: str
    """ISO time."""
    facts: list[FactShown]
    """What holds, then what was known and was to come, then what of both was in the archive."""
    next: str | None
    """Reads on, as `?after=`; null: it is the last page."""


class SourceTold(Answer):
    """Where a fact was said."""

    thread: str
    conversation: str
    message: str
    entry: str
    erased: bool = False
    """The conversation was erased; the user chose to keep the fact."""


class Said(Answer):
    """One saying of a fact."""

    source: SourceTold
    quote: str
    said_by: SaidBy
    observed_at: str
    """ISO time of the message."""
    approved_at: str | None
    """ISO time; null: it waits."""
    explicit: bool
    """The user asked for it to be remembered."""
    reason: str | None
    """The policy's, for writing it or asking about it."""


class StrengthTold(Answer):
    """How strong a fact was when it was set aside, and what made it so."""

    strength: float
    importance: float
    uses: int
    idle_days: float
    half_life_days: float


class ArchiveTold(Answer):
    """That a fact was set aside or came back."""

    archived: bool
    reason: str
    """`idle`: long unused; `full`: the weakest of too many; `used`: it was looked up in the archive."""
    strength: StrengthTold | None
    """Null: it came back."""
    at: str
    """ISO time, UTC."""


class OtherFact(Answer):
    """A fact that this one replaced, or that replaced it."""

    id: str
    text: str
    at: str
    """ISO time of the change."""


class FactTold(Answer):
    """A fact, and why it stands as it does."""

    id: str
    text: str
    kind: Kind
    slot: str | None
    value: str | None
    subject: str
    """Whom it is about: `self`, or another person in the user's own words."""
    state: State
    pinned: bool
    said: list[Said]
    """Every saying of it, oldest first."""
    valid_from: str | None
    valid_until: str | None
    time_zone: str
    since: str | None
    """ISO time it was first said in the time in which it holds or last held; null: it never held."""
    invalid_at: str | None
    """ISO time it ended."""
    resumes_at: str | None
    """ISO time from which it holds again."""
    archive: list[ArchiveTold]
    """When and why it was set aside and came back, oldest first."""
    replaced: list[OtherFact]
    replaced_by: OtherFact | None
    confidence: float
    importance: float
    importance_parts: dict[str, float]
    """What importance is the sum of."""
    sensitivity: Literal["normal", "sensitive", "secret"]
    stored_schema: int = Field(alias="schema")
    """Number of the shape in which it is stored."""


class FactAnswer(Answer):
    """One fact of a user."""

    user_id: str
    fact: FactTold


class FactSpan(Answer):
    """A time in which a fact held."""

    id: str
    text: str
    value: str | None
    since: str
    """ISO time it was first said in that time."""
    holds_from: str
    """ISO time from which it held."""
    invalid_at: str | None
    """ISO time it ended; null: it holds."""
    replaced_by: str | None
    """Id of what took its place."""
    said_by: SaidBy


class HistoryAnswer(Answer):
    """A fact, what it took the place of, and what took its."""

    user_id: str
    history: list[FactSpan]
    """Oldest first."""


class FactWeighed(Weighed):
    """A fact that fits a question."""

    id: str
    text: str
    kind: Kind
    slot: str | None
    value: str | None
    said_by: SaidBy
    observed_at: str
    """ISO time of the message."""
    thread: str
    conversation: str
    entry: str
    """Key of the entry in which it was said."""


class FactsFound(Answer):
    """The facts that fit a question, the best first."""

    user_id: str
    facts: list[FactWeighed]


class NewFact(Body):
    """A fact to be written."""

    text: str
    """In the user's own words."""
    kind: Kind | None = None
    """Null: as the text reads."""


class FactChange(Body):
    """What is to be changed of a fact; what is left out stays."""

    text: str | None = None
    value: str | None = None
    """What fills its slot, with `text`; null: it is read in the text."""
    pinned: bool | None = None
    """Whether it stays in use whatever else is cut or set aside."""


class ForgottenAnswer(Answer):
    """What was forgotten; nothing of it is kept but that it was."""

    forgotten: list[str]
    """Ids: the fact, and what told the same."""
    threads: list[str]
    """Threads whose summaries are made anew."""
