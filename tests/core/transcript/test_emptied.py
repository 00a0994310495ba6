"""An entry that was kept long enough says nothing any more, and stands where it stood."""

from datetime import UTC, datetime
from typing import Any

from hypothesis import given
from support.entries import conversation
from support.histories import call, histories

from memory.core.messages.incoming import is_recorded, step_of
from memory.core.messages.repair import call_ids
from memory.core.recall.passages import Veil
from memory.core.summary.due import whole_ends
from memory.core.transcript.branches import said_at
from memory.core.transcript.emptied import NO_LONGER_KEPT, emptied, in_state, is_emptied, still_told
from memory.core.transcript.entries import Entry, Message, Place, make_entry, place_of, upgrade_entry
from memory.core.transcript.utterances import utterances

NOW = datetime(2026, 6, 1, tzinfo=UTC)
_SAME = ("schema", "key", "thread", "time", "parent", "depth", "id", "role", "tool_call_id", "mark")


def chained(history: list[Message]) -> list[Entry]:
    entries: list[Entry] = []
    for message in history:
        parent: Place | None = place_of(entries[-1]) if entries else None
        entries.append(make_entry(message, "T", parent, NOW, "stopped", {"items": ["琥珀"]}, {"learn": False}))
    return entries


@given(histories(media=True, max_size=6))
def test_a_skeleton_keeps_its_place_and_its_calls_and_no_word(history: list[Message]):
    path = chained(history)
    left = [upgrade_entry(emptied(entry, NOW)) for entry in path]
    for before, after in zip(path, left, strict=True):
        assert {k: before.get(k) for k in _SAME} == {k: after.get(k) for k in _SAME}
        assert after.keys() <= {*_SAME, "content", "tool_calls", "emptied"}
        assert (after["content"], call_ids(after), is_emptied(after)) == ("", call_ids(before), True)
        assert all((one["args"], one["name"]) == ({}, "") for one in after.get("tool_calls", []))
        assert emptied(after, NOW) == after
    assert whole_ends(left) == whole_ends(path)


def test_a_leaf_is_told_nothing_of_it():
    asked: Any = {"id": "a", "role": "assistant", "content": "查一下", "tool_calls": [call("c", q="琥珀")]}
    answered: Any = {"id": "r", "role": "tool", "content": "amber", "tool_call_id": "c"}
    path = chained([asked, answered])
    assert len(utterances(path, Veil())) == 2
    assert utterances([emptied(entry, NOW) for entry in path], Veil()) == []


def test_a_message_is_its_entry_also_when_that_says_nothing_any_more():
    entry = conversation(1)[0]
    gone = emptied(entry, NOW)
    assert is_recorded(entry, step_of(gone))
    assert is_recorded(in_state(gone), step_of(gone))
    assert not is_recorded({**entry, "content": "other words"}, step_of(gone))
    assert (
        said_at(entry, None, gone, NOW) == said_at(entry, None, entry, NOW) != NOW
    )  # sent again, it is the same entry


def test_the_state_holds_what_is_told_and_what_the_thread_goes_on_from():
    path = conversation(6)
    left = [emptied(e, NOW) if i < 4 else e for i, e in enumerate(path)]
    assert still_told(left, None) == path[4:]
    assert still_told(left, place_of(path[2])) == [left[2], *path[4:]]
    gone = [emptied(e, NOW) for e in path]
    assert still_told(gone, place_of(path[2])) == [gone[2], gone[5]]
    assert still_told(gone, None) == [gone[5]]
    assert still_told([], None) == []
    result: Any = {"id": "r", "role": "tool", "content": "found", "tool_call_id": "c", "tool_calls": [call("x")]}
    shown = in_state(emptied(make_entry(result, "T", None, NOW), NOW))
    assert shown == {"id": "r", "role": "tool", "content": NO_LONGER_KEPT, "tool_call_id": "c"}
