"""The archive: facts that still hold and were set aside, as they were long unused or too many.

Nothing moves. A mark beside the fact says that it was set aside or came back, and the newest one counts, so its history
stays whole and any number of writers agree. Told, approved, edited or pinned since, a fact is in use again, also where
a clock that was wrong dated the mark ahead.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Literal, NotRequired, TypedDict

from memory.core.facts.facts import Assertion, Remark
from memory.core.facts.identity import is_retraction
from memory.core.ids import key_time
from memory.core.language.times import moment

ARCHIVE_SCHEMA = 1

Reason = Literal["idle", "full", "used"]


class Strength(TypedDict):
    """How strong a fact was, and what made it so (`strength.strength`)."""

    strength: float
    importance: float
    uses: int
    idle_days: float
    half_life_days: float


class ArchiveMark(TypedDict):
    """That a fact was set aside or came back, immutable. It holds no text."""

    schema: int
    about: str
    """Content id of the fact."""
    archived: bool
    """False: it came back."""
    reason: Reason
    """`idle`: long unused; `full`: the weakest of too many; `used`: it was looked up in the archive."""
    strength: Strength | None
    """When it was set aside; None: it came back."""
    at: str
    """ISO time, UTC."""
    told: NotRequired[str]
    """ISO time at which a fact that was set aside had last been told, approved, edited or pinned; absent: `at`."""


def archive_key(mark: ArchiveMark) -> str:
    """Return the store key of a mark: the same one at the same moment is one."""
    return f"{mark['about']}-{key_time(moment(mark['at']))}-{int(mark['archived'])}"


def in_archive(
    marks: Iterable[ArchiveMark],
    assertions: Iterable[Assertion],
    remarks: Iterable[Remark],
    as_of: str | None = None,
) -> dict[str, ArchiveMark]:
    """Return by content id the mark of each fact that is in the archive, whether it holds or not.

    `as_of`: an ISO time; None: now, whatever a clock that was wrong dated ahead. Of two marks at one moment the one
    that brings back counts.
    """
    until = None if as_of is None else moment(as_of)
    newest: dict[str, ArchiveMark] = {}
    for mark in sorted(marks, key=lambda m: (moment(m["at"]), not m["archived"])):
        if until is None or moment(mark["at"]) <= until:
            newest[mark["about"]] = mark
    aside = {fact: mark for fact, mark in newest.items() if mark["archived"]}
    if not aside:
        return {}
    touched = last_touched(assertions, remarks, until)
    known = {fact: moment(mark.get("told", mark["at"])) for fact, mark in aside.items()}
    return {fact: mark for fact, mark in aside.items() if fact not in touched or touched[fact] <= known[fact]}


def told_at(assertion: Assertion) -> datetime:
    """Return when a fact was told, or approved where that came later."""
    return max(moment(assertion["observed_at"]), moment(assertion["approved_at"]))


def last_touched(
    assertions: Iterable[Assertion], remarks: Iterable[Remark], until: datetime | None = None
) -> dict[str, datetime]:
    """Return by content id when facts were last told, approved, edited, pinned or unpinned, `until` that moment."""
    told = [(told_at(a), a["id"]) for a in assertions if not is_retraction(a)]
    told += [(moment(r["at"]), r["about"]) for r in remarks]
    return {fact: at for at, fact in sorted(told) if until is None or at <= until}
