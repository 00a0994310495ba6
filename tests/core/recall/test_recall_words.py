import pytest

from memory.core.language.words import words
from memory.core.recall.recall_words import recall_words


@pytest.mark.parametrize(
    ("one", "other"),
    [("I went to Rome", "going to Rome"), ("she bought a bike", "buy a bike"), ("our children ran", "a child runs")],
)
def test_irregular_forms_of_a_word_are_one_word(one: str, other: str):
    assert recall_words(one) == recall_words(other)


@pytest.mark.parametrize("text", ["The order is AB-1234", "我們下個月去東京旅行", "the green bike 我的自行车"])
def test_all_else_is_what_every_index_has(text: str):
    assert recall_words(text) == words(text)
