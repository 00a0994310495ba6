from copy import deepcopy

from hypothesis import given
from support.histories import IMAGE, call, histories, is_valid, message, result

from memory.core.entries import Message
from memory.core.repair import EMPTY_MESSAGE, MISSING_RESULT, call_ids, exchanges, has_content, repaired


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
    assert ids(view) == ["u", "a", "rx", "ry", "v"]


def test_a_missing_result_is_filled_in_and_says_so():
    view = repaired([message("a", "assistant", tool_calls=[call("x")])])
    assert (view[1]["content"], view[1]["status"], view[1]["tool_call_id"]) == (MISSING_RESULT, "error", "x")


def test_a_broken_call_gets_its_result_too():
    broken = {"id": "x", "name": "search", "args": "{oops", "error": "no JSON"}
    assert is_valid(repaired([message("a", "assistant", invalid_tool_calls=[broken]), result("r", "x")]))


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
    assert ids(repaired(history)) == ["a", "one", "b", "two"]


def test_an_empty_user_message_is_told_as_such_and_an_image_alone_is_content():
    view = repaired([message("u", "user", ""), message("i", "user", [IMAGE])])
    assert [m["content"] for m in view] == [EMPTY_MESSAGE, [IMAGE]]


def test_exchanges_begin_with_user_messages():
    history = [
        message("a", "assistant", "hi"),
        message("u", "user", "q"),
        message("b", "assistant", "r"),
        message("v", "user", "z"),
    ]
    assert [ids(group) for group in exchanges(history)] == [["a"], ["u", "b"], ["v"]]
    assert exchanges([]) == []
