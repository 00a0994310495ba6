"""What has been kept for as long as an operator lets it be kept."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.core.events.event_docs import Event, microseconds
from memory.core.facts.facts import Assertion, Remark
from memory.core.language.times import moment
from memory.core.retention.archive import ArchiveMark, in_archive


@dataclass(frozen=True)
class Keeping:
    """For how many days things are kept; None: for ever."""

    events: int | None = None
    archive: int | None = None

    @property
    def for_ever(self) -> bool:
        """Whether nothing is ever taken away."""
        return self.events is None and self.archive is None


def past_events(events: Sequence[Event], keeping: Keeping, now: datetime, most: int) -> list[Event]:
    """Return the first `most` of a log's events, in its order, that were kept long enough."""
    if keeping.events is None:
        return []
    end = microseconds(now - timedelta(days=keeping.events))
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
    end = now - timedelta(days=keeping.archive)
    aside = in_archive(marks, assertions, remarks)
    return sorted(fact for fact, mark in aside.items() if moment(mark["at"]) < end)[:most]
