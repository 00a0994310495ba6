"""How much may be learned: by message, by day, and waiting for a decision. Nothing is dropped without a reason."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.core.defaults import DEFAULTS
from memory.core.facts.current import current
from memory.core.facts.facts import Assertion, Proposal
from memory.core.language.times import moment
from memory.core.policy.policy import Decision

DAY = timedelta(hours=24)
Decided = tuple[Proposal, Decision]


@dataclass(frozen=True)
class Used:
    """What of the limits a user has used up."""

    written: int
    """Facts written in the last 24 hours."""
    waiting: frozenset[str]
    """Ids of the proposals that wait."""
    waiting_bytes: int
    """Bytes of those as JSON."""
    instructions: frozenset[str] = frozenset()
    """Ids of the standing instructions that hold."""


def used(assertions: Sequence[Assertion], waiting: Sequence[Proposal], now: datetime) -> Used:
    """Return what of the limits is used up at `now`: of all of a user's assertions and waiting proposals."""
    return Used(
        written=sum(now - moment(a["approved_at"]) < DAY for a in assertions),
        waiting=frozenset(p["id"] for p in waiting),
        waiting_bytes=sum(map(_bytes, waiting)),
        instructions=_instructions(assertions, now),
    )


def within_limits(decided: Sequence[Decided], used: Used) -> list[Decided]:
    """Return decisions as the limits leave them, in order.

    What goes past the facts of a day, or the standing instructions that hold at once, waits; what goes past the facts
    of a message (where what was asked for goes first), or the number or bytes of what may wait, is rejected. What waits
    already is not counted anew, so a retry decides the same.
    """
    written, waiting, size = used.written, len(used.waiting), used.waiting_bytes
    orders, kept = set(used.instructions), list[Decided]()
    for proposal, wanted in _by_message(decided):
        decision = wanted
        written += decision.action == "write"
        if decision.action == "write" and written > DEFAULTS.day_facts:
            decision = Decision("ask", f"more than {DEFAULTS.day_facts} facts written in a day")
        if decision.action == "write" and _is_new_instruction(proposal, orders):
            orders |= {proposal["id"]}
            if len(orders) > DEFAULTS.instructions:
                decision = Decision("ask", f"{DEFAULTS.instructions} standing instructions hold already")
        if decision.action == "ask" and proposal["id"] not in used.waiting:
            size_with = size + _bytes(proposal)
            decision = _if_room(decision, waiting, size_with)
            if decision.action == "ask":
                waiting, size = waiting + 1, size_with
        kept.append((proposal, decision))
    return kept


def _instructions(assertions: Sequence[Assertion], now: datetime) -> frozenset[str]:
    facts = [span["fact"] for span in current(assertions, now.isoformat())]
    return frozenset(fact["id"] for fact in facts if fact["kind"] == "instruction")


def _is_new_instruction(proposal: Proposal, orders: AbstractSet[str]) -> bool:
    """Tell whether a proposal adds to the standing instructions: one of a slot, or an edit, takes another's place."""
    replaces = proposal["slot"] or proposal.get("retracts")
    return proposal["kind"] == "instruction" and not replaces and proposal["id"] not in orders


def _by_message(decided: Sequence[Decided]) -> Iterator[Decided]:
    """Yield decisions with those past the limit of their message rejected."""
    ranked = sorted(range(len(decided)), key=lambda n: not decided[n][0]["explicit"])
    counted: Counter[str] = Counter()
    over: set[int] = set()
    for n in ranked:
        proposal, decision = decided[n]
        if decision.action != "reject":
            counted[proposal["source"]["message"]] += 1
            over |= {n} if counted[proposal["source"]["message"]] > DEFAULTS.message_facts else set()
    past = Decision("reject", f"more than {DEFAULTS.message_facts} facts in one message")
    yield from ((proposal, past if n in over else decision) for n, (proposal, decision) in enumerate(decided))


def _if_room(decision: Decision, waiting: int, size: int) -> Decision:
    if waiting >= DEFAULTS.pending_facts:
        return Decision("reject", f"{DEFAULTS.pending_facts} facts wait for a decision already")
    if size > DEFAULTS.pending_bytes:
        return Decision("reject", f"what waits for a decision is past {DEFAULTS.pending_bytes:,} bytes")
    return decision


def _bytes(proposal: Proposal) -> int:
    return len(json.dumps(proposal, ensure_ascii=False).encode())
