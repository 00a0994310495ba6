"""Looking facts over: what it sets aside is out of use, stays told, comes back, and is forgotten with the rest."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import BaseStore, Op, PutOp, Result
from langgraph.store.memory import InMemoryStore
from support.conversations import NOW, START, a_fact

from memory.commands.explain_text import explanation_lines, facts_lines
from memory.core import namespaces
from memory.core.errors import InputError
from memory.core.extraction.changes import changes
from memory.core.facts.facts import Assertion, Proposal
from memory.core.ids import encode_label, thread_id_for
from memory.core.recall.search import Asked
from memory.core.retention.archive import in_archive
from memory.core.retention.usage import with_used
from memory.service.access.identity import User
from memory.service.consolidation.retention import UserReport, bring_back, look_over
from memory.service.erasing.erasing import erase_conversation
from memory.service.erasing.erasing_reach import LocalRuns, Reach, nothing_runs
from memory.service.facts.deciding import decide_all
from memory.service.facts.fact_changes import pin_fact
from memory.service.facts.fact_index import FactIndex
from memory.service.facts.fact_views import explain_fact, facts_as_of
from memory.service.facts.remembering import write_decided
from memory.service.forgetting.forgetting import forget
from memory.service.recall.recall import recall_facts
from memory.storage.compact import Compacted
from memory.storage.due_users import list_due_users
from memory.storage.events import list_events
from memory.storage.facts import load_memory, read_version, write_memory
from memory.storage.listing import list_items
from memory.storage.ops import write
from memory.storage.sqlite_store import open_sqlite_store
from memory.storage.usage import list_usage, usage_op

ANN = User("ann", 0)
ROOT = ANN.root
DAY = timedelta(days=1)
LATER = START + 40 * DAY
OLD = {"en": ("cat", "My old bike is painted teal", "bike"), "zh": ("猫", "我的旧自行车是青色的", "單車 自行車")}
DOUBLES = ("The garage code name is Falcon", "The code name of the garage is Falcon")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[BaseStore]:
    async with open_sqlite_store(tmp_path / "store.sqlite") as store:
        yield store


def fact(name: str, text: str, importance: float = 0.4, thread: str = "t", at: Any = START) -> Assertion:
    source = {"thread": thread, "conversation": thread, "message": "m", "entry": f"e-{name}"}
    made = {**a_fact(name, text, importance=importance), "source": source, "observed_at": at.isoformat()}
    return {**made, "approved_at": at.isoformat()}  # type: ignore[return-value]  # still an Assertion


async def known(store: BaseStore, *facts: Assertion) -> None:
    await write_memory(store, ROOT, version="v1", assertions=facts)


async def in_use(store: BaseStore) -> tuple[list[str], list[str]]:
    """Return the ids of the facts in use, and of those in the archive."""
    memory = await FactIndex().load_newest(store, ROOT, LATER)
    return sorted(f["id"] for f in memory.facts), sorted(f["id"] for f in memory.archived)


def did(report: UserReport) -> tuple[int, int, int]:
    return report["merged"], report["idle"], report["full"]


async def everything(store: BaseStore) -> str:
    held = [[i.namespace, i.key, i.value] for i in await list_items(store, ("users",))]
    return json.dumps(held, ensure_ascii=False, sort_keys=True)


@pytest.mark.parametrize("language", list(OLD))
async def test_doubles_become_one_and_idle_and_weak_facts_go_out_of_use_each_with_its_reason(
    store: BaseStore, language: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_ACTIVE_FACTS", "2")
    name, text, query = OLD[language]
    fresh = [fact("strong", "猫叫咪咪", 0.5, at=NOW + 29 * DAY), fact("weak", "likes tea", 0.3, at=NOW + 29 * DAY)]
    one, other = (fact(f"g{n}", garage, 0.6) for n, garage in enumerate(DOUBLES))
    await known(store, fact(name, text), *fresh, one, other)
    report = await look_over(store, ROOT, LATER)
    assert (did(report), report["notes"]) == ((1, 1, 1), [])
    assert await in_use(store) == (["g0", "strong"], sorted([name, "weak"]))
    memory = await FactIndex().load_newest(store, ROOT, LATER)
    assert recall_facts(Asked(query, LATER), memory=memory, limit=9) == []
    assert [f.id for f in recall_facts(Asked(query, LATER), memory=memory, limit=9, archived=True)] == [name]
    events = [e for e in await list_events(store, ROOT) if e["type"] == "fact.archived"]
    assert {(e["detail"]["id"], e["detail"]["reason"]) for e in events} == {(name, "idle"), ("weak", "full")}
    assert all(e["detail"]["strength"]["importance"] in (0.3, 0.4) for e in events)
    assert text not in json.dumps(events, ensure_ascii=False)
    before = await everything(store)
    assert did(await look_over(store, ROOT, LATER + timedelta(hours=1))) == (0, 0, 0)
    assert await everything(store) == before


async def test_two_at_once_leave_what_one_would(any_store: BaseStore):
    doubles = [fact(f"g{n}", garage, 0.6) for n, garage in enumerate(DOUBLES)]
    await known(any_store, *doubles, *(fact(f"f{n}", f"第{n}辆 bike") for n in range(8)))
    await asyncio.gather(*(look_over(any_store, ROOT, LATER + timedelta(seconds=n)) for n in range(2)))
    assert await in_use(any_store) == (["g0"], [f"f{n}" for n in range(8)])
    version = await read_version(any_store, ROOT)
    assert did(await look_over(any_store, ROOT, LATER + DAY)) == (0, 0, 0)
    assert await read_version(any_store, ROOT) == version


class Crashing(InMemoryStore):
    """A store that dies at the write after the `left` next ones."""

    left = 1_000

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        listed = list(ops)
        if any(isinstance(op, PutOp) for op in listed):
            self.left -= 1
            if self.left < 0:
                raise OSError("gone")
        return await super().abatch(listed)


@pytest.mark.parametrize("writes", range(3))
async def test_it_may_die_before_any_write_and_is_done_by_the_next(writes: int):
    store, facts = Crashing(), [fact("idle", "青色的自行车"), *(fact(f"g{n}", t, 0.6) for n, t in enumerate(DOUBLES))]
    await known(store, *facts)
    store.left = writes
    with pytest.raises(OSError, match="gone"):
        await look_over(store, ROOT, LATER)
    assert await list_due_users(store, LATER) == [ROOT]
    store.left = 1_000
    await look_over(store, ROOT, LATER)
    assert await in_use(store) == (["g0"], ["idle"])
    kinds = [e["type"] for e in await list_events(store, ROOT)]
    assert (kinds.count("fact.archived"), kinds.count("fact.merged")) == (1, 1)
    assert await list_due_users(store, LATER + 999 * DAY) == []


async def test_a_user_is_due_when_facts_change_and_when_time_sets_the_next_one_aside(store: BaseStore):
    await known(store, fact("a", "青色的自行车", at=NOW))
    assert await list_due_users(store, NOW) == [ROOT]
    await look_over(store, ROOT, NOW)
    assert await list_due_users(store, NOW + 29 * DAY) == []
    assert await list_due_users(store, NOW + 30 * DAY) == [ROOT]
    await pin_fact(store, ROOT, "a", pinned=True, now=NOW)
    assert await list_due_users(store, NOW) == [ROOT]
    await look_over(store, ROOT, NOW)
    assert await list_due_users(store, NOW + 99 * DAY) == []


async def test_a_user_whose_facts_change_meanwhile_stays_due():
    class Busy(InMemoryStore):
        told = False

        async def abatch(self, ops: Iterable[Op]) -> list[Result]:
            listed = list(ops)
            done = await super().abatch(listed)
            if not self.told and any(isinstance(op, PutOp) and op.namespace[2:] == ("archive",) for op in listed):
                self.told = True
                await write_memory(self, ROOT, version="v2", assertions=[fact("new", "新的", at=LATER)])
            return done

    store = Busy()
    await known(store, fact("idle", "青色的自行车"))
    assert did(await look_over(store, ROOT, LATER)) == (0, 1, 0)
    assert await list_due_users(store, LATER) == [ROOT]


async def test_what_is_used_is_not_idle_and_all_that_is_kept_past_the_limit_is_told(
    store: BaseStore, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_ACTIVE_FACTS", "1")
    await known(store, fact("a", "青色的自行车"), fact("b", "remembered", 0.6), fact("c", "记住的", 0.6))
    await write(store, [usage_op(ROOT, "t", with_used(None, ["a"], LATER - DAY))])
    report = await look_over(store, ROOT, LATER)
    assert (did(report), len(report["notes"])) == ((0, 0, 1), 1)
    assert "1 facts more than the 1 in use" in report["notes"][0]
    monkeypatch.setenv("HOLDFAST_ACTIVE_FACTS", "none")
    with pytest.raises(InputError, match="HOLDFAST_ACTIVE_FACTS"):
        await look_over(store, ROOT, LATER)


@pytest.mark.parametrize("language", list(OLD))
async def test_as_of_and_explain_tell_the_archive_and_looking_it_up_brings_a_fact_back(store: BaseStore, language: str):
    name, text, _ = OLD[language]
    await known(store, fact(name, text))
    await look_over(store, ROOT, LATER)
    (shown,) = (await facts_as_of(store, ANN, None, LATER))["facts"]
    assert shown["state"] == "archived"
    assert (await facts_as_of(store, ANN, (LATER - DAY).isoformat(), LATER))["facts"][0]["state"] == "current"
    await bring_back(store, ROOT, [name, "unknown"], LATER + DAY)
    assert await in_use(store) == ([name], [])
    version = await read_version(store, ROOT)
    await bring_back(store, ROOT, [name], LATER + 2 * DAY)
    assert await read_version(store, ROOT) == version
    assert did(await look_over(store, ROOT, LATER + 2 * DAY)) == (0, 0, 0)
    listed = await facts_as_of(store, ANN, (LATER + timedelta(hours=1)).isoformat(), LATER + DAY)
    assert "(in the archive)" in "\n".join(facts_lines(listed))
    told = await explain_fact(store, ANN, name, LATER + 2 * DAY)
    assert (told["state"], [m["reason"] for m in told["archive"]]) == ("current", ["idle", "used"])
    lines = "\n".join(explanation_lines("ann", told))
    assert "archived     2026-04-10 09:00:00 UTC: long unused; strength 0.1587 = importance 0.4 after 40 idle" in lines
    assert "came back    2026-04-11 09:00:00 UTC: looked up" in lines
    assert "fact.returned" in [e["type"] for e in await list_events(store, ROOT)]


async def test_what_is_archived_comes_back_when_it_is_told_anew_in_other_words(store: BaseStore):
    await known(store, fact("g0", DOUBLES[0]))
    await look_over(store, ROOT, LATER)
    memory = await load_memory(store, ROOT)
    anew: Proposal = {**fact("g1", DOUBLES[1], at=LATER + DAY)}
    decided = await decide_all(store, ROOT, [anew], mode="auto", assertions=memory.assertions, now=LATER + DAY)
    await write_decided(
        store, ROOT, write=[p for p, _ in decided], ask=[], reject=[], assertions=[], tombstones=[], now=LATER + DAY
    )
    assert await in_use(store) == (["g0"], [])


@pytest.mark.parametrize("language", OLD)
async def test_what_a_clock_ahead_archived_is_in_use_once_it_is_told_again_by_the_right_one(
    store: BaseStore, language: str
):
    name, text, _ = OLD[language]
    await known(store, fact(name, text), fact("dog", "我的狗叫旺财"))
    await look_over(store, ROOT, LATER + 1_000 * DAY)
    assert {one["state"] for one in (await facts_as_of(store, ANN, None, LATER))["facts"]} == {"archived"}
    await known(store, fact(name, text, at=START + DAY))
    told = await facts_as_of(store, ANN, None, LATER)
    assert [one["text"] for one in told["facts"] if one["state"] == "current"] == [text]
    assert (await in_use(store))[0] == [name]


async def test_what_ends_by_itself_ends_in_the_archive_too_and_takes_nothing_else_along(store: BaseStore):
    passing: Assertion = {**fact("passing", "今年在学游泳"), "valid_until": "2026-04-30"}
    await known(store, passing, fact("lasting", "learns to swim"))
    assert did(await look_over(store, ROOT, LATER)) == (0, 2, 0)
    assert await in_use(store) == ([], ["lasting", "passing"])
    memory = await FactIndex().load_newest(store, ROOT, LATER + 30 * DAY)
    assert (memory.facts, [f["id"] for f in memory.archived]) == ([], ["lasting"])


async def test_an_archived_fact_is_no_part_of_a_merge(store: BaseStore):
    await known(store, fact("g0", DOUBLES[0]))
    await look_over(store, ROOT, LATER)
    await write_memory(store, ROOT, version="v2", assertions=[fact("g1", DOUBLES[1], at=LATER)])
    assert did(await look_over(store, ROOT, LATER + DAY)) == (0, 0, 0)
    assert await in_use(store) == (["g1"], ["g0"])


async def test_an_archived_fact_can_be_ended_in_other_words(store: BaseStore):
    held = fact("cat", "I have a cat")
    await known(store, held)
    await look_over(store, ROOT, LATER)
    archived = (await FactIndex().load_newest(store, ROOT, LATER)).archived
    ended = changes(
        "I no longer have a cat",
        archived,
        before=None,
        source=held["source"],
        observed_at=LATER.isoformat(),
        time_zone="UTC",
    )
    assert [p.get("retracts") for p in ended] == ["cat"]


async def test_a_forget_takes_the_mark_of_the_archive_and_the_counted_uses_too(store: BaseStore):
    await known(store, fact("cat", "青色的自行车"), fact("kept", "teal bike", 0.4))
    await look_over(store, ROOT, LATER)
    await write(store, [usage_op(ROOT, label, with_used(None, ["cat", "kept"], NOW)) for label in ("t", "other")])
    await forget(store, ROOT, [fact("cat", "青色的自行车")], now=LATER)
    memory = await load_memory(store, ROOT)
    assert set(in_archive(memory.archive, memory.assertions, memory.remarks)) == {"kept"}
    assert [set(usage["facts"]) for usage in (await list_usage(store, ROOT)).values()] == [{"kept"}, {"kept"}]


@pytest.mark.parametrize("choice", ["keep", "delete"])
async def test_erasing_a_conversation_takes_its_uses_and_all_that_is_noted_of_the_facts_that_go(
    store: BaseStore, choice: Any
):
    thread = thread_id_for("ann", 0, "one")
    await known(store, fact("cat", "青色的自行车", thread=thread), fact("kept", "teal bike", thread="other"))
    await pin_fact(store, ROOT, "cat", pinned=False, now=START)
    await look_over(store, ROOT, LATER)
    labels = (encode_label(thread), "other")
    await write(store, [usage_op(ROOT, label, with_used(None, ["cat", "kept"], NOW)) for label in labels])
    reach = Reach(store, LocalRuns(InMemorySaver(), nothing_runs), _nothing)
    await erase_conversation(reach, User("ann", 0), "one", choice)
    stays = {"keep": ["cat", "kept"], "delete": ["kept"]}[choice]
    assert await in_use(store) == ([], stays)
    assert [sorted(u["facts"]) for u in (await list_usage(store, ROOT)).values()] == [stays]
    assert len(await list_items(store, namespaces.remarks(ROOT))) == len(stays) - 1
    retired = [e for e in await list_events(store, ROOT) if e["type"] == "fact.archived"]
    assert [e["detail"]["id"] for e in retired] == ["kept"]
    await look_over(store, ROOT, LATER + DAY)
    await bring_back(store, ROOT, ["cat", "kept"], LATER + DAY)
    assert await in_use(store) == (stays, [])


async def _nothing() -> Compacted:
    return Compacted()
