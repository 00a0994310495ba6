import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.language.words import words
from memory.core.recall.lexical import LexicalIndex, Postings

DOCS = {
    "pot": "The spare key is under the blue flower pot",
    "tea": "I like green tea, and tea with milk",
    "code": "我的订单号是 AB-1234",
    "trip": "我們下個月去東京旅行",
}


@pytest.fixture
def index() -> LexicalIndex[str]:
    made: LexicalIndex[str] = LexicalIndex()
    for doc_id, text in DOCS.items():
        made.add(doc_id, words(text))
    return made


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("Where is my spare key?", "pot"),
        ("which teas do I like", "tea"),
        ("订单 AB1234 到哪里了？", "code"),
        ("什么时候去东京旅行？", "trip"),
        ("ＡＢ－１２３４", "code"),
    ],
)
def test_the_document_with_the_asked_words_is_best(index: LexicalIndex[str], question: str, best: str):
    found = index.scores(words(question))
    assert max(found, key=found.__getitem__) == best
    assert found[best] == 1.0


def test_documents_without_an_asked_word_are_not_scored(index: LexicalIndex[str]):
    assert set(index.scores(words("green key"))) == {"pot", "tea"}
    assert index.scores(words("volcano")) == {}
    assert index.scores([]) == {}


def test_rare_words_count_for_more_than_common_ones():
    index = LexicalIndex()
    for n in range(10):
        index.add(n, ["coffee", "rare" if n == 3 else "other"])
    scores = index.scores(["coffee", "rare"])
    assert scores[3] == 1.0
    assert all(scores[n] < 0.2 for n in range(10) if n != 3)


def test_an_empty_index_answers_with_nothing():
    assert LexicalIndex().scores(["a"]) == {}


def test_documents_without_words_are_held_and_never_found():
    index = LexicalIndex()
    index.add("empty", [])
    assert "empty" in index
    assert index.scores(["a"]) == {}
    assert index.words_of("empty") == frozenset()


def test_adding_again_replaces_the_words(index: LexicalIndex[str]):
    index.add("pot", words("The key is in the drawer"))
    assert "pot" not in index.scores(words("flower"))
    assert "pot" in index.scores(words("drawer"))
    assert len(index) == len(DOCS)


def test_removing_what_is_not_there_changes_nothing(index: LexicalIndex[str]):
    before = index.scores(["tea"])
    index.remove("nobody")
    assert index.scores(["tea"]) == before
    assert index.words_of("nobody") == frozenset()


_WORD = st.sampled_from(["tea", "key", "pot", "茶", "东京"])
_CHANGE = st.tuples(st.integers(0, 6), st.none() | st.lists(_WORD, max_size=8))


@given(st.lists(_CHANGE, max_size=40), st.lists(_WORD, max_size=4))
def test_an_index_after_any_changes_answers_as_one_made_anew(
    changes: list[tuple[int, list[str] | None]], query: list[str]
):
    index: LexicalIndex[int] = LexicalIndex()
    held: dict[int, list[str]] = {}
    for doc_id, said in changes:
        if said is None:
            index.remove(doc_id)
            held.pop(doc_id, None)
        else:
            index.add(doc_id, said)
            held[doc_id] = said
    fresh: LexicalIndex[int] = LexicalIndex()
    for doc_id, said in held.items():
        fresh.add(doc_id, said)
    assert len(index) == len(held)
    assert index.scores(query) == pytest.approx(fresh.scores(query))
    assert all(0 < score <= 1 for score in index.scores(query).values())
    assert set(index.scores(query)) == {d for d, said in held.items() if set(said) & set(query)}
    assert all(index.words_of(d) == frozenset(said) for d, said in held.items())


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
