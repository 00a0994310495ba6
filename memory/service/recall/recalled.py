"""The items that are recalled, as reports, tools and the API tell them: what was found, and why."""

from dataclasses import dataclass
from typing import TypedDict

from memory.core.facts.facts import Assertion
from memory.core.recall.ended import Ended
from memory.core.recall.passages import Passage
from memory.core.recall.search import Scored
from memory.core.shared.items import SharedItem, whose_scope
from memory.service.recall.ready_passages import Found


@dataclass(frozen=True, kw_only=True)
class _Recalled:
    """Why an item was recalled; scores as in `search.Scored`."""

    score: float
    relevance: float
    recency: float
    importance: float
    use: float
    parts: dict[str, float]
    """What relevance is made of, what is 0 left out."""


@dataclass(frozen=True, kw_only=True)
class RecalledFact(_Recalled):
    """A current fact."""

    id: str
    text: str
    kind: str
    slot: str | None
    value: str | None
    said_by: str
    observed_at: str
    """ISO time."""
    thread: str
    conversation: str
    entry: str
    """Key of the entry in which it was said."""


@dataclass(frozen=True)
class Around:
    """What was said right before or after a passage."""

    role: str
    text: str


@dataclass(frozen=True, kw_only=True)
class RecalledPassage(_Recalled):
    """A passage of a conversation."""

    id: str
    thread: str
    conversation: str
    entry: str
    """Entry key."""
    message: str
    """Message id."""
    role: str
    """`user` or `assistant`."""
    time: str
    """ISO time, UTC."""
    text: str
    before: Around | None
    """What was said before it, None where nothing was that may be shown, or it is told with another passage."""
    after: Around | None
    ended: list[Ended]
    """What of it no longer holds."""


@dataclass(frozen=True, kw_only=True)
class RecalledShared(_Recalled):
    """An item of shared knowledge."""

    id: str
    text: str
    whose: str
    """`everyone`, or the organisation it is for."""
    added: str
    """ISO time, UTC."""


def recalled_fact(fact: Assertion, scored: Scored) -> RecalledFact:
    """Return a fact as it is told."""
    return RecalledFact(
        id=fact["id"],
        text=fact["text"],
        kind=fact["kind"],
        slot=fact["slot"],
        value=fact["value"],
        said_by=fact["said_by"],
        observed_at=fact["observed_at"],
        thread=fact["source"]["thread"],
        conversation=fact["source"]["conversation"],
        entry=fact["source"]["entry"],
        **_scores(scored),
    )


def recalled_passage(found: Found, ended: list[Ended]) -> RecalledPassage:
    """Return a passage as it is told; `ended`: what of it no longer holds."""
    passage = found.passage
    return RecalledPassage(
        id=passage.id,
        thread=passage.thread,
        conversation=passage.conversation,
        entry=passage.entry,
        message=passage.message,
        role=passage.role,
        time=passage.time,
        text=passage.text,
        before=_around(found.before),
        after=_around(found.after),
        ended=ended,
        **_scores(found.scored),
    )


def recalled_shared(scope: str, item: SharedItem, scored: Scored) -> RecalledShared:
    """Return an item of shared knowledge as it is told."""
    return RecalledShared(
        id=item["id"], text=item["text"], whose=whose_scope(scope), added=item["added"], **_scores(scored)
    )


def _around(passage: Passage | None) -> Around | None:
    return None if passage is None else Around(passage.role, passage.text)


_PARTS = ("words", "meaning", "beside", "stretch", "speaker", "day", "time", "cosine")


class _Scores(TypedDict):
    score: float
    relevance: float
    recency: float
    importance: float
    use: float
    parts: dict[str, float]


def _scores(scored: Scored) -> _Scores:
    """Return the fields of a score, rounded, as every item that was recalled has them."""
    return {
        "score": round(scored.score, 4),
        "relevance": round(scored.relevance, 4),
        "recency": round(scored.recency, 4),
        "importance": round(scored.importance, 4),
        "use": round(scored.use, 4),
        "parts": {name: round(part, 4) for name in _PARTS if (part := getattr(scored, name))},
    }
