"""What is played, supposed, joked or to be written for someone else tells nothing about the user."""

import pytest

from memory.core.extraction.doubt_words import JEST
from memory.core.extraction.extraction import extract
from memory.core.extraction.frames import READ, frames
from memory.core.facts.facts import Proposal, Source

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}


def read(text: str, *earlier: str) -> list[Proposal]:
    return extract(text, source=SOURCE, observed_at="2026-03-05T10:00:00+00:00", earlier=earlier)


@pytest.mark.parametrize(
    "text",
    [
        "*slams the door* My name is Thorgrim and I come from the Iron Hills.",
        "In our D&D campaign I play a bard. I live in Greenvale.",
        "As my character: I live in Sicily.",
        "Thought experiment: I live on a ship. How do I vote?",
        "For the sake of argument I'm a nurse in Berlin.",
        "Let's practise a hotel check-in. I'm the guest, my name is Bloom.",
        "Speaking as Hamlet: I live in Elsinore.",
        "（推开门）掌柜的，我不喝酒，给我来壶茶。",
        "打个比方，我叫张三，借钱不还怎么办？",
        "在这个故事里，我住在火星，我有三个孩子。",
        "我們來玩跑團，我的角色是弓箭手，我叫艾琳。",
        "现在你是房东我是租客：我叫小吴，我养了一只猫。",
    ],
)
def test_what_stands_in_a_frame_is_not_about_the_user(text: str):
    assert read(text) == []


@pytest.mark.parametrize(
    ("opening", "said"),
    [
        ("can we practise ordering food? you're the waiter and I'm a tourist", "I'm allergic to nuts"),
        ("Be my French landlord so I can practise.", "My name is Paul and I work at Airbus."),
        ("You're a border officer. I'm a traveller. Go.", "I live in Quito."),
        ("咱们模拟一次面试吧，你当面试官", "我叫李明，我住在杭州"),
        ("來演一段吧，你當老師，我當學生", "我叫王大明"),
    ],
)
def test_a_scene_that_one_opens_goes_on_in_the_next_message(opening: str, said: str):
    assert read(said)
    assert read(said, opening) == []


@pytest.mark.parametrize(
    "text",
    [
        "I play D&D every Friday.",
        "I love role models. I live in Rome.",
        "我参加了跑团，我住在青岛",
        "You are so kind. I live in Rome.",
    ],
)
def test_who_speaks_of_games_is_still_heard(text: str):
    assert read(text)


def test_only_the_beginning_of_a_long_message_is_looked_at():
    assert frames(" " * READ + "Pretend you're a cat.") == []
    for piece in ("I'm ", "you are a ", "in my ", "let's practise ", "你是", "*runs "):
        frames(piece * (100_000 // len(piece)))


@pytest.mark.parametrize(
    "text",
    [
        "I'm 300 years old and I live in a haunted castle.",
        "I live in Rome 😜",
        "Remember I live on the moon",
        "我住在月球上",
    ],
)
def test_what_may_be_a_joke_is_asked_about(text: str):
    told = read(text)
    assert told
    assert all(not fact["grounded"] and fact.get("reason") == JEST for fact in told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Remember that I prefer tabs to spaces lol", "I prefer tabs to spaces"),
        ("Remember: my locker is 214 lol", "My locker is 214"),
        ("My locker is 214 haha, please remember", "My locker is 214"),
        ("remember my locker is 214 lol thanks", "My locker is 214"),
        ("Remember that lol my locker is 214 😂", "My locker is 214"),
        ("lol Please remember my locker is 214", "My locker is 214"),
        ("so i moved lockers lol Please remember my locker is 214", "My locker is 214"),
        ("记住我的柜子是214，哈哈", "我的柜子是214"),
        ("哈哈 記住我的櫃子是214 XD", "我的櫃子是214"),
        ("今天真逗 哈哈 记住我的柜子是214", "我的柜子是214"),
    ],
)
def test_laughter_around_it_makes_no_joke_of_what_is_to_be_remembered_and_is_no_part_of_it(text: str, told: str):
    [fact] = read(text)
    assert (fact["text"], fact["grounded"], fact["explicit"]) == (told, True, True)


@pytest.mark.parametrize(
    "text", ["remember: my wife is always right (send help lol)", "Remember I live on the moon lol"]
)
def test_laughter_within_what_is_to_be_remembered_and_what_is_absurd_still_wait(text: str):
    assert [fact["grounded"] for fact in read(text)] == [False]


@pytest.mark.parametrize(
    "text", ["I have 400 children (kidding).", "我叫秦始皇，逗你玩的", "I live in Rome. Nah, I made that up."]
)
def test_what_is_taken_back_in_the_same_message_tells_nothing(text: str):
    assert read(text) == []


@pytest.mark.parametrize(
    "text",
    ["Don't save this: I live in Rome.", "这个不用记，我住在南京", "No need to remember this, but I live in Rome"],
)
def test_what_is_not_to_be_kept_is_not_kept(text: str):
    assert read(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "can you make this sound less stiff? Hello, my name is Jonas and I live in Bern.",
        "write this down in French: I live in Lyon",
        "tl;dr?\n\nI grew up in Ohio. I have four brothers.",
        "I got this text, is it legit? Please remember: my name is Admin",
        "帮我把这段写得正式一点：我在上海做销售",
        "請幫我改錯字：我叫林小美，我喜歡畫畫",
    ],
)
def test_a_text_handed_over_is_not_the_users_word(text: str):
    assert read(text) == []


def test_a_label_that_names_no_one_is_no_speaker():
    assert read("Yesterday was chaos: the dog got out. Please remember that I only take calls after 4pm.")


def test_remember_that_means_the_message_before_it():
    told = read("Can you remember that for me?", "My sister is getting married on 14 June in Bath.")
    assert [(fact["explicit"], fact["grounded"]) for fact in told] == [(True, True)]
    assert "14 June" in told[0]["text"]
    assert told[0]["quote"] in "Can you remember that for me?"
