import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.recall.lexical import Numbers, Postings


def scores(postings: Postings, query: list[str], size: int) -> list[float]:
    return postings.scores(postings.matches(query), query, size).tolist()


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
    assert 0 in postings
    assert scores(postings, ["a"], 1) == [0.0]


_WORD = st.sampled_from(["tea", "key", "pot", "茶", "东京"])
_CHANGE = st.tuples(st.integers(0, 6), st.none() | st.lists(_WORD, max_size=8))


@given(st.lists(_CHANGE, max_size=40), st.lists(_WORD, max_size=4))
def test_documents_after_any_changes_are_scored_as_those_made_anew(
    changes: list[tuple[int, list[str] | None]], query: list[str]
):
    postings, held = Postings(), dict[int, list[str]]()
    for number, said in changes:
        if number in held:
            postings.take(number, held.pop(number))
        if said is not None:
            postings.add(number, said)
            held[number] = said
    fresh = Postings()
    for number, said in held.items():
        fresh.add(number, said)
    found = scores(postings, query, 7)
    assert found == pytest.approx(scores(fresh, query, 7))
    assert set(np.flatnonzero(found)) == {n for n, said in held.items() if set(said) & set(query)}


def test_numbers_that_were_given_back_are_given_again():
    numbers: Numbers[str] = Numbers()
    assert [numbers.take(name) for name in ("a", "b", "a")] == [0, 1, 0]
    numbers.give_back("a")
    assert (numbers.id_of(0), numbers.get("a"), len(numbers)) == (None, None, 1)
    assert (numbers.take("c"), numbers.id_of(0), numbers.size) == (0, "c", 2)


def test_a_document_that_grew_and_shrank_is_as_it_was():
    grown, plain = Postings(), Postings()
    for postings in (grown, plain):
        postings.add(0, ["tea", "tea", "milk"])
        postings.add(1, ["key"])
    grown.add(0, ["tea", "key"])
    assert grown.scores(grown.matches(["key"]), ["key"], 2)[0] > 0
    grown.take(0, ["tea", "key"])
    for word in ("tea", "milk", "key"):
        assert (
            grown.scores(grown.matches([word]), [word], 2).tolist()
            == plain.scores(plain.matches([word]), [word], 2).tolist()
        )
    grown.take(0, ["tea", "tea", "milk"])
    assert 0 not in grown
    assert grown.matches(["tea"]) == {}
