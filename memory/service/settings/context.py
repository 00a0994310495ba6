"""The runtime context of a run: what a client or an assistant may choose. Studio shows it from this schema."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, TypeAdapter, ValidationError

from memory.core.defaults import DEFAULTS
from memory.core.errors import InputError

MIN_BUDGET = 3_500
"""Tokens below which system text, tools and the newest message would not fit together."""


@dataclass(frozen=True, kw_only=True)
class Context:
    """Every field has a default; a client that sends none gets the product's."""

    user_id: Annotated[str | None, Field(description="Who is talking, where there is no log-in.")] = None
    """With authentication, for callers who may act for others; without both, the named local user."""
    conversation: Annotated[str | None, Field(description="The front end's own name of this conversation.")] = None
    """None: the thread id."""
    model: Annotated[str | None, Field(description="`offline` or provider:model; none: HOLDFAST_MODEL.")] = None
    """None: `HOLDFAST_MODEL`."""
    fallback_model: Annotated[str | None, Field(description="Answers when the model cannot be reached.")] = None
    """None: `HOLDFAST_FALLBACK_MODEL`."""
    context_budget: Annotated[int, Field(ge=MIN_BUDGET, description="Tokens of a model call's input.")] = (
        DEFAULTS.context_budget
    )
    """Tokens of one model call's input; at most 60 % of the model's window is used."""
    output_reserve: Annotated[int, Field(ge=0, description="Tokens kept free for the answer.")] = (
        DEFAULTS.output_reserve
    )
    """Tokens kept free for the answer when the model's window is small."""
    recall_deadline_ms: Annotated[int, Field(ge=0, description="Milliseconds recall may take.")] = (
        DEFAULTS.recall_deadline_ms
    )
    """Past it the turn goes on without passages and the report says so."""
    recall_facts: Annotated[int, Field(ge=0, le=50, description="Facts recalled a turn.")] = DEFAULTS.recall_facts
    """Facts of the collection recalled a turn, at most."""
    recall_passages: Annotated[int, Field(ge=0, le=20, description="Passages recalled a turn.")] = (
        DEFAULTS.recall_passages
    )
    """Passages recalled a turn, at most: of other conversations, and of this one what its window does not show."""
    approval: Annotated[Literal["auto", "review", "interrupt", "off"], Field(description="How facts are approved.")] = (
        "auto"
    )
    """`auto`: by policy; `review`: all wait; `interrupt`: the run stops to ask about what waits; `off`: none."""
    extract: Annotated[Literal["rules", "turn", "off"], Field(description="How facts are looked for in a turn.")] = (
        "rules"
    )
    """`rules`: in milliseconds, and by `HOLDFAST_EXTRACT_MODEL` later, in the background; `turn`: by that model before
    the turn ends, so the thread's next message waits for one more answer of a model; `off`: not at all."""
    time_zone: Annotated[str | None, Field(description="IANA time zone of the user.")] = None
    """None: `HOLDFAST_TIME_ZONE`."""
    memory: Annotated[bool, Field(description="Use what is remembered.")] = True
    """Off: no facts, passages or instructions enter the window; the conversation itself goes on."""
    learn: Annotated[bool, Field(description="Remember what is learned.")] = True
    """Off: nothing is extracted or proposed."""
    past_conversations: Annotated[bool, Field(description="Recall passages of other conversations.")] = True
    """Off: only approved facts cross from one conversation to another."""
    temporary: Annotated[bool, Field(description="Begin a conversation that reads and leaves no memory.")] = False
    """On: a new thread is temporary, and stays it without this field; one that is kept refuses it (`temporary.py`)."""


def checked_context(given: Context | Mapping[str, Any]) -> Context:
    """Return a run's context with each value as its field takes it.

    Raises InputError: one of them is not; fields that are none are left out.
    """
    values = asdict(given) if isinstance(given, Context) else given
    try:
        return _adapter().validate_python(values)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = str(first["loc"][0]) if first["loc"] else "context"
        raise InputError(
            field, f"{first['msg']}, and it is {first['input']!r:.100}", "Correct it, or leave it out."
        ) from None


@lru_cache(maxsize=1)
def _adapter() -> TypeAdapter[Context]:
    return TypeAdapter(Context)


def zone_of(name: str, field: str = "time_zone") -> ZoneInfo:
    """Return the IANA time zone called `name`, as `field` says.

    Raises InputError: there is none.
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as exc:
        raise InputError(field, f"{name!r} is no IANA time zone", "Write it like Europe/Lisbon.") from exc
