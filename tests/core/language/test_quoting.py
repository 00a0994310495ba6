import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.language.quoting import quoted, unquoted

PIECE = st.sampled_from(['"', "“", "”", "「", "」", "«", "»", "记忆", "記憶", "tea ", "'"])
PIECES = st.lists(PIECE, max_size=12).map("".join)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("I like tea", '"I like tea"'),
        ("我喜欢喝茶", '"我喜欢喝茶"'),
        ('my "Big" dog', '“my "Big" dog”'),
        ('他说“好”，我说"行"', '「他说“好”，我说"行"」'),
        ('"“「«', '"\'“「«"'),
    ],
)
def test_a_text_stands_in_the_first_quotes_it_does_not_hold(text: str, shown: str):
    assert quoted(text) == shown


@given(PIECES)
def test_a_quotation_reads_back_and_nothing_inside_closes_it(text: str):
    shown = quoted(text)
    assert unquoted(shown) == (text if shown[1:-1] == text else text.replace('"', "'"))
    assert shown[-1] not in shown[1:-1]


@pytest.mark.parametrize("text", ["", '"', "tea", "“茶", '"a” b'])
def test_what_is_not_quoted_stays_as_it_is(text: str):
    assert unquoted(text) == text
