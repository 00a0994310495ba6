"""Exports of ChatGPT and mem0 are read for what people said; the rest is left out."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memory.core.backup.foreign import ForeignMessage, chatgpt_conversation, mem0_items, mem0_memories_of_one

AT = datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)


def node(parent: str | None, role: str, *parts: Any, kind: str = "text", **more: Any) -> dict[str, Any]:
    content = {"content_type": kind, "parts": list(parts)}
    return {"parent": parent, "message": {"author": {"role": role}, "content": content, "create_time": 1.7e9, **more}}


def test_the_path_to_the_current_message_is_read_in_both_languages_and_no_other_branch():
    mapping = {
        "root": {"parent": None, "message": None},
        "a": node("root", "user", "I live in Lisbon"),
        "b": node("a", "assistant", "好的，记住了"),
        "other": node("a", "assistant", "another answer"),
        "c": node("b", "user", {"asset_pointer": "file"}, "看這張圖", kind="multimodal_text", id="m-c"),
    }
    read = chatgpt_conversation(
        {"id": "x", "title": "旅行", "create_time": 1.7e9, "current_node": "c", "mapping": mapping}
    )
    assert read is not None
    assert (read.id, read.title, read.created) == ("x", "旅行", AT)
    assert read.messages == [
        ForeignMessage("a", "user", "I live in Lisbon", AT),
        ForeignMessage("b", "assistant", "好的，记住了", AT),
        ForeignMessage("m-c", "user", "看這張圖", AT),
    ]


def test_what_nobody_said_is_left_out():
    hidden = {"metadata": {"is_visually_hidden_from_conversation": True}}
    mapping = {
        "s": node(None, "system", "be kind"),
        "h": node("s", "user", "about me: secret", **hidden),
        "t": node("h", "tool", "result"),
        "code": node("t", "assistant", "search()", kind="code"),
        "call": node("code", "assistant", "to a tool", recipient="browser"),
        "u": node("call", "user", "hello"),
    }
    read = chatgpt_conversation({"id": "x", "current_node": "u", "mapping": mapping})
    assert read is not None
    assert [message.text for message in read.messages] == ["hello"]


@pytest.mark.parametrize(
    "item",
    [
        None,
        [],
        {},
        {"id": "x"},
        {"id": 5, "mapping": {}},
        {"id": "x", "mapping": {}, "current_node": "gone"},
        {"id": "x", "mapping": {"a": {"parent": "a", "message": None}}, "current_node": "a"},
        {"id": "x", "mapping": {"a": "text"}, "current_node": "a"},
        {"id": "x", "mapping": {"a": {"parent": [], "message": {"author": 1, "content": 2}}}, "current_node": "a"},
        {"id": "x", "mapping": {"a": node(None, [], "role")}, "current_node": "a"},  # type: ignore[arg-type]  # no role
        {"id": "x", "mapping": {"a": node(None, "user", "kind", kind={})}, "current_node": "a"},  # type: ignore[arg-type]
    ],
)
def test_an_item_of_another_shape_gives_nothing(item: Any):
    assert chatgpt_conversation(item) is None


@pytest.mark.parametrize(
    "time", ["9999-12-31T23:59:59-14:00", "0001-01-01T00:00+14:00", "soon", 1e300, -1, [], 10**400]
)
def test_a_time_that_is_none_is_left_out_and_the_words_are_kept(time: Any):
    mapping = {"a": node(None, "user", "我住在里斯本", create_time=time)}
    read = chatgpt_conversation({"id": "x", "create_time": time, "current_node": "a", "mapping": mapping})
    assert read is not None
    assert (read.created, read.messages) == (None, [ForeignMessage("a", "user", "我住在里斯本", None)])
    assert [one.time for one in mem0_memories_of_one([{"text": "likes tea", "created_at": time}])] == [None]


def test_memories_are_read_from_each_form_of_an_export():
    one = {"id": "1", "memory": "Likes hiking", "user_id": "alex", "created_at": "2025-01-01T00:00:00-07:00"}
    two = {"text": "对花生过敏"}
    for document in ([one, two], {"results": [one, two]}, {"memories": [one, two, 5, {"memory": ""}]}):
        first, second = mem0_memories_of_one(mem0_items(document))
        assert (first.text, first.user, first.time) == ("Likes hiking", "alex", datetime(2025, 1, 1, 7, tzinfo=UTC))
        assert (second.id, second.text, second.time) == ("对花生过敏", "对花生过敏", None)
    assert mem0_items({"results": {}}) == mem0_items("x") == mem0_items(None) == []
