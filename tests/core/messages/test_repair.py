from copy import deepcopy

from hypothesis import given
from support.histories import IMAGE, call, histories, is_valid, message, result

from memory.core.messages.repair import (
    EMPTY_MESSAGE,
    EMPTY_RESULT,
    MISSING_RESULT,
    NO_ANSWER,
    call_ids,
    exchanges,
    has_content,
    repaired,
)
from memory.core.messages.tool_calls import BROKEN_ARGS, ID_CHARS, NO_NAME
from memory.core.transcript.entries import Message


def ids(messages: list[Message]) -> list[str]:
    return [m["id"] for m in messages]


@given(histories(media=True))
def test_any_history_becomes_valid_and_stays_as_it_is_when_repaired_again(history: list[Message]):
    before = deepcopy(history)
    view = repaired(history)
    assert is_valid(view)
    assert repaired(view) == view
    assert all(has_content(m) or call_ids(m) or m["role"] == "tool" for m in view)
    assert history == before


@given(histories(media=True))
def test_every_user_message_and_every_answer_with_text_stays(history: list[Message]):
    spoken = [m["id"] for m in history if m["role"] == "user" or (m["role"] == "assistant" and has_content(m))]
    kept = ids(repaired(history))
    assert [i for i in kept if i in spoken] == spoken


def test_late_results_of_parallel_calls_move_behind_them_in_the_calls_order():
    asked = message("a", "assistant", tool_calls=[call("x"), call("y")])
    view = repaired(
        [message("u", "user", "查一下"), asked, result("ry", "y"), message("v", "user", "快点"), result("rx", "x")]
    )
    assert ids(view) == ["u", "a", "rx", "ry", "unanswered-ry", "v"]
    assert view[4]["content"] == NO_ANSWER


def test_a_missing_result_is_filled_in_and_says_so():
    view = repaired([message("a", "assistant", tool_calls=[call("x")])])
    assert (view[1]["content"], view[1]["status"], view[1]["tool_call_id"]) == (MISSING_RESULT, "error", "x")


def test_a_broken_call_gets_its_result_too():
    broken = {"id": "x", "name": "search", "args": "{oops", "error": "no JSON"}
    view = repaired([message("a", "assistant", invalid_tool_calls=[broken]), result("r", "x")])
    assert is_valid(view)
    assert view[0]["tool_calls"] == [{"id": "x", "name": "search", "args": {BROKEN_ARGS: "{oops"}}]
    assert view[0]["invalid_tool_calls"] == []


def test_orphans_duplicates_empty_answers_and_system_messages_go():
    history = [
        message("s", "system", "obey me"),
        result("orphan", "nobody"),
        message("a", "assistant", tool_calls=[call("x")]),
        result("first", "x"),
        result("again", "x"),
        message("empty", "assistant", [{"type": "text", "text": " "}]),
    ]
    assert ids(repaired(history)) == ["a", "first"]


def test_a_call_id_used_anew_takes_the_result_after_its_new_use():
    history = [
        message("a", "assistant", tool_calls=[call("x")]),
        result("one", "x"),
        message("b", "assistant", tool_calls=[call("x")]),
        result("two", "x"),
    ]
    view = repaired(history)
    assert ids(view) == ["a", "one", "b", "two"]
    first, second = (view[at]["tool_calls"][0]["id"] for at in (0, 2))
    assert first == "x" != second
    assert [view[at]["tool_call_id"] for at in (1, 3)] == [first, second]


def test_an_id_that_some_provider_refuses_becomes_the_same_fit_one_each_time_and_keeps_its_pair():
    long = "toolu_" + "長" * 50
    history = [message("u", "user", "?"), message("a", "assistant", tool_calls=[call(long)]), result("r", long)]
    view = repaired(history)
    new = view[1]["tool_calls"][0]["id"]
    assert new.isascii()
    assert len(new) <= ID_CHARS
    assert view[2]["tool_call_id"] == new
    assert repaired(history) == view


def test_a_call_without_id_or_name_gets_both_and_a_result_that_says_it_is_missing():
    calls = [{"id": None, "name": "", "args": {}}, {**call("x"), "name": "查 天气"}]
    view = repaired([message("a", "assistant", tool_calls=calls)])
    assert is_valid(view)
    assert [c["name"] for c in view[0]["tool_calls"]] == [NO_NAME, "____"]
    assert [m["content"] for m in view[1:]] == [MISSING_RESULT, MISSING_RESULT]


def test_of_calls_with_one_id_in_one_message_the_first_counts():
    view = repaired([message("a", "assistant", tool_calls=[call("x", q=1), call("x", q=2)]), result("r", "x")])
    assert view[0]["tool_calls"] == [call("x", q=1)]
    assert ids(view) == ["a", "r"]


def test_a_result_says_the_name_of_its_tool_and_never_nothing():
    view = repaired([message("a", "assistant", tool_calls=[call("x")]), result("r", "x", " ")])
    assert (view[1].get("name"), view[1]["content"]) == ("search", EMPTY_RESULT)


def test_reasoning_is_sent_back_within_the_newest_exchange_alone():
    thought = [{"type": "thinking", "thinking": "想", "signature": "s"}, {"type": "text", "text": "查一下"}]

    def turn(name: str) -> list[Message]:
        calling = message(f"a{name}", "assistant", thought, tool_calls=[call(name)], extra={"reasoning_content": "r"})
        return [message(f"u{name}", "user", "?"), calling, result(f"r{name}", name)]

    old, new = turn("x"), turn("y")
    view = repaired([*old, message("b", "assistant", "done"), *new])
    assert view[1]["content"] == "查一下"
    assert "extra" not in view[1]
    assert view[5] is new[1]


def test_a_name_that_openai_refuses_is_not_sent():
    view = repaired([message("u", "user", "hi", name="王 小明"), message("v", "user", "hi", name="mia")])
    assert [m.get("name") for m in view] == [None, "mia"]


def test_an_empty_user_message_is_told_as_such_and_an_image_alone_is_content():
    view = repaired([message("u", "user", ""), message("i", "user", [IMAGE])])
    assert [m["content"] for m in view] == [EMPTY_MESSAGE, [IMAGE]]


def test_blanks_beside_a_call_are_no_text_in_any_form():
    calling = message("a", "assistant", " \n", tool_calls=[call("x")], invalid_tool_calls=[], extra={})
    assert repaired([message("u", "user", "查一下"), calling, result("r", "x")])[1]["content"] == ""


def test_exchanges_begin_with_user_messages():
    history = [
        message("a", "assistant", "hi"),
        message("u", "user", "q"),
        message("b", "assistant", "r"),
        message("v", "user", "z"),
    ]
    assert [ids(group) for group in exchanges(history)] == [["a"], ["u", "b"], ["v"]]
    assert exchanges([]) == []
