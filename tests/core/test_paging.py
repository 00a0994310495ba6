"""Pages of lists."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.errors import InputError
from memory.core.paging import page_of

names = st.sets(st.text(min_size=1, max_size=5), max_size=30)


def place(name: str) -> tuple[str, ...]:
    return (name[:1], name)


@given(names, st.integers(1, 7))
def test_the_pages_hold_each_item_once_in_order(items: set[str], limit: int):
    read: list[str] = []
    after = None
    while True:
        page = page_of(items, place, limit=limit, after=after)
        assert len(page.items) <= limit
        read += page.items
        after = page.next
        if after is None:
            break
    assert read == sorted(items, key=place)


@given(names, names, names)
def test_what_comes_and_goes_between_two_pages_moves_nothing_else(kept: set[str], gone: set[str], new: set[str]):
    first = page_of(kept | gone, place, limit=5, after=None)
    if first.next is None:
        return
    rest = page_of(kept | new, place, limit=1000, after=first.next).items
    last = place(first.items[-1])
    assert rest == sorted((name for name in kept | new if place(name) > last), key=place)


@pytest.mark.parametrize("cursor", ["", "17", "nonsense!", "旅行", "é", base64.b64encode(b'{"a": 1}').decode(), "W10x"])
def test_what_is_no_cursor_is_refused_by_its_field(cursor: str):
    with pytest.raises(InputError) as refused:
        page_of(["a"], place, limit=1, after=cursor)
    assert refused.value.field == "after"
