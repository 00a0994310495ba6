import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.models.offline_intents import Intent, intent_of
from memory.models.offline_questions import asks_what_you_said, is_question, sentences
from memory.models.offline_sums import expression_in


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("what is 17*23", "17*23"),
        ("What's 17 times 23?", "17 * 23"),
        ("(3+4)/2 等于多少", "(3+4)/2"),
        ("17乘以23", "17*23"),
        ("请算一下 100 除以 4", "100 / 4"),
        ("１２＋３０等于几？", "12+30"),
        ("how much is 1,200 plus 30", "1200 + 30"),
        ("what is 15% of 80?", "15/100*80"),
        ("calculate 2^10", "2**10"),
        ("5 squared", "5 **2"),
        ("7 - 3 =", "7 - 3"),
        ("計算 6 × 7", "6 * 7"),
    ],
)
def test_a_sum_is_found_in_figures_and_words(text: str, expression: str):
    assert expression_in(text) == expression


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-29",
        "555-1234",
        "what is 2026-11-29?",
        "what is 5?",
        "我有3个苹果",
        "call me at +351 912 345 678",
        "",
        "C++",
    ],
)
def test_dates_numbers_and_statements_are_no_sums(text: str):
    assert expression_in(text) is None


@pytest.mark.parametrize(
    "text",
    [
        *("Where do I live?", "what's my name", "which car do I have", "tell me what I drive", "do you know my name"),
        *("我住在哪里", "我叫什么名字？", "我叫什麼名字", "我喜欢喝咖啡吗", "告诉我航班号", "我几岁", "我有多少钱"),
    ],
)
def test_a_question_is_known_with_and_without_its_mark(text: str):
    assert is_question(text)


@pytest.mark.parametrize(
    "text",
    [
        *("I live in Lisbon.", "When I was five I lived in Rome.", "Have a nice day", "Tell me that again later then"),
        *("我住在里斯本。", "我什么都吃", "没什么", "誰都知道我喜歡茶", "我等了好几个小时。", "找了好幾個人"),
    ],
)
def test_a_statement_is_no_question(text: str):
    assert not is_question(text)


def test_whose_words_a_question_is_about_is_known():
    assert asks_what_you_said("What did you suggest?")
    assert asks_what_you_said("你刚才推荐了什么？")
    assert not asks_what_you_said("What did I tell you about Lisbon?")
    assert not asks_what_you_said("我跟你说过什么？")
    assert not asks_what_you_said("我告訴你的航班是哪個？")


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("  ", Intent("empty")),
        ("Hello there!", Intent("greeting")),
        ("你好！", Intent("greeting")),
        ("谢谢", Intent("thanks")),
        ("Who are you?", Intent("identity")),
        ("你是谁？", Intent("identity")),
        ("你是什麼模型？", Intent("identity")),
        ("What do you remember about me?", Intent("about_me")),
        ("你记得我什么", Intent("about_me")),
        ("關於我你都記得什麼？", Intent("about_me")),
        ("what time is it", Intent("time")),
        ("Hi! What's today's date?", Intent("time")),
        ("现在几点了？", Intent("time")),
        ("今天幾號", Intent("time")),
        ("今天是星期几？", Intent("time")),
        ("17乘以23", Intent("sum", "17*23")),
        ("forget that I live in Lisbon.", Intent("forget", "I live in Lisbon")),
        ("Please forget about my flight", Intent("forget", "my flight")),
        ("忘掉我住在里斯本", Intent("forget", "我住在里斯本")),
        ("請把我住在里斯本忘掉吧。", Intent("forget", "我住在里斯本")),
        ("Forget that.", Intent("forget")),
        ("Delete my phone number", Intent("forget", "Delete my phone number")),
        ("I have a new one. Erase my e-mail", Intent("forget", "I have a new one. Erase my e-mail")),
        ("我的電話不用記了", Intent("forget", "我的電話不用記了")),
        ("Can you delete my account?", Intent("ask", "Can you delete my account?")),
        ("Can you forget my birthday?", Intent("forget", "Can you forget my birthday?")),
        ("你忘了我的狗吗", Intent("ask", "你忘了我的狗吗")),
        ("你删了我的电话吗？", Intent("ask", "你删了我的电话吗？")),
        ("search our past conversations for the hotel", Intent("search", "the hotel")),
        ("Search for TP 443 in my chats", Intent("search", "TP 443")),
        ("搜索我们以前的对话里关于里斯本的内容", Intent("search", "里斯本")),
        ("在以前的對話裡搜尋航班", Intent("search", "航班")),
        ("remember that I like tea", Intent("remember", "I like tea")),
        ("Don't forget: the code is AB-12", Intent("remember", "the code is AB-12")),
        ("记住我的护照号是X1234", Intent("remember", "我的护照号是X1234")),
        ("别忘了我喜欢茶", Intent("remember", "我喜欢茶")),
        *(
            (text, Intent("remember", about, text, asked))
            for text, about, asked in (
                ("I live in Lisbon. Remember that I am allergic to peanuts.", "I am allergic to peanuts", ()),
                ("My locker is 214. Remember that.", "My locker is 214", ()),
                ("Could you keep in mind that I hate jazz? Where do I live?", "I hate jazz", ("Where do I live?",)),
                ("我住在上海，請記住我對花生過敏。", "我對花生過敏", ()),
                ("my desk 在 5 楼，帮我 note 一下", "My desk 在 5 楼", ()),
            )
        ),
        ("remember that", Intent("remember")),
        ("Do you remember where I live?", Intent("ask", "Do you remember where I live?")),
        ("你还记得我的航班吗", Intent("ask", "你还记得我的航班吗")),
        ("I forgot my keys", Intent("state", "I forgot my keys")),
        ("我忘了带钥匙", Intent("state", "我忘了带钥匙")),
        ("I work out every day. Where do I live?", Intent("ask", "Where do I live?")),
    ],
)
def test_what_a_message_wants_is_known_in_both_languages(text: str, intent: Intent):
    assert intent_of(text) == intent


def test_sentences_end_at_marks_of_both_languages_and_lines_but_not_in_numbers():
    assert sentences("It costs 3.5 euros. 我住在里斯本。你呢？\nOk") == [
        "It costs 3.5 euros.",
        "我住在里斯本。",
        "你呢？",
        "Ok",
    ]


@given(st.text(max_size=300))
def test_any_text_has_an_intent(text: str):
    assert intent_of(text).kind
