"""A JSON array is read item by item, in whatever pieces it comes."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.core.backup import json_array
from memory.core.backup.json_array import array_items
from memory.core.errors import InputError

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20) | st.just('旅行 "quoted" ] , ['),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def pieces(text: str, size: int) -> Iterator[str]:
    yield from (text[at : at + size] for at in range(0, len(text), size))


@settings(max_examples=40)
@given(st.lists(st.dictionaries(st.text(max_size=5), JSON, max_size=3), max_size=5), st.integers(1, 50), st.booleans())
def test_it_gives_what_reading_it_whole_gives(items: list[Any], size: int, ascii_only: bool):
    text = "\ufeff" + json.dumps(items, ensure_ascii=ascii_only, indent=1)
    assert list(array_items(pieces(text, size), "FILE")) == items


@pytest.mark.parametrize("text", ["", "{}", "[", '[{"a": 1}', '[{"a": 1}, {"b"', "[{]", "[1] 2", "[" * 100_000, "旅行"])
def test_what_is_no_whole_array_is_refused_by_name(text: str):
    with pytest.raises(InputError, match=r"^FILE: "):
        list(array_items(pieces(text, 7), "FILE"))


def test_an_item_that_grows_without_end_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(json_array, "ITEM_CHARS", 1_000)
    with pytest.raises(InputError, match="too long"):
        list(array_items(iter(lambda: '["' + "a" * 100, None), "FILE"))
