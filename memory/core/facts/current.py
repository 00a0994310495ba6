"""What holds now, what held when, and what is to come: computed from immutable assertions by one pure function.

Any order of the assertions gives the same result, and saying a thing twice changes nothing but its sources, so
writers in any number cannot corrupt the profile. A fact begins when it was said, or later if it says so ("tomorrow I
move"); it ends when something takes its place or takes it back, or by itself ("until Friday").
"""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple, TypedDict

from memory.core.facts.fact_times import begins_at
from memory.core.facts.facts import Assertion, Source
from memory.core.facts.identity import is_retraction
from memory.core.facts.sayings import Piece, pieces
from memory.core.language.times import moment


class CurrentFact(TypedDict):
    """A fact with the time it held."""

    fact: Assertion
    """The newest assertion of it in that time."""
    since: str
    """ISO time it was first said in that time."""
    holds_from: str
    """ISO time from which it holds: `since`, or later where it begins later."""
    sources: list[Source]
    """Where it was said in that time, oldest first."""
    invalid_at: str | None
    """ISO time it ended; None while it holds."""
    successor: str | None
    """Id of the fact that took its place, None if it holds, ended by itself or was only taken back."""
    resumes_at: str | None
    """ISO time from which it holds again, as what took its place ends by itself; None: it does not."""


class Standing(NamedTuple):
    """How a user's facts stand at one moment."""

    current: list[CurrentFact]
    """What holds, in the order it began."""
    upcoming: list[CurrentFact]
    """What is known and begins later, the next first."""
    until: datetime | None
    """When the passing of time alone changes that; None: never."""
    ended: list[CurrentFact]
    """What held before and does so no longer, in the order it began."""


def current(assertions: Iterable[Assertion], now: str) -> list[CurrentFact]:
    """Return the facts that hold at `now` (ISO), in the order they began; give a past moment to ask what held then.

    What was observed after `now` is left out. A slot of one value holds the newest; a keyed one the newest of each
    key; lists grow. A retraction ends a value, a value in the opposite slot too. What takes a place for a time only
    gives it back.
    """
    return standing(assertions, now).current


def living(assertions: Iterable[Assertion], now: str) -> list[CurrentFact]:
    """Return the facts that hold at `now` (ISO), then those that are to come."""
    found = standing(assertions, now)
    return [*found.current, *found.upcoming]


def history(assertions: Iterable[Assertion], now: str) -> list[CurrentFact]:
    """Return every fact that held at some time up to `now` with that time, in the order it began.

    A fact that ended and held again stands there twice. Retractions are no facts: they end some.
    """
    at = moment(now)
    return [_span(piece, at) for piece in pieces(_in_order(assertions, now)) if piece.begin <= at]


def reckoned(now: datetime, assertions: Iterable[Assertion]) -> datetime:
    """Return the moment at which facts are looked at now: of the newest saying, where a wrong clock dated it ahead."""
    return max([now, *(moment(a["observed_at"]) for a in assertions)])


def standing(assertions: Iterable[Assertion], now: str) -> Standing:
    """Return how facts stand at `now` (ISO)."""
    at = moment(now)
    known = pieces(_in_order(assertions, now))
    edges = [edge for piece in known for edge in (piece.begin, piece.end) if edge is not None and edge > at]
    return Standing(
        current=[_span(p, at) for p in known if p.begin <= at and (p.end is None or p.end > at)],
        upcoming=[_span(p, at) for p in known if p.begin > at and not _returns(p, at)],
        until=min(edges, default=None),
        ended=[_span(p, at) for p in known if p.end is not None and p.begin <= at and p.end <= at],
    )


def _returns(piece: Piece, at: datetime) -> bool:
    """Tell whether a piece that begins later is only the return of what was said to hold before."""
    return begins_at(piece.sayings[0].fact) <= at


def _in_order(assertions: Iterable[Assertion], now: str) -> list[Assertion]:
    """Return the assertions known at `now`, each document once, oldest first; ties go by content alone."""
    limit = moment(now)
    distinct = {json.dumps(a, sort_keys=True): a for a in assertions if moment(a["observed_at"]) <= limit}

    def rank(key: str) -> tuple[object, ...]:
        assertion = distinct[key]
        told, approved = moment(assertion["observed_at"]), moment(assertion["approved_at"])
        return told, not is_retraction(assertion), approved, assertion["id"], key

    return [distinct[key] for key in sorted(distinct, key=rank)]


def _span(piece: Piece, at: datetime) -> CurrentFact:
    sources: list[Source] = []
    for saying in piece.sayings:
        if saying.fact["source"] not in sources:
            sources.append(saying.fact["source"])
    first = piece.sayings[0].fact
    ended = piece.end is not None and piece.end <= at
    return {
        "fact": piece.sayings[-1].fact,
        "since": first["observed_at"],
        "holds_from": first["observed_at"] if piece.begin == moment(first["observed_at"]) else piece.begin.isoformat(),
        "sources": sources,
        "invalid_at": piece.end.isoformat() if piece.end and ended else None,
        "successor": piece.successor if ended else None,
        "resumes_at": piece.resumes.isoformat() if ended and piece.resumes else None,
    }
