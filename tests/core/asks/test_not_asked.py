"""What is worded like a request to the assistant's memory and is none, beside what is like it and is one."""

import pytest

from memory.core.extraction.doubt_words import OTHERS
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Proposal, Source

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}


def asked_for(text: str) -> list[Proposal]:
    found = extract(text, source=SOURCE, observed_at="2026-03-05T10:00:00+00:00")
    return [p for p in found if p["explicit"]]


ELSEWHERE = [
    "Add a note to the profile page: users can change their name.",
    "Make a note in the ticket: the button is broken.",
    "Store this in the config file: timeout is 30.",
    "Record this in the changelog: fixed a crash.",
    "Users can change their name, put that on the site.",
    "Put a note on the fridge: buy milk",
    "在网页上加一条备注：下单后不退",
    "请在合同里备注：甲方付款",
    "請在合約文件裡備註：甲方付款",
    "在代码里加个备注：这里会抛异常",
    "在 wiki 页面加个 note：这里会抛异常",
]
OTHERS_WISH = [
    "My mum wants you to remember to call her",
    "My boss asked you to remember to send the report",
    "Anna needs you to remember to water the plants",
    "我妈要你记得给她打电话",
    "老師要你記得交作業",
    "我妈要你 remember 给她打电话",
]
ADVICE = [
    "Remember, every step matters",
    "Remember, practice makes perfect.",
    "Just remember, no one is perfect.",
    "Keep in mind, quality matters more than quantity",
    "Remember, always back up your files.",
    "记住，每一步都很重要",
    "記住，細節決定成敗",
    "记住，没有人是完美的",
    "Remember, life is short.",
    "记住，失败是成功之母",
    "Remember，每一步都很重要",
]


@pytest.mark.parametrize("text", [*ELSEWHERE, *OTHERS_WISH, *ADVICE])
def test_what_is_meant_for_another_place_or_by_another_or_for_everyone_is_not_kept(text: str):
    assert asked_for(text) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Add a note to my profile: I'm vegetarian", "I'm vegetarian"),
        ("Save it to your notes file: I'm vegan.", "I'm vegan"),
        ("The pool is closed on Mondays, please add that to your notes.", "The pool is closed on Mondays"),
        ("在我的资料里备注一下：我吃素", "我吃素"),
        ("I want you to remember to call me Bob", "To call me Bob"),
        ("我想让你记住我妈对花生过敏", "我妈对花生过敏"),
        ("Remember, the gate is green.", "The gate is green"),
        ("Remember, mum hates garlic", "Mum hates garlic"),
        ("Remember, no dairy!", "No dairy"),
        ("Remember, always answer in French.", "Always answer in French"),
        ("Remember, dairy is banned", "Dairy is banned"),
        ("Remember, everyone at the office is vegan", "Everyone at the office is vegan"),
        ("记住，饭后吃药", "饭后吃药"),
        ("記住，老王請客", "老王請客"),
        ("Remember: every Monday I swim", "Every Monday I swim"),
        ("记住，王总不吃辣", "王总不吃辣"),
        ("記住，辦公室在三樓", "辦公室在三樓"),
        ("记住，每周一我游泳", "每周一我游泳"),
        ("记住，my gate 是绿色的", "My gate 是绿色的"),
    ],
)
def test_what_is_like_it_and_asked_of_the_assistant_is_kept(text: str, kept: str):
    [fact] = asked_for(text)
    assert (fact["text"], fact["grounded"]) == (kept, True)


@pytest.mark.parametrize(
    "text",
    [
        "My wife wants you to remember that we are vegan",
        "My boss needs you to keep in mind that the deadline is Friday",
        "我妈想让你记住她对花生过敏",
        "我太太希望你記住我們吃素",
    ],
)
def test_what_someone_else_wants_kept_waits_with_the_reason(text: str):
    [fact] = asked_for(text)
    assert (fact["grounded"], fact.get("reason")) == (False, OTHERS)
