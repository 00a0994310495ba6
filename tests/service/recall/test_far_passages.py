"""What a process has no room for: the store's own vector index finds it, and only what may be shown."""

from collections.abc import AsyncIterator

import numpy as np
import pytest
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from support.conversations import NOW, Conversation, a_fact
from support.meanings import TopicEmbedder

from memory.core import namespaces
from memory.core.recall.vector_docs import make_vectors
from memory.core.recall.vectors import unit_vector
from memory.core.transcript.entries import place_of
from memory.service.facts.fact_index import FACTS
from memory.service.forgetting.forgetting import forget
from memory.service.recall import recall as recalling
from memory.service.recall.passage_search import CONVERSATIONS
from memory.service.recall.recall import Recall, recall
from memory.storage.facts import write_memory
from memory.storage.ops import put, write
from memory.storage.postgres_store import PostgresStore, open_postgres_store
from memory.storage.transcript_write import head_op
from memory.storage.vector_index import as_vectors
from memory.storage.vectors import vectors_op

pytestmark = pytest.mark.postgres
ROOT = "ann--0"
DOG, AFTER, BEFORE = "My dog is called Rex", "He likes the park", "Let me tell you something"
OLD = "passages: what was said up to 2026-03-01 09:"


@pytest.fixture(autouse=True)
def topics(monkeypatch: pytest.MonkeyPatch) -> TopicEmbedder:
    made = TopicEmbedder()
    monkeypatch.setattr(recalling, "current_embedder", lambda: made)
    monkeypatch.setenv("HOLDFAST_VECTOR_INDEX", str(made.embedding.size))
    return made


@pytest.fixture
async def indexed(postgres_uri: str) -> AsyncIterator[BaseStore]:
    """A store with a vector index."""
    async with open_postgres_store(postgres_uri) as store:
        yield store


async def say_much(store: BaseStore) -> Conversation:
    """Say something about a dog, then so much that it has no room."""
    talk = Conversation(store, ROOT, "pets")
    await talk.say(BEFORE, DOG, AFTER, *(f"remark {n} of many" for n in range(60)))
    return talk


async def settle(store: BaseStore, room: int = 30_000) -> None:
    """Bring a user's passages up to date in so many bytes."""
    look = CONVERSATIONS.look(store, ROOT, await FACTS.load_newest(store, ROOT, NOW), recalling.current_embedder())
    look.held.index.room = room
    await look.settle()


async def ask(store: BaseStore, question: str, thread: str = "here") -> Recall:
    memory = await FACTS.load_newest(store, ROOT, NOW)
    return await recall(
        store,
        ROOT,
        thread,
        question,
        now=NOW,
        memory=memory,
        others=True,
        in_view=set(),
        deadline_ms=20_000,
        max_facts=8,
        max_passages=4,
    )


async def found(store: BaseStore, question: str = "宠物叫什么名字？", thread: str = "here") -> list[str]:
    return [passage.text for passage in (await ask(store, question, thread)).passages]


async def test_what_has_no_room_is_found_by_its_meaning_with_what_stands_around_it(indexed: BaseStore):
    await say_much(indexed)
    await settle(indexed)
    told = await ask(indexed, "宠物叫什么名字？")
    assert [passage.text for passage in told.passages] == [DOG]
    (dog,) = told.passages
    assert (dog.before and dog.before.text, dog.after and dog.after.text) == (BEFORE, AFTER)
    assert (dog.conversation, dog.parts["cosine"] > 0.9) == ("about pets", True)
    (told_of,) = (line for line in told.degraded if line.startswith(OLD))
    assert told_of.endswith("was looked through by meaning alone: no room")
    assert await found(indexed) == [DOG], "a search leaves nothing behind"


async def test_none_of_a_users_rows_is_lost_among_those_of_a_thousand_others(indexed: BaseStore, topics: TopicEmbedder):
    asked = topics.vector("宠物叫什么名字？")
    assert asked is not None
    dice = np.random.default_rng(7)
    for start in range(0, 1_000, 250):
        near = [unit_vector(asked + 0.01 * dice.normal(size=8).astype(np.float32), 8) for _ in range(250)]
        await write(indexed, [other_op(start + n, vector, topics) for n, vector in enumerate(near)])
    talk = await say_much(indexed)
    await talk.say("My cat is called Tom", "more", "狗的名字是旺财", *(f"thing {n} of many" for n in range(60)))
    await settle(indexed)
    assert set(await found(indexed)) == {DOG, "My cat is called Tom", "狗的名字是旺财"}


async def test_the_index_is_no_approximate_one_which_loses_a_users_rows(indexed: PostgresStore):
    async with indexed._cursor() as cursor:
        await cursor.execute("SELECT indexdef FROM pg_indexes WHERE tablename = 'store_vectors'")
        kinds = {str(row["indexdef"]).split(" USING ")[1].split(" ")[0] for row in await cursor.fetchall()}
    assert kinds == {"btree"}


