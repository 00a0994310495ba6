import json
from time import process_time

from support.histories import IMAGE, call, message, result

from memory.core.transcript.entries import Message, text_of
from memory.core.window.clearing import texts_shortened
from memory.core.window.window import Window, fit_window
from memory.core.window.window_cut import WindowCut
from memory.models.tokenizer import count_message, count_text


def fit(messages: list[Message], room: int, cut: WindowCut | None = None, **options: object) -> Window:
    return fit_window(messages, room, count_message, count_text, cut=cut, **options)  # type: ignore[arg-type]  # options


def ids(window: Window) -> list[str]:
    return [m["id"] for m in window.messages]


def flights(start: int, count: int) -> str:
    rows = [{"flight_number": f"HAT{start + n:03}", "origin": "JFK", "price": 100 + n} for n in range(count)]
    return json.dumps(rows)


def looked_up(number: int, found: str) -> list[Message]:
    """An exchange with one tool call."""
    return [
        message(f"u{number}", "user", f"航班 {number} 有吗？"),
        message(f"c{number}", "assistant", tool_calls=[call(f"x{number}", day=number)]),
        result(f"result-x{number}", f"x{number}", found),
        message(f"a{number}", "assistant", "有的。"),
    ]


def test_a_history_that_fits_is_shown_as_it_is():
    history = [message("u", "user", "你好"), message("a", "assistant", "您好！")]
    assert fit(history, 600) == Window(history, sum(map(count_message, history)))


def test_old_results_are_cleared_to_their_exact_strings_before_any_exchange_goes():
    history = [*looked_up(1, flights(1, 60)), *looked_up(2, flights(101, 60)), message("v", "user", "and now?")]
    window = fit(history, 2_500)
    assert ids(window) == [m["id"] for m in history]
    told = text_of(window.messages[2])
    assert told.startswith(f"[cleared: {len(flights(1, 60)):,} characters of search; exact strings: ")
    assert "HAT060" in told
    assert 'open_earlier("result-x1") shows all of it]' in told
    assert text_of(window.messages[6]) == flights(101, 60)
    assert window.notes == ["tool calls and results cleared to their exact strings: 1"]


def test_a_string_that_one_cleared_result_tells_is_not_repeated_by_the_next():
    same = json.dumps({"booking": "ZX81QR", "note": "x " * 400})
    window = fit([*looked_up(1, same), *looked_up(2, same), *looked_up(3, "ok"), message("v", "user", "?")], 600)
    texts = [text_of(m) for m in window.messages if m["role"] == "tool"]
    assert "ZX81QR" in texts[0]
    assert "ZX81QR" not in texts[1]


def test_huge_arguments_of_an_old_call_do_not_push_their_exchange_out():
    history = [
        message("u", "user", "写一个文件"),
        message("a", "assistant", tool_calls=[call("x", path="/srv/a-1.txt", text="数据 " * 20_000)]),
        result("r", "x", "done"),
        message("v", "user", "thanks"),
    ]
    window = fit(history, 2_000)
    assert ids(window) == ["u", "a", "r", "unanswered-r", "v"]
    assert window.tokens < 500
    assert "/srv/a-1.txt" in window.messages[1]["tool_calls"][0]["args"]["shortened"]


def test_long_old_texts_are_shortened_before_any_exchange_goes_and_a_stored_short_form_is_taken():
    long = "订单 DD20261129001 的情况说明。" + "这一段没有什么要紧的内容。" * 100
    history = [
        message("u", "user", long),
        message("a", "assistant", long),
        message("v", "user", "short"),
        message("b", "assistant", "ok"),
        message("w", "user", long),
    ]
    window = fit(history, 1_900, short={"a": "她问了订单。"})
    assert ids(window) == ["u", "a", "v", "b", "w"]
    assert text_of(window.messages[0]).startswith("订单 DD20261129001")
    assert text_of(window.messages[1]) == (
        f'她问了订单。\n[shortened from {len(long):,} characters; open_earlier("a") shows all of it]'
    )
    assert text_of(window.messages[4]) == long
    assert window.notes == ["texts shortened around their exact strings: 2"]


