"""Ids of which only the beginning is written: enough of it names one, a whole one always."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.errors import InputError
from memory.core.ids import ID_BEGINNING, ids_begun

KNOWN = ["abcd1", "abcd2", "abce3", "ab"]


@pytest.mark.parametrize(
    ("start", "meant"),
    [
        ("abcd", ["abcd1", "abcd2"]),
        ("abce", ["abce3"]),
        ("abcd1", ["abcd1"]),
        ("ab", ["ab"]),
        ("zzzz", []),
    ],
)
def test_the_beginning_of_an_id_means_those_that_begin_with_it_and_a_whole_one_itself(start: str, meant: list[str]):
    assert ids_begun(start, KNOWN, "item") == meant


@given(st.text(max_size=ID_BEGINNING - 1).filter(lambda start: start not in KNOWN))
def test_a_beginning_that_is_too_short_names_nothing_and_says_what_to_write(start: str):
    with pytest.raises(InputError, match=f"at least the first {ID_BEGINNING} characters") as raised:
        ids_begun(start, KNOWN, "item")
    assert raised.value.field == "item"
