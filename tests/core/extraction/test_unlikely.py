"""Values that are none: no language, allergen, trade or place, a name everyone knows; the common ones are kept."""

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
        "我的母语是无语",
        "我對錢過敏",
        "I work as a professional napper",
        "我的职业是专业带薪拉屎",
        "我的工作是當廢物",
        "I'm from the internet",
        "My name is Inigo Montoya, you killed my father",
        "我老公叫吴彦祖",
        "I work at Dunder Mifflin",
        "我的爱好是呼吸",
        "My hobbies include breathing",
        "my blood type is coffee",
        "I have a PhD in overthinking",
        "I have a degree in googling",
        "我毕业于家里蹲大学",
    ],
)
def test_what_is_hardly_so_is_asked_about(text: str):
    told = read(text)
    assert told
    assert {(fact["grounded"], fact.get("reason")) for fact in told} == {(False, JEST)}


@pytest.mark.parametrize(
    "text",
    [
        "我的母语是维吾尔语",
        "I speak Tamil",
        "我對蝦子過敏",
        "I'm allergic to amoxicillin",
        "I work as a radiographer",
        "我的职业是模具工程师",
        "I'm from the north of Spain",
        "My hobbies include pottery",
        "我的爱好是钓鱼",
        "my blood type is AB",
        "I have a degree in nursing",
        "I have a PhD in linguistics",
        "I no longer speak gibberish",
        "I work at Acme.",
        "To save us time in the future, I am vegetarian",
        "我在Acme公司上班",
        "我在Acme公司上班，做會計",
    ],
)
def test_what_is_of_the_kind_its_slot_holds_is_not(text: str):
    assert all(fact["grounded"] for fact in read(text))
