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
    chosen = varied(known, known.__getitem__, lambda _: 1.0, 3)
    assert len(chosen) <= 3
    assert sorted(chosen, key=int) == chosen
    assert len({known[item] for item in chosen}) == len(chosen)


def test_what_differs_in_a_number_is_no_repetition():
    common = [f"word{letter}" for letter in "abcdefghijk"]
    known = {name: frozenset([*common, number]) for name, number in (("a", "12"), ("b", "13"), ("c", "12"))}
    assert varied(known, known.__getitem__, lambda _: 1.0, 5) == ["a", "b"]


def test_of_those_that_repeat_each_other_the_weightiest_stands_in_the_place_of_the_best():
    known = {
        name: frozenset(text.split()) for name, text in (("echo", "tea pot"), ("other", "key"), ("said", "tea pot"))
    }
    weights = {"echo": 0.4, "other": 0.4, "said": 0.6}
    for limit in (1, 2, 3):
        assert varied(known, known.__getitem__, weights.__getitem__, limit) == ["said", "other"][:limit]
    assert varied(known, known.__getitem__, lambda _: 0.4, 1) == ["echo"]


def test_an_answer_that_only_repeats_the_users_words_is_no_other_item_and_one_that_adds_to_them_is():
    known = {
        "echo": frozenset(recall_words("Noted, thanks for telling me: the spare key, blue pot, garden.")),
        "said": frozenset(recall_words("the spare key, blue pot, garden")),
        "more": frozenset(recall_words("the spare key, broken blue pot, garden")),
        "other": frozenset(recall_words("the spare key 4711, blue pot, garden")),
    }
    roles = {"echo": "assistant", "said": "user", "more": "assistant", "other": "assistant"}
    weights = {"echo": 0.4, "said": 0.6, "more": 0.4, "other": 0.4}
    assert varied(known, known.__getitem__, weights.__getitem__, 4, roles.__getitem__) == ["said", "more", "other"]
    assert varied(known, known.__getitem__, weights.__getitem__, 4) == ["echo", "said", "more", "other"]


def test_what_was_said_stands_in_the_place_of_all_its_echoes_and_makes_room_for_what_was_behind_them():
    texts = {
        "told": "You told me: the tide turns at seven.",
        "noted": "Noted: the tide turns at seven.",
        "other": "the boat is green",
        "said": "the tide turns at seven",
        "zh-noted": "记下了：备用钥匙在蓝色花盆下面。",
        "zh-told": "你告诉我：備用鑰匙在藍色花盆下面。",
        "zh-said": "备用钥匙在蓝色花盆下面",
    }
    known = {name: frozenset(recall_words(text)) for name, text in texts.items()}
    roles = {name: "user" if name.endswith("said") else "assistant" for name in texts}
    weights = {name: 0.6 if name.endswith("said") else 0.4 for name in texts}
    for limit in (1, 2, 3):
        assert (
            varied(known, known.__getitem__, weights.__getitem__, limit, roles.__getitem__)
            == ["said", "other", "zh-said"][:limit]
        )
