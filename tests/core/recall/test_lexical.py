import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.recall.lexical import Lengths, Numbers, Postings, bm25, gathered


def scores(postings: Postings, query: list[str], size: int) -> list[float]:
    return bm25(postings.matches(query), query, postings.lengths, size).tolist()


def test_rare_words_count_for_more_than_common_ones_and_none_count_nothing():
    postings = Postings()
    for number in range(10):
        postings.add(number, ["coffee", "rare" if number == 3 else "other"])
    found = scores(postings, ["coffee", "rare"], 10)
    assert all(found[number] < 0.2 * found[3] for number in range(10) if number != 3)
    assert scores(postings, ["volcano"], 10) == scores(postings, [], 10) == [0.0] * 10


def test_documents_without_words_are_held_and_never_found():
    postings = Postings()
    postings.add(0, [])
    assert 0 in postings.lengths
    assert scores(postings, ["a"], 1) == [0.0]


_WORD = st.sampled_from(["tea", "key", "pot", "茶", "东京"])
_CHANGE = st.tuples(st.integers(0, 6), st.none() | st.lists(_WORD, max_size=8), st.booleans())


@given(st.lists(_CHANGE, max_size=40), st.lists(_WORD, max_size=4))
def test_documents_after_any_changes_are_scored_as_those_made_anew(
    changes: list[tuple[int, list[str] | None, bool]], query: list[str]
):
    postings, numbers, held = Postings(), Numbers[int](), dict[int, list[str]]()
    gone: list[int] = []
    for name, said, purge in changes:
        if name in held:
            number = numbers.retire(name)
            postings.take(number, len(held.pop(name)))
            gone.append(number)
        if purge:
            postings.purge()
            numbers.free(gone)
            gone = []
        if said is not None:
            postings.add(numbers.take(name), said)
            held[name] = said
    fresh = Postings()
    for name, said in held.items():
        fresh.add(name, said)
    found = dict(zip(range(numbers.size), scores(postings, query, numbers.size), strict=True))
    mine = {name: found.pop(numbers.take(name)) for name in held}
    assert mine == pytest.approx({name: scores(fresh, query, 7)[name] for name in held})
    assert not any(found.values())
    assert {n for n, score in mine.items() if score} == {n for n, said in held.items() if set(said) & set(query)}


@given(st.lists(st.tuples(st.integers(-1, 3), st.lists(_WORD, max_size=5)), max_size=12), st.lists(_WORD, max_size=4))
def test_groups_are_scored_as_the_documents_they_would_be_as_one(said: list[tuple[int, list[str]]], query: list[str]):
    postings, lengths, joined = Postings(), Lengths(), dict[int, list[str]]()
    for number, (group, words) in enumerate(said):
        postings.add(number, words)
        if group >= 0:
            lengths.add(group, len(words))
            joined.setdefault(group, []).extend(words)
    whole = Postings()
    for group, words in joined.items():
        whole.add(group, words)
    of = np.array([group for group, _ in said], np.int32)
    found = bm25(gathered(postings.matches(query), of, 4), query, lengths, 4)
    assert found.tolist() == pytest.approx(scores(whole, query, 4))


def test_numbers_that_were_given_back_are_given_again():
    numbers: Numbers[str] = Numbers()
    assert [numbers.take(name) for name in ("a", "b", "a")] == [0, 1, 0]
    numbers.give_back("a")
    assert (numbers.id_of(0), numbers.get("a"), len(numbers)) == (None, None, 1)
    assert (numbers.take("c"), numbers.id_of(0), numbers.size) == (0, "c", 2)


def test_a_number_that_was_retired_is_not_given_again_before_it_is_freed():
    numbers: Numbers[str] = Numbers()
    assert (numbers.take("a"), numbers.retire("a"), numbers.take("b")) == (0, 0, 1)
    numbers.free([0])
    assert numbers.take("a") == 0
