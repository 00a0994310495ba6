"""Edits, pins and retirements are written beside what was there: one value counts, and the history is whole."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from langgraph.store.base import BaseStore
from support.conversations import NOW, Conversation
from support.slot_writer import GATE, ROUNDS, SAME, change_all, told, write

from memory.core.errors import InputError
from memory.core.extraction.extraction import extract
from memory.core.facts.current import current, history
from memory.core.facts.explanation import Explanation
from memory.core.facts.facts import Proposal
from memory.core.forgetting.erase_marks import thread_key
from memory.core.ids import encode_label
from memory.core.namespaces import ERASURES
from memory.core.transcript.entries import text_of
from memory.service.access.identity import User
from memory.service.facts.fact_changes import edit_fact, pin_fact, retire_fact
from memory.service.facts.fact_views import explain_fact, facts_as_of
from memory.service.facts.merging import merge_doubles
from memory.service.facts.remembering import write_decided
from memory.service.forgetting.forgetting import forget
from memory.storage.events import list_events
from memory.storage.facts import load_memory
from memory.storage.location import secret
from memory.storage.opening import open_store

ANN = User("ann", 0)
ROOT = ANN.root
PROJECT = Path(__file__).parents[3]
LATER, SECOND = NOW + timedelta(minutes=1), timedelta(seconds=1)


async def known(store: BaseStore, text: str, *, ask: bool = False) -> Proposal:
    """Say something and write, or ask about, the one fact in it."""
    (entry,) = await Conversation(store, ROOT, "t").say(text)
    source = {"thread": "t", "conversation": "旅行", "message": entry["id"], "entry": entry["key"]}
    (fact,) = extract(text_of(entry), source=source, observed_at=entry["time"])  # type: ignore[arg-type]  # a Source
    wanted = {"write": [] if ask else [fact], "ask": [fact] if ask else []}
    await write_decided(store, ROOT, reject=[], assertions=[], tombstones=[], now=NOW, **wanted)
    return fact


async def held(store: BaseStore, at: datetime = LATER) -> list[str]:
    spans = current((await load_memory(store, ROOT)).assertions, at.isoformat())
    return [span["fact"]["text"] for span in spans]


async def explain(store: BaseStore, item: str) -> Explanation:
    return await explain_fact(store, ANN, item, LATER)


@pytest.mark.parametrize(
    ("said", "text", "slot"),
    [
        ("I live in Lisbon", "I live in Porto", "home"),
        ("我住在里斯本", "我住在波尔图", "home"),
        ("Remember that the gate opens at nine", "The gate opens at ten", None),
        ("记住门卫九点开门", "门卫十点开门", None),
    ],
)
async def test_an_edit_replaces_a_fact_and_keeps_it_in_the_history(
    any_store: BaseStore, said: str, text: str, slot: str | None
):
    old = await known(any_store, said)
    done = await edit_fact(any_store, ROOT, old["id"], text=text, now=LATER)
    assert (done.outcome, await held(any_store)) == ("edited", [text])
    before, after = await explain(any_store, old["id"]), await explain(any_store, str(done.id))
    assert (before["state"], before["replaced_by"]) == ("ended", {"id": done.id, "text": text, "at": LATER.isoformat()})
    assert (after["state"], after["slot"], [o["id"] for o in after["replaced"]]) == ("current", slot, [old["id"]])
    assert after["said"][0]["source"]["conversation"] == "旅行"
    assert (await edit_fact(any_store, ROOT, old["id"], text="late", now=LATER)).outcome == "gone"
    assert (await edit_fact(any_store, ROOT, str(done.id), text=text, now=LATER)).outcome == "unchanged"
    assert "fact.edited" in [event["type"] for event in await list_events(any_store, ROOT)]
    assert text not in str(await list_events(any_store, ROOT))


async def test_an_edit_keeps_when_the_fact_begins_unless_it_says_otherwise(any_store: BaseStore):
    plan = await known(any_store, "In two weeks I move to Berlin")
    edited = await edit_fact(any_store, ROOT, plan["id"], text="I move to Bonn", value="Bonn", now=LATER)
    told_now = await explain(any_store, str(edited.id))
    assert (told_now["state"], told_now["valid_from"]) == ("upcoming", plan["valid_from"])
    again = await edit_fact(any_store, ROOT, str(edited.id), text="Tomorrow I move to Bonn", now=LATER + SECOND)
    told_then = await explain_fact(any_store, ANN, str(again.id), LATER + SECOND)
    assert (told_then["valid_from"], len(told_then["said"])) == ("2026-03-11", 2)


@pytest.mark.parametrize(
    ("text", "value", "field"),
    [
        ("  ", None, "text"),
        ("x" * 1_001, None, "text"),
        ("My password is hunter2!x", None, "text"),
        ("Somewhere quiet", None, "value"),
        ("Somewhere quiet", " \x00\n ", "value"),
        ("安静的地方", "\u3000", "value"),
    ],
)
async def test_an_edit_that_cannot_be_kept_is_refused_by_its_field(
    any_store: BaseStore, text: str, value: str | None, field: str
):
    home = await known(any_store, "I live in Lisbon")
    with pytest.raises(InputError) as refused:
        await edit_fact(any_store, ROOT, home["id"], text=text, value=value, now=LATER)
    assert (refused.value.field, await held(any_store)) == (field, ["I live in Lisbon"])


async def test_a_pin_counts_until_it_is_taken_off_and_goes_with_what_is_forgotten(any_store: BaseStore):
    home = await known(any_store, "我住在里斯本")
    assert await pin_fact(any_store, ROOT, home["id"], pinned=True, now=NOW) == "pinned"
    assert (await explain(any_store, home["id"][:6]))["pinned"] is True
    assert (await facts_as_of(any_store, ANN, None, LATER))["facts"][0]["pinned"] is True
    assert await pin_fact(any_store, ROOT, home["id"], pinned=False, now=LATER) == "unpinned"
    assert (await explain(any_store, home["id"]))["pinned"] is False
    assert (await facts_as_of(any_store, ANN, NOW.isoformat(), LATER))["facts"][0]["pinned"] is True
    await forget(any_store, ROOT, [home], now=LATER)
    assert (await load_memory(any_store, ROOT)).remarks == []
    assert await pin_fact(any_store, ROOT, home["id"], pinned=True, now=LATER) == "gone"
    with pytest.raises(InputError, match="was forgotten"):
        await explain(any_store, home["id"])


async def test_a_retired_fact_is_out_of_use_until_it_is_said_anew(any_store: BaseStore):
    home = await known(any_store, "I live in Lisbon")
    assert await retire_fact(any_store, ROOT, home["id"], reason="stale", now=NOW) == "retired"
    assert await held(any_store) == []
    assert (await explain(any_store, home["id"]))["state"] == "ended"
    await write(any_store, {**told("I live in Lisbon", "e9"), "observed_at": LATER.isoformat()})
    assert await held(any_store) == ["I live in Lisbon"]


async def test_what_waits_was_replaced_or_called_off_is_explained_too(any_store: BaseStore):
    waits = await known(any_store, "I like jazz", ask=True)
    assert (await explain(any_store, waits["id"]))["state"] == "pending"
    plan = await known(any_store, "In two weeks I move to Berlin")
    assert await retire_fact(any_store, ROOT, plan["id"], reason="not after all", now=NOW) == "retired"
    assert (await explain(any_store, plan["id"]))["state"] == "called_off"
    with pytest.raises(InputError, match="is no fact of user"):
        await explain(any_store, "zzzz")


async def test_what_was_held_true_at_a_past_time_is_told_by_the_users_own_day(
    any_store: BaseStore, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_TIME_ZONE", "Asia/Shanghai")
    await known(any_store, "我住在里斯本")  # on 1 March, 09:00 UTC
    moved = await edit_fact(
        any_store, ROOT, (await load_memory(any_store, ROOT)).assertions[0]["id"], text="我住在上海", now=NOW
    )
    assert moved.outcome == "edited"

    async def at(as_of: str) -> list[str]:
        return [fact["text"] for fact in (await facts_as_of(any_store, ANN, as_of, LATER))["facts"]]

    assert [await at(day) for day in ("2026-02-28", "2026-03-01", "2026-03-09", "2026-03-10")] == [
        [],
        ["我住在里斯本"],
        ["我住在里斯本"],
        ["我住在上海"],
    ]
    assert await at("2026-03-10T20:00:00+08:00") == ["我住在上海"]
    assert await at("2026-03-10T19:59:00") == ["我住在里斯本"]
    with pytest.raises(InputError, match="as_of"):
        await at("昨天")


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where this process and its children find the same database."""
    monkeypatch.setenv("HOLDFAST_DATA", str(tmp_path))
    uri = request.getfixturevalue("postgres_tables") if request.param == "postgres" else ""
    monkeypatch.setenv("HOLDFAST_DATABASE_URI", uri)
    return str(request.param)


