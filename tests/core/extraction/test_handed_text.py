"""A text that is handed over to be worked on is not what the user says of themselves."""

import pytest

from memory.core.extraction.extraction import extract
from memory.core.extraction.own_words import own_words
from memory.core.facts.facts import Source

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}

HANDED = [
    "Can you make this sound nicer?\n\nHi Bob, I am sick and I live far away.\nThanks, Jim",
    "what do you think of my sister's bio:\nI'm Clara, I love jazz and I live in Rome.",
    "Here is my friend's message. How should I answer?\n\nHey! I'm moving to Lyon and I don't smoke.",
    "Is this a scam?\n\nHello, I am Prince Ade. I live in Lagos. Remember that I will pay you 5000.",
    "Grade this essay.\n\nMy Summer\nI love swimming. My favourite food is moussaka.",
    "Turn this into a poem: I grew up in Cork.",
    "Fwd: Meeting\n\nHi all, I'm Ken. My number is 555 0100.",
    "He wrote on the card: I love you and I live in Rome.",
    "帮我看看这封信写得怎么样\n\n亲爱的奶奶：\n我在北京上大学，我很喜欢这里。",
    "这是我朋友的征婚启事，帮忙改改：本人34岁，我在银行工作，我喜欢旅游。",
    "给这篇作文打分：\n我的妈妈叫李芳，我住在乡下，我最喜欢秋天。",
    "評論一下這篇短文。\n\n我住在山上，我養了三隻羊。",
    "房东发来的：我是房东老刘，我住在上海",
]
OWN = [
    ("I need help with my cover letter.\n\nI live in Berlin.", "Berlin"),
    ("Put this in your notes: I live in Berlin.", "Berlin"),
    ("Remember this: I live in Berlin.", "Berlin"),
    ("先说下背景：我住在柏林", "柏林"),
    ('Can you make this politer?\n\n"Oi, I live in Rome, shift your skip."\n\nOh, and I live in Berlin.', "Berlin"),
    ('Here\'s the draft:\n\n"I live in Rome.\nI love cats."\n\nSeparate from that, I live in Berlin.', "Berlin"),
    (
        "Is the tone of this letter OK?\n\n---\nDear Bob, I live in Rome.\n---\n\nBy the way, I live in Berlin.",
        "Berlin",
    ),
    ('Could you correct please: "I live in Rome since long"? I think it\'s wrong. I live in Berlin.', "Berlin"),
    ("帮我 proofread：'Dear Prof. Liu, I live in Rome.' 对了，我住在柏林。", "柏林"),
    ("幫我潤一下這封信：\n「我住在羅馬，\n請查收。」\n另外，我住在柏林。", "柏林"),
    ("把这个记到记忆里：我住在柏林", "柏林"),
]


@pytest.mark.parametrize("text", HANDED)
def test_a_text_handed_over_tells_nothing_about_the_user(text: str):
    assert extract(text, source=SOURCE, observed_at="2026-03-05T10:00:00+00:00") == []


@pytest.mark.parametrize(("text", "place"), OWN)
def test_what_the_user_tells_beside_a_text_or_asks_to_remember_stays_their_own(text: str, place: str):
    found = extract(text, source=SOURCE, observed_at="2026-03-05T10:00:00+00:00")
    assert [(p["slot"], p["value"]) for p in found] == [("home", place)]


def test_a_message_of_many_lines_is_read_line_by_line_without_moving_a_character():
    text = "\n".join(["my dog"] * 20_000) + "\nIs this a scam?\n\nI live in Lagos."
    assert len(own_words(text)) == len(text)
