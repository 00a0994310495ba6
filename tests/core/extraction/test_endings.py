"""The end of a fact told in other words than its own ends it, and no other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.extraction.changes import changes, may_change
from memory.core.extraction.doubt_words import PLAYED
from memory.core.extraction.extraction import extract
from memory.core.facts.current import current
from memory.core.facts.facts import Assertion, Proposal, Source
from memory.core.facts.proposals import make_proposal

FIRST, LATER = "2026-03-01T10:00:00+00:00", "2026-03-02T10:00:00+00:00"

ENDS = [
    ("I love oysters.", "After last night I don't love oysters anymore."),
    ("My partner is Alex.", "Alex and I broke up, so cancel the dinner idea."),
    ("I play the violin.", "I stopped playing the violin"),
    ("I play chess.", "I gave up chess last year."),
    ("I'm learning Spanish.", "Well, I gave up learning Spanish"),
    ("I have a dog called Rex.", "Sadly, my dog Rex passed away yesterday."),
    ("I'm working on a novel.", "I finished my novel"),
    ("I have a MacBook Pro.", "I sold my MacBook Pro"),
    ("I have a MacBook Pro.", "I sold my laptop last week"),
    ("I love oysters.", "I don't like oysters anymore."),
    ("I'm working on a podcast about bees.", "I stopped working on the podcast. Too busy."),
    ("我在学德语。", "我放弃学德语了。"),
    ("我在台大讀書。", "我休學了，不在台大讀書了。"),
    ("I swim every Friday", "I no longer swim"),
    ("我养了一只狗叫旺财。", "旺财昨天去世了"),
    ("我老婆叫小陈。", "我和小陳離婚了。"),
    ("我在学日语。", "我不学日语了"),
    ("我在學日語。", "我再也不学日语了"),
    ("我每周五游泳", "我不游泳了"),
    ("I work at Ikea.", "I quit Ikea last week"),
    ("My boyfriend is Jonas.", "Jonas and I aren't together anymore"),
    ("I own a Vespa.", "Sold the Vespa, finally"),
    ("My goal is to run a marathon.", "The marathon is off, I've dropped that goal"),
    ("I love oysters.", "I've gone off oysters"),
    ("我养了一只仓鼠叫豆豆。", "豆豆前天走了"),
    ("我有一辆摩托车。", "摩托车卖掉了"),
    ("我在學韓文。", "韓文放棄了"),
    ("我在字节上班。", "我从字节离职了"),
    ("I love coffee.", "I'm not drinking coffee any more"),
    ("I love playing tennis.", "Well, I don't play tennis any more"),
    ("我爱喝咖啡。", "我再也不喝咖啡了"),
    ("我喜歡打網球。", "我不打网球了"),
]
LEAVES = [
    ("I have a dog called Rex.", "My neighbour's dog Rox died"),
    ("I play chess.", "I quit smoking"),
    ("I play chess.", "If I stopped playing chess, would you mind?"),
    ("I play chess.", "Have I stopped playing chess?"),
    ("I play chess.", "My brother stopped playing chess"),
    ("I play chess.", "Tom said I stopped playing chess"),
    ("I'm working on a novel.", "I finished my homework"),
    ("I love coffee.", "I don't drink coffee after 5 pm any more"),
    ("I love coffee.", "I don't drink coffee any more at work"),
    ("我爱喝咖啡。", "我晚上不喝咖啡了"),
    ("My partner is Alex.", "Alex and I went out"),
    ("I work at Google.", "I left Google Docs open on the TV"),
    ("I work at Ikea.", "I left Ikea with three bags and no receipt"),
    ("My wife is called Ana.", "Ana and I split the bill"),
    ("I have a dog called Bruno.", "I lost Bruno's leash, where do they sell them?"),
    ("I'm learning Finnish.", "I finished a Finnish film last night"),
    ("I own a Vespa.", "My brother sold his Vespa"),
    ("我在学吉他。", "吉他课今天取消了"),
    ("我养了一只狗叫豆豆。", "豆豆走了三公里，累坏了"),
    ("我在台積電上班。", "我離開台積電停車場了"),
    ("我在学日语。", "我不知道了"),
    ("我在学日语。", "我妈妈不学日语了"),
    ("我养了一只狗叫旺财。", "隔壁的来福去世了"),
]


def source(number: int) -> Source:
    return {"thread": "t", "conversation": "c", "message": f"m{number}", "entry": f"e{number}"}


def told(text: str) -> list[Assertion]:
    read: list[Proposal] = extract(text, source=source(1), observed_at=FIRST) or [
        make_proposal(text=text, kind="profile", quote=text, message=text, source=source(1), observed_at=FIRST)
    ]
    return [{**fact, "approved_at": FIRST} for fact in read]


def ends_of(facts: list[Assertion], text: str) -> list[Assertion]:
    found = changes(text, facts, before="m1", source=source(2), observed_at=LATER)
    return [{**fact, "approved_at": LATER} for fact in found]


@pytest.mark.parametrize(("said", "end"), ENDS)
def test_the_end_in_other_words_ends_the_fact_it_is_about(said: str, end: str):
    (fact,) = told(said)
    (ended,) = ends_of([fact], end)
    assert (ended["retracts"], ended["grounded"], ended["quote"] in end) == (fact["id"], True, True)
    assert current([fact, ended], LATER) == []
    assert may_change(end)


@pytest.mark.parametrize(("said", "other"), LEAVES)
def test_what_is_about_something_else_or_not_asserted_ends_nothing(said: str, other: str):
    assert ends_of(told(said), other) == []


def test_of_several_facts_the_named_one_ends():
    facts = [*told("I have a dog called Rex."), *told("I have a cat called Mia.")]
    assert [e["retracts"] for e in ends_of(facts, "Mia died last week")] == [facts[1]["id"]]


@pytest.mark.parametrize("text", ["I live in Lisbon.", "What's the weather?", "不用谢", "I don't know", "我没听懂"])
def test_talk_that_ends_nothing_needs_no_look_at_the_facts(text: str):
    assert not may_change(text)


@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str):
    may_change(text)


def test_in_a_role_play_nothing_ends_and_what_may_be_one_waits():
    facts = told("I work at Ikea.")
    end = "I quit Ikea last week"
    played = changes(end, facts, before="m1", source=source(2), observed_at=LATER, earlier=["Let's role-play a heist."])
    (doubtful,) = changes(end, facts, before="m1", source=source(2), observed_at=LATER, earlier=["You're a spy."])
    assert played == []
    assert (doubtful["grounded"], doubtful["reason"]) == (False, PLAYED)