def test_the_oldest_exchanges_go_whole_and_one_line_tells_their_exact_strings():
    history = [
        message(f"{role[0]}{n}", role, f"{text} {n}. " + "some words " * 60)
        for n in range(20)
        for role, text in (("user", "My order is AB-12345, 金额三万五千元。"), ("assistant", "Noted for Mia Chen."))
    ]
    window = fit(history, 2_000)
    assert window.messages == history[-len(window.messages) :]
    assert window.messages[0]["role"] == "user"
    left = len(history) - len(window.messages)
    assert window.left_out.startswith(f"{left} earlier messages are left out here; search_transcript finds")
    for string in ("AB-12345", "三万五千元", "Mia Chen"):
        assert window.left_out.count(string) == 1
    assert window.notes == [f"older messages out of view: {left}"]
    assert window.tokens <= 2_000 * 0.7


def test_what_the_latest_message_refers_to_comes_back_with_its_neighbours():
    talk = [
        message("u", "user", "公司的預算是 35000元，聯繫人王小明。"),
        message("a", "assistant", "记下了：三万五千元。"),
        message("v", "user", "My order is AB-12345."),
        message("b", "assistant", "It ships on Monday."),
        *(message(f"{r[0]}{n}", r, "filler words " * 50) for n in range(30) for r in ("user", "assistant")),
    ]
    window = fit([*talk, message("w", "user", "那个 3.5万元 还够吗？")], 2_000, days={"u": "2026-11-18"})
    assert window.earlier == [
        "- 2026-11-18 user: 公司的預算是 35000元，聯繫人王小明。",
        "- assistant: 记下了：三万五千元。",
    ]
    assert window.earlier_tokens > 0
    window = fit([*talk, message("w", "user", "where is AB-12345?")], 2_000)
    assert window.earlier == ["- user: My order is AB-12345.", "- assistant: It ships on Monday."]
    assert fit([*talk, message("w", "user", "thank you")], 2_000).earlier == []


def test_what_a_summary_covers_comes_back_too_when_the_latest_message_refers_to_it():
    covered = [message("u", "user", "Reservation OWZ4XL is for May 3."), message("a", "assistant", "好的")]
    window = fit([*covered, message("v", "user", "cancel OWZ4XL")], 900, start=2)
    assert ids(window) == ["v"]
    assert window.left_out == ""
    assert window.earlier == ["- user: Reservation OWZ4XL is for May 3.", "- assistant: 好的"]


def test_fifteen_parallel_results_that_exceed_the_room_share_it():
    calls = [call(f"c{n}", city=f"城市{n}") for n in range(15)]
    results = [result(f"r{n}", f"c{n}", f"结果{n} " + "資料 data " * 3_000) for n in range(15)]
    asked = [message("u", "user", "比较这些城市"), message("a", "assistant", tool_calls=calls), *results]
    for room in (700, 2_000, 10_000):
        window = fit(asked, room)
        assert room / 2 < window.tokens <= room
        assert len(window.messages) == 17
        assert text_of(window.messages[0]) == "比较这些城市"


def test_early_rounds_of_a_long_tool_loop_are_cleared_then_left_out_and_the_question_stays():
    rounds = [
        m
        for n in range(12)
        for m in (message(f"a{n}", "assistant", tool_calls=[call(f"c{n}")]), result(f"r{n}", f"c{n}", flights(n, 60)))
    ]
    loop = [message("u", "user", "继续"), *rounds]
    cleared = fit(loop, 6_000)
    assert ids(cleared) == [m["id"] for m in loop]
    assert text_of(cleared.messages[2]).startswith("[cleared: ")
    assert [text_of(m) for m in cleared.messages[-4:]] == [text_of(m) for m in loop[-4:]]
    left = fit(loop, 1_500)
    assert left.messages[0]["id"] == "u"
    assert ids(left)[-2:] == ["a11", "r11"]
    assert len(left.messages) < len(loop)
    assert "HAT065" in left.left_out
    assert left.tokens <= 1_500


