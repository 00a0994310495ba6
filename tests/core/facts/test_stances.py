"""A statement that denies another ends it, whichever was said first; what only shares words with it stays."""

import pytest

from memory.core.extraction.extraction import extract
from memory.core.facts.current import current, history
from memory.core.facts.facts import Assertion, Source
from memory.core.facts.proposals import make_proposal

NOW = "2026-04-01T00:00:00+00:00"


def told(text: str, day: int) -> Assertion:
    source: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": f"e{day}"}
    at = f"2026-03-{day:02d}T10:00:00+00:00"
    fact = make_proposal(text=text, kind="profile", quote=text, message=text, source=source, observed_at=at)
    return {**fact, "approved_at": at}


def held(*texts: str) -> list[str]:
    assertions = [told(text, day) for day, text in enumerate(texts, start=1)]
    return [span["fact"]["text"] for span in current(assertions[::-1], NOW)]


CONTRADICT = [
    ("I drink coffee every morning", "I no longer drink coffee"),
    ("I drink coffee with milk", "I don't drink coffee anymore"),
    ("I go to the gym on Mondays", "I stopped going to the gym"),
    ("I can swim", "I can’t swim"),
    ("I have kids", "I have no kids"),
    ("My sister smokes", "My sister doesn't smoke"),
    ("I smoke", "I used to smoke"),
    ("Always answer in English", "Never answer in English"),
    ("I love oysters", "I no longer enjoy oysters"),
    ("I'm working on a podcast about bees", "I stopped working on the podcast"),
    ("我每天早上喝咖啡", "我不再喝咖啡"),
    ("我每天早上喝咖啡", "我不喝咖啡了"),
    ("我每週去健身房", "我不去健身房了"),
    ("我在学日语", "我不学日语了"),
    ("我会游泳", "我不會游泳"),
    ("我没有车", "我有车"),
    ("我每天抽烟", "我再也不抽烟了"),
    ("我每天喝 latte", "我不喝latte了"),
    ("I drink coffee every morning", "I've given up coffee"),
    ("I eat meat", "I gave up meat"),
    ("I no longer drink coffee", "I drink coffee again"),
    ("我每天早上喝咖啡", "我戒咖啡了"),
    ("我每天喝奶茶", "我把奶茶戒了"),
    ("我吃甜食", "我戒了甜食"),
    ("我不喝咖啡了", "我又喝咖啡了"),
]
STAND_TOGETHER = [
    ("I work with Tom's sister at Acme", "I no longer work with Tom"),
    ("I drink coffee liqueur", "I don't drink coffee"),
    ("I drink coffee", "I don't drink coffee after 6 pm"),
    ("I drink coffee on Mondays", "I don't drink coffee on Fridays"),
    ("I drink tea every morning", "I no longer drink coffee"),
    ("I drink coffee every morning", "My sister doesn't drink coffee"),
    ("I eat meat", "I don't eat red meat"),
    ("I have two kids", "I have no cats"),
    ("I drink coffee without sugar", "I drink coffee with milk"),
    ("我喝咖啡牛奶", "我不喝咖啡"),
    ("我不喝茶", "我喝咖啡"),
    ("我妈妈不喝咖啡", "我喝咖啡"),
    ("我每周一去健身房", "我每周五不去健身房"),
    ("I drink tea", "I gave up coffee"),
    ("我喝茶", "我戒咖啡了"),
]


@pytest.mark.parametrize(("one", "other"), CONTRADICT)
def test_of_two_that_contradict_each_other_the_later_holds(one: str, other: str):
    assert held(one, other) == [other]
    assert held(other, one) == [one]
    assert held(one, other, one) == [one]


@pytest.mark.parametrize(("one", "other"), STAND_TOGETHER)
def test_what_only_shares_words_stands_beside(one: str, other: str):
    assert held(one, other) == [one, other]
    assert held(other, one) == [other, one]


