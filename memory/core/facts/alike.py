"""What becomes of facts that are the same one in other words (`likeness.py`): one fact with the sources of all."""

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence

from memory.core.facts.current import CurrentFact, history, living
from memory.core.facts.facts import Assertion, Proposal
from memory.core.facts.identity import is_retraction, retraction_id
from memory.core.facts.likeness import likeness
from memory.core.language.times import INSTANT, moment

SAME = "says again what holds"
ENDS = "the user said that it no longer holds"


def joined(proposals: Iterable[Proposal], held: Iterable[Proposal], waiting: Iterable[Proposal] = ()) -> list[Proposal]:
    """Return proposals, each as a saying of the fact that it is alike: one `held`, else one `waiting`, else one before.

    Told twice in one entry a fact stays once, as what was asked for if it was. A bare retraction ends what is alike.
    """
    known: dict[str, str] = {}
    for fact in (*held, *waiting):
        known.setdefault(likeness(fact), fact["id"])
    found: dict[tuple[str, str], Proposal] = {}
    for proposal in proposals:
        same = _joined(proposal, known)
        at = same["id"], same["source"]["entry"]
        if at not in found or (same["explicit"] and not found[at]["explicit"]):
            found[at] = same
    return list(found.values())


def doubles(assertions: Sequence[Assertion], now: str, aside: Container[str] = ()) -> dict[str, str]:
    """Return the ids of facts that double another which holds or is to come, each with the id of the one that stays.

    That is the one an edit left, else the one said first. A fact whose place another wording of it took is a double
    too. Those whose ids are in `aside` take no part.
    """
    alike: dict[str, list[CurrentFact]] = defaultdict(list)
    for span in (span for span in living(assertions, now) if span["fact"]["id"] not in aside):
        alike[likeness(span["fact"])].append(span)
    _add_displaced(alike, (span for span in history(assertions, now) if span["fact"]["id"] not in aside))
    found: dict[str, str] = {}
    for spans in alike.values():
        first = min(spans, key=lambda s: (s["fact"].get("retracts") is None, moment(s["since"]), s["fact"]["id"]))
        doubled = (s["fact"] for s in spans if s["fact"].get("retracts") is None)
        found |= {fact["id"]: first["fact"]["id"] for fact in doubled if fact["id"] != first["fact"]["id"]}
    return found


def _add_displaced(alike: dict[str, list[CurrentFact]], spans: Iterable[CurrentFact]) -> None:
    """Add to facts that are alike those whose place another wording took by itself, not as an edit of them."""
    known = {span["fact"]["id"]: span["fact"] for told in alike.values() for span in told}
    for span in sorted(spans, key=lambda span: moment(span["invalid_at"] or ""), reverse=True):
        fact, successor = span["fact"], known.get(span["successor"] or "")
        if successor is None or successor.get("retracts") == fact["id"]:
            continue
        if (form := likeness(fact)) == likeness(successor):
            alike[form].append(span)
            known[fact["id"]] = fact


def merged(assertions: Iterable[Assertion], doubled: dict[str, str]) -> list[Assertion]:
    """Return what makes every saying of a double one of the fact that stays: assertions that take their place.

    They depend on nothing else, so two processes that merge at once write the same.
    """
    return [
        {
            **fact,
            "id": doubled[fact["id"]],
            "retracts": fact["id"],
            "reason": SAME,
            "approved_at": (moment(fact["approved_at"]) + INSTANT).isoformat(),
        }
        for fact in assertions
        if fact["id"] in doubled
    ]


def _joined(proposal: Proposal, known: dict[str, str]) -> Proposal:
    if is_retraction(proposal):
        ended = known.get(likeness(_ended(proposal))) if proposal["slot"] and proposal["value"] else None
        return {**proposal, "id": retraction_id(ended), "retracts": ended} if ended else proposal
    if proposal.get("retracts"):
        return proposal
    return {**proposal, "id": known.setdefault(likeness(proposal), proposal["id"])}


def _ended(retraction: Proposal) -> Proposal:
    """Return the fact that a bare retraction is about; when it was said to begin or end is not known."""
    return {**retraction, "id": "", "retracts": None, "valid_from": None, "valid_until": None}
