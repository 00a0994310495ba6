"""What ended is not told as current in a new conversation: the passage that says it carries a mark."""

import pytest
from support.in_process import House


@pytest.mark.parametrize(
    ("said", "ended", "asked", "told"),
    [
        ("I work at Siemens as an engineer.", "I no longer work at Siemens.", "Where do I work?", "no longer"),
        ("我在腾讯上班", "我上个月辞职了", "我在哪里上班？", "起不再成立"),
        ("我在台積電上班", "我已經不在台積電上班了", "我在哪裡上班？", "不在台積電"),
    ],
)
async def test_what_ended_is_told_as_ended(house: House, said: str, ended: str, asked: str, told: str):
    for text in (said, ended):
        await house.say(text, thread="one")
    assert told in await house.say(asked, thread="two")
