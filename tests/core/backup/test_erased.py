"""What a store knows of erases decides what a backup may bring back."""

from hypothesis import given
from hypothesis import strategies as st

from memory.core.backup.erased import Erased, cannot_tell
from memory.core.forgetting.erase_marks import Mark, Phase, root_key, thread_key
from memory.core.ids import decode_label, encode_label, epoch_key, user_root

AT = "2026-03-01T12:00:00+00:00"
LONG = "用户" * 100


def mark(phase: Phase, at: str = AT) -> Mark:
    return {"schema": 1, "phase": phase, "threads": [], "facts": "keep", "at": at}


@given(st.text(max_size=150) | st.sampled_from(["ann", "小林", "A_b", "a--1", LONG]))
def test_a_label_is_read_back_unless_only_a_hash_of_it_is_left(text: str):
    assert decode_label(encode_label(text)) in {text, None}
    assert (decode_label(encode_label(text)) is None) == encode_label(text).startswith("-h")


@given(st.text("ab-0f2", max_size=10))
def test_what_is_no_label_gives_no_text(label: str):
    text = decode_label(label)
    assert text is None or encode_label(text) == label


def test_a_root_is_erased_by_its_mark_or_by_a_later_epoch():
    marks = {root_key("x--0", "s"): mark("done")}
    erased = Erased(marks, {epoch_key("小林", "s"): 2}, "s")
    roots = ["x--0", "x--1", user_root("小林", 1), user_root("小林", 2), user_root("ann", 0)]
    assert [erased.is_root(root) for root in roots] == [True, False, True, False, False]


def test_a_conversation_is_erased_while_it_is_and_for_what_was_seen_before():
    running, done = (Erased({thread_key("r", "t", "s"): mark(phase)}, {}, "s") for phase in ("running", "done"))
    later, before = "2026-03-01T12:00:01+00:00", "2026-03-01T11:00:00+00:00"
    assert (running.is_thread("r", "t", later), running.is_erasing("r", "t")) == (True, True)
    assert (done.is_thread("r", "t", later), done.is_thread("r", "t", before)) == (False, True)
    assert (done.is_erasing("r", "t"), done.is_thread("r", "other", before)) == (False, False)


def test_of_an_id_known_by_its_hash_nobody_can_tell_once_someone_unknown_was_erased():
    hashed, ann = user_root(LONG, 0), user_root("ann", 0)
    ann_moved = Erased({}, {epoch_key("ann", "s"): 1}, "s")
    someone_moved = Erased({}, {epoch_key("ann", "s"): 1, "unknown": 1}, "s")
    assert not cannot_tell(hashed, {}, ann_moved, [hashed, ann])
    assert cannot_tell(hashed, {}, ann_moved, [hashed])
    assert cannot_tell(hashed, {}, someone_moved, [hashed, ann])
    assert not cannot_tell(hashed, {"unknown": 1}, someone_moved, [hashed, ann])
    assert not cannot_tell(ann, {}, someone_moved, [hashed, ann])
