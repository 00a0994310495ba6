import asyncio
import gc
import weakref
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from langgraph.store.base import BaseStore, Op, Result
from langgraph.store.memory import InMemoryStore
from support.conversations import a_fact, a_tombstone

from memory.core.recall.ranking import rank_facts
from memory.core.recall.search import Asked
from memory.service.facts.fact_index import FactIndex
from memory.storage.facts import read_version, write_memory
from memory.storage.ops import write
from memory.storage.usage import usage_op


async def test_facts_are_loaded_with_their_version_tombstones_and_words(any_store: BaseStore):
    await write_memory(
        any_store, "ann--0", version="v1", assertions=[a_fact("a", "茶")], tombstones=[a_tombstone("x", "e")]
    )
    memory = await FactIndex().load_newest(any_store, "ann--0")
    assert memory.version == "v1"
    assert [fact["text"] for fact in memory.facts] == ["茶"]
    assert [tombstone["content"] for tombstone in memory.tombstones] == ["x"]
    assert memory.index.words_of("a") == {"茶"}


async def test_the_newest_saying_holds_also_where_a_wrong_clock_dated_it_ahead(any_store: BaseStore):
    older, newer = a_fact("a", "lives in Porto"), a_fact("b", "lives in Lisbon")
    for fact, day in ((older, "2026-03-01"), (newer, "2099-03-05")):
        fact |= {"slot": "home", "value": fact["text"][9:], "observed_at": f"{day}T09:00:00+00:00"}
    await write_memory(any_store, "ann--0", version="v", assertions=[older, newer])
    assert [fact["id"] for fact in (await FactIndex().load(any_store, "ann--0", "v")).facts] == ["b"]


async def test_what_begins_or_ends_by_time_does_so_without_a_write_and_without_a_read(any_store: BaseStore):
    lisbon, rome = a_fact("a", "I live in Lisbon"), a_fact("b", "我到周五住在罗马")
    for fact, value in ((lisbon, "Lisbon"), (rome, "罗马")):
        fact |= {"slot": "home", "value": value}
    rome |= {"valid_from": "2026-03-03", "valid_until": "2026-03-06", "time_zone": "Asia/Shanghai"}
    index, counted = FactIndex(), Counted(any_store)
    await write_memory(any_store, "ann--0", version="v", assertions=[lisbon, rome])
    seen = []
    for time in ("2026-03-02T15:59", "2026-03-02T16:00", "2026-03-06T15:59", "2026-03-06T16:00"):
        memory = await index.load(counted, "ann--0", "v", datetime.fromisoformat(f"{time}+00:00"))
        seen.append(([span["fact"]["id"] for span in memory.current], [span["fact"]["id"] for span in memory.upcoming]))
    assert seen == [(["a"], ["b"]), (["b"], []), (["b"], []), (["a"], [])]
    assert counted.batches == 2  # facts with their version, and how they were used


class Counted(BaseStore):
    """A store that counts the batches it is asked for."""

    def __init__(self, store: BaseStore) -> None:
        self._store = store
        self.batches = 0

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        self.batches += 1
        return await self._store.abatch(ops)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        raise NotImplementedError


async def test_facts_that_were_used_of_late_come_before_equals_that_were_not(any_store: BaseStore):
    index, now = FactIndex(), datetime.fromisoformat("2026-03-10T12:00+00:00")
    names = {"a": "red", "b": "蓝色", "c": "green", "d": "black"}
    facts = [a_fact(name, f"the {colour} umbrella stays in the hall") for name, colour in names.items()]
    await write_memory(any_store, "ann--0", version="v", assertions=facts)
    long_ago, of_late = (now - timedelta(days=200)).isoformat(), now.isoformat()
    await write(
        any_store,
        [
            usage_op("ann--0", "t1", {"schema": 1, "facts": {"d": (3, of_late), "b": (3, long_ago)}}),
            usage_op("ann--0", "t2", {"schema": 1, "facts": {"d": (2, long_ago), "c": (1, of_late)}}),
        ],
    )
    memory = await index.load(any_store, "ann--0", "v", now)
    found = rank_facts(memory.index, memory.facts, Asked("umbrella", now), 4)
    assert [scored.id for scored in found] == ["d", "c", "b", "a"]
    assert found[0].use > 0.8
    assert found[-1].use == 0.0


