"""Which facts are set aside in the archive: the idle ones, and the weakest of too many."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from memory.core.facts.current import CurrentFact, reckoned, standing
from memory.core.facts.explanation import is_pinned
from memory.core.facts.facts import Assertion, Proposal, Remark
from memory.core.facts.importance import VITAL_SLOTS
from memory.core.facts.slots import arity_of
from memory.core.language.times import moment
from memory.core.retention.archive import ARCHIVE_SCHEMA, ArchiveMark, Reason, Strength, in_archive, last_touched
from memory.core.retention.strength import IMPORTANT, days_kept, half_life_days, strength
from memory.core.retention.usage import Used

_DAY = timedelta(days=1)


class Retired(NamedTuple):
    """A fact to set aside, and the mark that does it."""

    fact: Assertion
    mark: ArchiveMark


@dataclass(frozen=True)
class Retirement:
    """What becomes of a user's facts at one moment."""

    retired: list[Retired]
    """By content id."""
    over: int
    """Facts past the limit that stay, as all that are left are kept."""
    due: datetime | None
    """When the passing of time alone sets the next one aside; None: it does not."""


class _Weighed(NamedTuple):
    fact: Assertion
    since: datetime
    """When it was last of use."""
    parts: Strength
    told: datetime
    """When it was last told, approved, edited or pinned."""
    touched: datetime
    """The earliest moment a mark may have, or it would not count."""


def retirement(
    assertions: Sequence[Assertion],
    remarks: Sequence[Remark],
    marks: Sequence[ArchiveMark],
    used: Mapping[str, Used],
    now: datetime,
    limit: int,
) -> Retirement:
    """Return what of a user's facts is set aside at `now`; in whatever order they come.

    An idle fact goes when it has not been of use for `strength.days_kept`; then, while more than `limit` facts hold,
    the weakest. Never one that `is_kept` or is pinned, or that is yet to begin; standing instructions have a limit of
    their own and do not count. With its marks written, the same call sets nothing more aside.
    """
    aside, at = in_archive(marks, assertions, remarks), reckoned(now, assertions).isoformat()
    spans = [span for span in standing(assertions, at).current if span["fact"]["id"] not in aside]
    active = {s["fact"]["id"]: s for s in spans if s["fact"]["kind"] != "instruction"}
    open_to = [s for s in active.values() if not is_kept(s["fact"]) and not _is_pinned(s["fact"]["id"], remarks)]
    told = last_touched(assertions, remarks)
    weighed = [_weighed(span, told[span["fact"]["id"]], marks, used, now) for span in open_to]
    idle = [one for one in weighed if _ends(one) <= now]
    rest = sorted((one for one in weighed if _ends(one) > now), key=_weakest_first)
    excess = max(len(active) - len(idle) - limit, 0)
    retired = [*(_retired(one, "idle", now) for one in idle), *(_retired(one, "full", now) for one in rest[:excess])]
    return Retirement(
        sorted(retired, key=lambda one: one.fact["id"]),
        over=max(excess - len(rest), 0),
        due=min(map(_ends, rest[excess:]), default=None),
    )


def is_kept(fact: Proposal) -> bool:
    """Tell whether a fact is never set aside, as it is important, an instruction, vital, or who the user is.

    A slot of one value (name, home, work) is the profile proper: it is replaced by a newer value and does not fade.
    """
    own = fact["slot"] is not None and (arity_of(fact["slot"]) == "one" or fact["slot"] in VITAL_SLOTS)
    return own or fact["kind"] == "instruction" or fact["importance"] >= IMPORTANT


def returned(aside: ArchiveMark, now: datetime) -> ArchiveMark:
    """Return the mark that brings back at `now` what the mark `aside` had set aside, as it was looked up."""
    return _mark(aside["about"], "used", None, max(now, moment(aside["at"])))


def _is_pinned(fact_id: str, remarks: Sequence[Remark]) -> bool:
    newest = max((r["at"] for r in remarks if r["about"] == fact_id), key=moment, default=None)
    return newest is not None and is_pinned(fact_id, remarks, newest)


def _weighed(
    span: CurrentFact,
    told: datetime,
    marks: Sequence[ArchiveMark],
    used: Mapping[str, Used],
    now: datetime,
) -> _Weighed:
    fact, own = span["fact"], used.get(span["fact"]["id"])
    touches = [told, *(moment(m["at"]) for m in marks if m["about"] == fact["id"])]
    since = max([*touches, moment(span["holds_from"]), *([own.last] if own else [])])
    uses, idle = own.uses if own else 0, max((now - since) / _DAY, 0.0)
    parts: Strength = {
        "strength": round(strength(fact["importance"], uses, idle), 4),
        "importance": fact["importance"],
        "uses": uses,
        "idle_days": round(idle, 2),
        "half_life_days": round(half_life_days(uses), 2),
    }
    return _Weighed(fact, since, parts, told, max(touches))


def _ends(one: _Weighed) -> datetime:
    return one.since + days_kept(one.fact["importance"], one.parts["uses"]) * _DAY


def _weakest_first(one: _Weighed) -> tuple[float, datetime, str]:
    return one.parts["strength"], one.since, one.fact["id"]


def _retired(one: _Weighed, reason: Reason, now: datetime) -> Retired:
    mark = _mark(one.fact["id"], reason, one.parts, max(now, one.touched))
    return Retired(one.fact, {**mark, "told": one.told.isoformat()})


def _mark(fact_id: str, reason: Reason, parts: Strength | None, at: datetime) -> ArchiveMark:
    return {
        "schema": ARCHIVE_SCHEMA,
        "about": fact_id,
        "archived": parts is not None,
        "reason": reason,
        "strength": parts,
        "at": at.isoformat(),
    }
