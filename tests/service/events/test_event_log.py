"""What is logged of each change, and how a user's log is read on."""

import asyncio
import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from langgraph.store.base import BaseStore
from support.entries import entry

from memory.core.errors import InputError
from memory.core.events.event_docs import make_event
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Proposal
from memory.core.transcript.entries import place_of
from memory.core.transcript.transcript_docs import make_thread_record
from memory.service.access.identity import User
from memory.service.events.event_log import EventsPage, read_log
from memory.service.facts.fact_changes import edit_fact, edit_pending, pin_fact
from memory.service.facts.pending_answers import Answer, settle
from memory.service.facts.remembering import decide_pending, write_decided
from memory.service.turn.recording import record
from memory.storage.events import list_events, log_event
from memory.storage.facts import load_memory
from memory.storage.transcript_write import append

USER = User("小林", 0)
ROOT = USER.root
NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
LATER = NOW + timedelta(days=1)


def said(text: str, thread: str = "t", at: datetime = NOW) -> list[Proposal]:
    source: Any = {"thread": thread, "conversation": "c", "message": "m", "entry": f"{at:%Y%m%dT%H%M%S%f}Z-0-0"}
    return extract(text, source=source, observed_at=at.isoformat())


async def write(
    store: BaseStore, facts: Iterable[Proposal] = (), ask: Iterable[Proposal] = (), at: datetime = NOW
) -> None:
    memory = await load_memory(store, ROOT)
    known: dict[str, Any] = {"assertions": memory.assertions, "tombstones": memory.tombstones}
    await write_decided(store, ROOT, write=list(facts), ask=list(ask), reject=[], now=at, **known)


async def log(store: BaseStore) -> list[tuple[str, Any]]:
    return [(event["type"], event["detail"].get("id")) for event in await list_events(store, ROOT)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Lisbon.", "I live in Porto."),
        ("我住在里斯本", "我搬到波尔图了"),
        ("我住在臺北", "我住在高雄"),
    ],
)
async def test_a_fact_that_takes_the_place_of_another_says_so_without_a_word_of_either(
    any_store: BaseStore, old: str, new: str
):
    (first,), (second,) = said(old, "one"), said(new, "two", LATER)
    await write(any_store, [first])
    await write(any_store, [second], at=LATER)
    assert await log(any_store) == [
        ("fact.written", first["id"]),
        ("fact.written", second["id"]),
        ("fact.superseded", first["id"]),
    ]
    detail = (await list_events(any_store, ROOT))[-1]["detail"]
    assert (detail["by"], detail["threads"]) == (second["id"], ["one", "two"])
    told = json.dumps(await list_events(any_store, ROOT), ensure_ascii=False)
    assert not any(str(fact["value"]) in told for fact in (first, second))


async def test_each_decision_on_what_waits_is_logged(any_store: BaseStore):
    home, tea, cat = said("I live in Lisbon. I like green tea. I have a cat.")[:3]
    await write(any_store, ask=[home, tea, cat])
    assert await decide_pending(any_store, ROOT, home["id"], approve=True, now=NOW) == "approved"
    assert await decide_pending(any_store, ROOT, tea["id"], approve=False, now=NOW) == "rejected"
    answers = {cat["id"]: Answer("respond", "I have two dogs")}
    assert await settle(any_store, ROOT, answers, now=NOW, time_zone="UTC") == {cat["id"]: "responded"}
    kinds = [kind for kind, _ in await log(any_store)]
    assert kinds[:3] == ["proposal.pending"] * 3
    assert kinds[3:] == [
        "proposal.approved",
        "fact.written",
        "proposal.rejected",
        "proposal.answered",
        "fact.written",
    ]


async def test_changes_by_hand_are_logged_with_what_they_change(any_store: BaseStore):
    (home,), (tea,) = said("我住在里斯本。"), said("我喜欢绿茶。")
    await write(any_store, [home], [tea])
    await pin_fact(any_store, ROOT, home["id"], pinned=True, now=LATER)
    edited = await edit_fact(any_store, ROOT, home["id"], text="我住在波尔图", now=LATER)
    kept = await edit_pending(any_store, ROOT, tea["id"], text="我喜欢红茶", now=LATER)
    assert (await log(any_store))[2:] == [
        ("fact.pinned", home["id"]),
        ("fact.edited", edited.id),
        ("proposal.approved", tea["id"]),
        ("fact.written", kept.id),
    ]
    events = await list_events(any_store, ROOT)
    assert events[3]["detail"]["instead_of"] == home["id"]
    assert {event["detail"]["thread"] for event in events} == {"t"}


async def test_a_conversation_begins_once_and_a_temporary_one_without_a_trace(any_store: BaseStore):
    one = entry("m", "你好")
    for temporary in (False, True):
        thread = make_thread_record(f"t{temporary}", "c", NOW, temporary=temporary)
        for _ in range(2):
            await append(any_store, ROOT, thread["thread"], [one], head=place_of(one), record=thread)
    assert [(e["type"], e["detail"]) for e in await list_events(any_store, ROOT)] == [
        ("conversation.begun", {"thread": "tFalse"})
    ]


async def test_a_degraded_turn_says_where_it_is_told_why(any_store: BaseStore):
    answer: Any = {"id": "a", "role": "assistant", "content": "好的"}
    report = {"degraded": ["the store was late: 绿茶"]}
    for _ in range(2):
        (step,) = await record(any_store, ROOT, "t", [], [answer], now=NOW, report=report)
    (event,) = await list_events(any_store, ROOT)
    assert (event["type"], event["detail"]) == ("turn.degraded", {"thread": "t", "entry": step["key"], "notes": 1})


async def page(store: BaseStore, **asked: Any) -> EventsPage:
    return await read_log(store, USER, clock=lambda: datetime.now(UTC), **asked)


async def test_a_log_is_read_on_from_where_one_was(any_store: BaseStore):
    for number in range(5):
        await log_event(any_store, ROOT, make_event("fact.written", NOW, {"id": str(number)}, f"{number}"))
    first = await page(any_store, limit=2)
    rest = await page(any_store, after=first["next"])
    assert [e["detail"]["id"] for e in (*first["events"], *rest["events"])] == ["0", "1", "2", "3", "4"]
    assert (first["more"], rest["more"], (await page(any_store, after=rest["next"]))["events"]) == (True, False, [])
    await log_event(any_store, ROOT, make_event("task.set", NOW, {}, "5"))
    assert (await page(any_store, after=rest["next"], kinds=["fact.*"]))["events"] == []
    (newest,) = (await page(any_store, after=rest["next"], kinds=["task.*", "fact.edited"]))["events"]
    assert (newest["type"], "logged" in newest) == ("task.set", False)


async def test_whoever_waits_for_an_event_is_told_when_it_comes(any_store: BaseStore):
    waiting = asyncio.create_task(page(any_store, wait=20))
    await asyncio.sleep(0.1)
    await log_event(any_store, ROOT, make_event("fact.written", NOW, {}, "0"))
    assert len((await waiting)["events"]) == 1


@pytest.mark.parametrize("wrong", [{"limit": 0}, {"limit": 1_001}, {"wait": 31}, {"kinds": ["事实"]}, {"after": "一"}])
async def test_what_cannot_be_asked_of_a_log_is_refused_by_its_field(any_store: BaseStore, wrong: dict[str, Any]):
    with pytest.raises(InputError) as refused:
        await page(any_store, **wrong)
    assert refused.value.field == next(iter(wrong)).removesuffix("s")
