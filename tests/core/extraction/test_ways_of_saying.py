"""The many ways in which people ask to remember something and tell about themselves: a table in both languages."""

import pytest

from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Source

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}


def read(text: str) -> list[tuple[str | None, str]]:
    found = extract(text, source=SOURCE, observed_at="2026-03-05T10:00:00+00:00")
    return [(p["slot"], p["value"] or p["text"]) for p in found if not p.get("retracts")]


ASKED = [
    ("The blue folder has the tax papers. Please keep that in mind for later.", "The blue folder has the tax papers"),
    ("Can you store that my shirt size is M?", "My shirt size is M"),
    ("Please write this down: the boiler code is E119.", "The boiler code is E119"),
    ("could u save this for me: license plate 7XKD220", "License plate 7XKD220"),
    ("It is worth remembering that the trash goes out on Tuesdays.", "The trash goes out on Tuesdays"),
    ("Put this in your notes: I only fly with carry-on.", "I only fly with carry-on"),
    ("Add this to my profile: I'm a morning person.", "I'm a morning person"),
    ("Remember: no cilantro!", "No cilantro"),
    ("Just remember I'm on Windows, ok?", "I'm on Windows"),
    ("FYI for the future: I bike to work.", "I bike to work"),
    ("My daughter sleeps at 8pm (remember this please)", "My daughter sleeps at 8pm"),
    ("The plumber is called Ivo. Please remember that, thanks!", "The plumber is called Ivo"),
    ("Hi! I'd like you to remember something. My blood group is A+.", "My blood group is A+"),
    ("So, could you memorise the following? My blood group is A+.", "My blood group is A+"),
    ("Can you please memorise that my frame is 56 cm? I keep losing the note.", "My frame is 56 cm"),
    ("My locker is on level 3. Please remember that, I always blank on it.", "My locker is on level 3"),
    ("My new card ends in 47. Remember the ending, would you?", "My new card ends in 47"),
    ("Please remember it this time: my team is called Falcon.", "My team is called Falcon"),
    ("Pin this: the kennel opens at 7.", "The kennel opens at 7"),
    ("So you've got it for next time, the school run is at 8:10.", "The school run is at 8:10"),
    ("我的课改到早上了，麻烦记住，不然我又会排错", "我的课改到早上了"),
    ("帮忙记住，我戴隐形眼镜", "我戴隐形眼镜"),
    ("请把我的尺码记下来：上衣M，裤子29", "我的尺码：上衣M，裤子29"),
    ("我家门牌号是8-302，麻烦存一下", "我家门牌号是8-302"),
    ("我的水表号是 551-20。谢谢！记一下吧", "我的水表号是 551-20"),
    ("記住喔，我怕狗", "我怕狗"),
    ("我习惯用飞书，记好了", "我习惯用飞书"),
    ("我身高178，体重70公斤，都记下来", "我身高178，体重70公斤"),
    ("你能帮我记住家里的门牌是8号吗？", "家里的门牌是8号"),
    ("帮我 note 一下：meeting room 是 5F-3", "Meeting room 是 5F-3"),
    ("Please 记一下 my gym is Anytime Fitness", "My gym is Anytime Fitness"),
]
TOLD = [
    ("Hi, I'm Lou from Marseille, a baker.", [("name", "Lou"), ("origin", "Marseille"), ("occupation", "baker")]),
    ("I'm Ana, based in Porto, allergic to nuts.", [("name", "Ana"), ("home", "Porto"), ("allergy", "nuts")]),
    ("My name is Ben. Based in Oslo.", [("name", "Ben"), ("home", "Oslo")]),
    ("I live in Cork. Two cats, Salt and Pepper.", [("home", "Cork"), ("pets", "Salt"), ("pets", "Pepper")]),
    ("I live in Split with my wife Maja.", [("home", "Split"), ("partner", "Maja")]),
    ("we have three kids: Ana, Bo and Cy", [("children", "Ana"), ("children", "Bo"), ("children", "Cy")]),
    ("I speak French and a bit of German", [("language", "French"), ("language", "German")]),
    ("I really like sailing, anything similar?", [("likes", "sailing")]),
    ("I've lived in Bath since 2009", [("home", "Bath")]),
    ("I was born on 3 May 1980 in Graz", [("birthday", "3 May 1980")]),
    ("I bought a Galaxy S24", [("devices", "phone: Galaxy S24")]),
    ("sushi is my favourite food", [("favourites", "food: sushi")]),
    ("I just turned 33", [("age", "33")]),
    ("Sorry, typo: my name is Jon", [("name", "Jon")]),
    ("From now on call me Chief.", [("called", "Chief")]),
    ("我叫何静，34岁，住在合肥", [("name", "何静"), ("age", "34"), ("home", "合肥")]),
    ("大家好，我是林家豪", [("name", "林家豪")]),
    ("我是高雄人", [("origin", "高雄")]),
    ("我養了兩隻貓，叫咖啡跟拿鐵", [("pets", "咖啡"), ("pets", "拿鐵")]),
    ("我家有两个孩子，哥哥叫浩浩，妹妹叫甜甜", [("children", "浩浩"), ("children", "甜甜")]),
    ("平时喜欢骑车和拍照", [("likes", "骑车"), ("likes", "拍照")]),
    ("我叫安安。老公叫吴昊，有个女儿叫果果。", [("name", "安安"), ("partner", "吴昊"), ("children", "果果")]),
    ("我在字节做后端", [("occupation", "后端"), ("work", "字节")]),
    ("我会说日语和一点点法语", [("language", "日语"), ("language", "法语")]),
    ("我手机是红米K70，开特斯拉", [("devices", "手机: 红米K70")]),
    ("我 25 岁，我的 email 是 a@b.example", [("age", "25"), ("email", "a@b.example")]),
]
NOT_THE_USERS = [
    "我是高中生",
    "我是程序员",
    "我是好人",
    "我在东京生活",
    "我老公是医生，喜欢钓鱼，会说法语",
    "我丈夫是军人，叫志强",
    "Based in Berlin, the company sells shoes.",
    "Allergic to nuts? Try seeds.",
    "According to my ex I don't like people.",
    "I'm allergic to Mondays",
    "我对加班过敏",
    "I don't like the layout",
]


@pytest.mark.parametrize(("text", "told"), ASKED)
def test_what_is_to_be_remembered_is_kept_without_the_asking(text: str, told: str):
    assert [fact for _, fact in read(text)] == [told]


@pytest.mark.parametrize(("text", "facts"), TOLD)
def test_what_people_tell_about_themselves_fills_its_slots(text: str, facts: list[tuple[str, str]]):
    assert sorted(read(text), key=str) == sorted(facts, key=str)


@pytest.mark.parametrize("text", NOT_THE_USERS)
def test_no_name_place_or_taste_is_read_where_none_is_told(text: str):
    assert {slot for slot, _ in read(text)} <= {"occupation", "studies"}


def test_each_part_of_a_request_is_a_fact_of_its_own_and_pleasantries_are_none():
    text = "有三点请你记住：第一，我不吃葱；第二，我十二点睡；第三，我住校外。"
    assert read(text) == [("avoids", "葱"), (None, "我十二点睡"), (None, "我住校外")]
    asked = "Please remember I'm vegan and allergic to soy, thanks!"
    assert read(asked) == [("diet", "vegan"), ("allergy", "soy")]


def test_a_request_keeps_what_rules_cannot_read_beside_what_they_can():
    assert read("希望你記住我是色盲，也不吃蛋") == [("avoids", "蛋"), (None, "我是色盲")]
