import time
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.models.offline_answers import Call, decide
from memory.models.offline_context import Line, Prompt, ToolResult

TOOLS = ("calculator", "current_time", "forget_memory", "search_transcript")
NOTHING = "I have nothing about that in what I can see."
NOTHING_ZH = "我这里没有相关的记录。"
KNOWN = (
    Line("I live in Lisbon", "profile", date="2026-11-29", label="Home"),
    Line("my car is a red Volvo", "summary", date="2026-11-20"),
    Line("I suggest the Alfama hotel", "summary", "assistant", "2026-11-20"),
    Line("I guess your dentist is Dr Costa", "turns", "assistant"),
    Line("Where is my passport?", "turns"),
    Line("The meeting with Ana is on Friday. What do you think?", "turns"),
    Line("I am allergic to peanuts", "facts", date="2026-11-29"),
    Line("我妹妹叫小红", "facts", date="2026-11-28"),
    Line("my flight is TP 443 on 3 May", "passages", date="2026-11-28", conversation="trip"),
    Line("我的酒店是海边旅馆", "passages", date="2026-11-27", conversation="旅行"),
)


def ask(question: str, lines: tuple[Line, ...] = KNOWN, **fields: Any) -> str:
    answer = decide(Prompt(question, lines=lines, **fields), ())
    assert isinstance(answer, str)
    return answer


def result(name: str, text: str, *, failed: bool = False, **args: Any) -> ToolResult:
    return ToolResult(name, args, text, failed)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where do I live?", 'You told me: "I live in Lisbon" (2026-11-29).'),
        ("Do you remember what city I live in?", 'You told me: "I live in Lisbon" (2026-11-29).'),
        ("What am I allergic to?", 'You told me: "I am allergic to peanuts" (2026-11-29).'),
        ("What car do I have?", 'You told me: "my car is a red Volvo" (2026-11-20).'),
        ("When is the meeting with Ana?", 'You told me: "The meeting with Ana is on Friday".'),
        ("我住在哪里？", "你告诉过我：“I live in Lisbon”（2026-11-29）。"),
        ("我妹妹叫什么名字？", "你告诉过我：“我妹妹叫小红”（2026-11-28）。"),
        ("我妹妹叫什麼名字？", "你告訴過我：“我妹妹叫小红”（2026-11-28）。"),
        ("我对什么过敏？", "你告诉过我：“I am allergic to peanuts”（2026-11-29）。"),
        ("我的 Volvo 是什么颜色的？", "你告诉过我：“my car is a red Volvo”（2026-11-20）。"),
    ],
)
def test_a_question_is_answered_by_the_line_that_tells_it(question: str, answer: str):
    assert ask(question) == answer


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("I live in Lyon, my password is hunter2xyz", 'I see "I live in Lyon, my [redacted]" here. The secret in it'),
        ("Could you keep my password hunter2xyz?", 'I see "Could you keep my [redacted]?" here. The secret in it'),
        ("我的密码是 hunter2xyz", "我看到了：“我的[redacted]”。其中的机密"),
        ("Where do I live? My password is hunter2xyz", 'You told me: "I live in Lisbon" (2026-11-29).'),
    ],
)
def test_a_secret_is_not_said_to_be_noted_nor_repeated(said: str, answer: str):
    assert ask(said, secret=True).startswith(answer)


def test_a_passage_names_its_conversation_and_day():
    assert ask("When is my flight?") == (
        'In the conversation "trip" you told me: "my flight is TP 443 on 3 May" (2026-11-28).'
    )
    assert ask("我的酒店是哪家？") == "你在对话“旅行”里告诉过我：“我的酒店是海边旅馆”（2026-11-27）。"


@pytest.mark.parametrize(
    ("question", "nothing"),
    [
        ("What is my mother's name?", NOTHING),
        ("Am I allergic to shellfish?", NOTHING),
        ("What is the capital of France?", NOTHING),
        ("Where does my sister live?", NOTHING),
        ("Where is my passport?", NOTHING),
        ("And when is it?", NOTHING),
        ("我的电话号码是多少？", NOTHING_ZH),
        ("我妹妹住在哪里？", NOTHING_ZH),
        ("我的電話號碼是多少？", "我這裡沒有相關的記錄。"),
    ],
)
def test_what_no_line_tells_is_said_plainly(question: str, nothing: str):
    assert ask(question) == nothing


def test_what_the_assistant_guessed_is_not_taken_for_the_users_word():
    assert ask("Who is my dentist?") == NOTHING


