import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.recall.scoring import (
    BY_CHANCE,
    CLOSE_WORDS,
    DAY_FADES,
    EXPLAINED,
    LONG_WORDS,
    SHORT_WORDS,
    against_best,
    closeness,
    explained_by,
    likeness_over_usual,
    nearness,
    one_by_one,
    recencies,
)

values = st.lists(st.floats(-1, 1), max_size=8).map(np.array)


@given(values, st.floats(-1, 1))
def test_what_is_compared_with_the_best_is_between_nothing_and_one(found: np.ndarray, ground: float):
    compared = against_best(found.astype(float), ground)
    assert ((compared >= 0) & (compared <= 1)).all()
    assert compared.max(initial=0.0) in {0.0, 1.0}


def test_likeness_counts_over_what_is_usual():
    assert likeness_over_usual(np.array([0.1, 0.2, 0.6, np.nan])).tolist() == [0.0, 0.0, 1.0, 0.0]
    assert likeness_over_usual(np.array([0.2, 0.2])).tolist() == [0.0, 0.0]
    assert likeness_over_usual(np.array([0.2]), unlike=1).tolist() == [1.0]
    assert likeness_over_usual(np.array([np.nan])).tolist() == [0.0]


def test_words_count_by_how_much_they_explain():
    assert explained_by(BY_CHANCE) == 0.0
    assert explained_by(EXPLAINED) == 1.0
    assert 0 < explained_by((BY_CHANCE + EXPLAINED) / 2) < 0.5
    assert explained_by(0.0) == 0.0
    assert explained_by(1.0) == 1.0


def test_days_near_those_asked_for_count_less_the_further_they_are():
    near = nearness(np.array([10.0, 12.9, 13 + DAY_FADES, 10 - DAY_FADES]), 10, 13)
    assert near.tolist() == pytest.approx([1.0, 1.0, 0.5, 0.5])


def test_recency_halves_each_half_life_and_what_is_to_come_is_new():
    assert recencies(np.array([100.0, 70.0, 40.0, 130.0]), 100.0, 30.0).tolist() == pytest.approx([1.0, 0.5, 0.25, 1.0])


def test_guesses_of_one_stretch_count_less_and_less_and_answers_in_full():
    factors = one_by_one([4, 4, -1, 5, 4, -1], 0.0).tolist()
    assert factors[0] == factors[2] == factors[3] == factors[5] == 1.0
    assert 1.0 > factors[1] > factors[4]
    assert one_by_one([4, 4, 4], 1.0).tolist() == [1.0, 1.0, 1.0]


def test_a_short_text_is_close_and_a_long_one_by_what_stands_within_a_sentence():
    telling = {"key": 3.0, "pot": 1.0, "钥匙": 4.0}
    filler = [f"w{n}" for n in range(LONG_WORDS)]
    assert closeness(["key"], telling) == closeness(filler[:SHORT_WORDS], telling) == 1.0
    assert closeness(filler, telling) == 0.0
    assert closeness(["key", *filler[:3], "pot", *filler], telling) == 0.5
    assert closeness(["key", *filler, "pot"], telling) == 0.375
    assert closeness(["pot", *filler, "pot", "pot"], telling) == 0.125
    assert closeness([*filler, "钥匙", "key", "钥匙", "pot"], telling) == 1.0
    assert closeness(filler, {}) == 1.0


@given(st.lists(st.sampled_from(["key", "pot", "茶", "w", "x", "y", "z"]), max_size=120))
def test_closeness_is_the_best_of_all_stretches_of_a_sentences_length(words: list[str]):
    telling = {"key": 3.0, "pot": 1.0, "茶": 0.5}
    stretches = [set(words[start : start + CLOSE_WORDS]) & set(telling) for start in range(len(words) + 1)]
    share = max(sum(telling[word] for word in held) for held in stretches) / 4.5
    long = min(1.0, max(0.0, (len(words) - SHORT_WORDS) / (LONG_WORDS - SHORT_WORDS)))
    assert closeness(words, telling) == pytest.approx(1 - long * (1 - share))
