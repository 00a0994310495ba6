"""A clock that is set back or forward between turns changes no order and loses nothing."""

from datetime import datetime, timedelta

import pytest
from langgraph.store.base import BaseStore
from support.histories import message
from support.in_process import House
from support.turns import ROOT, THREAD, Turns

from memory.core import namespaces
from memory.core.extraction.extraction import extract
from memory.core.facts.current import current
from memory.core.facts.facts import Assertion
from memory.core.ids import parse_key_time
from memory.storage.facts import load_memory, write_memory
from memory.storage.ops import put, write
from memory.storage.transcript_read import page, read_head
from memory.storage.turn import read_turn

JUMPS = [
    timedelta(0),
    timedelta(hours=-1),
    timedelta(days=365),
    timedelta(days=-365),
    timedelta(0),
    timedelta(days=-9000),
]


async def talk_through(turns: Turns, texts: list[str]) -> None:
    """Ask and answer once a text; the clock jumps before each."""
    for number, (jump, text) in enumerate(zip(JUMPS, texts, strict=True)):
        turns.now += jump
        await turns.open(message(f"q{number}", "user", text))
        turns.now -= timedelta(minutes=3)  # and while the answer is being written
        await turns.answer(f"a{number}", f"答 {number}")


async def test_entries_follow_each_other_by_the_parent_chain_and_by_their_keys(any_store: BaseStore):
    turns = Turns(any_store)
    await talk_through(turns, [f"第{number}问" for number in range(6)])
    said = [f"{who}{number}" for number in range(6) for who in "qa"]
    entries = (await page(any_store, ROOT, THREAD, limit=100)).entries
    assert [e["id"] for e in entries] == await turns.active() == said
    keys = [e["key"] for e in entries]
    assert keys == sorted(set(keys))
    times = [datetime.fromisoformat(e["time"]) for e in entries]
    assert times == [parse_key_time(key) for key in keys] == sorted(times)
    assert await read_head(any_store, ROOT, THREAD) == {"key": keys[-1], "depth": 11}


async def test_pages_read_backwards_hold_every_entry_once(any_store: BaseStore):
    await talk_through(Turns(any_store), [f"第{number}问" for number in range(6)])
    found: list[str] = []
    before = None
    for _ in range(4):
        got = await page(any_store, ROOT, THREAD, before=before, limit=3)
        found[:0], before = [e["id"] for e in got.entries], got.next
    assert found == [f"{who}{number}" for number in range(6) for who in "qa"]
    assert before is None


@pytest.mark.parametrize("jump", JUMPS)
async def test_a_message_sent_again_after_a_jump_gets_its_answer_and_no_second_entry(
    any_store: BaseStore, jump: timedelta
):
    turns = Turns(any_store)
    await turns.open(message("q", "user", "几点了"))
    await turns.answer("a", "三点 three")
    lost = turns.lost()
    lost.now += jump
    opened = await lost.open(message("q", "user", "几点了"))
    assert opened.answered is not None
    assert opened.answered["content"] == "三点 three"
    assert [e["id"] for e in await turns.entries()] == ["q", "a"]


async def test_the_fact_said_last_holds_whatever_the_clock_said(any_store: BaseStore):
    towns = ["Lisbon", "柏林", "Paris", "北京", "Rome", "Madrid"]
    turns = Turns(any_store)
    await talk_through(turns, [f"我住在{town}" if town > "z" else f"I live in {town}." for town in towns])
    asked = [e for e in (await page(any_store, ROOT, THREAD, limit=100)).entries if e["role"] == "user"]
    facts: list[Assertion] = []
    for entry in asked:
        source = {"thread": THREAD, "conversation": "c", "message": entry["id"], "entry": entry["key"]}
        (found,) = extract(str(entry["content"]), source=source, observed_at=entry["time"])  # type: ignore[arg-type]
        facts.append({**found, "approved_at": turns.now.isoformat()})
    await write_memory(any_store, ROOT, version="1", assertions=facts[::-1])
    held = (await load_memory(any_store, ROOT)).assertions
    newest = max(a["observed_at"] for a in held)
    assert [span["fact"]["value"] for span in current(held, newest)] == [facts[-1]["value"]]
    assert "Madrid" in str(facts[-1]["value"])


async def test_what_a_jump_let_expire_is_back_when_the_clock_is(any_store: BaseStore):
    now = Turns(any_store).now
    item = {"value": "订票", "expires_at": (now + timedelta(hours=24)).isoformat()}
    await write(any_store, [put(namespaces.working(ROOT, THREAD), "step", item)])
    for jump in JUMPS:
        turn = await read_turn(any_store, ROOT, THREAD, [], now + jump)
        assert bool(turn.working) is (jump < timedelta(hours=24))


@pytest.mark.parametrize(
    ("told", "then", "question", "wanted", "gone"),
    [
        ("I live in Porto.", "I live in Lisbon now.", "Where do I live?", "Lisbon", "Porto"),
        ("我住在柏林。", "我现在住在里斯本。", "我住在哪里？", "里斯本", "柏林"),
        ("我住在柏林。", "I live in Lisbon now.", "Where do I live?", "Lisbon", "柏林"),
    ],
)
async def test_what_is_said_after_a_wrong_clock_was_put_right_holds_in_every_thread(
    told: str, then: str, question: str, wanted: str, gone: str
):
    house = House()
    await house.say(told, "one")
    ahead = [
        {**a, "observed_at": "2099-01-01T00:00:00+00:00"} for a in (await load_memory(house.store, "ann--0")).assertions
    ]
    await write_memory(house.store, "ann--0", version="ahead", assertions=ahead)
    await house.say(then, "two", message_id="put right")
    await house.say(then, "two", message_id="put right")
    answer = await house.say(question, "three")
    assert wanted in answer
    assert gone not in answer
