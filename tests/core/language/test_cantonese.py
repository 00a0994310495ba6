"""Written Cantonese is read like written Chinese, character for character."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.language.cantonese import in_mandarin


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("我係香港人", "我是香港人"),
        ("我鍾意飲凍奶茶", "我喜欢喝凍奶茶"),
        ("我唔食牛", "我不吃牛"),
        ("關係", "關係"),
        ("我住喺九龍", "我住在九龍"),
    ],
)
def test_its_commonest_words_are_read(text: str, plain: str):
    assert in_mandarin(text) == plain


@given(st.text(alphabet="我係喺嘅唔冇佢咗哋鍾意屋企飲食abc 關"))
def test_the_length_stays(text: str):
    assert len(in_mandarin(text)) == len(text)
