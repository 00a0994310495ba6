"""Titles made from the first words of a conversation, and those a user gives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.errors import InputError
from memory.core.privacy.secret_spans import has_secret
from memory.core.transcript.titles import MADE_WIDTH, TITLE_LIMIT, checked_title, made_title, width


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("Plan a trip to Lisbon in May. My budget is 900 euro.", "Plan a trip to Lisbon in May"),
        ("Hi there! Good morning, can you fix my Python 3.11 code?\n```py\nx\n```", "can you fix my Python 3.11 code?"),
        ("你好！我想去台北玩三天，请帮我安排行程。还要便宜。", "我想去台北玩三天，请帮我安排行程"),
        ("您好，請問護照怎麼換發？", "請問護照怎麼換發？"),
        ("嗨 帮我 review 这个 PR 好吗？谢谢", "帮我 review 这个 PR 好吗？"),
        ("Hi. Yes. The invoice of March is wrong", "Yes. The invoice of March is wrong"),
        ("# Notes\n- first", "Notes - first"),
        ("你好", "你好"),
        ("Hello", "Hello"),
        ("my password is hunter2secret", "my [redacted]"),
        ("", None),
        ("…?!", None),
        ("[forgotten]", None),
        ("[已忘记]。", None),
    ],
)
def test_a_title_is_the_first_sentence_without_greeting_and_secret(said: str, title: str | None):
    assert made_title(said) == title


def test_a_long_one_is_cut_between_words_and_chinese_by_its_width():
    english = made_title("Please compare the three cheapest night trains between Vienna and Hamburg, with cabins")
    assert english == "Please compare the three cheapest night trains between…"
    chinese = made_title("请比较一下从维也纳到汉堡之间带卧铺车厢的三趟最便宜的夜间火车以及它们的出发时间")
    assert chinese is not None
    assert (chinese[-1], MADE_WIDTH - 1 <= width(chinese) <= MADE_WIDTH) == ("…", True)


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=400))
def test_whatever_was_said_a_title_fits_on_a_line_and_holds_no_secret(said: str):
    title = made_title(said)
    assert title is None or (width(title) <= MADE_WIDTH and title == title.strip() and "\n" not in title)
    assert title is None or not has_secret(title)


def test_a_title_the_user_gives_is_one_line_of_bounded_text_without_a_secret():
    assert checked_title("  我的\n里斯本 trip ") == "我的 里斯本 trip"
    assert checked_title("题" * TITLE_LIMIT) == "题" * TITLE_LIMIT
    for wrong, problem in ((" \n", "is empty"), ("题" * 201, "201 characters"), ("我的密码是 hunter2secret", "secret")):
        with pytest.raises(InputError, match=f"^title: .*{problem}"):
            checked_title(wrong)
