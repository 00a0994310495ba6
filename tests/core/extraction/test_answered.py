"""A short answer and the question before it make a statement together; anything else makes none."""

import pytest

from memory.core.extraction.answered import answered
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Source

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}


@pytest.mark.parametrize(
    ("asked", "text", "told"),
    [
        ("Are you vegetarian?", "Yes", "I'm vegetarian"),
        ("Good. Do you live in Berlin?", "yep", "I live in Berlin"),
        ("Do you prefer red or white?", "red, always", "I prefer red"),
        ("What's your name?", "Ana", "My name is Ana"),
        ("Where do you live?", "in Lisbon.", "I live in Lisbon"),
        ("How old are you?", "34", "I'm 34 years old"),
        ("What is your favourite colour?", "teal", "My favourite colour is teal"),
        ("您吃素吗？", "是的", "我吃素"),
        ("你住在哪里？", "里斯本", "我住在里斯本"),
        ("你叫什么名字？", "安娜", "我叫安娜"),
        ("I would suggest Astro. Shall we use it for your site?", "yes, let's use it", "Let's use Astro"),
        ("建议用 Vue 3。我们就用它吗？", "好，就用这个", "就用 Vue 3"),
    ],
)
def test_an_answer_and_its_question_make_a_statement(asked: str, text: str, told: str):
    assert answered(text, asked) == told


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("Shall I make it longer?", "Yes"),
        ("Are you sure?", "yes"),
        ("Do you want me to book it?", "yes please"),
        ("Are you vegetarian? Do you eat fish?", "Yes"),
        ("Are you vegetarian or vegan?", "Yes"),
        ("Are you vegetarian?", "No"),
        ("Are you vegetarian?", "ok thanks"),
        ("Are you vegetarian?", "Why do you ask?"),
        ("Where do you live?", "not telling"),
        ("Where do you live?", "that's private"),
        ("You could use Astro or Hugo.", "let's use it"),
        ("It is done.", "Yes"),
        ("你吃素吗？", "谢谢"),
        ("需要我写长一点吗？", "是的"),
    ],
)
def test_what_answers_no_question_about_the_user_makes_none(asked: str, text: str):
    assert answered(text, asked) is None


def test_a_fact_from_an_answer_quotes_the_answer_and_is_grounded():
    [fact] = extract("Yes", source=SOURCE, observed_at="2026-03-05T10:00:00+00:00", asked="Are you vegetarian?")
    assert (fact["slot"], fact["value"], fact["quote"], fact["grounded"]) == ("diet", "vegetarian", "Yes", True)


def test_without_the_question_an_answer_says_nothing():
    assert extract("Yes", source=SOURCE, observed_at="2026-03-05T10:00:00+00:00") == []
