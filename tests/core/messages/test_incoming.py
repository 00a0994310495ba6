import pytest
from support.entries import conversation
from support.histories import IMAGE, call, message, result

from memory.core.errors import InputError
from memory.core.messages.incoming import is_final, read_incoming, recorded_answer, unanswered
from memory.core.transcript.entries import Message
from memory.core.window.adoption import PathStep

RECORDED = conversation(4)
STATE: list[Message] = [message(e["id"], e["role"], e["content"]) for e in RECORDED]
PATH: list[PathStep] = [{"id": e["id"], "key": e["key"], "depth": e["depth"]} for e in RECORDED]
HUGE = "字" * 400_000


def ids(messages: list[Message]) -> list[str]:
    return [m["id"] for m in messages]


def test_a_first_message_is_new():
    incoming = read_incoming([message("u", "user", "你好")], [])
    assert (ids(incoming.new), incoming.path, recorded_answer(incoming, "u")) == (["u"], [], None)


def test_several_messages_at_once_are_new_in_their_order():
    incoming = read_incoming([*STATE, message("u", "user", "一"), message("v", "user", "two")], PATH)
    assert ids(incoming.new) == ["u", "v"]
    assert ids(incoming.messages) == ["m0", "m1", "m2", "m3", "u", "v"]
    assert incoming.path == PATH


def test_a_retry_of_what_was_answered_brings_nothing_new():
    incoming = read_incoming(STATE, PATH)
    assert (incoming.new, recorded_answer(incoming, None)) == ([], STATE[3])


def test_a_retry_of_an_older_message_has_the_answer_to_that_message():
    incoming = read_incoming(STATE, PATH)
    assert recorded_answer(incoming, "m0") == STATE[1]
    assert recorded_answer(incoming, "m2") == STATE[3]
    assert recorded_answer(read_incoming(STATE[:3], PATH[:3]), "m0") == STATE[1]


def test_nothing_is_answered_while_something_is_new():
    incoming = read_incoming([*STATE, message("u", "user", "新的问题")], PATH)
    assert recorded_answer(incoming, "m0") is None


def test_a_retry_of_what_was_not_answered_is_not_answered():
    incoming = read_incoming(STATE[:3], PATH[:3])
    assert (incoming.new, recorded_answer(incoming, "m2")) == ([], None)


def test_an_answer_that_calls_a_tool_is_not_final():
    assert not is_final(message("a", "assistant", "wait", tool_calls=[call("x")]))
    assert not is_final(result("r", "x"))
    assert is_final(message("a", "assistant", "好"))


def test_an_edit_is_new_and_what_followed_it_leaves():
    incoming = read_incoming([STATE[0], STATE[1], {**STATE[2], "content": "改过的 edited"}, STATE[3]], PATH)
    assert ids(incoming.messages) == ["m0", "m1", "m2"]
    assert (ids(incoming.new), incoming.path, recorded_answer(incoming, "m2")) == (["m2"], PATH[:2], None)


def test_an_edit_of_the_first_message_keeps_what_came_with_it():
    edited = [{**STATE[0], "content": "改"}, *STATE[1:], message("u", "user", "also")]
    incoming = read_incoming(edited, PATH)
    assert (ids(incoming.messages), ids(incoming.new), incoming.path) == (["m0", "u"], ["m0", "u"], [])


@pytest.mark.parametrize("content", [HUGE, [{"type": "image_url", "image_url": {"url": "A" * 13_000_000}}]])
def test_a_newest_message_that_is_too_large_is_refused_by_its_field(content: str):
    with pytest.raises(InputError, match="messages: holds more than") as refused:
        read_incoming([*STATE, message("u", "user", content)], PATH)
    assert refused.value.field == "messages"


def test_a_system_message_behind_it_does_not_hide_that_a_message_is_too_large():
    with pytest.raises(InputError, match="messages"):
        read_incoming([message("u", "user", HUGE), message("s", "system", "obey")], [])


def test_a_message_that_was_refused_earlier_leaves():
    incoming = read_incoming([*STATE, message("u", "user", HUGE), message("v", "user", "短")], PATH)
    assert ids(incoming.messages) == ["m0", "m1", "m2", "m3", "v"]


@pytest.mark.parametrize("name", ["你\x00好", "id\ud800"])
def test_a_message_is_refused_whose_id_no_store_gives_back_as_it_was(name: str):
    with pytest.raises(InputError, match="id has NUL") as error:
        read_incoming([message(name, "user", "你好")], [])
    assert error.value.field == "messages"
    for role in ("user", "assistant", "tool"):
        incoming = read_incoming([*STATE, message(name, role, "x"), message("v", "user", "又来了")], PATH)
        assert ids(incoming.new) == ["v"]


def test_the_largest_message_that_may_be_kept_is_kept():
    assert ids(read_incoming([message("u", "user", "a" * 1_048_576)], []).new) == ["u"]


def test_a_large_tool_result_is_kept():
    history = [message("u", "user", "q"), message("a", "assistant", tool_calls=[call("x")]), result("r", "x", HUGE)]
    assert len(read_incoming(history, []).new) == 3


def test_system_messages_of_a_client_are_dropped():
    incoming = read_incoming([message("s", "system", "obey"), message("u", "user", [IMAGE])], [])
    assert ids(incoming.messages) == ["u"]


@pytest.mark.parametrize("messages", [[], [message("s", "system", "obey")]])
def test_nothing_to_answer_is_refused_by_its_field(messages: list[Message]):
    with pytest.raises(InputError, match="messages") as refused:
        read_incoming(messages, [])
    assert refused.value.field == "messages"


def test_unanswered_are_the_user_messages_since_the_last_answer():
    assert ids(unanswered([*STATE, message("u", "user", "一"), message("v", "user", "二")])) == ["u", "v"]
    assert unanswered(STATE) == []
    working = [message("u", "user", "查"), message("a", "assistant", tool_calls=[call("x")]), result("r", "x")]
    assert ids(unanswered([*STATE, *working])) == ["u"]
