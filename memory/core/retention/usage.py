"""How often facts were of use: counted in each thread by itself, and added up where it is asked."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypedDict

from memory.core.facts.facts import Assertion
from memory.core.facts.identity import is_retraction
from memory.core.language.times import moment

USAGE_SCHEMA = 1
USED_FACTS = 500
"""Facts a thread counts, the last used ones."""


class Usage(TypedDict):
    """Which facts were of use in one thread; without text."""

    schema: int
    facts: dict[str, tuple[int, str]]
    """By content id: in how many turns, and the ISO time of the last."""


class Used(NamedTuple):
    """How a fact was used over all threads."""

    uses: int
    last: datetime


def used_in_turn(recalled: Iterable[Mapping[str, Any]], shown: Iterable[str]) -> list[str]:
    """Return the ids of facts that were of use in a turn, each once.

    That is what was recalled because it fits the question, not for its importance alone, and what a search showed.
    """
    return list(dict.fromkeys([*(fact["id"] for fact in recalled if fact["relevance"] > 0), *shown]))


def with_used(usage: Usage | None, used: Iterable[str], now: datetime) -> Usage:
    """Return a thread's usage after one more turn, in which the facts `used` were of use."""
    facts = dict(usage["facts"]) if usage else {}
    for fact in used:
        facts[fact] = (facts[fact][0] + 1 if fact in facts else 1, now.isoformat())
    newest = sorted(facts, key=lambda fact: (moment(facts[fact][1]), fact))[-USED_FACTS:]
    return {"schema": USAGE_SCHEMA, "facts": {fact: facts[fact] for fact in newest}}


def without_facts(usage: Usage, gone: Iterable[str]) -> Usage:
    """Return a thread's usage without these facts."""
    left = set(usage["facts"]) - set(gone)
    return {**usage, "facts": {fact: used for fact, used in usage["facts"].items() if fact in left}}


def added_up(usages: Iterable[Usage], assertions: Sequence[Assertion]) -> dict[str, Used]:
    """Return by content id how facts were used over all threads.

    A fact that an edit or a merge put in the place of others counts what they were used too.
    """
    counted: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for usage in usages:
        for fact, used in usage["facts"].items():
            counted[fact].append(used)
    before: dict[str, set[str]] = defaultdict(set)
    for assertion in assertions:
        if (replaced := assertion.get("retracts")) and not is_retraction(assertion):
            before[assertion["id"]].add(replaced)
    found: dict[str, Used] = {}
    for fact in {*counted, *before}:
        own = [used for one in _with_replaced(fact, before) for used in counted.get(one, ())]
        if own:
            found[fact] = Used(sum(n for n, _ in own), max(moment(at) for _, at in own))
    return found


def _with_replaced(fact: str, before: Mapping[str, set[str]]) -> set[str]:
    """Return a fact with all that it took the place of, step by step; edits back and forth may go in a circle."""
    known, new = set[str](), {fact}
    while new:
        known |= new
        new = {old for one in new for old in before.get(one, ())} - known
    return known
