"""A text that is handed over to be worked on is not what the user says of themselves."""

import pytest

from memory.core.extraction.doubt_words import OTHERS
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


ASKED = [
    "Here is the schedule: Mon gym, Tue swim. Please remember that my locker is 214",
    "Here are the results: 3, 4, 5. Also, please remember that my locker is 214",
    "Schedule: Mon gym. Please remember that my locker is 214",
    "How do I fix this\nerror 23\nPlease remember that my locker is 214",
    "Why is this broken\nTypeError: x is None\n\nPlease remember that my locker is 214",
    "这是日程：周一健身，周二游泳。请记住我的柜子是214",
    "以下是數據：3、4、5。請記住我的櫃子是214",
    "这个怎么改\n错误 23\n请记住我的柜子是214",
]
BEHIND_LABEL = [
    "Tom: how are you? Please remember that my locker is 214",
    "Ingredients: eggs, flour. What can I bake? Also remember that my locker is 214",
    "张三：你好吗？请记住我的柜子是214",
    "小王：你好嗎？Please remember that my locker is 214",
]
NOT_ASKED = [
    "Here is the letter: Dear John, please remember that my name is Ann. Yours, Ann",
    "Here is the text: I live in Rome. Please remember that I'm vegan.",
    "Translate this: hello. Please remember that my locker is 214",
    "How can I polish this\nHi all.\nPlease remember that my office is shut",
    "Tom: Please remember that my locker is 214",
    "Tom: hi. Please remember that my locker is 214\nAnn: ok",
    "Tom: hi. Please remember that my locker is 214\nMe: ok",
    "以下是文章：我住在罗马。请记住我吃素。",
    "翻译：你好。请记住我的柜子是214",
]


@pytest.mark.parametrize("text", ASKED)
def test_beside_ones_own_data_and_a_question_about_some_trouble_a_request_is_heard(text: str):
    found = extract(text, source=SOURCE, observed_at="2026-03-05T10:00:00+00:00")
    assert [(p["text"][-3:], p["explicit"], p["grounded"]) for p in found if "214" in p["text"]] == [
        ("214", True, True)
    ]


@pytest.mark.parametrize("text", BEHIND_LABEL)
def test_a_request_behind_a_label_that_may_name_who_speaks_waits_with_the_reason(text: str):
    [fact] = extract(text, source=SOURCE, observed_at="2026-03-05T10:00:00+00:00")
    assert (fact["text"][-3:], fact["grounded"], fact.get("reason")) == ("214", False, OTHERS)


@pytest.mark.parametrize("text", [*HANDED, *NOT_ASKED])
def test_a_text_handed_over_tells_nothing_about_the_user(text: str):
    assert extract(text, source=SOURCE, observed_at="2026-03-05T10:00:00+00:00") == []


@pytest.mark.parametrize(("text", "place"), OWN)
def test_what_the_user_tells_beside_a_text_or_asks_to_remember_stays_their_own(text: str, place: str):
    found = extract(text, source=SOURCE, observed_at="2026-03-05T10:00:00+00:00")
    assert [(p["slot"], p["value"]) for p in found] == [("home", place)]


def test_a_message_of_many_lines_is_read_line_by_line_without_moving_a_character():
    text = "\n".join(["my dog"] * 20_000) + "\nIs this a scam?\n\nI live in Lagos."
    assert len(own_words(text)) == len(text)
