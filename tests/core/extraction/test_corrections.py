"""What a user puts right takes the place of what it is about; anything else that begins with "no" changes nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.extraction.corrections import corrected, correction_in
from memory.core.extraction.extraction import extract
from memory.core.extraction.own_words import own_sentences
from memory.core.facts.current import current, history
from memory.core.facts.facts import Proposal, Source

FIRST, LATER = "2026-03-01T10:00:00+00:00", "2026-03-01T10:01:00+00:00"


def source(message: str, thread: str = "t") -> Source:
    return {"thread": thread, "conversation": "c", "message": message, "entry": f"e{message}"}


def put_right(said: str, correction: str, before: str = "1", thread: str = "t") -> list[Proposal]:
    facts = extract(said, source=source("1", thread), observed_at=FIRST)
    assert facts
    read = correction_in(correction, own_sentences(correction))
    if read is None:
        return []
    return corrected(read, facts, before=before, message=correction, source=source("2"), observed_at=LATER)


RIGHT = [
    ("I live in Lisbon.", "No, I meant Porto", "I live in Porto"),
    ("I live in Lisbon.", "Sorry, I meant Porto, not Lisbon. Can you fix that?", "I live in Porto"),
    ("I live in Lisbon.", "Not Lisbon, Porto.", "I live in Porto"),
    ("I live in Lisbon.", "No, it's not Lisbon, it's Porto", "I live in Porto"),
    ("I live in Lisbon.", "oops, Porto", "I live in Porto"),
    ("I live in Lisbon.", "*Porto", "I live in Porto"),
    ("My name is Anna", "Sorry, it's Hanna", "My name is Hanna"),
    ("I'm allergic to peanuts", "I meant pistachios", "I'm allergic to pistachios"),
    ("My favourite colour is red", "I meant blue", "My favourite colour is blue"),
    ("Remember that the gate opens at nine", "No, not nine, ten", "The gate opens at ten"),
    ("我住在里斯本", "不对，是波尔图", "我住在波尔图"),
    ("我住在里斯本", "不是里斯本，是波尔图", "我住在波尔图"),
    ("我住在里斯本。", "我說錯了，應該是波爾圖。", "我住在波爾圖"),
    ("我对花生过敏", "我是说花粉", "我对花粉过敏"),
    ("我叫王芳", "不好意思，打错了，是王方", "我叫王方"),
    ("我住在 Lisbon", "不对，是 Porto", "我住在 Porto"),
    ("I live in Paris.", "Sorry, I meant I live in Lyon.", "I live in Lyon"),
    ("My name is Ann.", "No, I meant my name is Anna.", "My name is Anna"),
    ("我住在里斯本。", "我是说我住在波尔图", "我住在波尔图"),
    ("我住在里斯本。", "我是說我住在波爾圖", "我住在波爾圖"),
    ("My phone is a Nokia G22", "Swapped the Nokia for a Fairphone 5 last week", "My phone is a Fairphone 5"),
    ("I drive a Fiat Panda", "Traded the Panda in for a Yaris yesterday", "I drive a Yaris"),
    ("我的邮箱是 a@old.example", "邮箱改成 b@new.example 了", "我的邮箱是 b@new.example"),
    ("我的 email 是 a@old.example", "email 换成 b@new.example 了", "我的 email 是 b@new.example"),
    ("我在華碩工作", "我離開華碩，到聯發科了", "我在聯發科工作"),
]
NOTHING = [
    ("I live in Lisbon", "No, it's fine"),
    ("I live in Lisbon", "Actually, I mean it"),
    ("I live in Lisbon", "I meant the red one"),
    ("I live in Lisbon", "wait, Monday"),
    ("I live in Lisbon", "Did I say Lisbon? I meant Porto?"),
    ("I live in Lisbon", 'She said "No, I meant Porto"'),
    ("I live in Lisbon. I'm from Porto.", "No, I meant Faro"),
    ("I live in Lisbon", "No, I meant Lisbon"),
    ("I'm allergic to peanuts", "No, that's all"),
    ("I work at Acme", "Make it shorter"),
    ("我住在里斯本", "不对，是你错了"),
    ("我住在里斯本", "不是，是的"),
    ("我住在里斯本", "应该是明天下雨"),
    ("我住在里斯本", "改成英文"),
    ("My laptop is a Dell XPS", "I swapped the Dell sticker for a cat one"),
    ("我的邮箱是 a@old.example", "邮箱密码改成新的了"),
]


@pytest.mark.parametrize(("said", "correction", "text"), RIGHT)
def test_a_correction_takes_the_place_of_what_it_is_about(said: str, correction: str, text: str):
    wrong = [{**f, "approved_at": FIRST} for f in extract(said, source=source("1"), observed_at=FIRST)]
    (right,) = put_right(said, correction)
    assert (right["text"], right["grounded"], right["quote"] in correction) == (text, True, True)
    told = [*wrong, {**right, "approved_at": LATER}]
    assert [span["fact"]["text"] for span in current(told, LATER)] == [text]  # type: ignore[arg-type]  # assertions
    assert history(told, LATER)[0]["successor"] == right["id"]  # type: ignore[arg-type]  # assertions


@pytest.mark.parametrize(("said", "other"), NOTHING)
def test_what_is_no_correction_of_it_changes_nothing(said: str, other: str):
    assert put_right(said, other) == []


def test_without_the_old_value_only_the_message_before_is_put_right():
    assert put_right("I live in Lisbon", "No, I meant Porto", before="another") == []
    assert put_right("I live in Lisbon", "No, I meant Porto", thread="another") == []
    (named,) = put_right("I live in Lisbon", "Not Lisbon, Porto", before="another", thread="another")
    assert named["value"] == "Porto"


@pytest.mark.parametrize(
    ("said", "stated", "value"),
    [
        ("I live in Paris.", "I meant I live in Lyon", "Lyon"),
        ("I live in Paris.", "I meant to say I live in Lyon", "Lyon"),
        ("My favourite food is ramen.", "Sorry, I meant that my favourite food is sushi", "food: sushi"),
        ("我住在波尔多。", "我是说我住在波尔图", "波尔图"),
        ("我住在波爾多。", "我的意思是我住在波爾圖", "波爾圖"),
    ],
)
def test_a_whole_statement_puts_right_what_was_told_at_any_time_where_only_one_value_holds(
    said: str, stated: str, value: str
):
    (right,) = put_right(said, stated, before="another")
    assert right["value"] == value
    (again,) = put_right(said, stated, before="another", thread="another")
    assert again["value"] == value


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        ("I'm allergic to nuts.", "I meant I'm allergic to shrimp"),
        ("I live in Paris.", "I meant that my sister lives in Lyon"),
        ("I live in Paris.", "I meant I'd like to live in Lyon"),
        ("我对花生过敏", "我是说我对花粉过敏"),
    ],
)
def test_later_a_whole_statement_puts_nothing_right_that_it_does_not_replace(said: str, stated: str):
    assert put_right(said, stated, before="another") == []


@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str):
    read = correction_in(text, own_sentences(text))
    assert read is None or (read.new and read.quote)
