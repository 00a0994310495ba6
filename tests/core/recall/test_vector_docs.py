import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.recall.vector_docs import make_vectors, text_hash, vectors_in
from memory.core.recall.vectors import Embedding, unit_vector

MODEL = Embedding("a-model", 4)
_VALUES = st.lists(st.floats(-1, 1, width=32), min_size=4, max_size=4)


@given(_VALUES)
def test_a_stored_vector_comes_back_as_exact_as_an_index_holds_it(values: list[float]):
    vector = unit_vector(values, 4)
    doc = json.loads(json.dumps(make_vectors(MODEL, {"h": vector})))
    back = vectors_in(doc, MODEL)["h"]
    if vector is None:
        assert back is None
    else:
        assert back is not None
        assert float(back @ vector) == pytest.approx(1.0, abs=0.001)
        assert np.linalg.norm(back) == pytest.approx(1.0, abs=1e-5)


def test_vectors_of_another_model_or_size_are_none():
    doc = make_vectors(MODEL, {"h": unit_vector([1, 0, 0, 0], 4)}, about="a-fact")
    assert doc["about"] == "a-fact"
    assert vectors_in(doc, Embedding("another", 4)) == vectors_in(doc, Embedding("a-model", 3)) == {}
    assert vectors_in(None, MODEL) == {}


def test_a_text_has_its_hash_only_with_the_key():
    assert text_hash("我的密码", "k") == text_hash("我的密码", "k")
    assert len({text_hash("a", "k"), text_hash("a", "other"), text_hash("b", "k")}) == 3
