"""Whom words are about and whether they are meant so: beginnings, values that are none, what is taken back at once."""

import pytest

from memory.core.extraction.doubt_words import JEST
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Proposal, Source

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}


def read(text: str) -> list[Proposal]:
    return extract(text, source=SOURCE, observed_at="2026-03-05T10:00:00+00:00")


@pytest.mark.parametrize(
    "text",
    [
        "As a vegan, she can't eat this, right?",
        "As a nurse, my mother can't take Sundays off.",
        "Being vegan, he skipped the cheese.",
        "As an architect, please check this plan.",
        "作为素食者，他不能来吃火锅",
        "身为医生，我爸很忙",
        "作为一个翻译，请翻译这句",
    ],
)
def test_what_a_sentence_begins_as_is_its_own_subjects(text: str):
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("As a vegan, I skip the cheese.", "vegan"),
        ("As a paramedic I rarely get lunch.", "paramedic"),
        ("作为一名教师，我想问问怎么备课", "教师"),
    ],
)
def test_what_the_speaker_begins_as_is_the_speakers(text: str, value: str):
    assert value in [fact["value"] for fact in read(text)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("我有个朋友叫大伟，住在上海，养了两只猫，喜欢打篮球。", []),
        ("我有個朋友叫大偉。住在上海。喜歡打籃球。", []),
        ("我們有一個女兒，叫欣怡，今年五歲，喜歡畫畫。", ["我們有一個女兒，叫欣怡"]),
        ("我35岁，有一个女儿叫欣怡，喜欢画画。", ["我35岁", "我有一个女儿叫欣怡"]),
        ("我上周见了一个老同学，现在住在成都，在华为工作。", []),
        ("我带我妈去了医院，对青霉素过敏。", []),
        ("我给我儿子买了双鞋，喜欢踢足球。", []),
        ("我老婆是医生。住在上海。", []),
        ("我有个朋友叫大伟，住在上海，我住在北京，喜欢下棋。", ["我住在北京", "我喜欢下棋"]),
        ("我30岁，有一个女儿，住在杭州。", ["我30岁", "我有一个女儿", "我住在杭州"]),
        (
            "我叫许雅婷，养了两只猫叫咪咪和噜噜，不吃牛肉。",
            ["我叫许雅婷", "我养了两只猫叫咪咪", "我养了两只猫叫噜噜", "我不吃牛肉"],
        ),
        ("我是两个孩子的妈妈，住在北京。", ["我住在北京"]),
        ("I have a daughter named Mia, loves drawing.", ["I have a daughter named Mia"]),
        ("I have two sons called leo and max", ["I have two sons called leo", "I have two sons called max"]),
    ],
)
def test_what_is_told_of_whom_the_speaker_brought_in_is_not_the_speakers(text: str, told: list[str]):
    assert [fact["text"] for fact in read(text)] == told


@pytest.mark.parametrize(
    "text",
    [
        "I live in my bed",
        "I moved to Spain... in my dreams",
        "I prefer the shorter version",
        "我住在图书馆",
        "我住在沙發上",
        "我在梦里上班",
    ],
)
def test_what_can_hardly_be_meant_waits(text: str):
    told = read(text)
    assert told
    assert {(fact["grounded"], fact.get("reason")) for fact in told} == {(False, JEST)}


@pytest.mark.parametrize("text", ["I live in a small village near Pau", "I love the sea", "我住在台中", "我住在城里"])
def test_what_is_like_it_and_can_be_meant_is_written(text: str):
    assert [fact["grounded"] for fact in read(text)] == [True]


def test_two_people_of_one_name_in_a_message_are_two():
    told = read("My sister is called Anna. My boss is called Anna.")
    assert len([fact for fact in told if fact["slot"] == "people"]) == 2


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("I'm relocating to Graz in September", "2026-09-01"),
        ("从5月1日起我住在珠海", "2026-05-01"),
        ("从3月1日起我住在珠海", "2026-03-01"),
    ],
)
def test_a_month_or_day_without_a_year_begins_what_is_told(text: str, begins: str):
    [fact] = read(text)
    assert fact["valid_from"] == begins


def test_the_words_that_only_name_what_is_to_be_kept_are_not_kept():
    [fact] = read("请保存这条信息：我家的宽带是电信500兆")
    assert "这条信息" not in fact["text"]