def test_what_the_assistant_said_is_told_as_its_own_when_asked_for():
    assert ask("Which hotel did you suggest?") == 'I said: "I suggest the Alfama hotel" (2026-11-20).'
    said = (Line("建议住海边旅馆。", "turns", "assistant"),)
    assert ask("你建议了什么旅馆？", said) == "我说过：“建议住海边旅馆”。"


def test_the_newest_of_equal_lines_answers():
    lines = (
        Line("I live in Lisbon", "facts", date="2026-11-01"),
        Line("I live in Porto", "facts", date="2026-11-29"),
        Line("I live in Faro", "facts", date="2026-10-01"),
    )
    assert ask("Where do I live?", lines) == 'You told me: "I live in Porto" (2026-11-29).'
    turns = (Line("我住在里斯本", "turns"), Line("我住在波尔图", "turns"))
    assert ask("我住在哪里？", turns) == "你告诉过我：“我住在波尔图”。"


def test_profile_and_facts_go_before_turns_and_turns_before_other_conversations():
    passage = Line("I live in Faro", "passages", date="2026-11-30", conversation="x")
    turn, fact = Line("I live in Lisbon", "turns"), Line("I live in Porto", "profile", date="2026-11-01")
    assert "Porto" in ask("Where do I live?", (turn, fact, passage))
    assert "Lisbon" in ask("Where do I live?", (passage, turn))


def test_what_stands_in_the_message_itself_comes_first():
    assert ask("I moved to Porto. Where do I live?") == 'You told me: "I moved to Porto".'
    assert ask("我的狗叫旺财。我的狗叫什么？") == "你告诉过我：“我的狗叫旺财”。"


def test_facts_that_fit_equally_and_were_told_the_same_day_are_all_told():
    lines = tuple(Line(f"I am allergic to {x}", "facts", date="2026-11-29") for x in ("peanuts", "penicillin"))
    assert ask("What am I allergic to?", lines).count("allergic") == 2


def test_someone_elses_name_is_not_the_users():
    lines = (Line("My sister's name is Ana", "facts"), Line("我妹妹的名字是小红", "facts"))
    assert ask("What is my name?", lines) == NOTHING
    assert ask("我叫什么名字？", lines) == NOTHING_ZH


def test_a_profile_line_is_found_by_the_label_of_its_slot():
    lines = (Line("nurse", "profile", date="2026-11-29", label="occupation"), Line("上海", "profile", label="住处"))
    assert ask("What do I do for a living?", lines) == 'You told me: "nurse" (2026-11-29).'
    assert ask("我住哪儿？", lines) == "你告诉过我：“上海”。"


def test_a_slot_of_many_keys_answers_only_for_the_key_that_is_asked():
    assert ask("What is my phone number?") == NOTHING
    assert ask("What is my car?", (Line("My laptop is a ThinkPad", "facts"),)) == NOTHING
    assert ask("What is my favourite colour?", (Line("My favourite food is sushi", "facts"),)) == NOTHING
    assert "蓝色" in ask("我最喜欢的颜色是什么？", (Line("我最喜欢的颜色是蓝色", "facts"),))


def test_a_single_character_is_found_inside_longer_words():
    assert ask("我喜欢喝什么？", (Line("我喜欢喝龙井茶", "facts"),)) == "你告诉过我：“我喜欢喝龙井茶”。"


def test_several_questions_are_answered_in_turn():
    answer = ask("Where do I live? And what am I allergic to?")
    assert answer.index("Lisbon") < answer.index("peanuts")


def test_what_was_just_said_is_told_back():
    turns = (Line("I like tea", "turns"), Line("Noted.", "turns", "assistant"), Line("你好", "turns"))
    assert ask("我刚才说了什么？", turns) == "你告诉过我：“你好”。"
    assert ask("What did you just say?", turns) == 'I said: "Noted".'


def test_a_request_to_remember_is_quoted_without_its_opening():
    assert ask("what is my code?", (Line("Remember that my code is AB-12", "turns"),)) == (
        'You told me: "my code is AB-12".'
    )
    assert ask("我的门牌号是多少？", (Line("请记住我的门牌号是12", "turns"),)) == "你告诉过我：“我的门牌号是12”。"


def test_an_order_to_forget_is_no_answer():
    assert ask("Where do I live?", (Line("forget that I live in Lisbon", "turns"),)) == NOTHING
    assert ask("我住在哪里？", (Line("忘掉我住在里斯本", "turns"),)) == NOTHING_ZH


