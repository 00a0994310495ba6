"""What a process keeps of its users: bounded, the longest unused given up first, and never amid the work on it."""

import asyncio
from dataclasses import dataclass

import pytest
from langgraph.store.memory import InMemoryStore
from support.conversations import Conversation

from memory.service.facts.fact_index import NO_FACTS
from memory.service.recall.passage_search import PassageSearch
from memory.service.recall.per_store import PerStore


@dataclass
class Kept:
    size: int = 1
    busy: bool = False


def cache(users: int = 2, capacity: int = 100) -> PerStore[Kept]:
    return PerStore(users, capacity, lambda kept: kept.size, lambda kept: kept.busy)


async def held(kept: PerStore[Kept], store: InMemoryStore, *roots: str) -> list[str]:
    return [root for root in roots if kept.get(store, root)]


@pytest.mark.parametrize(("size", "capacity"), [(1, 100), (40, 100)])
async def test_the_longest_unused_goes_when_there_are_too_many_or_they_are_too_large(size: int, capacity: int):
    store, kept = InMemoryStore(), cache(2, capacity)
    for root in "abc":
        kept.put(store, root, Kept(size))
    assert await held(kept, store, *"abc") == ["b", "c"]


async def test_what_is_worked_on_stays_and_the_end_of_the_work_is_its_last_use():
    store, kept, large = InMemoryStore(), cache(), Kept(90, busy=True)
    kept.put(store, "large", large)
    for root in "abcd":
        kept.put(store, root, Kept())
    large.busy = False
    kept.put(store, "e", Kept())
    assert await held(kept, store, "large", *"abcde") == ["large", "e"]
    kept.put(store, "f", Kept())
    assert await held(kept, store, "large", "f") == ["f"]


async def test_a_user_whose_passages_are_being_read_is_not_given_up_for_others_who_talk_meanwhile():
    store, search = InMemoryStore(), PassageSearch(users=2)
    await Conversation(store, "users-large", "talk").say("The key is under the blue pot.")
    look = search.look(store, "users-large", NO_FACTS, None)
    for number in range(5):
        search.look(store, f"users-{number}", NO_FACTS, None)
    assert search.look(store, "users-large", NO_FACTS, None).held is look.held
    await asyncio.wait({look.load})
