import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.recall.scoring import (
    BY_CHANCE,
    DAY_FADES,
    EXPLAINED,
    against_best,
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
