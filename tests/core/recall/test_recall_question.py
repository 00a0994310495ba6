from datetime import UTC, date, datetime

import pytest

from memory.core.recall.question import QUESTION_CHARS, named, read_question, tells_time

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)  # a Tuesday


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("What did I cook on 1 May, 2025?", date(2025, 5, 1), date(2025, 5, 1)),
        ("What happened in April 2025?", date(2025, 4, 1), date(2025, 4, 30)),
        ("上周三我说了什么？", date(2026, 3, 4), date(2026, 3, 4)),
        ("去年三月我們聊了什麼", date(2025, 3, 1), date(2025, 3, 31)),
    ],
)
def test_the_days_a_question_names_are_read(text: str, first: date, last: date):
    (span,) = read_question(text, NOW).dates
    assert (span.first, span.last) == (first, last)


@pytest.mark.parametrize("text", ["What is planned for tomorrow?", "明天有什么安排？", "Where is my key?"])
def test_days_to_come_and_none_are_not_looked_for(text: str):
    assert read_question(text, NOW).dates == ()


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("What did you recommend for dinner?", "assistant"),
        ("What was your advice on the visa?", "assistant"),
        ("你之前推荐的餐厅叫什么？", "assistant"),
        ("您建議我買哪一款？", "assistant"),
        ("Did I tell anyone about the surprise?", "user"),
        ("What have I said about Anna?", "user"),
        ("我说过我喜欢什么茶？", "user"),
        ("我跟你说过的那本书叫什么？", "user"),
        ("Where is the spare key?", None),
        ("我的钥匙在哪里？", None),
    ],
)
def test_who_said_what_is_asked_for_is_read(text: str, role: str | None):
    assert read_question(text, NOW).role == role


@pytest.mark.parametrize(
    "text", ["When did I move?", "How long have I lived here?", "我什么时候搬家的？", "哪天考試？", "开了多久？"]
)
def test_a_question_for_a_time_is_known(text: str):
    assert read_question(text, NOW).asks_time


@pytest.mark.parametrize(
    "text", ["I moved last week", "since 2019", "for three years now", "昨天去了", "三年前搬来的", "5月3日"]
)
def test_a_text_that_tells_a_time_is_known(text: str):
    assert tells_time(text)


@pytest.mark.parametrize("text", ["I like green tea", "我喜欢月饼", "Where is it?"])
def test_others_neither_ask_for_nor_tell_a_time(text: str):
    assert not tells_time(text)
    assert not read_question(text, NOW).asks_time


def test_each_sentence_has_its_words():
    asked = read_question("The weather is fine. Where is my spare key? 顺便问一下。备用钥匙呢？", NOW)
    assert ("spare", "key") in asked.sentences
    assert asked.words == [word for sentence in asked.sentences for word in sentence]


def test_of_an_over_long_question_the_beginning_and_the_end_count():
    words = read_question("spare key? " + "noise " * QUESTION_CHARS + "东京", NOW).words
    assert {"spare", "key", "东京"} <= set(words)
    assert len(words) < QUESTION_CHARS


def test_a_speaker_is_named_by_the_whole_name():
    speakers = {"Anna Lee": frozenset({"anna", "lee"}), "Bo": frozenset({"bo"}), "…": frozenset[str]()}
    assert named(["anna", "bo"], speakers) == {"Bo"}
