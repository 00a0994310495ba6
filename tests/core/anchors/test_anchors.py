import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.anchors.anchor_numbers import folded, plain_number
from memory.core.anchors.anchors import RANKS, Anchor, as_anchor, find_anchors, safe_cut, unique_strings


def found(text: str) -> set[tuple[str, str, str]]:
    return {(a.kind, a.text, a.normal) for a in find_anchors(text)}


@pytest.mark.parametrize(
    ("text", "kind", "exact", "normal"),
    [
        ("due 2026-11-29 at noon", "date", "2026-11-29", "2026-11-29"),
        ("at 2026-11-29T10:00:00Z.", "date", "2026-11-29T10:00:00Z", "2026-11-29T10:00:00Z"),
        ("on 2026/3/5", "date", "2026/3/5", "2026-03-05"),
        ("on March 5th, 2026.", "date", "March 5th, 2026", "2026-03-05"),
        ("on 5 Mar 2026", "date", "5 Mar 2026", "2026-03-05"),
        ("on August 2nd", "date", "August 2nd", "--08-02"),
        ("日期是2026年3月5日。", "date", "2026年3月5日", "2026-03-05"),
        ("３月５号出发", "date", "３月５号", "--03-05"),
        ("二〇二六年三月五日", "date", "二〇二六年三月五日", "2026-03-05"),
        ("see you next Friday", "relative_date", "next Friday", "next friday"),
        ("上周三去的", "relative_date", "上周三", "上周三"),
        ("三天后交货", "relative_date", "三天后", "三天后"),
        ("at 3:30 pm", "time", "3:30 pm", "15:30"),
        ("at 12am", "time", "12am", "00:00"),
        ("下午3点半开会", "time", "下午3点半", "15:30"),
        ("晚上八點見", "time", "晚上八點", "20:00"),
        ("十二点整", "time", "十二点整", "12:00"),
        ("paid $1,234.50 today", "amount", "$1,234.50", "1234.5 USD"),
        ("about 3.5 million dollars", "amount", "3.5 million dollars", "3500000 USD"),
        ("€20", "amount", "€20", "20 EUR"),
        ("weighs 5kg", "amount", "5kg", "5 kg"),
        ("for 3 nights", "amount", "3 nights", "3 night"),
        ("一共￥３.５万", "amount", "￥３.５万", "35000 CNY"),
        ("價格２，５００元", "amount", "２，５００元", "2500 CNY"),
        ("花了三百五十万元", "amount", "三百五十万元", "3500000 CNY"),
        ("人口3.2亿", "amount", "3.2亿", "320000000"),
        ("up 12.5%", "percentage", "12.5%", "12.5%"),
        ("12 percent of it", "percentage", "12 percent", "12%"),
        ("占百分之三十五点五", "percentage", "百分之三十五点五", "35.5%"),
        ("call (415) 555-0199 now", "phone", "(415) 555-0199", "4155550199"),
        ("call +1 415-555-0132.", "phone", "+1 415-555-0132", "+14155550132"),
        ("电话138 1234 5678。", "phone", "138 1234 5678", "13812345678"),
        ("座机010-62345678", "phone", "010-62345678", "01062345678"),
        ("flight HAT001 is late", "identifier", "HAT001", "hat001"),
        ("订单号20261129001，谢谢", "identifier", "20261129001", "20261129001"),
        ("ticket #4521", "identifier", "#4521", "4521"),
        ("user mia_li_3668", "identifier", "mia_li_3668", "mia_li_3668"),
        ("编号ＡＢ－１２３４", "identifier", "ＡＢ－１２３４", "ab-1234"),
        ("see https://example.com/a?b=1, ok", "url", "https://example.com/a?b=1", "https://example.com/a?b=1"),
        ("网址https://例子.com", "url", "https://", "https://"),
        ("发到bob.lee@example.com吧", "email", "bob.lee@example.com", "bob.lee@example.com"),
        ("edit /etc/hosts please", "path", "/etc/hosts", "/etc/hosts"),
        ("打开src/main.py看看", "path", "src/main.py", "src/main.py"),
        ("in C:\\Users\\me\\a.txt", "path", "C:\\Users\\me\\a.txt", "c:\\users\\me\\a.txt"),
        ("python v3.11.4", "version", "v3.11.4", "3.11.4"),
        ("版本2.1", "version", "2.1", "2.1"),
        ('he said "do not cancel"', "quoted", "do not cancel", "do not cancel"),
        ("他说“不要取消”", "quoted", "不要取消", "不要取消"),
        ("看《三體》", "quoted", "三體", "三体"),
        ("I met Mia Li there", "name", "Mia Li", "mia li"),
        ("we live in Paris", "name", "Paris", "paris"),
        ("我叫李小明", "name", "李小明", "李小明"),
        ("请找陈医生", "name", "陈医生", "陈医生"),
        ("我在台灣大學讀書", "name", "台灣大學", "台湾大学"),
    ],
)
def test_exact_strings_are_found_with_their_normal_form(text: str, kind: str, exact: str, normal: str):
    if exact == "https://":
        assert not any(a.kind == "url" for a in find_anchors(text))  # nothing is better than half an address
    else:
        assert (kind, exact, normal) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Hello, how are you? I hope this may help.",
        "Remember me.",
        "一个人去也可以",
        "Pi is 3.14159 or so",
        "the 3rd one, and/or none",
        "好的，谢谢你",
        "我觉得有一点累",
    ],
)
def test_plain_talk_holds_no_exact_string(text: str):
    assert find_anchors(text) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2026-03-05", "March 5, 2026"),
        ("2026年3月5日", "5 Mar 2026"),
        ("3:30 pm", "下午3点半"),
        ("35000元", "￥３.５万"),
        ("1,234.50 dollars", "$1234.5"),
        ("35%", "百分之三十五"),
        ("138-1234-5678", "13812345678"),
        ("#4521", "4521"),
        ("3.5万元", "35,000元"),
        ("3万5", "３５０００"),
        ("1亿2千万", "1.2亿"),
        ("4111 1111 1111 1111", "4111-1111-1111-1111"),
        ("1米75", "1.75米"),
        ("$3.5M", "3,500,000 dollars"),
        ("MIA LI", "Mia Li"),
    ],
)
def test_two_spellings_of_one_thing_have_one_normal_form(one: str, other: str):
    assert find_anchors(one)[0].normal == find_anchors(other)[0].normal
    assert len(unique_strings([*find_anchors(one), *find_anchors(other)])) == 1


