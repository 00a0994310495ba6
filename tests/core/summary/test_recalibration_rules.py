from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.paths import path_of, user

from memory.core.recall.passages import Veil
from memory.core.summary.leaves import fold_entries
from memory.core.summary.reading import stretches
from memory.core.summary.recalibration import drift, drift_borne, groups, is_adrift, made_anew_from
from memory.core.summary.running_summary import merge, summary_with
from memory.core.summary.summary_docs import RULES, Summary
from memory.models.tokenizer import count_text

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def a_summary(text: str = "My order is AB-1234.", by: str = "model") -> Summary:
    leaf = fold_entries(path_of(user(text)), Veil(), count_text, now=NOW)
    return {**merge(None, [leaf], count_text, now=NOW), "by": by, "fallbacks": 0}


@pytest.mark.parametrize(
    ("state", "by_model", "source"),
    [
        ({}, True, None),
        ({"folds": 4}, True, None),
        ({"folds": 5}, True, "leaves"),
        ({"folds": 5, "repaired": 0.9}, True, "transcript"),
        ({"folds": 5, "repaired": 0.9, "borne": 0.9}, True, "leaves"),
        ({"folds": 5, "repaired": 0.95, "borne": 0.8}, True, "transcript"),
        ({"turns": 100}, True, "transcript"),
        ({"turns": 100, "borne": 0.9}, True, "transcript"),
        ({"turns": 99}, True, None),
        ({"folds": 5, "failed": 1}, True, None),
        ({"folds": 10, "failed": 1}, True, "leaves"),
        ({"folds": 5}, False, None),
        ({"folds": 5, "by": RULES}, False, "leaves"),
        ({"by": RULES}, False, None),
        ({"by": RULES}, True, "leaves"),
        ({"fallbacks": 1}, True, "leaves"),
        ({"fallbacks": 1, "failed": 3}, True, None),
    ],
)
def test_a_summary_is_made_anew_when_it_is_due(state: dict[str, object], by_model: bool, source: str | None):
    summary: Summary = {**a_summary(), **state}  # type: ignore[typeddict-item]  # some of its fields
    assert made_anew_from(summary, by_model=by_model) == source


@pytest.mark.parametrize(
    ("state", "adrift"),
    [
        ({"drift": 0.3}, False),
        ({"drift": 0.4}, True),
        ({"drift": 0.4, "borne": 0.4}, False),
        ({"drift": 0.4, "borne": 0.0}, True),
        ({"drift": 0.6, "borne": 0.4}, True),
    ],
)
def test_drift_that_reading_all_anew_did_not_lower_is_no_reason_to_do_so_again(state: dict[str, float], adrift: bool):
    summary: Summary = {**a_summary(), **state}  # type: ignore[typeddict-item]  # some of its fields
    assert is_adrift(summary) is adrift


def test_what_a_model_owes_is_not_asked_for_again_where_it_failed_just_now():
    assert made_anew_from({**a_summary(), "by": RULES}, by_model=True, owed=False) is None
    assert made_anew_from({**a_summary(), "by": RULES, "folds": 5}, by_model=True, owed=False) == "leaves"


def test_what_was_borne_is_the_worst_that_was_seen_and_goes_from_summary_to_summary():
    before: Summary = {**a_summary(), "drift": 0.2, "repaired": 0.6}
    assert drift_borne(before, 0.4) == 0.6
    assert drift_borne({**before, "borne": 0.9}, 0.4) == 0.9
    leaf = fold_entries(path_of(user("AB-1234 and CD-5678")), Veil(), count_text, now=NOW)
    after = summary_with("AB-1234", "model", {**before, "borne": 0.6}, [leaf], count_text, now=NOW)
    assert after.get("borne") == 0.6


def test_drift_is_the_share_of_exact_strings_that_the_old_summary_had_lost():
    new, old = a_summary("AB-1234, CD-5678 and EF-9012 and GH-3456"), a_summary("AB-1234")
    assert drift(old, new) == 0.75
    assert drift(new, old) == 0.0
    assert drift(a_summary("hello"), a_summary("hello")) == 0.0


def test_how_much_code_had_to_put_back_is_kept():
    leaf = fold_entries(path_of(user("AB-1234 and CD-5678")), Veil(), count_text, now=NOW)
    before = a_summary("Mia Li is at EF-9012.")
    after = summary_with("AB-1234", "model", before, [leaf], count_text, now=NOW)
    assert after["repaired"] == 0.75
    assert {"CD-5678", "EF-9012", "Mia Li"} <= set(after["exact"])


@given(st.lists(st.integers(0, 900), max_size=40), st.integers(1, 4_000))
def test_groups_cover_all_texts_once_and_merge_to_one(sizes: list[int], room: int):
    found = groups(sizes, room)
    assert [i for group in found for i in group] == list(range(len(sizes)))
    for group in found[:-1]:
        assert len(group) >= 2
    assert all(sum(sizes[i] for i in group) <= room or len(group) <= 2 for group in found)
    assert len(found) <= max(len(sizes) - 1, 1)


@given(st.lists(st.text("ab 中文。. 1", max_size=200), max_size=12), st.integers(8, 60))
def test_stretches_lose_nothing_and_hold_their_limit(lines: list[str], limit: int):
    texts = stretches(lines, count_text, limit)
    assert "".join(texts).replace("… ", "").replace("\n", "") == "".join(lines)
    assert all(count_text(text) <= limit for text in texts)