def test_of_a_long_message_the_sentence_that_answers_is_quoted():
    filler = "The weather was fine that day and we walked a lot. " * 20
    lines = (Line(f"{filler}My locker code is 4711. {filler}", "turns"),)
    assert ask("What is my locker code?", lines) == 'You told me: "My locker code is 4711".'


def test_what_is_remembered_about_the_user_is_listed():
    assert ask("What do you remember about me?") == (
        "You told me:\n- I live in Lisbon (2026-11-29)\n- I am allergic to peanuts (2026-11-29)\n"
        "- 我妹妹叫小红 (2026-11-28)"
    )
    assert ask("你记得我什么").startswith("你告诉过我：\n- I live in Lisbon（2026-11-29）")
    assert ask("你記得我什麼？", ()) == "我這裡還沒有關於你的記錄。"


def test_an_instruction_sets_the_language_of_the_answer():
    assert ask("Where do I live?", instructions=["Always answer in Chinese"]).startswith("你告诉过我")
    assert ask("我住在哪里？", instructions=["请用英文回答"]).startswith("You told me")
    assert ask("我住在哪里？", instructions=["Do not answer in English"]).startswith("你告诉过我")
    assert ask("Where do I live?", instructions=["用繁體中文回答"]).startswith("你告訴過我")


@pytest.mark.parametrize(
    ("question", "chosen", "answer"),
    [
        ("Where do I live?", "zh-Hans", "你告诉过我"),
        ("我住在哪里？", "zh-Hant", "你告訴過我"),
        ("我住在哪裡？", "en", "You told me"),
        ("我住在哪裡？", "zh-Hans", "你告诉过我"),
    ],
)
def test_the_language_that_is_set_comes_before_that_of_question_and_instructions(
    question: str, chosen: str, answer: str
):
    assert ask(question, language=chosen, instructions=["Always answer in English", "请用中文回答"]).startswith(answer)


def test_statements_are_acknowledged_with_an_echo():
    assert ask("I moved to Porto yesterday.") == 'Noted: "I moved to Porto yesterday."'
    assert ask("我昨天搬到了波尔图") == "知道了：“我昨天搬到了波尔图”"
    assert len(ask("很长的话" * 50_000)) < 200


def test_a_request_to_remember_is_acknowledged_without_a_tool():
    assert decide(Prompt("remember that I like tea"), TOOLS) == 'I will keep that in mind: "I like tea"'
    assert decide(Prompt("请记住我喜欢茶"), TOOLS) == "好的，我记着：“我喜欢茶”"


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("I live in Rome. Remember that I am allergic to figs.", "I am allergic to figs"),
        ("remember that", "My locker is 214"),
        ("我住在上海，请记住我对无花果过敏。", "我对无花果过敏"),
    ],
)
def test_a_request_beside_other_words_or_for_what_was_said_before_is_confirmed(said: str, asked: str):
    lines = (Line("My locker is 214.", "turns"), Line("Noted.", "turns", "assistant"))
    call = decide(Prompt(said, lines=lines), ["propose_memory"])
    assert call == Call("propose_memory", {"text": asked, "quote": said})
    answered = ToolResult("propose_memory", {"text": asked}, "Remembered.", failed=False)
    assert asked in str(decide(Prompt(said, lines=lines, results=[answered]), ["propose_memory"]))


def test_beside_a_request_to_remember_a_question_is_answered_too():
    said = "Remember that I am allergic to figs. Where do I live?"
    answered = ToolResult("propose_memory", {"text": "I am allergic to figs"}, "Remembered.", failed=False)
    told = str(decide(Prompt(said, lines=KNOWN, results=[answered]), ["propose_memory"]))
    assert told.startswith('I will keep that in mind: "I am allergic to figs"')
    assert "Lisbon" in told


def test_a_request_that_means_nothing_is_asked_back():
    assert ask("Remember that") == "Tell me what to remember."
    assert ask("记住这个") == "请告诉我要记住什么。"


def test_a_long_key_in_a_chinese_message_does_not_make_the_answer_english():
    assert ask("我的链接是 https://example.com/a/very/long/path/with/many/words").startswith("知道了")


def test_it_says_what_it_is_and_how_to_set_a_real_model():
    assert "offline model" in ask("Who are you?")
    assert "HOLDFAST_MODEL" in ask("你是谁？")
    assert "離線模型" in ask("你是誰？")


