from hypothesis import given
from hypothesis import strategies as st

from memory.core.recall.recall_words import recall_words
from memory.core.recall.variety import varied

texts = st.lists(
    st.sampled_from(["green tea", "spare key", "tea and key", "綠茶", "绿茶", "room 12", "room 13"]), max_size=12
)


@given(texts)
def test_the_order_stays_and_nothing_is_repeated(said: list[str]):
    known = {str(n): frozenset(recall_words(text)) for n, text in enumerate(said)}
    chosen = varied(known, known.__getitem__, 3)
    assert len(chosen) <= 3
    assert sorted(chosen, key=int) == chosen
    assert len({known[item] for item in chosen}) == len(chosen)


def test_what_differs_in_a_number_is_no_repetition():
    common = [f"word{letter}" for letter in "abcdefghijk"]
    known = {name: frozenset([*common, number]) for name, number in (("a", "12"), ("b", "13"), ("c", "12"))}
    assert varied(known, known.__getitem__, 5) == ["a", "b"]
