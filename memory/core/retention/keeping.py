"""What has been kept for as long as an operator lets it be kept."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal, TypedDict

from memory.core.events.event_docs import Event, microseconds
from memory.core.facts.facts import Assertion, Remark
from memory.core.ids import key_time, parse_key_time
from memory.core.language.times import moment
from memory.core.retention.archive import ArchiveMark, in_archive
from memory.core.transcript.entries import Place

RETAINED_SCHEMA = 1
LOOK_AGAIN = timedelta(hours=12)
"""How long a transcript is not looked through again: less than lies between two nights."""
State = Literal["all", "newest", "none"]
"""What is left of a thread's checkpoints, from most to least."""
_LEFT: tuple[State, ...] = ("all", "newest", "none")


@dataclass(frozen=True)
class Keeping:
    """For how many days things are kept; None: for ever."""

    events: int | None = None
    archive: int | None = None
    transcript: int | None = None
    """From when a message was said; the state of a thread in which nothing was said since goes with it."""
    checkpoints: int | None = None
    """From when something was last said in their thread; the newest one stays."""

    @property
    def for_ever(self) -> bool:
        """Whether nothing is ever taken away."""
        return self == Keeping()

    def transcript_from(self, now: datetime) -> str:
        """Return what the keys of entries that are kept at `now` are not less than; "": all are kept."""
        return "" if self.transcript is None else key_time(_before(now, self.transcript))


class Retained(TypedDict):
    """How far what was kept long enough in one thread has been taken away; keyed by thread."""

    schema: int
    thread: str
    looked: str
    """ISO time at which its transcript was looked through; "": it was not."""
    head: str
    """Key of its head at that time."""
    oldest: str | None
    """Key of the oldest entry that was left with its content, on whatever branch; None: there is none."""
    state: State
    """What was left of its checkpoints when they were last thinned."""
    state_head: str
    """Key of its head at that time."""


def never_looked(thread: str) -> Retained:
    """Return what is known of a thread that nobody has looked at yet."""
    return {
        "schema": RETAINED_SCHEMA,
        "thread": thread,
        "looked": "",
        "head": "",
        "oldest": None,
        "state": "all",
        "state_head": "",
    }


def wants_look(known: Retained, head: Place, start: str, now: datetime) -> bool:
    """Tell whether entries with keys less than `start` may have content left, and are to be looked for at `now`.

    What comes in meanwhile is new, but for what a fork or an import brings along: that is found with the next look
    after the head has moved.
    """
    if known["looked"] and now - moment(known["looked"]) < LOOK_AGAIN:
        return False
    passed = known["oldest"] is not None and known["oldest"] < start
    return passed or known["head"] != head["key"]


def state_of(head: Place, keeping: Keeping, now: datetime) -> State:
    """Return what is to be left of the checkpoints of a thread in which something was last said at `head`."""
    said = parse_key_time(head["key"])
    if keeping.transcript is not None and said < _before(now, keeping.transcript):
        return "none"
    return "newest" if keeping.checkpoints is not None and said < _before(now, keeping.checkpoints) else "all"


def is_less(state: State, known: Retained, head: Place) -> bool:
    """Tell whether `state` is less than what is left of a thread's checkpoints, of which some may be new."""
    left = known["state"] if known["state_head"] == head["key"] else "all"
    return _LEFT.index(state) > _LEFT.index(left)


def past_events(events: Sequence[Event], keeping: Keeping, now: datetime, most: int) -> list[Event]:
    """Return the first `most` of a log's events, in its order, that were kept long enough."""
    if keeping.events is None:
        return []
    end = microseconds(_before(now, keeping.events))
    return [event for event in events if event["logged"] < end][:most]


def past_facts(
    assertions: Iterable[Assertion],
    marks: Iterable[ArchiveMark],
    remarks: Iterable[Remark],
    keeping: Keeping,
    now: datetime,
    most: int,
) -> list[str]:
    """Return the content ids of the first `most` facts that were in the archive long enough."""
    if keeping.archive is None:
        return []
    end = _before(now, keeping.archive)
    aside = in_archive(marks, assertions, remarks)
    return sorted(fact for fact, mark in aside.items() if moment(mark["at"]) < end)[:most]


def _before(now: datetime, days: int) -> datetime:
    """Return the moment so many days before `now`; the first there is where that would be before it."""
    try:
        return now - timedelta(days=days)
    except OverflowError:
        return datetime.min.replace(tzinfo=UTC)