def test_greetings_empty_messages_and_images_get_a_fitting_answer():
    assert ask("hi").startswith("Hello")
    assert ask("你好").startswith("你好")
    assert "empty" in ask("")
    assert "cannot see" in ask("", media=True)


@pytest.mark.parametrize(
    ("question", "call"),
    [
        ("what is 17*23", Call("calculator", {"expression": "17*23"})),
        ("17乘以23是多少？", Call("calculator", {"expression": "17*23"})),
        ("What time is it?", Call("current_time")),
        ("今天几号？", Call("current_time")),
        ("forget that I live in Lisbon", Call("forget_memory", {"what": "I live in Lisbon"})),
        ("忘掉我住在里斯本", Call("forget_memory", {"what": "我住在里斯本"})),
        ("search our past conversations for the hotel", Call("search_transcript", {"query": "the hotel"})),
        ("搜索我们以前的对话里关于酒店的内容", Call("search_transcript", {"query": "酒店"})),
    ],
)
def test_a_tool_is_called_when_it_is_there(question: str, call: Call):
    assert decide(Prompt(question), TOOLS) == call


def test_without_the_tool_it_says_so_or_answers_from_the_context():
    assert ask("what is 17*23") == "I have no tool for that here."
    assert ask("现在几点？", now="2026-11-30 09:30") == "现在是 2026-11-30 09:30。"
    assert "TP 443" in ask("search our past conversations for my flight")
    assert ask("Forget it.") == "Tell me what to forget."


@pytest.mark.parametrize(
    ("question", "answered", "answer"),
    [
        ("what is 17*23", result("calculator", "391", expression="17*23"), "17*23 = 391"),
        ("现在几点？", result("current_time", "2026-11-30 09:30"), "现在是 2026-11-30 09:30。"),
        ("忘掉我住在里斯本", result("forget_memory", "已忘掉 1 条"), "已忘掉 1 条"),
        ("search for tea", result("search_transcript", "- I like tea"), "This is what I found:\n- I like tea"),
        ("search for tea", result("search_transcript", " "), "I found nothing."),
        ("hi", result("weather", '{"天气": "晴"}'), 'weather answered: {"天气": "晴"}'),
        ("1/0", result("calculator", "division by zero", failed=True), "calculator did not work: division by zero"),
        ("17乘以0", result("calculator", "出错了", failed=True), "calculator 没有成功：出错了"),
    ],
)
def test_a_tools_result_is_told_and_an_error_told_as_one(question: str, answered: ToolResult, answer: str):
    assert decide(Prompt(question, results=[answered]), TOOLS) == answer


def test_after_results_it_answers_whatever_was_asked_and_however_many_there_are():
    results = [result("calculator", str(i), failed=i == 3, expression=f"{i}+0") for i in range(15)]
    answer = decide(Prompt("what is 17*23", results=results), TOOLS)
    assert isinstance(answer, str)
    assert len(answer.splitlines()) == 15


def test_a_huge_result_is_told_in_part():
    answer = decide(Prompt("hi", results=[result("dump", "数" * 5_000_000)]), TOOLS)
    assert isinstance(answer, str)
    assert len(answer) < 2_200


@pytest.mark.parametrize("unit", ["a", " ", "?", "I live in Lisbon. ", "我住在哪里？", "search ", "[2026-11-29", "3+"])
def test_two_hundred_thousand_characters_take_no_more_than_their_share_of_time(unit: str):
    start = time.process_time()
    decide(Prompt(unit * (200_000 // len(unit)), lines=KNOWN), TOOLS)
    assert time.process_time() - start < 5


@settings(max_examples=80)
@given(st.text(max_size=120), st.lists(st.text(max_size=60), max_size=4))
def test_any_message_in_any_context_gets_an_answer_or_a_call(text: str, said: list[str]):
    lines = tuple(Line(t, "turns") for t in said)
    answer = decide(Prompt(text, lines=lines), TOOLS)
    assert isinstance(answer, Call) or answer
    assert isinstance(decide(replace(Prompt(text, lines=lines), results=[result("t", text)]), TOOLS), str)


@pytest.mark.parametrize("question", ["我的狗叫什么名字？", "我的狗叫什麼名字？"])
def test_a_question_about_a_pets_name_is_not_taken_for_ones_own(question: str):
    lines = (Line("我叫小明", "profile"), Line("我养了一只狗叫旺财", "profile"), Line("我养了一只狗叫旺财。", "turns"))
    assert "旺财" in ask(question, lines)
    assert "小明" not in ask(question, lines)