def other_op(number: int, vector: object, topics: TopicEmbedder):
    root, said = f"other-{number}--0", {"thread": "t", "entry": "20260101T000000000000Z-a-b", "depth": 0}
    doc = make_vectors(topics.embedding, {"h": vector}, said=said)
    return vectors_op((namespaces.vectors(root, "t"), said["entry"]), doc)


async def test_what_left_the_active_path_is_not_found_and_what_stands_beside_it_is(indexed: BaseStore):
    talk = Conversation(indexed, ROOT, "pets")
    (first, _, _) = await talk.say(BEFORE, DOG, "more")
    await settle(indexed)
    said = await talk.say("My puppy is called Bo", *(f"remark {n} of many" for n in range(60)), after=place_of(first))
    await settle(indexed)
    assert await found(indexed) == ["My puppy is called Bo"]
    await write(indexed, [head_op(ROOT, "pets", place_of(said[-1]))])
    assert await found(indexed) == ["My puppy is called Bo"]


async def test_what_was_forgotten_does_not_come_back(indexed: BaseStore):
    talk = await say_much(indexed)
    await settle(indexed)
    assert await found(indexed) == [DOG]
    fact = a_fact("rex", DOG)
    fact["source"] = {"thread": "pets", "conversation": "c", "message": "m", "entry": talk.entries[1]["key"]}
    await write_memory(indexed, ROOT, version="v", assertions=[fact])
    await forget(indexed, ROOT, [fact], now=NOW)
    assert await found(indexed) == []
    await settle(indexed)
    assert await found(indexed) == []


async def test_what_is_no_longer_kept_is_not_found(indexed: BaseStore, monkeypatch: pytest.MonkeyPatch):
    await say_much(indexed)
    await settle(indexed)
    assert await found(indexed) == [DOG]
    monkeypatch.setenv("HOLDFAST_KEEP_TRANSCRIPT_DAYS", "30")
    assert await found(indexed) == []


async def test_a_conversation_that_is_not_remembered_or_temporary_is_not_found_from_others(indexed: BaseStore):
    talk = await say_much(indexed)
    await settle(indexed)
    await write(indexed, [put(namespaces.unremembered(ROOT), "pets", unremembered("pets"))])
    assert await found(indexed) == []
    assert await found(indexed, thread="pets") == [DOG]
    await talk.make_temporary()
    assert await found(indexed, thread="pets") == []


def unremembered(thread: str) -> dict[str, object]:
    return {"schema": 1, "thread": thread, "at": NOW.isoformat()}


async def test_vectors_made_before_there_was_an_index_and_those_that_never_had_room_are_taken_into_it(
    indexed: BaseStore, monkeypatch: pytest.MonkeyPatch, topics: TopicEmbedder
):
    store = indexed
    await say_much(store)
    with monkeypatch.context() as without:
        without.delenv("HOLDFAST_VECTOR_INDEX")
        await settle(store, 10_000_000)
        made = len(topics.seen)
    CONVERSATIONS.drop(store, ROOT)
    await Conversation(store, ROOT, "older", start=NOW.replace(year=2020)).say("我家的猫叫咪咪", "好的")
    await settle(store)
    assert set(await found(store)) == {DOG, "我家的猫叫咪咪"}
    assert topics.seen[made:] == ["我家的猫叫咪咪", "好的"], "what had vectors is not embedded anew"


async def test_without_an_index_what_has_no_room_is_told(monkeypatch: pytest.MonkeyPatch):
    store = InMemoryStore()
    await say_much(store)
    monkeypatch.delenv("HOLDFAST_VECTOR_INDEX")
    await settle(store)
    told = await ask(store, "宠物叫什么名字？")
    assert told.passages == []
    assert any(line.startswith(OLD) and line.endswith("was not looked through: no room") for line in told.degraded)


async def test_an_index_that_fails_costs_nothing_but_what_is_in_it(indexed: BaseStore, monkeypatch: pytest.MonkeyPatch):
    await say_much(indexed)
    await settle(indexed)
    monkeypatch.setattr("memory.service.recall.far_passages.nearest", broken)
    told = await ask(indexed, "remark 59")
    assert told.passages[0].text == "remark 59 of many"
    assert any("no room, and the store's index failed: ConnectionError: gone" in line for line in told.degraded)


async def broken(*_: object) -> list[object]:
    raise ConnectionError("gone")


async def test_the_index_takes_no_other_text():
    with pytest.raises(ValueError, match="vectors of 8 dimensions"):
        await as_vectors(["AAAA"])