@pytest.mark.process
async def test_two_processes_that_change_the_same_facts_at_once_leave_one_value_and_the_whole_history(place: str):
    async with open_store() as store:
        await write(store, told(GATE, "gate"))
        other, _ = await asyncio.gather(run_writer("oslo"), when_begun(store, "bergen"))
        assert other == (0, "")
        await merge_doubles(store, ROOT, datetime.now(UTC))
        memory = await load_memory(store, ROOT)
    now = max(a["observed_at"] for a in memory.assertions)
    spans = current(memory.assertions, now)
    assert [span["fact"]["slot"] for span in spans].count("home") == 1
    assert len([span for span in spans if span["fact"]["slot"] is None]) == 1
    homes = {s["fact"]["value"] for s in history(memory.assertions, now) if s["fact"]["slot"] == "home"}
    assert homes == {f"{name}{number}ville" for name in ("Oslo", "Bergen") for number in range(ROUNDS)}
    listed = [span["fact"]["value"] for span in spans if span["fact"]["slot"] == "allergy"]
    assert sorted(map(str, listed)) == sorted(f"{name}{number}" for name in SAME for number in range(ROUNDS))
    (taste,) = [span for span in spans if span["fact"]["slot"] == "likes"]
    told_in = {source["entry"] for source in taste["sources"]}
    assert told_in == {f"{name}-{number}-same" for name in SAME for number in range(ROUNDS)}
    edits = [s["fact"]["text"] for s in history(memory.assertions, now) if s["fact"]["slot"] is None]
    assert len(edits) == sum(a["slot"] is None for a in memory.assertions) == len(set(edits)) > ROUNDS
    assert {remark["pinned"] for remark in memory.remarks} == {True}


