from contextlib import suppress
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.errors import InputError
from memory.core.ids import entry_key
from memory.core.transcript.cursors import decode_cursor, encode_cursor

GOOD = "20260301T120000000000Z-0123456789abcdef-0123456789abcdef"
times = st.datetimes(min_value=datetime(1000, 1, 2))  # noqa: DTZ001  # hypothesis takes bounds without a zone
keys = st.builds(entry_key, times, st.text(), st.text("0123456789abcdef", min_size=16, max_size=16))


@given(keys, st.integers(0, 999_999_999))
def test_a_cursor_gives_its_place_back(key: str, depth: int):
    assert decode_cursor(encode_cursor({"key": key, "depth": depth})) == {"key": key, "depth": depth}


@given(st.text() | st.from_regex(r"[0-9]{1,2}\.[0-9TZa-f-]{20,60}"))
def test_any_text_is_a_place_or_refused(text: str):
    with suppress(InputError):
        assert encode_cursor(decode_cursor(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "3", f"-1.{GOOD}", f"03.{GOOD}", f"3.{GOOD}\n", f"３.{GOOD}", f"3.{GOOD}x", f"3..{GOOD}", "3.../../etc"],
)
def test_a_cursor_that_is_not_ours_is_refused_with_the_remedy(text: str):
    with pytest.raises(InputError, match=r"after: is no cursor of this API\. Send the `next`"):
        decode_cursor(text, "after")