def test_relative_dates_are_no_strings_to_keep_away_from_their_day():
    assert unique_strings(find_anchors("明天 or next Friday, flight CA1234")) == ["CA1234"]


def test_a_quote_may_hold_other_anchors_and_a_json_key_is_none():
    kinds = [(a.kind, a.text) for a in find_anchors('{"order": "AB-1234", "note": "call Bob Li"}')]
    assert kinds == [("identifier", "AB-1234"), ("quoted", "call Bob Li"), ("name", "Bob Li")]


def test_codes_are_worth_more_than_names_and_names_more_than_addresses():
    worth = [RANKS[as_anchor(exact).kind] for exact in ("AB-1234", "$1,500", "Mia Li", "https://example.com/x")]
    assert worth == sorted(worth, reverse=True)
    assert len(set(worth)) == 4


def test_a_name_that_only_its_context_told_is_still_a_name():
    assert as_anchor("李小明").kind == "name"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1,234.50", "1234.5"),
        ("3.5万", "35000"),
        ("两百", "200"),
        ("一万零三百", "10300"),
        ("2 million", "2000000"),
        ("二〇二六", "2026"),
    ],
)
def test_numbers_have_one_plain_form(text: str, number: str):
    assert plain_number(folded(text)) == number


@pytest.mark.parametrize("text", ["", "万", "abc", "3x", "年"])
def test_what_is_no_number_comes_back_or_is_no_error(text: str):
    assert isinstance(plain_number(text), str)


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "1",
        "1 ",
        "一",
        "三万",
        "'",
        '"a ',
        "A ",
        "Aa ",
        "a.",
        "/a",
        "a@",
        "ab1-",
        "1,",
        "+1 ",
        "北京大學",
        "12:30 ",
        "李",
        "年月日",
        "1-",
    ],
)
def test_a_huge_text_takes_no_more_than_a_moment(unit: str):
    text = unit * (1_000_000 // len(unit))
    begin = time.process_time()  # what others do on the machine does not count
    find_anchors(text)
    assert time.process_time() - begin < 5


@pytest.mark.parametrize(
    "unit",
    [
        "1 ",
        "三万元",
        "Aa ",
        '"a": 1, ',
        "a_b ",
        "12:3",
        "1万2",
        "a.b/",
        "路1号",
        "北京",
        "A1 B2 ",
        "4111 ",
        "$1",
        '"',
        "5 M ",
        "1,",
        "一",
        '"\\',
    ],
)
def test_time_grows_with_the_text_and_not_with_its_square(unit: str):
    def seconds(characters: int) -> float:
        text = unit * (characters // len(unit))
        begin = time.process_time()
        find_anchors(text)
        return time.process_time() - begin

    small = min(seconds(2_500) for _ in range(3))
    assert min(seconds(20_000) for _ in range(2)) < small * 8 * 4


PARTS = st.sampled_from(
    [
        "2026-11-29",
        "３.５万元",
        "AB-1234",
        " ",
        "，",
        "。",
        "“",
        "”",
        "\n",
        "Mia Li",
        "下午3点半",
        "https://a.b/c",
        "x@y.zz",
        "12%",
        "的",
        "A",
        "1",
    ]
)
TEXTS = st.one_of(st.text(max_size=200), st.lists(PARTS, max_size=30).map("".join))


@given(TEXTS)
def test_anchors_stand_where_they_say_in_order_and_overlap_only_in_quotes(text: str):
    anchors = find_anchors(text)
    assert all(text[a.start : a.end] == a.text and a.text for a in anchors)
    assert [a.start for a in anchors] == sorted(a.start for a in anchors)
    plain = [a for a in anchors if a.kind != "quoted"]
    assert all(a.end <= b.start for a, b in pairwise(plain))


@given(TEXTS)
def test_folding_keeps_every_offset(text: str):
    assert len(folded(text)) == len(text)


@given(TEXTS, st.integers(0, 100))
def test_a_safe_cut_goes_through_no_anchor(text: str, length: int):
    cut = safe_cut(text, length)
    assert 0 <= cut <= length or cut == len(text)
    anchors: list[Anchor] = find_anchors(text)
    assert not any(a.start < cut < a.end for a in anchors if a.kind != "quoted" and a.end <= length + 200)
