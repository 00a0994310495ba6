"""The one place where a proposal is made: its id, grounding, importance and sensitivity follow from its content."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from memory.core.facts.bearing import bears
from memory.core.facts.fact_times import dated, times_of, without_date, zone_named
from memory.core.facts.facts import FACT_SCHEMA, SELF, Assertion, Kind, Proposal, SaidBy, Source
from memory.core.facts.grounding import find_quote, is_asserted, is_grounded, supports
from memory.core.facts.identity import proposal_id, retraction_id, slot_id
from memory.core.facts.importance import importance, importance_parts
from memory.core.facts.slots import SLOTS
from memory.core.facts.subjects import named, subject_of
from memory.core.language.text import one_line, simplified
from memory.core.language.times import INSTANT, moment
from memory.core.privacy.secret_spans import REDACTED, redact
from memory.core.privacy.sensitivity import Sensitivity, sensitivity_of

TEXT_LIMIT = 1_000
"""Characters of a fact's text, at most."""
SHORT_LIMIT = 500
"""Characters of a standing instruction, which stands in every context, and of a slot's value, at most."""
QUOTE_LIMIT = 2_000
"""Characters of a quote, at most."""
TOO_LONG = "it is too long to be kept whole; this is its beginning"
"""Why what had to be cut waits for the user."""


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
    time_zone: str = "UTC",
    borne: bool | None = None,
) -> Proposal:
    """Return a possible fact.

    `message` is the readable text of the user's message the quote is said to be from. A slot that is not in
    `slots.SLOTS` is dropped; one that is decides the kind. `retracts`: the fact ends the value (without one,
    whatever the slot holds). What a tool proposes is grounded only if its quote is the user's own assertion and
    bears the text (`borne`: the caller has checked that); what rules read was checked while it was read. Of one that
    holds a secret nothing is left of it. What is past a limit is cut, marked with `…`, and no longer grounded.

    Relative dates are resolved against `observed_at` (ISO) in the user's `time_zone` (IANA): `text` and `value` keep
    the user's words with the day beside them, the quote stays as it is.
    """
    if said_by == "tool":
        text, quote = _in_script(text, message), _in_script(quote, message)
        value = value and _in_script(value, message)
    slot = slot if slot in SLOTS and (value or retracts) else None
    kind, grounded = SLOTS[slot].kind if slot else kind, is_grounded(quote, message)
    sensitivity = _sensitivity(text, value, quote, slot)
    if sensitivity == "secret":
        text, value, quote = _redacted(text), value and _redacted(value), _redacted(quote)
    said = moment(observed_at).astimezone(zone_named(time_zone))
    value = without_date(value, said, slot) if slot and value else None
    text, value, quote, is_whole = _within_limits(text, value, quote, limit_of(kind))
    if borne is None:
        borne = said_by != "tool" or _is_borne(text, value, quote, message)
    times, same = times_of(quote, said, slot, value), dated(value or text, said).same
    text, value = dated(text, said).text, value and dated(value, said).text
    content = slot_id(kind, slot) if slot and not value else proposal_id(kind, slot, named(slot, same, text))
    parts = importance_parts(text=text, quote=quote, kind=kind, slot=slot, explicit=explicit, said_by=said_by)
    proposal: Proposal = {
        "schema": FACT_SCHEMA,
        "id": retraction_id(content) if retracts else content,
        "text": text,
        "kind": kind,
        "slot": slot,
        "value": value,
        "subject": SELF if slot else subject_of(text),
        "quote": quote,
        "source": source,
        "said_by": said_by,
        "explicit": explicit,
        "grounded": grounded and borne and is_whole,
        "confidence": confidence,
        "importance": importance(parts),
        "importance_parts": parts,
        "sensitivity": sensitivity,
        "observed_at": observed_at,
        "valid_from": times.valid_from,
        "valid_until": times.valid_until,
        "time_zone": time_zone,
    }
    if retracts:
        proposal["retracts"] = content
    if not is_whole:
        proposal["reason"] = TOO_LONG
    return proposal


def _in_script(told: str, message: str) -> str:
    """Return words as the message has them where it only writes them in other characters: 划船, where it says 劃船."""
    if not told or told.isascii() or told in message:
        return told
    same = (message[start:end] for start, end in find_quote(told, message))
    return next((words for words in same if simplified(words) == simplified(told)), told)


def limit_of(kind: Kind) -> int:
    """Return how many characters the text of a fact of `kind` may have."""
    return SHORT_LIMIT if kind == "instruction" else TEXT_LIMIT


def _within_limits(text: str, value: str | None, quote: str, limit: int) -> tuple[str, str | None, str, bool]:
    """Return text and value on one line and the quote, each within its limit, and whether nothing was cut."""
    told = one_line(text, len(text)), value and one_line(value, len(value)), quote
    cut = quote if len(quote) <= QUOTE_LIMIT else f"{quote[: QUOTE_LIMIT - 1]}…"
    kept = one_line(text, limit), value and one_line(value, SHORT_LIMIT), cut
    return *kept, kept == told


def _sensitivity(text: str, value: str | None, quote: str, slot: str | None) -> Sensitivity:
    """Return how private a fact is: what it gives away, or what its slot always holds."""
    given = sensitivity_of(text, value or "", quote)
    return "sensitive" if given == "normal" and slot and SLOTS[slot].sensitive else given


def _redacted(text: str) -> str:
    """Return a text of a fact that holds a secret: all of it goes where it is not seen by itself ("hunter2")."""
    without = redact(text)
    return REDACTED if without == text else without


def _is_borne(text: str, value: str | None, quote: str, message: str) -> bool:
    """Tell whether the user's own words bear what a tool says: the text, and the value."""
    return is_asserted(quote, message) and bears(text, quote, message) and (value is None or supports(value, quote))


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
