"""What a question about memory is about."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.why.asked_about import asked_about


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("Why did you forget that I'm allergic to peanuts?", "I'm allergic to peanuts"),
        ("so why don't you remember my birthday?!", "my birthday"),
        ("Why do you think I live in Lisbon", "I live in Lisbon"),
        ("How do you know that I live in 上海?", "I live in 上海"),
        ("Can you tell me why you still know about the blue pot?", "the blue pot"),
        ("where did you get the idea that I like olives?", "I like olives"),
        ("你为什么忘了我对花生过敏？", "我对花生过敏"),
        ("为什么你不记得我住在东京", "我住在东京"),
        ("你為什麼忘記了我的生日呢？", "我的生日"),
        ("你怎么知道我喜欢喝咖啡的？", "我喜欢喝咖啡"),
        ("为什么你把我的生日忘了？", "我的生日"),
        ("你为什么觉得我用 Pixel 9？", "我用 Pixel 9"),
        ("I live in Lisbon.", "I live in Lisbon"),
        ("花生", "花生"),
        ("Why is the sky blue?", "Why is the sky blue"),
    ],
)
def test_a_question_why_something_is_known_or_not_is_about_that_thing(text: str, about: str):
    assert asked_about(text) == about


@given(st.text(min_size=1, max_size=200) | st.text("why did you forget that 为什么你忘了把的，。? I", max_size=200))
def test_what_it_is_about_stands_in_the_question(text: str):
    assert asked_about(text) in text.replace("\x00", "")
