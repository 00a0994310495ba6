import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.anchors.anchors import find_anchors
from memory.core.anchors.exact_strings import exact_line
from memory.models.tokenizer import count_text

RESULT = '{"id": "4WQ150", "cabin": "economy", "seats": 3, "price": "$231", "by": "Mia Li", "again": "4wq150"}'


def test_each_thing_stands_once_in_the_order_of_the_text():
    assert exact_line(RESULT, 100, count_text) == '4WQ150 · economy · "seats": 3 · $231 · Mia Li'
    assert exact_line("付￥３.５万元，即35,000元，给李女士", 100, count_text) == "￥３.５万元 · 李女士"


def test_what_cannot_be_guessed_again_stays_when_room_is_short():
    assert exact_line(RESULT, 7, count_text) == "4WQ150"


def test_what_is_told_elsewhere_is_left_out():
    assert exact_line(RESULT, 100, count_text, {"4wq150", "seats=3"}) == "economy · $231 · Mia Li"


@pytest.mark.parametrize(("text", "limit"), [("see you tomorrow, 明天见", 100), (RESULT, 0), (RESULT, 1)])
def test_without_exact_strings_or_room_the_line_is_empty(text: str, limit: int):
    assert exact_line(text, limit, count_text) == ""


PARTS = st.sampled_from(["AB-1234", "３.５万元", "Mia Li", "2026-11-29", " ", "，", "的", "12%", "“不要”", "x@y.zz"])


@given(st.lists(PARTS, max_size=40).map("".join), st.integers(0, 60))
def test_the_line_fits_and_every_string_of_it_stands_in_the_text(text: str, limit: int):
    line = exact_line(text, limit, count_text)
    assert count_text(line) <= limit or line == ""
    assert all(part in text for part in line.split(" · ") if line)
    assert len({a.normal for a in find_anchors(text)}) >= len(line.split(" · ") if line else [])
