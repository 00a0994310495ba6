from hypothesis import given
from hypothesis import strategies as st

from memory.core.anchors.anchors import find_anchors
from memory.core.language.pages import pages


def words(text: str) -> int:
    return len(text)


@given(st.text(max_size=2_000), st.integers(1, 300))
def test_the_pages_are_the_text_and_none_is_much_longer_than_asked(text: str, limit: int):
    found = pages(text, limit, words)
    assert "".join(found) == text
    assert all(len(page) <= limit for page in found)


def test_a_page_ends_at_a_line_rather_than_in_it():
    lines = [f"line {n} of the long result\n" for n in range(50)]
    assert all(page.endswith("\n") for page in pages("".join(lines), 300, words)[:-1])


def test_no_exact_string_lies_on_two_pages():
    text = "".join(f"订单HK-2026-{n:05}已于2026年3月{n % 28 + 1}日发货，金额￥{n * 7}.50" for n in range(200))
    found = pages(text, 333, words)
    assert len(found) > 10
    whole = [anchor.text for anchor in find_anchors(text)]
    assert [anchor.text for page in found for anchor in find_anchors(page)] == whole
