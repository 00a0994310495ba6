"""A role-play lasts over messages: what the user says in it is not about the user."""

import pytest

from memory.core.extraction.extraction import extract
from memory.core.extraction.scenes import SCENE_MESSAGES, in_scene
from memory.core.facts.facts import Source

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}


@pytest.mark.parametrize(
    "opening",
    [
        "You play a doctor and I'm the patient, ok?",
        "Let's role-play a job interview.",
        "Pretend I'm a pirate.",
        "I'll play the wizard, you be the dragon.",
        "Let's play pretend: you are my boss.",
        "I'll play the detective.",
        "我们来角色扮演吧",
        "我来演病人，你演医生",
        "你當老師，我當學生",
        "假装我是皇帝",
    ],
)
def test_a_scene_goes_on_over_messages(opening: str):
    assert in_scene([opening, "Hello."], "I'm allergic to penicillin.")


@pytest.mark.parametrize(
    "said",
    [
        "Act as a translator.",
        "I'm the owner of a bakery.",
        "You are right and I was wrong.",
        "I play the violin.",
        "Please remember that I play the piano.",
        "I'll play the cello at the wedding.",
        "I play a doctor in our drama club.",
        "We play football on Sundays.",
        "Let's play chess tonight.",
        "我当老师十年了",
        "我当老师。",
        "我演奏小提琴",
        "我演奏小提琴，也彈鋼琴",
        "Hi!",
    ],
)
def test_what_gives_the_user_no_role_opens_no_scene(said: str):
    assert not in_scene([said], "I live in Rome.")


@pytest.mark.parametrize(
    "closing", ["End of role-play.", "Ok, back to reality.", "stop the game", "游戏结束", "說真的"]
)
def test_a_scene_ends_when_it_is_called_off(closing: str):
    assert not in_scene(["Let's role-play.", closing], "I live in Rome.")
    assert not in_scene(["Let's role-play."], f"{closing} I live in Rome.")


def test_a_scene_is_forgotten_after_some_messages():
    assert not in_scene(["Let's role-play.", *["Hm."] * SCENE_MESSAGES], "I live in Rome.")


def test_nothing_is_learned_in_a_scene():
    earlier = ["You play a doctor and I'm the patient, ok?"]
    at = "2026-03-05T10:00:00+00:00"
    assert extract("I have diabetes, I live in Rome.", source=SOURCE, observed_at=at, earlier=earlier) == []
