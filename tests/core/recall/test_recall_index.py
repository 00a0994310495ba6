"""What an index finds depends on what it holds, not on how it came to hold it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.core.recall.index import RecallIndex
from memory.core.recall.items import Item, Prepared, prepare
from memory.core.recall.scoring import Weights
from memory.core.recall.search import Asked, Scored, search
from memory.core.recall.vectors import Embedding, unit_vector

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
WEIGHTS = Weights(relevance=0.8, recency=0.1, importance=0.1, half_life_days=30.0)
MODEL = Embedding("a-model", 4)
TEXTS = (
    "I went to the lake with Anna last week",
    "Anna said the spare key is under the blue pot",
    "我的备用钥匙在蓝色花盆下面",
    "我們下個月去東京旅行",
    "When do we go to Tokyo?",
    "Order AB-1234 was late",
    "",
)
QUESTIONS = ("Where is the spare key?", "What did Anna say about the lake?", "什么时候去东京？", "AB1234", "hello")


def made(number: int, text: int) -> Prepared:
    """Return an item whose thread, place, time and speaker follow from its number."""
    item = Item(
        id=f"item {number}",
        kind="passage",
        time=(NOW - timedelta(days=number * 3)).isoformat(),
        thread=("", "t", "u")[number % 3],
        place=number * 4,
        role=("user", "assistant")[number % 2],
        speaker=("", "Anna", "Bo")[number % 3],
        importance=number / 10,
    )
    return prepare(item, TEXTS[text])


def vector(number: int) -> np.ndarray:
    return np.array([1.0, number % 3, number % 5, -1.0])


def put(index: RecallIndex, item: Prepared) -> None:
    index.add(item)
    index.put_vectors(MODEL.model, {item.item.id: vector(int(item.item.id.split()[1]))})


def found(index: RecallIndex) -> list[list[Scored]]:
    asked = unit_vector([1.0, 1.0, 1.0, 0.0], 4)
    return [search(index, Asked(q, NOW, v), 5, WEIGHTS) for q in QUESTIONS for v in (asked, None)]


items = st.tuples(st.integers(0, 9), st.integers(0, len(TEXTS) - 1))
steps = st.lists(st.tuples(st.sampled_from(["add", "remove"]), items), max_size=24)


@settings(max_examples=30)
@given(steps)
def test_an_index_that_was_changed_finds_what_one_made_anew_does(changes: list[tuple[str, tuple[int, int]]]):
    changed = RecallIndex(MODEL)
    held: dict[str, Prepared] = {}
    for step, (number, text) in changes:
        item = made(number, text)
        if step == "add":
            put(changed, item)
            held[item.item.id] = item
        else:
            changed.remove(item.item.id)
            held.pop(item.item.id, None)
    rebuilt = RecallIndex(MODEL)
    for name in sorted(held, reverse=True):
        put(rebuilt, held[name])
    assert len(changed) == len(held)
    assert found(changed) == found(rebuilt)


@settings(max_examples=20)
@given(st.lists(items, max_size=8), st.lists(items, min_size=1, max_size=4))
def test_what_was_added_and_removed_was_never_there(kept: list[tuple[int, int]], passing: list[tuple[int, int]]):
    index, never = RecallIndex(MODEL), RecallIndex(MODEL)
    for number, text in kept:
        put(index, made(number, text))
        put(never, made(number, text))
    gone = [made(number + 100, text) for number, text in passing]
    for item in gone:
        put(index, item)
    for item in gone:
        index.remove(item.item.id)
    assert found(index) == found(never)
    assert dict(index.names) == dict(never.names)


@settings(max_examples=20)
@given(st.lists(items, max_size=10))
def test_every_score_and_each_part_of_it_is_between_nothing_and_one(held: list[tuple[int, int]]):
    index = RecallIndex(MODEL)
    for number, text in held:
        put(index, made(number, text))
    for ranking in found(index):
        assert [s.score for s in ranking] == sorted((s.score for s in ranking), reverse=True)
        for scored in ranking:
            told = {name: value for name, value in vars(scored).items() if name != "id"}
            assert all(0.0 <= value <= 1.0 + 1e-9 for value in told.values()), told


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, len(TEXTS) - 1)), max_size=12),
    st.lists(st.tuples(st.integers(20, 29), st.integers(0, len(TEXTS) - 1)), max_size=5, unique_by=lambda one: one[0]),
)
def test_what_was_withdrawn_was_never_there(kept: list[tuple[int, int]], guests: list[tuple[int, int]]):
    index, alone = RecallIndex(MODEL), RecallIndex(MODEL)
    for number, text in kept:
        put(index, made(number, text))
        put(alone, made(number, text))
    for number, text in guests:
        put(index, made(number, text))
    for number, _ in reversed(guests):
        index.withdraw(f"item {number}")
    assert (len(index), index.nbytes, index.numbers.size >= alone.numbers.size) == (len(alone), alone.nbytes, True)
    index.add(made(40, 1))
    alone.add(made(40, 1))
    for text in QUESTIONS:
        asked = Asked(text, NOW, vector=unit_vector(vector(1), 4))
        assert search(index, asked, 20, WEIGHTS) == search(alone, asked, 20, WEIGHTS)


def test_an_item_added_again_is_replaced_and_has_no_vector():
    index = RecallIndex(MODEL)
    put(index, made(1, 0))
    index.add(made(1, 1))
    assert len(index) == 1
    assert index.without_vector() == ["item 1"]
    assert "lake" not in index.words_of("item 1")
    assert "key" in index.words_of("item 1")


def test_vectors_of_another_model_and_unusable_ones_are_not_held():
    index = RecallIndex(MODEL)
    for number in range(3):
        index.add(made(number, number))
    assert index.put_vectors("another-model", {"item 0": vector(0)}) == []
    refused = index.put_vectors(MODEL.model, {"item 0": np.zeros(4), "item 1": vector(1), "nobody": vector(2)})
    assert refused == ["item 0"]
    assert index.without_vector() == ["item 0", "item 2"]


def test_another_model_begins_without_vectors_while_words_go_on():
    index = RecallIndex(MODEL)
    put(index, made(1, 1))
    index.use_embedding(MODEL)
    assert index.without_vector() == []
    index.use_embedding(replace(MODEL, model="a-newer-model"))
    assert index.without_vector() == ["item 1"]
    assert [s.id for s in search(index, Asked(QUESTIONS[0], NOW), 3, WEIGHTS)] == ["item 1"]


def test_the_place_of_a_removed_item_finds_nothing_while_its_conversation_goes_on():
    index = RecallIndex()
    for place, text in enumerate(("the spare key", "the spare key again", "the spare key once more")):
        item = Item(f"item {place}", "passage", NOW.isoformat(), thread="t", place=place)
        index.add(prepare(item, text))
    index.remove("item 1")
    assert {s.id for s in search(index, Asked("spare key", NOW), 5, WEIGHTS)} <= {"item 0", "item 2"}
