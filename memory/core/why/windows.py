"""Whether something stood in the context window of an answer, and if not, why: read from the answer's report."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from memory.core.language.languages import Language
from memory.core.language.times import moment
from memory.core.why.why_docs import Step, Where
from memory.core.why.why_words import reason, step
from memory.core.window.context_diff import items_of, section_rows


@dataclass(frozen=True)
class Answered:
    """An answer and the report of its window."""

    where: Where
    """Where the answer stands."""
    time: str
    """ISO time."""
    report: Mapping[str, Any]


@dataclass(frozen=True)
class Known:
    """What is looked for in a window."""

    fact: str | None
    """Content id."""
    slotted: bool = False
    """It fills a slot, so that it stands in the profile."""
    entries: frozenset[str] = frozenset()
    """Keys of the entries that said it."""
    messages: frozenset[str] = frozenset()
    """Ids of the messages that said it."""
    thread: str = ""
    """Where it was said last."""
    since: str = ""
    """ISO time from which it could be shown."""
    until: str | None = None
    """ISO time from which it could not."""
    barred: str = ""
    """Why it could not (a reason of `why_words.REASONS`) from `until` on; without `until`, at any time."""


def window_step(language: Language, known: Known, answer: Answered) -> Step:
    """Return whether something was given to the model for an answer, or why not."""
    section = _section(known, answer.report)
    if section:
        return step(language, "shown", answer.time, answer.where, known.fact, section=section)
    if known.barred != "masked" and known.messages & set(answer.report.get("messages", ())):
        return step(language, "message_shown", answer.time, answer.where, known.fact)
    name, values = _missing(known, answer)
    told = reason(language, name, values)
    return step(language, "not_shown", answer.time, answer.where, known.fact, reason=told)


def _section(known: Known, report: Mapping[str, Any]) -> str | None:
    for item in items_of(report):
        kind = str(item.get("type"))
        if kind == "passage" and item.get("entry") in known.entries:
            return kind
        if known.fact is not None and kind != "passage" and item.get("id") == known.fact:
            return kind
    return None


def _missing(known: Known, answer: Answered) -> tuple[str, Mapping[str, Any]]:
    """Return why it was not shown, the surest reason first, and what fills the reason's gaps."""
    report, at = answer.report, moment(answer.time)
    degraded = [str(note) for note in report.get("degraded", ())]
    if known.since and at < moment(known.since):
        return "not_known", {}
    if known.barred and (known.until is None or at >= moment(known.until)):
        return known.barred, {}
    if report.get("temporary"):
        return "temporary_there", {}
    if report.get("unavailable"):
        return "unavailable", {"detail": report["unavailable"]}
    if outside := _out_of_window(known, answer):
        return outside
    late = [note for note in degraded if note.startswith("passages:")]
    if known.fact is None and late:
        return "late", {"detail": "; ".join(late)}
    room = _no_room(known, report)
    return ("no_room", room) if room else ("not_recalled", {})


def _no_room(known: Known, report: Mapping[str, Any]) -> Mapping[str, int] | None:
    """Return the lines shown of the section that it would stand in, and all, if some had no room."""
    name = "passages" if known.fact is None else "profile" if known.slotted else "facts"
    row = next((row for row in section_rows(report) if row["name"] == name), None)
    return {"shown": row["shown"], "of": row["of"]} if row and row["shown"] < row["of"] else None


def _out_of_window(known: Known, answer: Answered) -> tuple[str, Mapping[str, Any]] | None:
    """Return why a message of the same conversation was not in its window, None for what needs no place in it."""
    if known.fact is not None or known.thread != answer.where["thread"]:
        return None
    cursor = answer.report.get("summary")
    if cursor and known.entries and min(known.entries) <= cursor["key"]:
        return "in_summary", {}
    notes = [str(note) for note in answer.report.get("cut", ())]
    return ("cut", {"detail": "; ".join(notes)}) if notes else None
