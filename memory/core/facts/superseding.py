"""Which facts stop to hold as others are written."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from memory.core.facts.current import history, living, reckoned
from memory.core.facts.facts import Assertion


class Superseded(NamedTuple):
    """A fact that held, or was to come, and does so no longer."""

    fact: Assertion
    by: Assertion
    """What took its place, or took it back."""


def superseded(before: Iterable[Assertion], written: Sequence[Assertion], now: datetime) -> list[Superseded]:
    """Return what no longer holds at `now` once `written` stand beside `before`."""
    known = list(before)
    if not known or not written:
        return []
    after = [*known, *written]
    at = reckoned(now, after).isoformat()
    stays = {span["fact"]["id"] for span in living(after, at)}
    gone = [span["fact"] for span in living(known, at) if span["fact"]["id"] not in stays]
    if not gone:
        return []
    ended = {span["fact"]["id"]: span["successor"] for span in history(after, at)}
    return [Superseded(fact, _by(fact, ended.get(fact["id"]), written)) for fact in gone]


def _by(fact: Assertion, successor: str | None, written: Sequence[Assertion]) -> Assertion:
    named = [a for a in written if a["id"] == successor or a.get("retracts") == fact["id"]]
    return (named or [a for a in written if a["slot"] == fact["slot"]] or list(written))[-1]
