"""The one place where a proposal is made: its id, grounding, importance and sensitivity follow from its content."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from memory.core.facts import FACT_SCHEMA, Assertion, Kind, Proposal, SaidBy, Source
from memory.core.grounding import is_asserted, is_grounded, supports
from memory.core.identity import proposal_id, retraction_id, slot_id
from memory.core.importance import importance
from memory.core.sensitivity import sensitivity_of
from memory.core.slots import SLOTS
from memory.core.text import one_line
from memory.core.times import INSTANT, moment

TEXT_LIMIT = 500
"""Characters of a fact's text, at most."""
QUOTE_LIMIT = 2_000
"""Characters of a quote, at most."""


def make_proposal(
    *,
    text: str,
    kind: Kind,
    quote: str,
    message: str,
    source: Source,
    observed_at: str,
    said_by: SaidBy = "user",
    slot: str | None = None,
    value: str | None = None,
    explicit: bool = False,
    retracts: bool = False,
    confidence: float = 0.9,
) -> Proposal:
    """Return a possible fact.

    `message` is the readable text of the user's message the quote is said to be from. A slot that is not in
    `slots.SLOTS` is dropped; one that is decides the kind. `retracts`: the fact ends the value (without one,
    whatever the slot holds). What a tool proposes is grounded only if its quote is the user's own assertion and
    bears the text; what rules read was checked while it was read.
    """
    slot = slot if slot in SLOTS and (value or retracts) else None
    kind = SLOTS[slot].kind if slot else kind
    value = one_line(value, TEXT_LIMIT) if slot and value else None
    text, quote = one_line(text, TEXT_LIMIT), quote[:QUOTE_LIMIT]
    content = slot_id(kind, slot) if slot and not value else proposal_id(kind, slot, value or text)
    proposal: Proposal = {
        "schema": FACT_SCHEMA,
        "id": retraction_id(content) if retracts else content,
        "text": text,
        "kind": kind,
        "slot": slot,
        "value": value,
        "quote": quote,
        "source": source,
        "said_by": said_by,
        "explicit": explicit,
        "grounded": is_grounded(quote, message) and (said_by != "tool" or _is_borne(text, value, quote, message)),
        "confidence": confidence,
        "importance": importance(text=text, quote=quote, kind=kind, slot=slot, explicit=explicit, said_by=said_by),
        "sensitivity": sensitivity_of(text, value or "", quote),
        "observed_at": observed_at,
    }
    if retracts:
        proposal["retracts"] = content
    return proposal


def _is_borne(text: str, value: str | None, quote: str, message: str) -> bool:
    """Tell whether the user's own words bear what a tool says: the text, and the value."""
    return is_asserted(quote, message) and supports(text, quote) and (value is None or supports(value, quote))


def said_last(proposals: Sequence[Proposal], assertions: Iterable[Assertion], now: datetime) -> list[Proposal]:
    """Return what was just said, dated after facts that a wrong clock dated ahead of `now`, or they would win over it.

    Facts from the same entries are left out, so that a retry dates the same.
    """
    own = {p["source"]["entry"] for p in proposals}
    others = (moment(a["observed_at"]) for a in assertions if a["source"]["entry"] not in own)
    newest = max(others, default=now)
    if newest <= now:
        return list(proposals)
    return [{**p, "observed_at": (newest + INSTANT).isoformat()} for p in proposals]
