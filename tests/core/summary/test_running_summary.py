from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.paths import assistant, path_of, paths, user

from memory.core.anchors.exact_strings import keep_best, merged
from memory.core.defaults import DEFAULTS
from memory.core.recall.passages import Veil
from memory.core.summary.leaves import fold_entries
from memory.core.summary.running_summary import Kept, Limits, limits_for, merge, summary_lines
from memory.core.summary.summary_docs import Leaf, Summary
from memory.core.transcript.entries import Entry
from memory.models.tokenizer import count_text

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def leaf_of(path: list[Entry]) -> Leaf:
    return fold_entries(path, Veil(), count_text, now=NOW)


def leaves_of(*texts: str) -> list[Leaf]:
    path = path_of(*(user(text) for text in texts))
    return [leaf_of([entry]) for entry in path]


def merged_one_by_one(leaves: list[Leaf], **limits: Any) -> Summary:
    summary: Summary | None = None
    for number, leaf in enumerate(leaves):
        summary = merge(
            summary, [leaf], count_text, now=NOW + timedelta(hours=number), kept=Kept(limits=Limits(**limits))
        )
    assert summary is not None
    return summary


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("鱼市场的钥匙由许晓岚保管", "许晓岚"),
        ("漁市場的鑰匙由許曉嵐保管", "許曉嵐"),
        ("The keys are kept by Ines Falk", "Ines Falk"),
    ],
)
def test_a_name_of_an_approved_fact_stays_where_space_is_short(text: str, exact: str):
    leaves = leaves_of(text, *(f"Order AB-{number} is paid." for number in range(1000, 1100)))
    kept = Kept(approved=[exact], limits=Limits(text=60, exact=60, whole=120))
    assert exact in merge(None, leaves, count_text, now=NOW, kept=kept)["exact"]


def test_a_summary_takes_the_share_of_the_budget_that_its_window_shows():
    for room in (3_000, 5_000, 9_000):
        limits = limits_for(room)
        budget = room + limits.whole
        assert limits.text < limits.whole
        assert 0.1 * budget < limits.whole < 0.12 * budget
    assert limits_for(100_000).text == DEFAULTS.summary_tokens


def test_the_first_summary_is_a_heading_and_the_lines_of_its_leaf():
    (leaf,) = leaves_of("My flight CA1234 leaves on 2026-12-05.")
    summary = merge(None, [leaf], count_text, now=NOW)
    assert summary["text"].splitlines() == [
        "Earlier in this conversation (2026-11-29 to 2026-11-29):",
        "- 2026-11-29 user: My flight CA1234 leaves on 2026-12-05.",
    ]
    assert summary["cursor"] == leaf["last"]
    assert (summary["folds"], summary["time"]) == (0, NOW.isoformat())


@pytest.mark.parametrize(
    ("text", "heading", "strings"),
    [
        ("我的航班是CA1234。", "本对话之前的内容", "原文字串：CA1234"),
        ("我的航班號是CA1234。", "本對話之前的內容", "原文字串：CA1234"),
        ("My flight is CA1234.", "Earlier in this conversation", "Exact strings: CA1234"),
    ],
)
def test_headings_are_in_the_language_of_the_conversation(text: str, heading: str, strings: str):
    lines = summary_lines(merge(None, leaves_of(text), count_text, now=NOW))
    assert lines[1].startswith(heading)
    assert lines[0].replace("： ", "：") == strings


def test_one_heading_stands_over_all_lines_however_often_merged():
    summary = merged_one_by_one(leaves_of("first thing", "第二件事情很重要", "third thing"))
    assert summary["folds"] == 2
    assert sum(not line.startswith("- ") for line in summary["text"].splitlines()) == 1


def test_newest_detail_is_kept_and_exact_strings_outlive_their_lines():
    summary = merged_one_by_one(
        leaves_of(*(f"Order AB-{i:04d} was about something long, number {i}." for i in range(40)))
    )
    assert "AB-0039" in summary["text"]
    assert "AB-0000" not in summary["text"]
    assert "AB-0000" in summary["exact"]
    assert summary["dropped"] == 0


def test_a_user_is_heard_longer_than_an_assistant():
    talk = path_of(*(m for i in range(10) for m in (user(f"I like thing {i}."), assistant(f"That is thing {i}."))))
    text = merge(None, [leaf_of([entry]) for entry in talk], count_text, now=NOW, kept=Kept(limits=Limits(text=150)))[
        "text"
    ]
    assert text.count("user:") > text.count("assistant:") > 0


def test_exact_strings_without_room_are_counted():
    summary = merged_one_by_one(leaves_of(*(f"Order AB-{i:04d}" for i in range(40))), exact=60)
    without = [f"AB-{i:04d}" for i in range(40) if f"AB-{i:04d}" not in [summary["text"], *summary["exact"]]]
    told = [one for one in without if one in summary["text"]]
    assert len(summary["exact"]) + len(told) + summary["dropped"] == 40
    assert sorted(summary["left_out"]) == sorted(set(without) - set(told))


def test_one_thing_in_two_spellings_is_carried_once_where_it_was_said_last():
    assert merged(["2026-03-05", "AB-1", "March 5, 2026"]) == ["AB-1", "March 5, 2026"]


def test_codes_are_kept_before_quotes_when_space_is_short():
    assert keep_best(["https://example.com/long/address", "AB-1234"], count_text, 6) == ["AB-1234"]


def test_an_empty_leaf_moves_the_cursor_and_keeps_the_text():
    first, empty = leaves_of("My name is Mia Li.", "")
    before = merge(None, [first], count_text, now=NOW)
    after = merge(before, [empty], count_text, now=NOW)
    assert (after["text"], after["exact"]) == (before["text"], before["exact"])
    assert after["cursor"] == empty["last"]


@settings(max_examples=30)
@given(st.lists(paths(min_size=1, max_size=4), min_size=1, max_size=6), st.integers(60, 600), st.integers(0, 200))
def test_a_summary_holds_its_bounds_and_never_empties(parts: list[list[Entry]], limit: int, exact_limit: int):
    summary: Summary | None = None
    for part in parts:
        before, leaf = summary, leaf_of(part)
        kept = Kept(limits=Limits(text=limit, exact=exact_limit))
        summary = merge(before, [leaf], count_text, now=NOW, kept=kept)
        assert count_text(summary["text"]) <= limit
        assert sum(count_text(s) + 1 for s in summary["exact"]) <= exact_limit
        assert summary["text"] or not leaf["text"]
        assert summary["text"] or before is None or not before["text"]
        assert summary["cursor"] == leaf["last"]
