from hypothesis import given
from hypothesis import strategies as st
from support.paths import path_of, paths, user

from memory.core.messages.unrecorded import is_kept, with_unrecorded
from memory.core.transcript.entries import Entry, Message
from memory.core.window.adoption import PathStep


def steps(entries: list[Entry]) -> list[PathStep]:
    return [{"id": e["id"], "key": e["key"], "depth": e["depth"]} for e in entries]


@given(paths(), st.integers(0, 30), st.integers(0, 30))
def test_what_is_kept_is_what_lacks_an_entry_and_keeps_its_first_time(path: list[Entry], recorded: int, later: int):
    said: list[Message] = list(path)
    first = with_unrecorded({}, said[: recorded + later], steps(path[:recorded]), "one")
    again = with_unrecorded(first, said, steps(path[:recorded]), "two", {"budget": 1})
    assert list(again) == [m["id"] for m in said[recorded:]]
    assert all(again[name]["seen"] == "one" for name in first)
    assert {one["seen"] for name, one in again.items() if name not in first} <= {"two"}
    assert [name for name, one in again.items() if "report" in one] == list(again)[-1:]
    assert with_unrecorded(again, said, steps(path), "three") == {}


def test_a_message_changed_since_is_another_one():
    (before,), (after,) = path_of(user("我住在上海")), path_of(user("I live in Lisbon"))
    kept = with_unrecorded({}, [before], [], "one")
    assert (is_kept(before, kept), is_kept(after, kept)) == (True, False)
    assert with_unrecorded(kept, [after], [], "two")["m0"]["seen"] == "two"
    assert not is_kept({**before, "id": "other"}, kept)
