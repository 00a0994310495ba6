"""Facts and their explanation as lines of text, in which a terminal finds nothing to obey."""

from collections.abc import Iterator, Mapping
from typing import Any

from memory.commands.printing import harmless

_STATES = {
    "current": "holds",
    "upcoming": "known, begins later",
    "archived": "in the archive: out of use until it is asked for there or told anew",
    "ended": "ended",
    "called_off": "taken back before it began",
    "pending": "waits for a decision",
}


def facts_lines(told: Mapping[str, Any]) -> Iterator[str]:
    """Yield a listing of facts (`fact_views.Facts`), one a line: id, slot or kind, text, when."""
    yield f"Held true of user {harmless(told['user_id'])} as of {_time(told['as_of'])}:"
    for fact in told["facts"]:
        beside = {"upcoming": "to come", "archived": "in the archive"}.get(fact["state"])
        marks = [*_days(fact), *(["pinned"] if fact["pinned"] else []), *([beside] if beside else [])]
        told_of_it = f" ({', '.join(marks)})" if marks else ""
        yield f"{fact['id']}  {fact['slot'] or fact['kind']}: {harmless(fact['text'])}{told_of_it}"
    if not told["facts"]:
        yield "nothing"


def explanation_lines(user: str, fact: Mapping[str, Any]) -> Iterator[str]:
    """Yield an explanation (`explanation.Explanation`) as labelled lines."""
    yield f"Fact {fact['id']} of user {harmless(user)}"
    yield _line("text", harmless(fact["text"]))
    yield _line("kind", fact["kind"] + (f", slot {fact['slot']} = {harmless(fact['value'])}" if fact["slot"] else ""))
    yield _line("about", "the user" if fact["subject"] == "self" else harmless(fact["subject"]))
    yield _line("state", _STATES[fact["state"]] + (", pinned" if fact["pinned"] else ""))
    yield from _times(fact)
    for saying in fact["said"]:
        yield from _said(saying)
    yield from _archived(fact)
    for label, others in (("replaced", fact["replaced"]), ("replaced by", [fact["replaced_by"]])):
        for other in filter(None, others):
            yield _line(label, f"{harmless(other['text'])} ({other['id']}, {_time(other['at'])})")
    parts = " ".join(f"{part:+g} {name}" for name, part in fact["importance_parts"].items())
    yield _line("importance", f"{fact['importance']:g}" + (f" = {parts}" if parts else ""))
    yield _line("confidence", f"{fact['confidence']:g}")
    yield _line("sensitivity", fact["sensitivity"])


def _times(fact: Mapping[str, Any]) -> Iterator[str]:
    if days := _days(fact):
        yield _line("valid", f"{', '.join(days)}, time zone {harmless(fact['time_zone'])}")
    for label, name in (("since", "since"), ("ended", "invalid_at"), ("holds again", "resumes_at")):
        if fact[name]:
            yield _line(label, _time(fact[name]))


def _said(saying: Mapping[str, Any]) -> Iterator[str]:
    source = saying["source"]
    yield _line("said", f"{_time(saying['observed_at'])} by {saying['said_by']}: {harmless(saying['quote'])!r}")
    place = "an erased conversation" if source.get("erased") else f"conversation {harmless(source['conversation'])!r}"
    yield _line("", f"in {place}, thread {harmless(source['thread'])}, message {harmless(source['message'])}")
    decided = f"approved {_time(saying['approved_at'])}" if saying["approved_at"] else "not approved"
    yield _line("", decided + (f": {harmless(saying['reason'])}" if saying["reason"] else ""))


def _days(fact: Mapping[str, Any]) -> list[str]:
    told = (("from", fact["valid_from"]), ("until", fact["valid_until"]))
    return [f"{word} {harmless(day)}" for word, day in told if day]


def _archived(fact: Mapping[str, Any]) -> Iterator[str]:
    why = {"idle": "long unused", "full": "the weakest of too many", "used": "looked up"}
    for mark in fact["archive"]:
        parts = mark["strength"]
        told = f" = importance {parts['importance']:g} after {parts['idle_days']:g} idle days" if parts else ""
        uses = f", {parts['uses']} uses, half-life {parts['half_life_days']:g} days" if parts else ""
        strength = f"; strength {parts['strength']:g}{told}{uses}" if parts else ""
        label = "archived" if mark["archived"] else "came back"
        yield _line(label, f"{_time(mark['at'])}: {why[mark['reason']]}{strength}")


def _line(label: str, text: str) -> str:
    return f"  {label:<12} {text}"


def _time(iso: str) -> str:
    return harmless(iso[:19].replace("T", " ") + " UTC" if iso.endswith("+00:00") else iso)
