from copy import deepcopy
from time import perf_counter

from hypothesis import given, settings
from hypothesis import strategies as st
from support.histories import IMAGE, call, histories, is_valid, message, result

from memory.core.entries import Message, text_of
from memory.core.repair import repaired
from memory.core.window import Window, fit_window
from memory.models.tokenizer import count_message, count_text


def fit(messages: list[Message], budget: int) -> Window:
    return fit_window(messages, budget, count_message, count_text)


@settings(max_examples=60, deadline=None)
@given(histories(), st.integers(600, 4_000))
def test_any_history_fits_stays_valid_and_keeps_the_newest_question(history: list[Message], budget: int):
    before = deepcopy(history)
    window = fit(history, budget)
    assert window.tokens == sum(map(count_message, window.messages)) <= budget
    assert is_valid(window.messages)
    assert [m["id"] for m in history if m["role"] == "user"][-1:] == [
        m["id"] for m in window.messages if m["role"] == "user"
    ][-1:]
    assert bool(window.cut) == (window.messages != repaired(history))
    assert history == before


@settings(max_examples=30, deadline=None)
@given(histories(media=True), st.integers(-500, 4_000))
def test_whatever_the_budget_tool_pairs_stay_whole_and_the_newest_question_stays(history: list[Message], budget: int):
    window = fit(history, budget)
    assert is_valid(window.messages)
    assert [m["id"] for m in history if m["role"] == "user"][-1:] == [
        m["id"] for m in window.messages if m["role"] == "user"
    ][-1:]


def test_a_history_that_fits_is_shown_as_it_is():
    history = [message("u", "user", "你好"), message("a", "assistant", "您好！")]
    assert fit(history, 600) == Window(history, sum(map(count_message, history)))


def test_old_results_are_shortened_before_any_exchange_is_dropped():
    history = [
        message("u", "user", "订单在哪里？"),
        message("a", "assistant", tool_calls=[call("x")]),
        result("r", "x", "order 4711 " * 2_000),
        message("b", "assistant", "在上海。"),
        message("v", "user", "and now?"),
    ]
    window = fit(history, 2_000)
    assert [m["id"] for m in window.messages] == ["u", "a", "r", "b", "v"]
    assert "the transcript has all of it" in text_of(window.messages[2])
    assert window.cut == ["tool calls and results: 1 messages shortened to 300 tokens each"]


def test_huge_arguments_of_an_old_call_do_not_push_their_exchange_out():
    history = [
        message("u", "user", "写一个文件"),
        message("a", "assistant", tool_calls=[call("x", text="数据 " * 200_000)]),
        result("r", "x", "done"),
        message("v", "user", "thanks"),
    ]
    window = fit(history, 2_000)
    assert [m["id"] for m in window.messages] == ["u", "a", "r", "v"]
    assert window.tokens < 500


def test_the_oldest_exchanges_go_whole_and_the_report_counts_them():
    history = [message(f"{role}{n}", role, "句子 " * 100) for n in range(20) for role in ("user", "assistant")]
    window = fit(history, 1_500)
    assert window.messages == history[-len(window.messages) :]
    assert window.messages[0]["role"] == "user"
    assert window.cut == [f"window: {20 - len(window.messages) // 2} of 20 exchanges before the newest are out of view"]


def test_fifteen_parallel_results_that_exceed_the_room_share_it():
    calls = [call(f"c{n}", city=f"城市{n}") for n in range(15)]
    results = [result(f"r{n}", f"c{n}", f"结果{n} " + "資料 data " * 3_000) for n in range(15)]
    for budget in (600, 2_000, 10_000):
        window = fit(
            [message("u", "user", "比较这些城市"), message("a", "assistant", tool_calls=calls), *results], budget
        )
        assert budget / 2 < window.tokens <= budget
        assert len(window.messages) == 17
        assert text_of(window.messages[0]) == "比较这些城市"


def test_early_rounds_of_a_long_tool_loop_go_and_the_question_stays():
    rounds = [
        m
        for n in range(12)
        for m in (message(f"a{n}", "assistant", tool_calls=[call(f"c{n}")]), result(f"r{n}", f"c{n}", "x y " * 900))
    ]
    window = fit([message("u", "user", "继续"), *rounds], 3_000)
    assert window.messages[0]["id"] == "u"
    assert [m["id"] for m in window.messages][-2:] == ["a11", "r11"]
    assert window.tokens <= 3_000
    assert is_valid(window.messages)


def test_a_tool_round_without_a_question_before_it_stays_whole():
    history = [
        message("a", "assistant", tool_calls=[call("x")]),
        result("r", "x", "很长 " * 3_000),
        message("b", "assistant", "z " * 3_000),
    ]
    window = fit(history, 600)
    assert window.tokens <= 600
    assert is_valid(window.messages)


def test_a_newest_message_of_a_megabyte_is_shown_by_head_and_tail_in_little_time():
    start = perf_counter()
    window = fit([message("u", "user", "开头 " + "many words " * 90_000 + "问题在结尾？")], 4_000)
    assert perf_counter() - start < 5
    assert text_of(window.messages[0]).startswith("开头")
    assert text_of(window.messages[0]).endswith("问题在结尾？")
    assert 2_000 < window.tokens <= 4_000


def test_arguments_of_five_megabytes_in_the_newest_exchange_are_cut():
    asked = message("a", "assistant", tool_calls=[call("x", text="five words of plain text. " * 200_000)])
    window = fit([message("u", "user", "save it"), asked, result("r", "x", "saved")], 1_000)
    assert window.tokens <= 1_000
    assert text_of(window.messages[-1]) == "saved"


def test_reasoning_that_exceeds_the_room_leaves_the_view():
    thought = {"type": "thinking", "thinking": "思考 " * 5_000, "signature": "s"}
    window = fit(
        [message("u", "user", "why?"), message("a", "assistant", [thought, {"type": "text", "text": "因为。"}])], 600
    )
    assert window.tokens < 100
    assert text_of(window.messages[-1]) == "因为。"


def test_images_are_never_taken_from_the_newest_message():
    window = fit([message("u", "user", [{"type": "text", "text": "what is this? " * 2_000}, IMAGE])], 600)
    assert window.messages[0]["content"][-1] == IMAGE


def test_without_any_room_the_newest_question_is_still_named():
    window = fit([message("u", "user", "很长的问题 " * 500)], -200)
    assert [m["content"] for m in window.messages] == ["…"]