GIVEN_UP = [
    ("I love coffee", "I don't drink coffee any more"),
    ("I love coffee with milk", "I no longer drink coffee"),
    ("I enjoy drinking coffee", "I stopped drinking coffee"),
    ("I love meat", "I don't eat meat or fish any more."),
    ("I like cigars", "I quit smoking cigars"),
    ("I love coffee", "I gave up coffee"),
    ("I like coffee", "Remember that I don’t drink coffee anymore"),
    ("我爱喝咖啡", "我不喝咖啡了"),
    ("我喜欢咖啡", "我不再喝咖啡"),
    ("我喜歡喝咖啡", "我現在不喝咖啡了"),
    ("我爱喝咖啡", "我已经戒咖啡了"),
    ("我爱喝 coffee", "我不喝 coffee 了"),
]
STILL_LIKED = [
    ("I love coffee", "I don't drink coffee after 5 pm"),
    ("I love coffee", "I don't drink coffee after 5 pm any more"),
    ("I love coffee", "I don't drink coffee at home any more"),
    ("I love coffee", "I don't drink coffee with milk any more"),
    ("I love coffee", "I don't drink as much coffee any more"),
    ("I love coffee", "I don't drink tea any more"),
    ("I love coffee", "I don't drink coffee"),
    ("I love coffee", "My sister doesn't drink coffee any more"),
    ("I love coffee", "I don't sell coffee any more"),
    ("I love coffee cake", "I don't drink coffee any more"),
    ("I like tennis", "I don't play tennis any more"),
    ("我爱喝咖啡", "我晚上不喝咖啡了"),
    ("我爱喝咖啡", "我不喝茶了"),
    ("我爱喝咖啡", "我妈妈不喝咖啡了"),
    ("我愛喝咖啡", "我今天不喝咖啡了"),
]


def learned(*messages: str) -> list[str]:
    """Return what holds once the rules have read these messages, a day after each other."""
    found: list[Assertion] = []
    for day, text in enumerate(messages, start=1):
        source: Source = {"thread": "t", "conversation": "c", "message": f"m{day}", "entry": f"e{day}"}
        at = f"2026-03-{day:02d}T10:00:00+00:00"
        found += [{**fact, "approved_at": at} for fact in extract(text, source=source, observed_at=at)]
    return [span["fact"]["quote"] for span in current(found[::-1], NOW)]


@pytest.mark.parametrize(("liked", "given_up"), GIVEN_UP)
def test_what_is_done_no_longer_is_liked_no_longer_until_that_is_said_again(liked: str, given_up: str):
    assert liked not in learned(liked, given_up)
    assert liked in learned(given_up, liked)


@pytest.mark.parametrize(("liked", "other"), STILL_LIKED)
def test_what_is_not_plainly_given_up_is_liked_as_before(liked: str, other: str):
    assert liked in learned(liked, other)
    assert liked in held(liked, other)


@pytest.mark.parametrize(
    ("one", "other", "last"),
    [
        ("My desk is number 14", "My desk is number 41 now", "My desk is number 7 now"),
        ("我的工位是14号", "我的工位現在是41号", "我的工位现在是7号"),
    ],
)
def test_another_number_that_holds_now_takes_the_place_of_the_one_before(one: str, other: str, last: str):
    assert held(one, other) == [other]
    assert held(one, other, last) == [last]
    assert held(one, other.replace(" now", "").replace("現在", "")) != [other]
    assert held(one, one.replace("14", "41")) == [one, one.replace("14", "41")]


def test_the_history_tells_what_took_its_place_and_when():
    first, last = told("我每天早上喝咖啡", 1), told("我不再喝咖啡", 2)
    ended, holds = history([last, first], NOW)
    assert (ended["invalid_at"], ended["successor"]) == (last["observed_at"], last["id"])
    assert (holds["invalid_at"], holds["fact"]["text"]) == (None, "我不再喝咖啡")


def test_a_denial_that_ends_by_itself_ends_nothing():
    pause: Assertion = {**told("I don't drink coffee", 2), "valid_until": "2026-03-20"}
    assert [s["fact"]["text"] for s in current([told("I drink coffee", 1), pause], NOW)] == ["I drink coffee"]
