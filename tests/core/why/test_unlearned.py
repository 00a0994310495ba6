"""Why a saying made no fact."""

import pytest

from memory.core.transcript.entries import Terms
from memory.core.why.unlearned import Saying, why_unlearned

AT = "2026-03-01T09:00:00+00:00"


def reason(text: str, about: str, **more: object) -> str:
    return why_unlearned(Saying(text, "user", AT, **more), about)  # type: ignore[arg-type]  # fields of Saying


@pytest.mark.parametrize(
    ("text", "about", "why"),
    [
        ("Do I like olives?", "olives", "question"),
        ("我喜歡橄欖嗎", "橄榄", "question"),
        ("If I lived in Tokyo I would cycle.", "Tokyo", "supposed"),
        ("如果我住在东京就好了。", "东京", "supposed"),
        ("My sister says she is allergic to cats.", "allergic to cats", "reported"),
        ("There is no celery in the fridge.", "celery", "negated"),
        ("冰箱里没有芹菜了。", "芹菜", "negated"),
        ("The kettle in the office is broken.", "kettle broken", "no_rule"),
        ("办公室的水壶坏了。", "水壶", "no_rule"),
        ('My friend wrote "I am allergic to shellfish and all nuts". Nice weather.', "allergic to shellfish", "quoted"),
        ("书里有一句“我对贝类和所有坚果都严重过敏”，挺有意思。", "贝类过敏", "quoted"),
        ("> I live in Oslo\nWhat does this mean", "I live in Oslo", "quoted"),
        ("```\nname = 'I live in Oslo'\n```\nfix it", "live in Oslo", "code"),
        ("Translate this:\nI was born in Oslo and live in Rome.", "born in Oslo", "pasted"),
        ("Let's role-play: I am a pirate and live on Tortuga.", "pirate", "played"),
        ("I live in a palace, just kidding!", "palace", "jest"),
        ("我住在皇宫里，开玩笑的", "皇宫", "jest"),
        ("I live in Oslo, but please don't save this.", "Oslo", "unkept"),
        ("我住在奥斯陆，這個不用記。", "奥斯陆", "unkept"),
        ("Forget that I live in Oslo.", "I live in Oslo", "forget_request"),
        ("忘掉我住在奥斯陆", "我住在奥斯陆", "forget_request"),
        ("I live in Oslo.", "Oslo", "lost"),
    ],
)
def test_the_rule_that_decided_is_named(text: str, about: str, why: str):
    assert reason(text, about) == why


def test_what_was_chosen_for_the_conversation_comes_before_what_the_words_say():
    assert reason("I live in Oslo.", "Oslo", temporary=True) == "temporary"
    assert reason("I live in Oslo.", "Oslo", terms=Terms(learn=False)) == "learn_off"
    assert reason("I live in Oslo.", "Oslo", terms=Terms(approval="off")) == "learn_off"
    assert reason("I live in Oslo.", "Oslo", earlier=["Let's role-play. I am a knight."]) == "played"
    assert why_unlearned(Saying("You live in Oslo.", "assistant", AT), "Oslo") == "by_assistant"