def test_in_a_tool_loop_the_budget_holds_at_every_call_and_a_step_is_rare():
    said, cut, steps = [message("u", "user", "查所有航班")], None, 0
    for n in range(12):
        said += [message(f"a{n}", "assistant", tool_calls=[call(f"c{n}")]), result(f"r{n}", f"c{n}", flights(n, 40))]
        window = fit(said, 6_000, cut)
        assert window.tokens <= 6_000
        steps += window.cut != cut
        cut = window.cut
    assert steps <= 4


def test_a_tool_round_without_a_question_before_it_stays_whole():
    history = [
        message("a", "assistant", tool_calls=[call("x")]),
        result("r", "x", "很长 " * 3_000),
        message("b", "assistant", "z " * 3_000),
    ]
    assert fit(history, 600).tokens <= 600


def test_a_newest_message_of_a_megabyte_is_shown_by_head_and_tail_in_little_time():
    start = process_time()
    middle = "many words " * 45_000 + "order ZX-778899 " + "many words " * 45_000
    window = fit([message("u", "user", f"开头 {middle}问题在结尾？")], 4_000)
    assert process_time() - start < 5
    shown = text_of(window.messages[0])
    assert shown.startswith("开头")
    assert shown.endswith("问题在结尾？")
    assert 'the middle is left out here; open_earlier("u") shows all of it' in shown
    assert 2_000 < window.tokens <= 4_000
    assert window.notes == ["messages of the newest exchange cut to head and tail: 1"]


def test_the_exact_strings_of_a_middle_that_is_cut_out_are_told():
    long = "Please check. " * 150 + "预订号 HAT-90817，金额 8,888元。" + "Please check. " * 150
    shown = text_of(fit([message("u", "user", long)], 400).messages[0])
    assert "exact strings: HAT-90817 · 8,888元" in shown


def test_arguments_of_five_megabytes_in_the_newest_exchange_are_cut():
    asked = message("a", "assistant", tool_calls=[call("x", text="five words of plain text. " * 200_000)])
    window = fit([message("u", "user", "save it"), asked, result("r", "x", "saved")], 1_000)
    assert window.tokens <= 1_000
    assert text_of(window.messages[-1]) == "saved"


def test_reasoning_that_exceeds_the_room_leaves_the_view():
    thought = {"type": "thinking", "thinking": "思考 " * 5_000, "signature": "s"}
    calling = message("a", "assistant", [thought, {"type": "text", "text": "查。"}], tool_calls=[call("x")])
    window = fit([message("u", "user", "why?"), calling, result("r", "x")], 600)
    assert window.tokens < 150
    assert text_of(window.messages[1]) == "查。"


def test_images_are_never_taken_from_the_newest_message_and_a_note_says_they_exceed_the_room():
    window = fit([message("u", "user", [{"type": "text", "text": "what is this? " * 2_000}, IMAGE])], 600)
    assert window.messages[0]["content"][-1] == IMAGE
    assert window.notes[-1] == "window: images, files, calls and the frames of results exceed its room"


def test_without_any_room_the_newest_question_is_still_named():
    window = fit([message("u", "user", "很长的问题 " * 500)], -200)
    assert [m["content"] for m in window.messages] == ["…"]


def test_after_a_summary_moved_the_start_the_cut_begins_anew():
    talk = [message(f"{r[0]}{n}", r, "filler words " * 60) for n in range(20) for r in ("user", "assistant")]
    cut = fit([*talk, message("w", "user", "and?")], 1_500).cut
    assert cut is not None
    moved = fit([*talk, message("w", "user", "and?")], 1_500, cut, start=36, since="key")
    assert (moved.cut, moved.left_out) == (None, "")
    assert ids(moved) == ["u18", "a18", "u19", "a19", "w"]


