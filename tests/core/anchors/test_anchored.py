import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.core.anchors.anchored import around_anchors
from memory.core.anchors.anchors import find_anchors
from memory.models.tokenizer import count_text

ENGLISH = (
    "Hello, I hope you are doing well. I wanted to write to you about my trip. My reservation is 4WQ150 and the flight "
    "HAT170 leaves on May 5th at 3:30 pm. I really like flying with you, the food is great and the people are "
    "friendly, which is something you do not see every day any more. I paid $1,234.50 with credit_card_4421486. The "
    "weather was lovely. My name is Mia Li, call me at (415) 555-0132. Thanks a lot for all the help."
)
CHINESE = (
    "您好，我想咨询一下我的订单。订单号是AB20261129001，下单时间是2026年3月5日下午3点半，金额￥3.5万元。"
    "我对你们的服务总体上还是比较满意的，希望以后能继续合作下去，也希望你们能够越来越好。联系电话138 1234 5678，"
    "我叫李小明，在招商银行工作。另外快递單號SF1234567890123好像一直沒有更新，麻烦帮我看一下到底是什么情况，谢谢。"
)


def test_the_opening_and_the_sentences_with_exact_strings_stay_in_their_order():
    assert around_anchors(ENGLISH, 88, count_text) == (
        "Hello, I hope you are doing well. … My reservation is 4WQ150 and the flight HAT170 leaves on May 5th at "
        "3:30 pm. … I paid $1,234.50 with credit_card_4421486. … My name is Mia Li, call me at (415) 555-0132. …"
    )


def test_chinese_sentences_are_chosen_alike():
    short = around_anchors(CHINESE, 80, count_text)
    assert short.startswith("您好，我想咨询一下我的订单。")
    for exact in ("AB20261129001", "2026年3月5日", "￥3.5万元", "SF1234567890123"):
        assert exact in short
    assert "总体上" not in short


def test_where_no_sentence_fits_the_exact_strings_stay_alone_best_first():
    short = around_anchors(ENGLISH, 30, count_text)
    assert "4WQ150 · HAT170" in short
    assert "(415)" not in short


def test_a_text_that_fits_stays_as_it_is():
    assert around_anchors(CHINESE, 1_000, count_text) == CHINESE


def test_a_text_without_exact_strings_keeps_head_and_tail():
    short = around_anchors("again and " * 200 + "again", 40, count_text)
    assert short.startswith("again and")
    assert short.endswith("again")


@pytest.mark.parametrize(
    "unit", ["没有标点AB-123", "x" * 500 + " AB-1 ", '{"id": "R-1", "n": 3}, ', "👨‍👩‍👧🇨🇳é 4WQ150"]
)
def test_a_text_without_sentences_is_shortened_too(unit: str):
    short = around_anchors(unit * 200, 60, count_text)
    assert count_text(short) <= 60
    assert find_anchors(short)


def test_no_character_of_several_code_points_is_parted():
    family = "👨‍👩‍👧"
    short = around_anchors(f"{family * 300}。订单AB-1234", 80, count_text)
    assert set(short.replace(family, "")) <= set(" …。订单AB-1234")


def test_time_grows_with_the_text_and_not_with_its_square():
    def seconds(characters: int) -> float:
        text = (ENGLISH + CHINESE) * (characters // 700)
        begin = time.process_time()
        around_anchors(text, 160, len)
        return time.process_time() - begin

    small = min(seconds(2_000) for _ in range(3))
    assert min(seconds(16_000) for _ in range(2)) < small * 8 * 4


PARTS = st.sampled_from(
    [
        *"。，的 \n",
        ". ",
        ", ",
        "word ",
        "很长很长",
        "AB-1234",
        "3.5万元",
        "Mia Li",
        "2026-11-29",
        "“不要取消”",
        "https://a.b/c",
        "12%",
        "👩\u200d🚀",
        "🇨🇳",
        "é",
        "x",
    ]
)


@settings(max_examples=150)
@given(st.lists(PARTS, max_size=200).map("".join), st.integers(1, 120), st.sampled_from([" … ", "[…]", ""]))
def test_the_limit_holds_and_no_exact_string_is_cut(text: str, limit: int, note: str):
    short = around_anchors(text, limit, count_text, note)
    assert count_text(short) <= limit or short == "…"
    assert short == around_anchors(text, limit, count_text, note)
    anchors = find_anchors(text)
    if anchors and short != "…" and note == " … ":
        whole = text.replace("\n", " ")
        for part in (p.strip() for shown in short.split(" … ") for p in shown.split(" · ")):
            assert part.strip("… ").replace("\n", " ") in whole


@given(st.lists(PARTS, max_size=60).map("".join))
def test_more_room_never_holds_fewer_exact_strings_than_half_of_it(text: str):
    def held(limit: int) -> int:
        return len({a.normal for a in find_anchors(around_anchors(text, limit, count_text))})

    limits = [count_text(text) + 1, 40, 5]
    assert all(held(more) >= held(less) for more, less in pairwise(limits) if more > less * 4)
