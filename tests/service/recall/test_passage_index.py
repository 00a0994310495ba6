"""The passage index against a store: what is found is what stands on the active paths, whatever happened before."""

import asyncio
from collections import Counter
from collections.abc import Iterable
from threading import Event
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langgraph.store.base import BaseStore, Op, Result
from langgraph.store.memory import InMemoryStore
from support.conversations import NOW, Conversation, a_fact, a_tombstone

from memory.core import namespaces
from memory.core.forgetting.traces import traces_of
from memory.core.ids import encode_label
from memory.core.recall.passages import Veil, veil_of
from memory.core.recall.ranking import LEAST_COSINE
from memory.core.recall.search import Asked
from memory.core.transcript.entries import place_of
from memory.service.facts.fact_index import NO_FACTS
from memory.service.forgetting.veiling import trace_key
from memory.service.recall.background import in_background
from memory.service.recall.passage_index import PassageIndex
from memory.service.recall.passage_loader import refresh
from memory.service.recall.passage_search import PassageSearch
from memory.storage.ops import delete, put, write
from memory.storage.transcript_write import head_op

ROOT = "ann--0"


class BucketCountingStore(InMemoryStore):
    """An in-memory store that counts the reads of transcript buckets."""

    __slots__ = ("buckets",)

    def __init__(self) -> None:
        super().__init__()
        self.buckets: Counter[Any] = Counter()

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        ops = list(ops)
        self.buckets.update(op.namespace_prefix for op in ops if "transcript" in getattr(op, "namespace_prefix", ()))
        return await super().abatch(ops)


def name(number: int) -> str:
    """Return a word of its own for a number: one of digits would be found by its parts too."""
    return "q" + "".join(chr(ord("a") + int(digit)) for digit in str(number)) + "q"


def texts(index: PassageIndex, question: str, veil: Veil | None = None, limit: int = 20) -> set[str]:
    found = index.search(Asked(question, NOW, least_cosine=LEAST_COSINE), limit, veil or Veil(), lambda _: True)
    return {one.passage.text for one in found}


async def test_what_was_said_in_every_conversation_is_found(any_store: BaseStore):
    await Conversation(any_store, ROOT, "garden").say("The spare key is under the blue pot.")
    await Conversation(any_store, ROOT, "trip").say("下個月去東京旅行。", "订单号是 AB-1234")
    index = PassageIndex()
    await refresh(index, any_store, ROOT, Veil())
    assert texts(index, "Where is the spare key?") == {"The spare key is under the blue pot."}
    assert texts(index, "什么时候去东京旅行") == {"下個月去東京旅行。"}
    assert texts(index, "ab1234") == {"订单号是 AB-1234"}
    assert len(index) == 3


async def test_another_users_conversations_are_not_in_it(any_store: BaseStore):
    await Conversation(any_store, "bob--0", "garden").say("The spare key is under the blue pot.")
    index = PassageIndex()
    await refresh(index, any_store, ROOT, Veil())
    assert len(index) == 0


async def test_what_a_turn_brings_does_not_wait_for_an_index_that_is_being_built():
    store, index, built = InMemoryStore(), PassageIndex(), Event()
    talk = Conversation(store, ROOT, "garden")
    await talk.say(*(f"{name(n)} of many" for n in range(30)))
    await refresh(index, store, ROOT, Veil())
    building = asyncio.create_task(in_background(built.wait))
    try:
        await talk.say("The spare key is under the blue pot.")
        await asyncio.wait_for(refresh(index, store, ROOT, Veil()), 10)
    finally:
        built.set()
    await building
    assert texts(index, "Where is the spare key?") == {"The spare key is under the blue pot."}


async def test_new_entries_are_found_and_only_their_bucket_is_read():
    store = BucketCountingStore()
    talk = Conversation(store, ROOT, "long")
    await talk.say(*(f"{name(n)} of many" for n in range(250)))
    await Conversation(store, ROOT, "other").say("something else")
    index = PassageIndex()
    await refresh(index, store, ROOT, Veil())
    store.buckets.clear()
    await refresh(index, store, ROOT, Veil())
    assert not store.buckets
    await talk.say("a fresh thought")
    await refresh(index, store, ROOT, Veil())
    assert store.buckets == {namespaces.transcript(ROOT, "long", 2): 1}
    assert texts(index, "fresh thought") == {"a fresh thought"}
    assert texts(index, name(7)) == {f"{name(7)} of many"}


