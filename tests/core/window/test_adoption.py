from hypothesis import given
from hypothesis import strategies as st
from support.entries import conversation

from memory.core.transcript.entries import Entry, place_of
from memory.core.window.adoption import (
    AdoptedSummary,
    PathStep,
    has_gap,
    on_path,
    start_index,
    wants_summary,
    window_start,
)

ENTRIES = conversation(20)


def steps(entries: list[Entry]) -> list[PathStep]:
    return [{"id": e["id"], "key": e["key"], "depth": e["depth"]} for e in entries]


def adopted(at: int, start: str | None = None) -> AdoptedSummary:
    time = "2026-03-01T00:00:00+00:00"
    return {"text": "- 去上海", "exact": [], "cursor": place_of(ENTRIES[at]), "time": time, "start": start}


PATH = steps(ENTRIES)


def test_the_window_begins_where_the_summary_says_or_with_all_the_state_holds():
    assert start_index(PATH, adopted(3, "m4")) == 4
    assert start_index(PATH, adopted(3)) == 0
    assert start_index(PATH, adopted(3, "left the state")) == 0
    assert start_index(PATH, None) == 0


def test_a_cursor_on_another_branch_or_before_the_state_is_not_on_the_path():
    assert on_path(PATH, place_of(ENTRIES[7])) == 7
    assert on_path(PATH[8:], place_of(ENTRIES[7])) is None
    assert on_path(PATH, place_of(conversation(9, prefix="branch")[-1])) is None


def test_entries_before_the_state_that_no_summary_covers_are_a_gap():
    assert not has_gap(PATH, None)
    assert has_gap(PATH[5:], None)
    assert not has_gap(PATH[5:], adopted(4))
    assert has_gap(PATH[6:], adopted(4))
    assert not has_gap([], None)


def test_a_summary_is_wanted_past_nine_tenths_of_the_budget_or_for_a_gap():
    assert not wants_summary(900, 1_000, gap=False)
    assert wants_summary(901, 1_000, gap=False)
    assert wants_summary(0, 1_000, gap=True)


@given(st.integers(0, 19), st.lists(st.integers(1, 500), min_size=20, max_size=20), st.integers(300, 6_000))
def test_the_cut_window_leaves_out_nothing_after_the_cursor_and_no_more_than_it_must(
    cursor: int, sizes: list[int], budget: int
):
    start = start_index(PATH, adopted(cursor, window_start(PATH, ENTRIES, cursor, sizes, budget)))
    assert start <= cursor + 1
    assert ENTRIES[start]["role"] == "user"
    assert start == 18 or sum(sizes[start:]) <= budget / 3 or start >= cursor


def test_the_window_is_cut_to_a_third_of_the_budget_from_a_user_message():
    assert window_start(PATH, ENTRIES, 17, [10] * 20, 210) == "m14"
    assert window_start(PATH, ENTRIES, 5, [10] * 20, 210) == "m6"
    assert window_start(PATH, ENTRIES, 19, [10_000] * 20, 210) == "m18"


def test_an_answer_past_the_cursor_keeps_the_message_it_answers():
    assert window_start(PATH, ENTRIES, 6, [10] * 20, 210) == "m6"
    results = [ENTRIES[0], *ENTRIES[1:7:2], *ENTRIES[7:]]  # one exchange of several assistant messages
    path = steps(results)
    assert window_start(path, results, 1, [10] * len(results), 210) == "m0"
    assert window_start(path[1:4], results[1:4], 1, [10] * 3, 10) == path[3]["id"]
