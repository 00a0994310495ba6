import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from memory.core.recall.vectors import Embedding, VectorTable, unit_vector

MODEL = Embedding("a-model", 3)


@pytest.mark.parametrize(
    "values", [[0.0, 0.0, 0.0], [1.0, math.nan, 0.0], [1.0, math.inf, 0.0], [1.0, 0.0], [1.0, 0.0, 0.0, 0.0], []]
)
def test_a_zero_a_nan_and_a_wrong_sized_vector_are_not_usable(values: list[float]):
    table = VectorTable(MODEL)
    assert unit_vector(values, 3) is None
    assert not table.put(0, values)
    assert len(table) == 0
    assert not table.holds(0)


@given(arrays(np.float64, 3, elements=st.floats(allow_nan=True, allow_infinity=True)))
def test_a_usable_vector_has_length_one_whatever_its_size_was(values: np.ndarray):
    vector = unit_vector(values, 3)
    usable = bool(np.isfinite(values).all()) and bool(values.any())
    assert (vector is not None) == usable
    if vector is not None:
        assert np.linalg.norm(vector) == pytest.approx(1.0, abs=1e-5)


def test_likeness_is_the_cosine_and_nothing_where_there_is_no_vector():
    table = VectorTable(MODEL)
    table.put(0, [3.0, 4.0, 0.0])
    table.put(70, [0.0, 0.0, 2.0])
    found = table.likeness(unit_vector([1.0, 0.0, 0.0], 3), 80)
    assert found[0] == pytest.approx(0.6, abs=0.01)
    assert found[70] == pytest.approx(0.0, abs=0.01)
    assert np.isnan(np.delete(found, [0, 70])).all()


def test_a_dropped_vector_is_not_compared():
    table = VectorTable(MODEL)
    table.put(0, [1.0, 0.0, 0.0])
    table.put(1, [1.0, 0.0, 0.0])
    table.put(1, [0.0, 1.0, 0.0])
    assert len(table) == 2
    table.drop(1)
    table.drop(1)
    table.drop(900)
    assert len(table) == 1
    assert not table.holds(1)
    assert np.isnan(table.likeness(unit_vector([1.0, 0.0, 0.0], 3), 2)[1])


@settings(max_examples=30)
@given(
    arrays(np.float32, 24, elements=st.floats(-1, 1, width=32)),
    arrays(np.float32, 24, elements=st.floats(-1, 1, width=32)),
)
def test_a_byte_a_dimension_keeps_cosines_within_a_hundredth(one: np.ndarray, other: np.ndarray):
    a, b = unit_vector(one, 24), unit_vector(other, 24)
    if a is None or b is None:
        return
    table = VectorTable(Embedding("a-model", 24))
    table.put(0, one)
    assert table.likeness(b, 1)[0] == pytest.approx(float(a @ b), abs=0.02)
