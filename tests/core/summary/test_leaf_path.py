from datetime import UTC, datetime
from typing import Any

from support.paths import assistant, path_of, result, user

from memory.core.facts.facts import Tombstone
from memory.core.recall.passages import Veil
from memory.core.summary.leaf_path import covered, forgotten_since, leaves_on_path
from memory.core.summary.leaves import fold_entries
from memory.core.summary.summary_docs import Leaf
from memory.core.transcript.entries import Entry
from memory.models.tokenizer import count_text

PATH = path_of(*(user(f"句{i}") for i in range(10)))


def leaf(entries: list[Entry]) -> Leaf:
    return fold_entries(entries, Veil(), count_text, now=datetime(2026, 11, 30, tzinfo=UTC))


def tombstone(**fields: Any) -> Tombstone:
    empty = {"schema": 1, "content": "c", "slot": None, "masks": [], "entries": []}
    return {**empty, "threads": ["T"], "forgotten_at": "2026-11-30T10:00:00+00:00", **fields}  # type: ignore[typeddict-item]


def test_leaves_count_from_the_beginning_up_to_the_first_gap():
    first, second, beyond_gap = leaf(PATH[:3]), leaf(PATH[3:5]), leaf(PATH[6:8])
    assert leaves_on_path(PATH, [beyond_gap, second, first]) == [first, second]
    assert leaves_on_path(PATH, [second]) == []


def test_of_two_leaves_that_begin_alike_the_longer_counts():
    short, long = leaf(PATH[:2]), leaf(PATH[:4])
    assert leaves_on_path(PATH, [long, short]) == [long]
    assert leaves_on_path(PATH, [short, long]) == [long]


def test_a_leaf_of_another_branch_is_not_on_the_path():
    branch = [*PATH[:2], *path_of(user("other"), user("another"), parent=PATH[1], prefix="b")]
    assert leaves_on_path(branch, [leaf(PATH[:2]), leaf(PATH[2:4])]) == [leaf(PATH[:2])]
    assert leaves_on_path(branch, [leaf(PATH[:3])]) == []


def test_a_leaf_of_another_branch_that_parts_a_call_from_its_results_is_none_of_this_one():
    called = path_of(user("查一下"), assistant("", ("c1", "find", {}), ("c2", "find", {})), result("c1", "一"))
    interrupted = [*called, *path_of(user("算了"), parent=called[-1], prefix="x")]
    answered = [*called, *path_of(result("c2", "二"), assistant("好的"), parent=called[-1], prefix="y")]
    cut, whole = leaf(called), leaf(called[:1])
    assert leaves_on_path(interrupted, [cut]) == [cut]
    assert leaves_on_path(answered, [cut, whole]) == [whole]
    assert leaves_on_path(called, [cut]) == []
    assert leaves_on_path(called, [cut], closed=True) == [cut]


def test_a_leaf_knows_how_many_entries_it_covers():
    assert covered(leaf(PATH[2:7])) == 5


def test_only_what_was_forgotten_later_in_the_same_thread_counts():
    assert forgotten_since("2026-11-30T09:59:59.5+00:00", "T", [tombstone()])
    assert not forgotten_since("2026-11-30T10:00:00+00:00", "T", [tombstone()])
    assert not forgotten_since("2026-11-30T09:00:00+00:00", "other", [tombstone()])
    assert forgotten_since("2026-11-30T17:30:00+08:00", "T", [tombstone()])
