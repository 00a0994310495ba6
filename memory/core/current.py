"""What holds now, and what held when: computed from immutable assertions by one pure function.

Any order of the assertions gives the same result, and saying a thing twice changes nothing but its sources, so
writers in any number cannot corrupt the profile.
"""

from collections.abc import Iterable
from typing import TypedDict

from memory.core.facts import Assertion, Source
from memory.core.identity import comparable, is_retraction
from memory.core.slots import SLOTS, arity_of, value_key
from memory.core.text import content_hash
from memory.core.times import moment
from memory.core.words import words


class CurrentFact(TypedDict):
    """A fact with the time it held."""

    fact: Assertion
    """The newest assertion of it in that time."""
    since: str
    """ISO time it was first said in that time."""
    sources: list[Source]
    """Where it was said in that time, oldest first."""
    invalid_at: str | None
    """ISO time it ended; None while it holds."""
    successor: str | None
    """Id of the fact that took its place, None if it holds or was only taken back."""


def current(assertions: Iterable[Assertion], now: str) -> list[CurrentFact]:
    """Return the facts that hold at `now` (ISO), oldest first; give a past moment to ask what held then.

    What was observed after `now` is left out. A slot of one value holds the newest; a keyed one the newest of each
    key; lists grow. A retraction ends a value, a value in the opposite slot too.
    """
    return [span for span in history(assertions, now) if span["invalid_at"] is None]


def history(assertions: Iterable[Assertion], now: str) -> list[CurrentFact]:
    """Return every fact that held at some time up to `now` with that time, in the order it began.

    A fact that ended and was said again stands there twice. Retractions are no facts: they end some.
    """
    timeline = _Timeline()
    for assertion in _in_order(assertions, now):
        timeline.add(assertion)
    return timeline.spans


class _Timeline:
    """The facts read so far; those that still hold by slot and id."""

    def __init__(self) -> None:
        self.spans: list[CurrentFact] = []
        self._open: dict[str | None, dict[str, CurrentFact]] = {}

    def add(self, assertion: Assertion) -> None:
        """Take in the next assertion in time."""
        bare = is_retraction(assertion)
        self._end_others(assertion, None if bare else assertion["id"])
        if not bare:
            self._hold(assertion)

    def _end_others(self, assertion: Assertion, successor: str | None) -> None:
        opposite = SLOTS[assertion["slot"]].opposite if assertion["slot"] in SLOTS else None
        for slot in {assertion["slot"], opposite, *self._slots_of(assertion.get("retracts"))}:
            held = self._open.get(slot, {})
            for known in [known for known, span in held.items() if _ends(assertion, span["fact"])]:
                span = held.pop(known)
                span["invalid_at"] = assertion["observed_at"]
                span["successor"] = successor

    def _slots_of(self, known: str | None) -> list[str | None]:
        return [slot for slot, held in self._open.items() if known in held]

    def _hold(self, assertion: Assertion) -> None:
        held = self._open.setdefault(assertion["slot"], {})
        span = held.get(assertion["id"])
        if span is None:
            span = _span(assertion)
            held[assertion["id"]] = span
            self.spans.append(span)
            return
        span["fact"] = assertion
        if assertion["source"] not in span["sources"]:
            span["sources"].append(assertion["source"])


def _in_order(assertions: Iterable[Assertion], now: str) -> list[Assertion]:
    """Return the assertions known at `now`, each document once, oldest first; ties go by content alone."""
    limit = moment(now)
    distinct = {content_hash(a): a for a in assertions if moment(a["observed_at"]) <= limit}

    def rank(key: str) -> tuple[object, ...]:
        assertion = distinct[key]
        told, approved = moment(assertion["observed_at"]), moment(assertion["approved_at"])
        return told, not is_retraction(assertion), approved, assertion["id"], key

    return [distinct[key] for key in sorted(distinct, key=rank)]


def _span(assertion: Assertion) -> CurrentFact:
    return {
        "fact": assertion,
        "since": assertion["observed_at"],
        "sources": [assertion["source"]],
        "invalid_at": None,
        "successor": None,
    }


def _ends(newer: Assertion, held: Assertion) -> bool:
    """Tell whether `newer` ends a fact that holds: takes it back, replaces it or contradicts it."""
    if newer["id"] == held["id"]:
        return False
    if newer.get("retracts") is not None and _retracts(newer, held):
        return True
    return not is_retraction(newer) and (_replaces(newer, held) or _contradicts(newer, held))


def _retracts(newer: Assertion, held: Assertion) -> bool:
    if newer["retracts"] == held["id"]:
        return True
    if not is_retraction(newer) or newer["slot"] is None or newer["slot"] != held["slot"]:
        return False
    if newer["value"] is None:
        return True
    return arity_of(newer["slot"]) == "one" and _is_within(newer["value"], held["value"] or "")


def _is_within(said: str, held: str) -> bool:
    """Tell whether one value names the other more loosely ("Lisbon", "Lisbon, Portugal")."""
    one, other = set(words(said)), set(words(held))
    return bool(one and other) and (one <= other or other <= one)


def _replaces(newer: Assertion, held: Assertion) -> bool:
    slot = newer["slot"]
    if slot is None or slot != held["slot"] or arity_of(slot) == "list":
        return False
    return value_key(slot, newer["value"]) == value_key(slot, held["value"])


def _contradicts(newer: Assertion, held: Assertion) -> bool:
    slot, other = newer["slot"], held["slot"]
    if slot not in SLOTS or other is None or SLOTS[slot].opposite != other:
        return False
    return comparable(newer["value"] or "") == comparable(held["value"] or "")
