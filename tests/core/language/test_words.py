import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.language.words import WORD_LIMIT, words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("conversations", "conversation"),
        ("We were running", "run"),
        ("CAFÉ", "cafe"),
        ("e-mails", "email"),
        ("Zürich", "Zurich"),
        ("order AB-1234", "ORDER ab1234"),
        ("2026-03-05", "2026/3/05 and 2026-03-05"),
        ("O'Brien’s", "obrien"),
        ("$1,200.50", "1200.50"),
        ("the U.S.", "US"),
        ("ＡＢ－１２３４", "AB-1234"),
        ("生日蛋糕", "生日"),
        ("臺灣的圖書館", "台湾图书馆"),
        ("getUserName", "the user name"),
        ("user@example.com", "example"),
        ("C++", "c++"),
        ("iPhone15", "15"),
        ("东京タワー", "タワー"),
    ],
)
def test_two_spellings_of_one_thing_share_a_word(one: str, other: str):
    assert set(words(one)) & set(words(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("What is it?", "It is what it is, and where is he?"),
        ("你是谁？", "是我，你呢？"),
        ("Hello, thanks!", "hello again, thank you"),
        ("C++", "D++"),
        ("AB-1234", "AC-9999"),
        ("苹果", "香蕉"),
    ],
)
def test_function_words_and_different_things_share_nothing(one: str, other: str):
    assert not set(words(one)) & set(words(other))


def test_names_months_and_countries_that_look_like_function_words_stay():
    assert words("Will may us") == ["will", "may", "us"]


def test_identifiers_are_found_whole_and_in_parts():
    assert words("AB-1234") == ["ab1234", "ab", "1234"]
    assert words("2026-03-05") == ["20260305", "2026", "3", "5"]
    assert words("userName") == ["usernam", "user", "name"]


def test_a_decimal_number_is_not_the_digits_of_another():
    assert words("3.5") == ["3.5", "3"]
    assert words("1,200.50") == ["1200.50", "1200"]
    assert "35" not in words("3.5")


def test_chinese_is_cut_into_pairs_between_function_words():
    assert words("我的生日是三月五号") == ["生日", "三月", "月五", "五号"]
    assert words("好") == ["好"]


def test_mixed_text_keeps_both_languages():
    assert words("我在用LangGraph写程序") == ["用", "langgraph", "写程", "程序", "lang", "graph"]


def test_contractions_leave_no_debris():
    assert words("I don't, can't, won't; it's what you'll see") == ["see"]


def test_words_that_stand_twice_are_returned_twice():
    assert words("tea and tea") == ["tea", "tea"]


def test_other_scripts_are_words_too():
    assert words("кофе हिन्दी") == ["кофе", "हिन्दी"]
    assert words("ภาษาไทย")


@pytest.mark.parametrize("text", ["", "  ", "?!…", "\x00\ud800", "🎂🎉"])
def test_texts_without_words_have_none(text: str):
    assert words(text) == []


@given(st.text(alphabet=st.characters(codec=None)))
def test_any_text_gives_words_of_bounded_length(text: str):
    assert all(0 < len(word) <= WORD_LIMIT for word in words(text))


@given(st.text(alphabet="abcXYZ019-_./:@'+#,我的生日圖書館é", max_size=60), st.sampled_from([" ", "\n", "。", "，"]))
def test_a_text_between_breaks_has_the_words_of_its_sides(text: str, gap: str):
    assert sorted(words(text + gap + text)) == sorted(words(text) * 2)


@pytest.mark.parametrize(
    "piece", ["a", "a-", "aB", "1,234", "x_", "é", "國", "'s", "+", "我的生日", "word ", "a.1/", "n't", "’"]
)
def test_long_texts_take_linear_time(piece: str):
    start = time.perf_counter()
    words(piece * (200_000 // len(piece)))
    assert time.perf_counter() - start < 2