async def test_what_left_the_active_path_is_not_found_and_comes_back_with_it(any_store: BaseStore):
    talk = Conversation(any_store, ROOT, "edited")
    first, second = await talk.say("I live near the harbour", "my cat is Momo")
    index = PassageIndex()
    await refresh(index, any_store, ROOT, Veil())
    await talk.say("my dog is Rex", after=place_of(first))
    await refresh(index, any_store, ROOT, Veil())
    assert texts(index, "cat dog harbour") == {"I live near the harbour", "my dog is Rex"}
    await write(any_store, [head_op(ROOT, "edited", place_of(second))])
    await refresh(index, any_store, ROOT, Veil())
    assert texts(index, "cat dog harbour") == {"I live near the harbour", "my cat is Momo"}
    await write(any_store, [head_op(ROOT, "edited", place_of(first))])
    await refresh(index, any_store, ROOT, Veil())
    assert texts(index, "cat dog harbour") == {"I live near the harbour"}


async def test_deleted_and_temporary_conversations_leave_the_index(any_store: BaseStore):
    deleted, temporary = (Conversation(any_store, ROOT, thread) for thread in ("deleted", "temporary"))
    await deleted.say("a secret garden")
    await temporary.say("a passing garden")
    index = PassageIndex()
    await refresh(index, any_store, ROOT, Veil())
    assert len(index) == 2
    await write(any_store, [delete(namespaces.heads(ROOT), encode_label("deleted"))])
    await temporary.say("the garden again")
    await temporary.make_temporary()
    await refresh(index, any_store, ROOT, Veil())
    assert len(index) == 0
    assert texts(index, "garden") == set()


async def test_tool_results_are_steps_of_the_path_and_no_passages(any_store: BaseStore):
    talk = Conversation(any_store, ROOT, "tools")
    await talk.say("what about the weather in Lisbon")
    await talk.say("weather: 21 degrees", role="tool")
    await talk.say("The weather in Lisbon is mild", role="assistant")
    index = PassageIndex()
    await refresh(index, any_store, ROOT, Veil())
    assert len(texts(index, "weather")) == 2
    await talk.say("weather thanks")
    await refresh(index, any_store, ROOT, Veil())
    assert len(texts(index, "weather")) == 3


async def test_what_is_forgotten_is_masked_and_what_is_revived_returns(any_store: BaseStore):
    (said,) = await Conversation(any_store, ROOT, "pin").say("My code is 4711 and I like tea")
    await Conversation(any_store, ROOT, "other").say("the harbour")
    veil = veil_of([a_tombstone("x", said["key"], (11, 15))])
    index = PassageIndex()
    await refresh(index, any_store, ROOT, Veil())
    assert texts(index, "4711", veil) == set()
    await refresh(index, any_store, ROOT, veil)
    assert texts(index, "4711", veil) == set()
    (masked,) = texts(index, "tea", veil)
    assert "4711" not in masked
    await refresh(index, any_store, ROOT, Veil())
    assert texts(index, "4711") == {"My code is 4711 and I like tea"}
    assert len(index) == 2


async def test_sources_without_a_named_stretch_are_hidden_until_revived(any_store: BaseStore):
    (said,) = await Conversation(any_store, ROOT, "pin").say("My code is 4711")
    veil = veil_of([a_tombstone("x", said["key"])])
    index = PassageIndex()
    await refresh(index, any_store, ROOT, veil)
    assert len(index) == 0
    await refresh(index, any_store, ROOT, Veil())
    assert texts(index, "4711") == {"My code is 4711"}