async def when_begun(store: BaseStore, name: str) -> None:
    """Write in this process as soon as the other one does."""
    while len((await load_memory(store, ROOT)).assertions) == 1:  # noqa: ASYNC110  # another process
        await asyncio.sleep(0.01)
    await change_all(store, name)


async def run_writer(name: str) -> tuple[int, str]:
    paths = os.pathsep.join([str(PROJECT), str(PROJECT / "tests")])
    env = {**os.environ, "PYTHONPATH": paths}
    command = (sys.executable, "-m", "support.slot_writer", name)
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=STDOUT, env=env, cwd=PROJECT)
    output, _ = await process.communicate()
    return process.returncode or 0, output.decode()


@pytest.mark.parametrize("said", ["I live in Lisbon", "我住在里斯本"])
async def test_a_fact_of_a_conversation_that_began_anew_after_an_erase_is_changed_like_any_other(
    any_store: BaseStore, said: str
):
    label, done = encode_label("t"), NOW - SECOND
    mark = {"schema": 1, "phase": "done", "threads": ["t"], "facts": "keep", "at": done.isoformat()}
    await any_store.aput(ERASURES, thread_key(ROOT, label, secret()), mark, index=False)
    talk = Conversation(any_store, ROOT, "t", start=NOW)
    (entry,) = await talk.say(said)
    source = {"thread": "t", "conversation": "t", "message": entry["id"], "entry": entry["key"]}
    (fact,) = extract(text_of(entry), source=source, observed_at=entry["time"])  # type: ignore[arg-type]  # a Source
    await write_decided(any_store, ROOT, write=[fact], ask=[], reject=[], assertions=[], tombstones=[], now=LATER)
    edited = await edit_fact(any_store, ROOT, fact["id"], text=said + " 🌊", value="x", now=LATER)
    assert edited.outcome == "edited"
    assert await retire_fact(any_store, ROOT, str(edited.id), reason="gone", now=LATER + SECOND) == "retired"
