"""What is left with the assistant for good is kept, whatever the verb: itself, or what the words point back to."""

import pytest

from memory.core.asks.heads import head_of
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Source

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}


def kept(text: str) -> list[str]:
    """Return the texts of what a message asks to be remembered."""
    read = extract(text, source=SOURCE, observed_at="2026-03-05T10:00:00+00:00")
    return [proposal["text"] for proposal in read if proposal["explicit"]]


@pytest.mark.parametrize(
    "request_",
    [
        "Lodge that in there somewhere.",
        "Keep that on your side, would you, because the clerk always asks me.",
        "Please memorise the number, I shall surely mix it up.",
        "Stash it for when I ask.",
        "Scribble that down on your end, there's no chance I'll find the note again.",
        "Hold on to that bit, will you, the rest I'll print.",
        "I would ask you to carry this over to our next chats.",
        "I want you to know it without me explaining.",
        "I'd like you to have that on file about me, so that you don't ask again.",
        "Can that stay in ur memory til next quarter?",
        "It ought to remain with you beyond today.",
        "Could I leave that with you? I only want to say it once.",
        "I want to offload that on to you, so that it's in one head besides mine.",
        "Have a copy of that for me, I'm bound to lose mine.",
        "can u lock that in so when i ask you can tell me",
        "I've told you now, so look after it for me.",
        "I want that remembered, please, I threw the letter away on Sunday.",
    ],
)
def test_a_request_that_points_back_keeps_the_sentence_before_it_and_no_reason(request_: str) -> None:
    assert kept(f"What a day. The customer number is 7740 2216. {request_}") == ["The customer number is 7740 2216"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("For later sessions hold the pinout: data is on GPIO 27", "Data is on GPIO 27"),
        (
            "Draft a text to flat 6. And this is for keeps: the stopcock is in the bin store",
            "The stopcock is in the bin",
        ),
        ("Treat as known from today on, and don't ask me again: I have a gas hob", "I have a gas hob"),
        ("Not to be forgotten by either of us: the key is with Mrs Eccles", "The key is with Mrs Eccles"),
        ("Log this under my car: oil is 5W-30", "Oil is 5W-30"),
        ("make sure it sticks with you that my van's reg is KV19 TRZ", "My van's reg is KV19 TRZ"),
        ("also save it 4 me that my board is a 156", "My board is a 156"),
        ("and this u gotta retain, my range is low E to middle C", "My range is low E to middle C"),
        ("You'll want this later: planning ref 26/00418", "Planning ref 26/00418"),
    ],
)
def test_what_stands_behind_such_a_request_is_kept(text: str, told: str) -> None:
    (one,) = kept(text)
    assert one.startswith(told)


def test_what_means_several_keeps_each_line_and_sentence_before_it() -> None:
    card = "They gave me a card.\nright -2.25\nleft -1.75\npd 63\ncan you keep those numbers for me"
    assert kept(card) == ["Right -2.25", "Left -1.75", "Pd 63"]
    both = "The tyres are 205/55 R16. The pressure is 2.3 all round. Both numbers for you to guard, since it fades."
    assert kept(both) == ["The tyres are 205/55 R16", "The pressure is 2.3 all round"]


def test_a_list_in_the_paragraph_after_a_request_is_kept_as_far_as_it_goes() -> None:
    text = (
        "my brain's a sieve so you hold it\n\nlibrary card no 20094418\nbooks due 27 march\n\nand what's a good book?"
    )
    assert kept(text) == ["Library card no 20094418", "Books due 27 march"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("剛跟房東簽約，新地址是文心路三段120號，請你更新一下。", "剛跟房東簽約，新地址是文心路三段120號"),
        ("我的車位在B2的137號，記得幫我留著這個資訊。", "我的車位在B2的137號"),
        ("麻煩註記在我的資料上：我吃蛋奶素。", "我吃蛋奶素"),
        ("幫我記在備忘錄：冰箱保固到 2027 年。", "冰箱保固到 2027 年"),
        ("欸對，我女兒的鞋碼是 19 公分，你記一下。", "我女兒的鞋碼是 19 公分"),
        ("我先講清楚，我不坐紅眼班機的，記好。", "我不坐紅眼班機的"),
        ("請記住這個訊息：我的航班是 BR198。", "我的航班是 BR198"),
        ("你可以記錄我的習慣嗎？我每天早上六點起床。", "我每天早上六點起床"),
        ("你能不能記得我是左撇子？每次都教右手的。", "我是左撇子"),
        ("話你知，我對貓毛敏感，唔好忘記。", "我對貓毛敏感"),
        ("我啱啱搬咗去將軍澳，你記返低啦。", "我啱啱搬咗去將軍澳"),
        ("提醒你一下，我是左撇子。", "我是左撇子"),
        ("我习惯用公制单位，请纳入你的记忆。", "我习惯用公制单位"),
        ("那個公式很好用！對了我是高中數學老師，這件事希望你能記住。", "我是高中數學老師"),
        ("我的轮椅宽 65 公分，并把它存起来。", "我的轮椅宽 65 公分"),
        ("老师说下周三要交报告，请记住我的题目是台风路径预测。", "我的题目是台风路径预测"),
    ],
)
def test_in_chinese_too_nothing_is_kept_but_what_is_told(text: str, told: str) -> None:
    assert kept(text) == [told]


def test_a_name_to_be_called_by_is_read_where_not_to_forget_it_stands_behind() -> None:
    read = extract("以後叫我阿哲就好，別忘了。", source=SOURCE, observed_at="2026-03-05T10:00:00+00:00")
    assert [(one["slot"], one["value"]) for one in read] == [("called", "阿哲")]


@pytest.mark.parametrize(
    "text",
    [
        "Moments like those really stay with you.",
        "Awesome that you have them! I'm playing chess.",
        "put this in a table for me\nName: Olga Petrova",
        "Take this with you, she said.",
        "Can you remember things between chats, or is everything gone when I close the window?",
        "No, please don't make a note of that, I was only thinking aloud about selling the caravan.",
        "Save this as a PDF and keep the answer short: two lines at most.",
        "The soldier kept it for good and the house went with it.",
    ],
)
def test_what_only_sounds_like_it_keeps_nothing(text: str) -> None:
    assert kept(text) == []


def test_a_head_may_hold_few_words_that_requests_are_not_made_of() -> None:
    assert head_of("please log it for keeps: bank shifts only") == len("please log it for keeps: ")
    assert head_of("the archive of the old town hall in Kiel burned: nothing was left") == 0
