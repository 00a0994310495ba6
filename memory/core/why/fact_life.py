"""The life of a fact as steps: said, found, decided about, edited, set aside, ended."""

from collections.abc import Iterator, Sequence

from memory.core.events.event_docs import Event
from memory.core.facts.explanation import Explanation, Said
from memory.core.language.languages import Language
from memory.core.language.text import one_line
from memory.core.why.policy_reasons import decision_reason
from memory.core.why.why_docs import Step, Where
from memory.core.why.why_words import step

QUOTE_CHARS = 300
"""Characters of what was said or is known that a step repeats, at most."""
BY_USER = "the user decided"
"""The reason of an event that tells a decision of the user's own (`remembering.decide_pending`)."""
_LATER = {
    "fact.edited": "edited",
    "fact.pinned": "pinned",
    "fact.unpinned": "unpinned",
    "fact.merged": "merged",
    "fact.left": "left",
    "fact.retired": "retired",
}
"""Events of a fact that need no more words than their name."""


def fact_steps(language: Language, fact: Explanation, events: Sequence[Event]) -> list[Step]:
    """Return what happened to a fact that is known or waits, oldest first; `events`: all of the user's, in order."""
    own = [event for event in events if event["detail"].get("id") == fact["id"]]
    steps = [one for said in fact["said"] for one in _said(language, fact, said, own)]
    steps += [step(language, _LATER[e["type"]], e["time"], fact=fact["id"]) for e in own if e["type"] in _LATER]
    steps += [
        step(language, f"archived_{mark['reason']}" if mark["archived"] else "back_used", mark["at"], fact=fact["id"])
        for mark in fact["archive"]
    ]
    steps += _end(language, fact, retired=any(e["type"] == "fact.retired" for e in own))
    return in_order(steps)


def decisions(language: Language, events: Sequence[Event], *, entry: str | None = None) -> Iterator[Step]:
    """Yield what was decided about a fact, as its events tell; `entry`: of this saying alone."""
    told = [e for e in events if entry is None or e["detail"].get("entry") == entry]
    settled = any(e["type"] in {"fact.written", "fact.edited", "proposal.rejected", "fact.forgotten"} for e in told)
    for event in told:
        by_user = event["detail"].get("reason") == BY_USER
        if event["type"] == "proposal.pending":
            yield _decided(language, "waited" if settled else "pending", event)
        elif event["type"] == "fact.written":
            yield _decided(language, "approved" if by_user else "written", event)
        elif event["type"] == "proposal.rejected":
            yield _decided(language, "rejected_by_you" if by_user or _by_forget(event) else "rejected", event)


def in_order(steps: Sequence[Step]) -> list[Step]:
    """Return steps by time, those of one moment as they are, those without one last."""
    return sorted(steps, key=lambda one: (one["at"] is None, one["at"] or ""))


def _by_forget(event: Event) -> bool:
    """Tell whether a waiting proposal was rejected by its user, which forgets it (`remembering.decide_pending`)."""
    return "entries" in event["detail"]


def _decided(language: Language, what: str, event: Event) -> Step:
    detail = event["detail"]
    reason = decision_reason(language, detail.get("reason") or "")
    return step(language, what, event["time"], fact=detail.get("id"), reason=reason)


def _said(language: Language, fact: Explanation, said: Said, own: Sequence[Event]) -> Iterator[Step]:
    source, quote = said["source"], one_line(said["quote"], QUOTE_CHARS)
    where: Where | None = None
    if not source.get("erased"):
        where = {name: source[name] for name in ("thread", "conversation", "message", "entry")}  # type: ignore[assignment]  # names of its fields
    what = "noted" if said["said_by"] == "operator" else "said" if where else "said_erased"
    yield step(language, what, said["observed_at"], where, fact["id"], quote=quote)
    found = {"tool": "fact_proposed"}.get(said["said_by"], "fact_asked" if said["explicit"] else "fact_found")
    yield step(language, found, said["observed_at"], fact=fact["id"], text=one_line(fact["text"], QUOTE_CHARS))
    told = list(decisions(language, own, entry=source["entry"]))
    yield from told
    if not any(one["what"] in {"written", "approved", "pending"} for one in told):
        yield _undated(language, fact, said)


def _undated(language: Language, fact: Explanation, said: Said) -> Step:
    """Return what a saying itself tells of its decision, where no event does: it was edited or imported, or is old."""
    reason = decision_reason(language, said["reason"] or "")
    if said["approved_at"] is None:
        return step(language, "pending", said["observed_at"], fact=fact["id"], reason=reason)
    return step(language, "written", said["approved_at"], fact=fact["id"], reason=reason)


def _end(language: Language, fact: Explanation, *, retired: bool) -> list[Step]:
    """Return the step that tells how a fact ended, none while it holds."""
    if fact["replaced_by"]:
        newer = fact["replaced_by"]
        return [step(language, "superseded", newer["at"], fact=newer["id"], text=one_line(newer["text"], QUOTE_CHARS))]
    if fact["state"] == "called_off":
        return [step(language, "called_off", fact=fact["id"])]
    if fact["invalid_at"] is None or retired:
        return []
    if fact["valid_until"] and fact["invalid_at"][:10] >= fact["valid_until"][:10]:
        return [step(language, "ended_by_itself", fact["invalid_at"], fact=fact["id"], until=fact["valid_until"])]
    return [step(language, "ended", fact["invalid_at"], fact=fact["id"])]
