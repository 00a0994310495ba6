"""How sayings of facts stand against each other in time; `current.py` tells it as facts.

A saying holds from its beginning to its end. What cuts it short, each from the moment it begins itself:

- a retraction, or an edit, that was said later;
- the same fact said again, which goes on in its place;
- a later value of the same place (`_place`): the one slot, the one key of a keyed slot, one thing liked or disliked;
- a later saying that contradicts it (`stances.py`), unless that one ends by itself.

A value that ends by itself does not cut those before it: they hold again afterwards.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.core.facts.fact_times import begins_at, ends_at
from memory.core.facts.facts import Assertion
from memory.core.facts.identity import is_retraction
from memory.core.facts.likeness import value_form
from memory.core.facts.slots import SLOTS, arity_of, value_key
from memory.core.facts.stances import contradictions
from memory.core.facts.subjects import PEOPLE, role_of
from memory.core.language.times import moment
from memory.core.language.words import words


@dataclass
class Saying:
    """An assertion and the time it holds."""

    fact: Assertion
    rank: int
    """Its place in the order of telling."""
    begin: datetime
    end: datetime | None
    """None: open."""
    successor: str | None = None
    """Id of what took its place at the end."""
    passing: bool = False
    """It ends by itself."""

    def cut(self, at: datetime, successor: str | None) -> None:
        """End at `at` unless it ends before; of two ends at one moment the one with a successor tells more."""
        if self.end is None or at < self.end or (at == self.end and self.successor is None):
            self.end, self.successor = at, successor


@dataclass
class Piece:
    """A stretch of time in which one fact held, with its sayings, oldest first."""

    sayings: list[Saying]
    begin: datetime
    end: datetime | None
    successor: str | None = None
    resumes: datetime | None = None
    """When it goes on after a value that ends by itself."""


def pieces(told: Sequence[Assertion]) -> list[Piece]:
    """Return the stretches in which facts hold, in the order they begin; `told` in the order of telling."""
    sayings = [
        Saying(fact, rank, begins_at(fact), ends_at(fact), passing=ends_at(fact) is not None)
        for rank, fact in enumerate(told)
        if not is_retraction(fact)
    ]
    _take_back(told, sayings)
    _contradict(sayings)
    _say_again(sayings)
    places: dict[tuple[str | None, str], list[Saying]] = defaultdict(list)
    values: dict[str, str | None] = {}  # by id: a fact said again in other words stays in the place it first had
    for saying in sayings:
        value = values.setdefault(saying.fact["id"], saying.fact["value"])
        if saying.end is None or saying.end > saying.begin:
            places[_place(saying.fact, value)].append(saying)
    found = [piece for held in places.values() for piece in _in_turn(held)]
    return sorted(found, key=lambda piece: (piece.begin, piece.sayings[0].rank))


def _take_back(told: Sequence[Assertion], sayings: Sequence[Saying]) -> None:
    """Cut what retractions take back and edits replace; of several edits of one fact the last said stays."""
    by_id: dict[str, list[Saying]] = defaultdict(list)
    by_slot: dict[str, list[Saying]] = defaultdict(list)
    edits: dict[str, list[Saying]] = defaultdict(list)
    first: dict[str, str] = {}  # by id of an edit: of the fact as it was before any edit
    ranked = {saying.rank: saying for saying in sayings}
    for rank, fact in enumerate(told):
        own, ended = ranked.get(rank), fact.get("retracts")
        if ended is not None:
            others = by_id[ended] + (by_slot[fact["slot"]] if own is None and fact["slot"] else [])
            if own is not None:
                first[fact["id"]] = first.get(ended, ended)
                others = others + edits[first[fact["id"]]]
                edits[first[fact["id"]]].append(own)
            for saying in others:
                if saying.fact["id"] != fact["id"] and (own is not None or _takes_back(fact, saying.fact)):
                    saying.cut(begins_at(fact), own.fact["id"] if own else None)
        if own is not None:
            by_id[fact["id"]].append(own)
            if fact["slot"]:
                by_slot[fact["slot"]].append(own)


def _takes_back(retraction: Assertion, held: Assertion) -> bool:
    slot, value = held["slot"], retraction["value"]
    if retraction["retracts"] == held["id"] or value is None:
        return True
    if slot == PEOPLE and not role_of(slot, retraction["text"]):
        return value_form(slot, value) == value_form(slot, held["value"] or "")
    return arity_of(slot) == "one" and _is_within(value, held["value"] or "")


def _is_within(said: str, held: str) -> bool:
    """Tell whether one value names the other more loosely ("Lisbon", "Lisbon, Portugal")."""
    one, other = set(words(said)), set(words(held))
    return bool(one and other) and (one <= other or other <= one)


def _contradict(sayings: Sequence[Saying]) -> None:
    """Let each saying end where a later one that contradicts it begins."""
    held = [saying for saying in sayings if saying.end is None or saying.end > saying.begin]
    for later, earlier in contradictions([saying.fact for saying in held]):
        if not held[later].passing:
            held[earlier].cut(max(held[later].begin, held[earlier].begin), held[later].fact["id"])


def _say_again(sayings: Iterable[Saying]) -> None:
    """Let each saying of a fact end where the next one of it goes on; a plan that had not begun is given up for it."""
    before: dict[str, Saying] = {}
    for saying in sayings:
        if saying.end is not None and saying.end <= saying.begin:
            continue
        if (known := before.get(saying.fact["id"])) is not None:
            told = moment(saying.fact["observed_at"])
            known.cut(told if told < known.begin else saying.begin, saying.fact["id"])
        before[saying.fact["id"]] = saying


def _place(fact: Assertion, value: str | None) -> tuple[str | None, str]:
    """Return what only one value can hold at a time; `value` is the fact's, as it was first told."""
    slot = fact["slot"]
    if slot is None:
        return None, fact["id"]
    if slot in SLOTS and (opposite := SLOTS[slot].opposite):
        return min(slot, opposite), value_form(slot, value or "")
    return slot, fact["id"] if arity_of(slot) == "list" else value_key(slot, value)


