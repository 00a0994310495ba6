"""What can be told of one fact: where it was said, when it held, what it replaced, and why it weighs so much."""

from collections.abc import Iterable, Sequence
from typing import Literal, TypedDict

from memory.core.facts.current import CurrentFact, history, standing
from memory.core.facts.facts import Assertion, Proposal, Remark, Source
from memory.core.facts.identity import is_retraction
from memory.core.language.times import moment
from memory.core.retention.archive import ArchiveMark, in_archive

State = Literal["current", "upcoming", "archived", "ended", "called_off", "pending"]


class Other(TypedDict):
    """A fact that this one replaced, or that replaced it."""

    id: str
    text: str
    at: str
    """ISO time of the change."""


class Said(TypedDict):
    """One saying of the fact."""

    source: Source
    quote: str
    said_by: str
    observed_at: str
    """ISO time of the message."""
    approved_at: str | None
    """ISO time; None: it waits."""
    explicit: bool
    """The user asked for it to be remembered."""
    reason: str | None
    """The policy's, for writing it or asking about it."""


class Explanation(TypedDict):
    """A fact, and why it stands as it does."""

    id: str
    text: str
    kind: str
    slot: str | None
    value: str | None
    subject: str
    state: State
    pinned: bool
    said: list[Said]
    """Every saying of it, oldest first."""
    valid_from: str | None
    valid_until: str | None
    time_zone: str
    since: str | None
    """ISO time it was first said in the time in which it holds or last held; None: it never held."""
    invalid_at: str | None
    """ISO time it ended."""
    resumes_at: str | None
    """ISO time from which it holds again."""
    archive: list[ArchiveMark]
    """When and why it was set aside and came back, oldest first; a saying after that brings it back too."""
    replaced: list[Other]
    """What it took the place of."""
    replaced_by: Other | None
    confidence: float
    importance: float
    importance_parts: dict[str, float]
    sensitivity: str
    schema: int


_IN_USE: tuple[State, ...] = ("current", "upcoming")
_CONTENT = (
    "id",
    "text",
    "kind",
    "slot",
    "value",
    "subject",
    "valid_from",
    "valid_until",
    "time_zone",
    "confidence",
    "importance",
    "importance_parts",
    "sensitivity",
    "schema",
)


def explained(
    fact_id: str,
    assertions: Sequence[Assertion],
    pending: Iterable[Proposal],
    remarks: Sequence[Remark],
    marks: Sequence[ArchiveMark],
    now: str,
) -> Explanation | None:
    """Return what can be told at `now` (ISO) of the fact with the content id `fact_id`; None: it is not known."""
    waiting = [p for p in pending if p["id"] == fact_id]
    sayings = [a for a in assertions if a["id"] == fact_id and not is_retraction(a)]
    sayings.sort(key=lambda a: (moment(a["observed_at"]), moment(a["approved_at"])))
    fact: Proposal | None = next(iter([*sayings[::-1], *waiting]), None)
    if fact is None:
        return None
    spans = history(assertions, now)
    last = next((span for span in reversed(spans) if span["fact"]["id"] == fact_id), None)
    own = sorted((m for m in marks if m["about"] == fact_id and moment(m["at"]) <= moment(now)), key=lambda m: m["at"])
    state = _state(last, waiting if not sayings else [], fact_id, standing(assertions, now).upcoming)
    told = {name: fact[name] for name in _CONTENT}  # type: ignore[literal-required]  # names of its fields
    return {  # type: ignore[return-value]  # `told` holds the rest
        **told,
        "state": "archived" if state in _IN_USE and fact_id in in_archive(own, assertions, remarks, now) else state,
        "pinned": is_pinned(fact_id, remarks, now),
        "said": [_said(saying, saying["approved_at"]) for saying in sayings] + [_said(p, None) for p in waiting],
        "since": last["since"] if last else None,
        "invalid_at": last["invalid_at"] if last else None,
        "resumes_at": last["resumes_at"] if last else None,
        "archive": own,
        "replaced": [_other(span["fact"], str(span["invalid_at"])) for span in spans if span["successor"] == fact_id],
        "replaced_by": _successor(last, assertions),
    }


def is_pinned(fact_id: str, remarks: Iterable[Remark], now: str) -> bool:
    """Tell whether the newest remark about a fact, made by `now` (ISO), pins it; of two at once the pin counts."""
    own = [r for r in remarks if r["about"] == fact_id and moment(r["at"]) <= moment(now)]
    return max(((moment(r["at"]), r["pinned"]) for r in own), default=(None, False))[1]


def _state(
    last: CurrentFact | None, waiting: Sequence[Proposal], fact_id: str, upcoming: Iterable[CurrentFact]
) -> State:
    if waiting:
        return "pending"
    if last is not None and last["invalid_at"] is None:
        return "current"
    if any(span["fact"]["id"] == fact_id for span in upcoming):
        return "upcoming"
    return "ended" if last is not None else "called_off"


def _said(fact: Proposal, approved_at: str | None) -> Said:
    return {
        "source": fact["source"],
        "quote": fact["quote"],
        "said_by": fact["said_by"],
        "observed_at": fact["observed_at"],
        "approved_at": approved_at,
        "explicit": fact["explicit"],
        "reason": fact.get("reason"),
    }


def _successor(last: CurrentFact | None, assertions: Iterable[Assertion]) -> Other | None:
    if last is None or last["successor"] is None:
        return None
    newer = next((a for a in assertions if a["id"] == last["successor"]), None)
    return _other(newer, str(last["invalid_at"])) if newer else None


def _other(fact: Proposal, at: str) -> Other:
    return {"id": fact["id"], "text": fact["text"], "at": at}
