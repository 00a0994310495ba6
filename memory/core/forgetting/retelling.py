"""Which stored facts tell what is to be forgotten, and what must stay true of the others without it."""

from collections.abc import Iterable, Sequence

from memory.core.facts.current import history
from memory.core.facts.facts import Assertion, Mask, Proposal
from memory.core.facts.identity import comparable, retraction_id
from memory.core.facts.likeness import likeness
from memory.core.facts.subjects import role_of
from memory.core.forgetting.forgetting import FactT, mask_text
from memory.core.forgetting.traces import find_traces, traces_of
from memory.core.language.times import INSTANT, moment


def tells(known: Proposal, fact: Proposal) -> bool:
    """Tell whether `known` tells what `fact` does: the same content, also in other words, or only its end."""
    if fact["id"] in {known["id"], known.get("retracts")} and known["slot"] == fact["slot"]:
        return known["id"] == fact["id"] or known["value"] in {None, fact["value"]}
    if likeness(known) == likeness(fact):
        return True
    same_slot = fact["slot"] is not None and known["slot"] == fact["slot"] and _may_be_one(known, fact)
    return same_slot and comparable(known["value"] or "") == comparable(fact["value"] or "")


def _may_be_one(known: Proposal, fact: Proposal) -> bool:
    """Tell whether two people of one name may be the same: neither is said to be something else to the user."""
    roles = {role_of(one["slot"], one["text"]) for one in (known, fact)}
    return len(roles - {""}) <= 1


def without_retelling(known: FactT, facts: Iterable[Proposal], key: str) -> FactT:
    """Return a fact that stays, its text and quote without the words of forgotten `facts` it was told together with.

    Told together: in one message, or one ending the other. Elsewhere the same words may be about something else.
    """
    for fact in facts:
        if known["source"]["entry"] == fact["source"]["entry"] or known.get("retracts") == fact["id"]:
            known = known.copy()
            known["text"] = _cleared(known["text"], fact, key)
            known["quote"] = _cleared(known["quote"], fact, key)
    return known


def endings(assertions: Sequence[Assertion], forgotten: Sequence[Assertion], now: str) -> list[Assertion]:
    """Return bare retractions, without text, of the facts that `forgotten` ones had ended.

    Without them an old address would hold again once the newer one is forgotten.
    """
    gone = {fact["id"]: fact for fact in forgotten}
    return [
        ending(span["fact"], gone[span["successor"]], span["invalid_at"], now)
        for span in history(assertions, now)
        if span["successor"] in gone and span["invalid_at"] and span["fact"]["id"] not in gone
        if span["resumes_at"] is None
    ]


def _cleared(text: str, fact: Proposal, key: str) -> str:
    masks: list[Mask] = [
        {"entry": "", "start": start, "end": end} for start, end in find_traces(text, traces_of(fact, key), key)
    ]
    return mask_text(text, masks)


def ending(ended: Assertion, by: Assertion, at: str, now: str) -> Assertion:
    """Return the bare retraction, without text, of a fact that `by` ended at the time `at`.

    It is dated after the fact it ends, even where both were told at one moment: of two it would come first.
    """
    after = moment(ended["observed_at"]) + INSTANT
    return {
        **ended,
        "id": retraction_id(ended["id"]),
        "retracts": ended["id"],
        "text": "",
        "quote": "",
        "slot": None,
        "value": None,
        "source": by["source"],
        "observed_at": at if moment(at) >= after else after.isoformat(),
        "valid_from": None,
        "valid_until": None,
        "approved_at": now,
    }