def test_a_cut_made_behind_a_summary_holds_as_long_as_the_summary_does():
    talk = [message(f"{r[0]}{n}", r, "filler words " * 60) for n in range(20) for r in ("user", "assistant")]
    first = fit([*talk, message("w", "user", "and?")], 1_500, start=10, since="key", before=10)
    assert first.cut is not None
    assert first.cut["since"] == "key"
    more = [*talk, message("w", "user", "and?"), message("b", "assistant", "that is all"), message("x", "user", "ok")]
    again = fit(more, 1_500, first.cut, start=10, since="key", before=10)
    trimmed = fit(more[10:], 1_500, first.cut, since="key", before=10)
    assert trimmed == again
    assert again.cut == first.cut
    assert again.messages[:-2] == first.messages


def test_what_the_state_no_longer_holds_is_still_counted_among_what_is_left_out():
    talk = [message(f"{r[0]}{n}", r, "filler words " * 60) for n in range(20) for r in ("user", "assistant")]
    first = fit([*talk, message("w", "user", "and?")], 1_500)
    trimmed = fit([*talk[8:], message("w", "user", "and?")], 1_500, first.cut, before=8)
    assert trimmed.cut == first.cut is not None
    assert trimmed.left_out == first.left_out


def test_of_what_many_exchanges_name_only_the_newest_comes_back_and_none_if_the_window_names_it_too():
    def talk(named: int) -> list[Message]:
        said = [f"No. {n}: ask {'Mia Chen' if n < named else 'her'} about it. " for n in range(40)]
        users = [message(f"u{n}", "user", text + "filler words " * 30) for n, text in enumerate(said)]
        return [m for u in users for m in (u, message(f"a{u['id']}", "assistant", "ok"))]

    asked = message("w", "user", "who is Mia Chen?")
    assert fit([*talk(40), asked], 3_000).earlier == []
    found = fit([*talk(12), asked], 3_000).earlier
    assert [line[:15] for line in found] == ["- user: No. 11:", "- assistant: ok"]


def test_in_a_tight_room_exact_strings_make_way_for_the_newest_round():
    named = [message(f"v{n}", "user", " ".join(f"RF-{n:02}{i:03}" for i in range(15))) for n in range(15)]
    newest = [
        message("u", "user", "改签到明天，please"),
        message("c", "assistant", tool_calls=[call("x", flight="HAT136")]),
        result("r", "x", "Not enough seats are left on this flight. " * 14),
    ]
    window = fit([*named, *newest], 450)
    assert [text_of(m) for m in window.messages] == [text_of(m) for m in newest]
    assert "RF-" in window.left_out


def test_a_question_too_long_for_its_tool_loop_is_the_same_text_in_each_round():
    history, before = [message("u", "user", "请查订单 order AB-12345，很普通的话 plain words " * 300)], list[Message]()
    cut, steps = None, 0
    for n in range(9):
        window = fit(history, 2_000, cut)
        assert window.tokens <= 2_000
        steps += window.messages[: len(before)] != before
        cut, before = window.cut, window.messages
        calls = [{"id": f"c{n}", "name": "search", "args": {"n": n}}]
        history += [
            message(f"a{n}", "assistant", tool_calls=calls),
            message(f"r{n}", "tool", f"found {n} " * 20, tool_call_id=f"c{n}"),
        ]
    assert steps == 1
    assert any("cut to head and tail" in note for note in window.notes)
    assert ids(window)[0] == "u"


def test_the_short_form_of_an_old_megabyte_is_made_of_its_head_and_tail():
    counted: list[int] = []
    text = f"Order RF-000000 was paid. {'it was an ordinary day. ' * 40_000}订单 RF-039999 已付。"

    def counting(one: str) -> int:
        counted.append(len(one))
        return len(one) // 3

    (short,) = texts_shortened([message("m1", "user", text)], {}, counting)
    assert len(counted) < 10_000
    assert "RF-000000" in text_of(short)
    assert "RF-039999" in text_of(short)
    assert 'open_earlier("m1") shows all of it' in text_of(short)
