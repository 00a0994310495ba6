import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.paths import assistant, parted_pairs, path_of, paths, result, user

from memory.core.summary.due import fold_ranges, is_due, whole_ends
from memory.core.transcript.entries import Entry

LARGE = 1_000_000


def talk(count: int) -> list[Entry]:
    return path_of(*(user(f"hello {i}") if i % 2 == 0 else assistant(f"答{i}") for i in range(count)))


def one(entry: Entry) -> int:
    return 1


def sizes(path: list[Entry], budget: int = LARGE, tokens: int = 1) -> list[int]:
    return [len(part) for part in fold_ranges(path, lambda _: tokens, budget)]


@pytest.mark.parametrize(
    ("entries", "expected"), [(0, []), (20, []), (39, []), (40, [20]), (59, [20]), (60, [20, 20]), (105, [20] * 4)]
)
def test_twenty_entries_before_the_tail_of_twenty_make_a_fold(entries: int, expected: list[int]):
    assert sizes(talk(entries)) == expected


def test_a_window_over_nine_tenths_folds_whatever_lies_before_the_tail():
    # 15 entries of 100 tokens fill 1,500 of 1,600; the tail may fill half: 8 entries.
    assert sizes(talk(15), budget=1_600, tokens=100) == [7]
    assert sizes(talk(14), budget=1_600, tokens=100) == []


def test_the_tail_keeps_its_last_entry_however_large():
    assert sizes(talk(3), budget=10, tokens=100) == [2]
    assert sizes(talk(1), budget=10, tokens=100) == []


def test_a_fold_ends_before_a_call_whose_results_would_be_left_behind():
    path = path_of(
        *(user(f"u{i}") for i in range(18)),
        assistant("", ("a", "search", {}), ("b", "search", {})),
        result("a", "1"),
        result("b", "2"),
        *(user(f"v{i}") for i in range(30)),
    )
    assert sizes(path) == [18]  # 13 are left before the tail


def test_a_call_with_more_results_than_a_range_is_folded_whole():
    calls = [(f"c{i}", "search", {"n": i}) for i in range(25)]
    path = path_of(assistant("", *calls), *(result(f"c{i}", "x") for i in range(25)), *(user("u") for _ in range(20)))
    assert sizes(path) == [26]


def test_a_call_that_waits_for_its_results_stays():
    path = path_of(user("u"), assistant("", ("a", "slow", {})))
    assert whole_ends(path) == [0, 1]


def test_ids_used_again_pair_with_the_call_before_them():
    path = path_of(assistant("", ("c", "f", {})), result("c", "1"), assistant("", ("c", "f", {})), result("c", "2"))
    assert whole_ends(path) == [0, 2, 4]


@given(paths(), st.integers(1, 3_000), st.integers(1, 400))
def test_ranges_follow_each_other_before_the_tail_and_part_no_pair(path: list[Entry], budget: int, tokens: int):
    ranges = fold_ranges(path, lambda _: tokens, budget)
    folded = [entry["key"] for part in ranges for entry in part]
    assert folded == [entry["key"] for entry in path[: len(folded)]]
    assert all(ranges)
    assert not parted_pairs(ranges, path)
    assert len(folded) < len(path) or not path


@given(paths(max_size=40))
def test_what_is_left_is_not_due_again(path: list[Entry]):
    ranges = fold_ranges(path, one, LARGE)
    assert fold_ranges(path[sum(map(len, ranges)) :], one, LARGE) == []


@given(paths(max_size=40))
def test_the_cheap_form_never_overlooks_a_fold_the_exact_one_finds(path: list[Entry]):
    if fold_ranges(path, one, LARGE):
        assert is_due(len(path), window_tokens=0, budget=LARGE)


@pytest.mark.parametrize(
    ("past", "tokens", "due"), [(39, 0, False), (40, 0, True), (21, 901, True), (21, 900, False), (1, 901, False)]
)
def test_a_turn_knows_by_two_numbers_whether_a_fold_is_due(past: int, tokens: int, due: bool):
    assert is_due(past, tokens, budget=1_000) is due


def test_ten_thousand_entries_are_planned_in_one_go():
    path = [{**entry, "tool_calls": []} for entry in talk(20)] * 500
    assert len(fold_ranges(path, one, LARGE)) == 499  # type: ignore[arg-type]  # the same entries again and again