async def test_what_is_to_come_is_recalled_with_what_holds(any_store: BaseStore):
    exam = a_fact("exam", "My exam is tomorrow (2099-03-06)")
    exam |= {"valid_from": "2099-03-06"}
    await write_memory(any_store, "ann--0", version="v", assertions=[exam])
    memory = await FactIndex().load(any_store, "ann--0", "v")
    assert (memory.current, [fact["id"] for fact in memory.facts]) == ([], ["exam"])


async def test_a_user_without_facts_has_an_empty_memory(any_store: BaseStore):
    memory = await FactIndex().load_newest(any_store, "ann--0")
    assert (memory.version, memory.facts, memory.tombstones) == (None, [], [])


async def test_facts_are_read_again_only_when_their_version_differs(any_store: BaseStore):
    index = FactIndex()
    await write_memory(any_store, "ann--0", version="v1", assertions=[a_fact("a", "tea")])
    first = await index.load(any_store, "ann--0", "v1")
    await write_memory(any_store, "ann--0", version="v2", assertions=[a_fact("b", "key")])
    again = await index.load(any_store, "ann--0", "v1")
    newer = await index.load(any_store, "ann--0", await read_version(any_store, "ann--0"))
    assert again.index is first.index
    assert {fact["id"] for fact in newer.facts} == {"a", "b"}


async def test_users_and_stores_do_not_mix(any_store: BaseStore):
    index, other = FactIndex(), InMemoryStore()
    await write_memory(any_store, "ann--0", version="v", assertions=[a_fact("a", "of Ann")])
    await write_memory(any_store, "bob--0", version="v", assertions=[a_fact("b", "of Bob")])
    await write_memory(other, "ann--0", version="v", assertions=[a_fact("c", "of another Ann")])
    asked = [(any_store, "ann--0"), (any_store, "bob--0"), (other, "ann--0")] * 2
    found = [(await index.load(store, root, "v")).facts[0]["text"] for store, root in asked]
    assert found == ["of Ann", "of Bob", "of another Ann"] * 2


async def test_the_least_recently_used_user_is_given_up_first():
    index, store = FactIndex(users=2), InMemoryStore()
    for user in ("ann", "bob", "eve"):
        await write_memory(store, user, version="v", assertions=[a_fact(user, "tea")])
    held = {user: (await index.load(store, user, "v")).index for user in ("ann", "bob")}
    assert (await index.load(store, "ann", "v")).index is held["ann"]
    await index.load(store, "eve", "v")
    assert (await index.load(store, "ann", "v")).index is held["ann"]
    assert (await index.load(store, "bob", "v")).index is not held["bob"]


async def test_the_facts_kept_over_all_users_are_bounded():
    index, store = FactIndex(assertions=3), InMemoryStore()
    for user in ("ann", "bob"):
        facts = [a_fact(f"{user}{n}", f"thing{n}") for n in range(2)]
        await write_memory(store, user, version="v", assertions=facts)
    first = (await index.load(store, "ann", "v")).index
    await index.load(store, "bob", "v")
    assert (await index.load(store, "ann", "v")).index is not first


async def test_an_erased_user_is_given_up():
    index, store = FactIndex(), InMemoryStore()
    await write_memory(store, "ann", version="v", assertions=[a_fact("a", "tea")])
    kept = weakref.ref((await index.load(store, "ann", "v")).index)
    index.drop(store, "ann")
    await asyncio.sleep(0)  # until the loop lets go of what it just handed over
    gc.collect()
    assert kept() is None


async def test_what_is_kept_of_a_store_goes_with_it():
    index, store = FactIndex(), InMemoryStore()
    await write_memory(store, "ann", version="v", assertions=[a_fact("a", "tea")])
    kept = weakref.ref((await index.load(store, "ann", "v")).index)
    del store
    await asyncio.sleep(0)  # until the loop lets go of what it just handed over
    gc.collect()
    assert kept() is None


async def test_a_memory_is_not_changed_by_loading_again(any_store: BaseStore):
    index = FactIndex()
    await write_memory(any_store, "ann", version="v1", assertions=[a_fact("a", "tea")])
    before = await index.load(any_store, "ann", "v1")
    copy = replace(before)
    await write_memory(any_store, "ann", version="v2", assertions=[a_fact("b", "key")])
    await index.load(any_store, "ann", "v2")
    assert before == copy
    assert len(before.facts) == 1