async def test_only_the_newest_entries_are_kept():
    store = BucketCountingStore()
    old, new = Conversation(store, ROOT, "old"), Conversation(store, ROOT, "new", start=NOW)
    await old.say(*(f"{name(n)} old" for n in range(250)))
    await new.say(*(f"{name(n)} new" for n in range(50)))
    whole = PassageIndex()
    await refresh(whole, store, ROOT, Veil())
    index = PassageIndex(room=whole.nbytes * 100 // 300)
    await refresh(index, store, ROOT, Veil())
    assert 80 < len(index) <= 100
    assert index.nbytes <= index.room
    assert texts(index, f"{name(3)} {name(249)} {name(230)}") == {
        f"{name(3)} new",
        f"{name(249)} old",
        f"{name(230)} old",
    }
    assert texts(index, name(60)) == set()
    store.buckets.clear()
    await old.say(f"{name(250)} old")
    await refresh(index, store, ROOT, Veil())
    assert sum(store.buckets.values()) == 1
    assert texts(index, name(250)) == {f"{name(250)} old"}
    assert len(index) <= 101


async def test_a_thread_whose_entries_are_gone_is_no_error(any_store: BaseStore):
    talk = Conversation(any_store, ROOT, "gone")
    (said,) = await talk.say("the harbour")
    await write(
        any_store,
        [
            put(namespaces.transcript(ROOT, "gone", 0), said["key"], said),
            delete(namespaces.transcript(ROOT, "gone", 0), said["key"]),
        ],
    )
    index = PassageIndex()
    await refresh(index, any_store, ROOT, Veil())
    assert len(index) == 0


@given(
    st.lists(st.tuples(st.sampled_from(["a", "b"]), st.integers(0, 30), st.integers(1, 3), st.booleans()), max_size=8)
)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_an_index_kept_up_to_date_finds_what_one_made_anew_finds(
    changes: list[tuple[str, int, int, bool]],
):
    store = InMemoryStore()
    talks = {name: Conversation(store, ROOT, name) for name in ("a", "b")}
    kept = PassageIndex()
    for name, at, count, look in changes:
        talk = talks[name]
        after = place_of(talk.entries[at % len(talk.entries)]) if talk.entries else None
        await talk.say(*(f"word said {name} {len(talk.entries)} {n}" for n in range(count)), after=after)
        if look:
            await refresh(kept, store, ROOT, Veil())
    await refresh(kept, store, ROOT, Veil())
    anew = PassageIndex()
    await refresh(anew, store, ROOT, Veil())
    assert len(kept) == len(anew)
    assert texts(kept, "word", limit=100) == texts(anew, "word", limit=100)


@pytest.mark.parametrize("limit", [1, 3])
async def test_no_more_than_the_asked_number_is_returned(limit: int):
    store = InMemoryStore()
    await Conversation(store, ROOT, "many").say(*(f"tea{n} and biscuits{n} with tea" for n in range(9)))
    index = PassageIndex()
    await refresh(index, store, ROOT, Veil())
    assert len(texts(index, "tea", limit=limit)) == limit


async def test_a_passage_comes_with_what_was_said_around_it_and_each_is_told_once():
    store = InMemoryStore()
    talk = Conversation(store, ROOT, "garden")
    await talk.say("where could I put it?")
    await talk.say("under the pot", role="assistant")
    await talk.say("search: nothing", role="tool")
    await talk.say("so the spare key is there", "他说了别的", "the spare key, for neighbours", "bye")
    index = PassageIndex()
    await refresh(index, store, ROOT, Veil())
    asked = Asked("spare key", NOW, least_cosine=LEAST_COSINE)
    found = index.search(asked, 4, Veil(), lambda _: True)
    told = {f.passage.text: [n.text if n else None for n in (f.before, f.after)] for f in found}
    assert set(told) == {"so the spare key is there", "the spare key, for neighbours"}
    assert sorted(str(n) for pair in told.values() for n in pair) == ["None", "bye", "under the pot", "他说了别的"]
    (alone,) = index.search(asked, 1, Veil(), lambda passage: "key" in passage.text)
    assert (alone.before, alone.after) == (None, None)


async def test_what_was_said_stands_for_the_echo_it_found():
    store = InMemoryStore()
    talk = Conversation(store, ROOT, "garden")
    key, cat = (
        "下个月去东京旅行，备用钥匙留在家里。",
        "My cat Momo sleeps on the radiator near the kitchen window beside a blue flower pot",
    )
    for said, echo in ((key, f"知道了：“{key}”"), (cat, f"Noted: {cat}.")):
        await talk.say(said)
        await talk.say(echo, role="assistant")
    index = PassageIndex()
    await refresh(index, store, ROOT, Veil())
    assert texts(index, "备用钥匙在哪里", limit=1) == {key}
    assert texts(index, "where is my cat", limit=1) == {cat}


@pytest.mark.parametrize(
    ("question", "statement", "answer"),
    [
        (
            "Where is the spare key?",
            "The spare key is under the blue pot",
            "Got it: the spare key is under the blue pot.",
        ),
        ("备用钥匙在哪里？", "备用钥匙在蓝色花盆下面", "好的，我记住了，备用钥匙在蓝色花盆下面。"),
        ("備用鑰匙在哪裡？", "備用鑰匙在藍色花盆下面", "好，我會記住，備用鑰匙在藍色花盆下面。"),
    ],
)
async def test_the_users_words_are_found_and_neither_their_echo_nor_the_question_itself(
    question: str, statement: str, answer: str
):
    store = InMemoryStore()
    told, asking = Conversation(store, ROOT, "garden"), Conversation(store, ROOT, "now")
    await told.say(statement)
    await told.say(answer, role="assistant")
    await asking.say(question)
    await asking.say("Under the pot, as you said.", role="assistant")
    index = PassageIndex()
    await refresh(index, store, ROOT, Veil())
    found = index.search(Asked(question, NOW, least_cosine=LEAST_COSINE), 4, Veil(), lambda _: True)
    assert found[0].passage.text == statement
    assert found[0].after is not None
    assert found[0].after.text == answer
    assert not {one.passage.text for one in found} & {question, answer}


async def test_an_answer_that_repeats_its_question_and_a_statement_in_the_words_of_one_are_found():
    store = InMemoryStore()
    talk = Conversation(store, ROOT, "garden")
    await talk.say("Is the spare key under the blue pot?")
    await talk.say("Yes, the spare key is under the blue pot.", role="assistant")
    await Conversation(store, ROOT, "home").say("I live in Lisbon.")
    index = PassageIndex()
    await refresh(index, store, ROOT, Veil())
    assert texts(index, "Where is the spare key, under the blue pot?") == {"Yes, the spare key is under the blue pot."}
    assert texts(index, "Do I live in Lisbon?") == {"I live in Lisbon."}


async def test_what_is_forgotten_is_not_told_around_a_passage_either():
    store = InMemoryStore()
    said, _ = await Conversation(store, ROOT, "pin").say("My code is 4711", "the spare key")
    index = PassageIndex()
    await refresh(index, store, ROOT, Veil())
    asked = Asked("spare key", NOW, least_cosine=LEAST_COSINE)
    (found,) = index.search(asked, 4, Veil(), lambda _: True)
    assert found.before is not None
    (found,) = index.search(asked, 4, veil_of([a_tombstone("x", said["key"], (11, 15))]), lambda _: True)
    assert found.before is None


async def test_what_has_no_room_is_told_with_its_time():
    store = InMemoryStore()
    await Conversation(store, ROOT, "long").say(*(f"{name(n)} of many 东西" for n in range(60)))
    search = PassageSearch()
    look = search.look(store, ROOT, NO_FACTS, None)
    look.held.index.room = 20_000
    found, problem = await search.search(look, Asked("东西", NOW), limit=4, deadline_ms=9_000, wanted=lambda _: True)
    assert (len(found), problem) == (4, None)
    assert "said up to 2026-03-01 09:00 was not looked through" in str(look.left_out())
    assert look.held.index.nbytes <= 20_000


async def test_a_forget_of_words_builds_the_index_anew_and_masks_them_everywhere():
    store = InMemoryStore()
    for thread in ("a", "b"):
        await Conversation(store, ROOT, thread).say("The spare key is under the blue pot, I like tea", "我喜欢茶")
    index, key = PassageIndex(), trace_key(ROOT)
    await refresh(index, store, ROOT, Veil())
    forgotten = a_tombstone("x", "nowhere")
    forgotten["traces"] = traces_of(a_fact("key", "the spare key is under the blue pot"), key)
    veil = veil_of([forgotten], key)
    await refresh(index, store, ROOT, veil)
    assert len(index) == 4
    assert texts(index, "blue pot", veil) == set()
    assert len(texts(index, "tea", veil)) == len(texts(index, "喜欢茶", veil)) == 1
    assert "pot" not in texts(index, "tea", veil).pop()
