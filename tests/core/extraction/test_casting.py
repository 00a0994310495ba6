"""What follows once a part was given out may be said by a character: it waits. Help from an expert is no part."""

import pytest

from memory.core.extraction.doubt_words import PLAYED
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Proposal, Source

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}


def said(*messages: str, asked: str = "") -> list[Proposal]:
    *earlier, text = messages
    return extract(text, source=SOURCE, observed_at="2026-03-05T10:00:00+00:00", earlier=earlier, asked=asked)


@pytest.mark.parametrize(
    "messages",
    [
        ("You're a gruff innkeeper. Good evening, I'm Bryn and I live in Fenmoor.",),
        ("be my French waiter", "Hello, I'm Paula, I don't eat pork."),
        ("I want to rehearse calling my landlord. You're him.", "Hi, this is Tom, I live in Fenmoor."),
        ("Let's play a murder mystery", "My name is Higgins and I live in Fenmoor."),
        ("你是一只会说话的猫", "我叫阿杰，我在华为上班"),
        ("你當我的阿嬤", "我現在在台積電上班"),
    ],
)
def test_what_follows_a_part_given_out_waits_with_the_reason(messages: tuple[str, ...]):
    told = said(*messages)
    assert told
    assert {(fact["grounded"], fact.get("reason")) for fact in told} == {(False, PLAYED)}


def test_where_the_assistant_acts_what_is_answered_waits():
    [fact] = said("I live in Fenmoor", asked="*nods slowly* And where do you come from, stranger?")
    assert fact.get("reason") == PLAYED


@pytest.mark.parametrize(
    "messages",
    [
        ("You are an expert in tax law. I live in Ghent.",),
        ("you're a star! I live in Ghent.",),
        ("Act as a nutritionist.", "I live in Ghent."),
        ("你是专业的营养师，我住在常州",),
        ("You're a pirate.", "ok stop the role-play", "I live in Ghent."),
    ],
)
def test_help_praise_and_a_scene_called_off_leave_what_is_said_in_earnest(messages: tuple[str, ...]):
    [fact] = said(*messages)
    assert (fact["slot"], fact["grounded"]) == ("home", True)
