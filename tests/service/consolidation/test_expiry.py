"""What is kept for a time: events and archived facts go after it, in portions, and nothing else changes."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from langgraph.store.base import BaseStore

from memory.core import namespaces
from memory.core.errors import InputError
from memory.core.events.event_docs import make_event
from memory.core.extraction.extraction import extract
from memory.core.facts.current import current
from memory.core.facts.facts import Assertion
from memory.core.retention.archive import ARCHIVE_SCHEMA, ArchiveMark
from memory.service.consolidation import expiry
from memory.service.consolidation.expiry import Expired, expire
from memory.storage.events import list_events, log_event
from memory.storage.facts import load_memory, write_memory
from memory.storage.listing import list_items

ROOT = "ann--0"
NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
DAY = timedelta(days=1)


def said(text: str, at: datetime) -> Assertion:
    source: Any = {"thread": "t", "conversation": "c", "message": "m", "entry": f"{at:%Y%m%dT%H%M%S%f}Z-0-0"}
    (found,) = extract(text, source=source, observed_at=at.isoformat())
    return {**found, "approved_at": at.isoformat()}


def aside(fact: Assertion, at: datetime) -> ArchiveMark:
    mark: Any = {"schema": ARCHIVE_SCHEMA, "about": fact["id"], "archived": True, "reason": "idle", "strength": None}
    return {**mark, "at": at.isoformat()}


async def test_without_a_setting_everything_is_kept(any_store: BaseStore):
    tea = said("我喜欢绿茶。", NOW)
    await write_memory(any_store, ROOT, version="v", assertions=[tea], archive=[aside(tea, NOW)])
    before = await list_items(any_store, namespaces.user(ROOT))
    assert await expire(any_store, ROOT, NOW + 9_999 * DAY) == Expired()
    assert await list_items(any_store, namespaces.user(ROOT)) == before


async def test_old_events_go_in_portions_and_that_is_told(any_store: BaseStore, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOLDFAST_KEEP_EVENTS_DAYS", "30")
    monkeypatch.setattr(expiry, "MOST", 2)
    for number in range(3):
        await log_event(any_store, ROOT, make_event("task.set", NOW, {"id": str(number)}, str(number)))
    assert await expire(any_store, ROOT, datetime.now(UTC) + 29 * DAY) == Expired()
    assert await expire(any_store, ROOT, datetime.now(UTC) + 31 * DAY) == Expired(events=2)
    left = await list_events(any_store, ROOT)
    assert [(e["type"], e["detail"]) for e in left] == [
        ("task.set", {"id": "2"}),
        ("retention.applied", {"events": 2, "facts": 0}),
    ]


async def test_a_fact_long_in_the_archive_goes_and_what_it_had_ended_stays_ended(
    any_store: BaseStore, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_KEEP_ARCHIVE_DAYS", "365")
    old, new, tea = said("我住在里斯本", NOW - DAY), said("我搬到波尔图了", NOW), said("I like green tea.", NOW)
    marks = [aside(new, NOW), aside(tea, NOW + 300 * DAY)]
    await write_memory(any_store, ROOT, version="v", assertions=[old, new, tea], archive=marks)
    assert await expire(any_store, ROOT, NOW + 365 * DAY) == Expired()
    assert await expire(any_store, ROOT, NOW + 366 * DAY) == Expired(facts=1)
    memory = await load_memory(any_store, ROOT)
    held = current(memory.assertions, (NOW + 367 * DAY).isoformat())
    assert [span["fact"]["id"] for span in held] == [tea["id"]]  # the old home does not come back
    assert (memory.archive, memory.tombstones, memory.version != "v") == ([marks[1]], [], True)
    assert "波尔图" not in str(memory.assertions)
    assert await expire(any_store, ROOT, NOW + 366 * DAY) == Expired()


@pytest.mark.parametrize("days", ["0", "-1", "十", "1.5"])
async def test_days_that_are_none_are_refused_by_the_setting(
    any_store: BaseStore, monkeypatch: pytest.MonkeyPatch, days: str
):
    monkeypatch.setenv("HOLDFAST_KEEP_EVENTS_DAYS", days)
    with pytest.raises(InputError, match="HOLDFAST_KEEP_EVENTS_DAYS"):
        await expire(any_store, ROOT, NOW)
