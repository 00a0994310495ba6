"""What leaves with a branch, where branches begin, and when an entry is the same one."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.entries import START, conversation, entry
from support.histories import message

from memory.core.extraction.extraction import extract
from memory.core.facts.current import current
from memory.core.facts.facts import Assertion
from memory.core.transcript.branches import (
    LEFT_PATH,
    covers,
    depart,
    entries_past,
    forks,
    left_behind,
    own_summary,
    said_at,
)
from memory.core.transcript.entries import Entry, make_entry, place_of
from memory.core.window.adoption import AdoptedSummary, PathStep

NOW = "2026-12-31T00:00:00+00:00"
LATER = datetime(2026, 12, 31, tzinfo=UTC)
MAIN = conversation(10)
SIDE = conversation(4, parent=MAIN[3], prefix="s")


def steps(entries: list[Entry]) -> list[PathStep]:
    return [{"id": e["id"], "key": e["key"], "depth": e["depth"]} for e in entries]


def said(text: str, day: int, where: str) -> list[Assertion]:
    """The facts of a text; `where` is thread and entry."""
    thread, key = where.split("/")
    at = f"2026-01-{day:02d}T10:00:00+00:00"
    told = extract(text, source={"thread": thread, "conversation": "c", "message": "m", "entry": key}, observed_at=at)
    return [{**p, "approved_at": at} for p in told]


def leaving(facts: list[Assertion], *entries: str, waiting: tuple[str, ...] = ()) -> tuple[list[str | None], set[str]]:
    """What holds once `entries` of thread t left, and what waits then."""
    change = depart(facts, waiting, "t", set(entries), NOW)
    rest = [a for a in facts if a not in change.gone]
    assert all(p["reason"] == LEFT_PATH and "approved_at" not in p for p in change.pending)
    return [span["fact"]["value"] for span in current(rest, NOW)], {str(p["value"]) for p in change.pending}


@pytest.mark.parametrize(
    ("old", "new", "first", "second"),
    [
        ("I live in Lisbon", "I live in Berlin", "Lisbon", "Berlin"),
        ("我住在里斯本", "我住在柏林", "里斯本", "柏林"),
        ("我住在臺北", "I live in 柏林", "臺北", "柏林"),
    ],
)
def test_a_value_said_on_the_branch_that_left_waits_and_the_one_before_holds_again(
    old: str, new: str, first: str, second: str
):
    facts = said(old, 1, "t/a") + said(new, 2, "t/b")
    assert leaving(facts, "b") == ([first], {second})
    assert leaving(facts, "a", "b") == ([], {first, second})
    assert leaving(facts, "c") == ([second], set())


def test_a_fact_that_was_also_said_elsewhere_stays():
    facts = said("I live in Lisbon", 1, "other/a") + said("I live in Lisbon", 2, "t/b")
    assert leaving(facts, "a", "b") == (["Lisbon"], set())
    still = said("我住在里斯本", 1, "t/a") + said("我住在里斯本", 2, "t/b")
    assert leaving(still, "b") == (["里斯本"], set())


def test_a_value_that_came_back_on_the_branch_that_left_waits_though_it_was_said_elsewhere_before():
    facts = said("I live in Lisbon", 1, "x/a") + said("I live in Berlin", 2, "x/b") + said("I live in Lisbon", 3, "t/c")
    assert leaving(facts, "c") == (["Berlin"], {"Lisbon"})


def test_a_retraction_on_the_branch_that_left_counts_no_more():
    facts = said("I'm allergic to nuts", 1, "t/a") + said("I'm no longer allergic to nuts", 2, "t/b")
    values, waiting = leaving(facts, "b")
    assert (values, len(waiting)) == (["nuts"], 1)


def test_what_waits_already_is_not_asked_twice_and_what_was_approved_after_leaving_stays():
    facts = said("我住在里斯本", 1, "t/a")
    assert leaving(facts, "a", waiting=(facts[0]["id"],)) == ([], set())
    again: Assertion = {**facts[0], "reason": LEFT_PATH}
    assert leaving([again], "a") == (["里斯本"], set())


@given(
    st.lists(st.tuples(st.sampled_from(["Lisbon", "Berlin", "柏林", "臺北"]), st.sampled_from("abcdef"), st.booleans()))
)
def test_nothing_is_lost_and_doing_it_twice_changes_nothing(told: list[tuple[str, str, bool]]):
    facts = [
        a
        for day, (city, key, here) in enumerate(told, 1)
        for a in said(f"I live in {city}", day % 28 + 1, f"{'t' if here else 'x'}/{key}")
    ]
    change = depart(facts, (), "t", {"a", "b", "c"}, NOW)
    rest = [a for a in facts if a not in change.gone]
    assert {a["id"] for a in facts} == {a["id"] for a in [*rest, *change.pending]}
    held = {span["fact"]["id"] for span in current(rest, NOW)}
    assert not held & {p["id"] for p in change.pending}
    again = depart(rest, {p["id"] for p in change.pending}, "t", {"a", "b", "c"}, NOW)
    assert (again.gone, again.pending) == ([], [])


def test_a_message_that_moved_to_the_new_branch_has_not_left():
    moved = make_entry(message("m5", "assistant", MAIN[5]["content"]), "T", place_of(MAIN[3]), LATER)
    assert [e["id"] for e in left_behind(MAIN[4:], [*steps(MAIN[:4]), place_of(moved)])] == [
        "m4",
        "m6",
        "m7",
        "m8",
        "m9",
    ]


@pytest.mark.parametrize("text", ["我的航班是 CA1234", "my flight is CA1234", "我的航班是CA1234，謝謝"])
def test_the_time_of_an_entry_follows_from_what_the_transcript_knows_of_its_message(text: str):
    known, parent = entry("u", text, MAIN[1]), place_of(MAIN[1])
    same = message("u", "user", text)
    assert said_at(same, parent, None, LATER) == LATER
    assert said_at({**same, "content": text + "!"}, parent, known, LATER) == LATER
    assert make_entry(same, "T", parent, said_at(same, parent, known, LATER)) | known == known
    moved = [
        make_entry(same, "T", p, said_at(same, p, known, LATER)) for p in (None, place_of(MAIN[2]), place_of(MAIN[1]))
    ]
    assert len({e["key"] for e in moved}) == 3
    assert all(datetime.fromisoformat(e["time"]) - START < timedelta(seconds=4) for e in moved)


def test_a_cursor_is_on_the_branch_before_what_the_state_holds_and_where_it_holds_its_entry():
    path = steps(MAIN[2:])
    assert covers(path, place_of(MAIN[0]))
    assert covers(path, place_of(MAIN[5]))
    assert not covers(path, place_of(SIDE[1]))
    assert not covers(steps(MAIN[:3]), place_of(MAIN[3]))
    assert not covers([], place_of(MAIN[0]))


def test_a_summary_of_another_branch_or_of_the_future_is_given_up():
    def adopted(at: Entry) -> AdoptedSummary:
        return {"text": "- 去上海", "exact": [], "cursor": place_of(at), "time": NOW}

    side = steps([*MAIN[:4], *SIDE])
    assert own_summary(side, adopted(MAIN[3])) == adopted(MAIN[3])
    assert own_summary(side, adopted(MAIN[4])) is None
    assert own_summary(steps(MAIN[:4]), adopted(MAIN[9])) is None
    assert own_summary(side, None) is None


def test_entries_past_a_cursor_of_another_branch_are_all_of_this_one():
    assert entries_past(steps(MAIN), None) == 10
    assert entries_past(steps(MAIN), place_of(MAIN[3])) == 6
    assert entries_past(steps([*MAIN[:4], *SIDE]), place_of(MAIN[9])) == 8
    assert entries_past([], place_of(MAIN[3])) == 0


def test_a_fork_tells_where_the_others_begin_end_and_how_much_they_hold():
    twig = conversation(2, parent=SIDE[0], prefix="w")
    [fork] = forks(MAIN, [*MAIN, *SIDE, *twig])
    assert (fork.parent, fork.shown) == (MAIN[3]["key"], MAIN[4]["key"])
    [other] = fork.others
    assert (other.first, other.entries, other.deepest) == (SIDE[0], 6, 7)
    assert other.tip == place_of(SIDE[3])
    [inner] = forks(SIDE, [*MAIN, *SIDE, *twig])[1:]
    assert (inner.parent, inner.others[0].tip) == (SIDE[0]["key"], place_of(twig[1]))
    assert forks(MAIN[5:], [*MAIN, *SIDE]) == []


def test_branches_from_the_beginning_of_a_thread_are_a_fork_without_a_parent():
    anew = conversation(2, prefix="n")
    [fork] = forks(MAIN, [*MAIN, *anew])
    assert (fork.parent, fork.shown, fork.others[0].first) == (None, MAIN[0]["key"], anew[0])