def _in_turn(held: list[Saying]) -> list[Piece]:
    """Return the pieces of one place: later values cut earlier ones, passing ones interrupt them."""
    held.sort(key=lambda saying: (saying.begin, saying.rank))
    lasting: Saying | None = None
    for saying in reversed(held):
        if lasting is not None:
            saying.cut(max(lasting.begin, saying.begin), lasting.fact["id"])
        if not saying.passing:
            lasting = saying
    found = [piece for n, saying in enumerate(held) for piece in _interrupted(saying, held[n + 1 :])]
    return _joined(sorted(found, key=lambda piece: (piece.begin, piece.sayings[0].rank)))


def _interrupted(saying: Saying, later: Iterable[Saying]) -> list[Piece]:
    """Return the pieces of one saying between those that take its place for a time."""
    found, at = [], saying.begin
    for other in later:
        if not other.passing or other.end is None or (saying.end is not None and other.begin >= saying.end):
            continue
        if other.end <= at:
            continue
        returns = other.end if saying.end is None or other.end < saying.end else None
        if other.begin >= at:
            found.append(Piece([saying], at, other.begin, other.fact["id"], returns))
        at = max(at, other.end)
    if saying.end is None or at < saying.end or at == saying.begin:
        found.append(Piece([saying], at, saying.end, saying.successor))
    return found


def _joined(found: Iterable[Piece]) -> list[Piece]:
    """Return the pieces with each fact that goes on without a break in one."""
    joined: list[Piece] = []
    for piece in found:
        last = joined[-1] if joined else None
        if last and last.end == piece.begin and last.sayings[-1].fact["id"] == piece.sayings[0].fact["id"]:
            last.sayings += piece.sayings
            last.end, last.successor, last.resumes = piece.end, piece.successor, piece.resumes
        else:
            joined.append(piece)
    return joined
