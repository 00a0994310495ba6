from typing import Any

import pytest

from memory.core.transcript.branches import own_summary
from memory.core.window.adoption import as_summary
from memory.core.window.stable_lines import as_stable, kept_lines
from memory.core.window.window_cut import as_cut, entries_in_view, marks_of

CUT = {"since": None, "cleared": None, "shortened": "m1", "start": None, "strings": 3, "room": 9}
SUMMARY = {"text": "短", "exact": ["AB-1"], "cursor": {"key": "k", "depth": 2}, "time": "2026-03-01T00:00:00Z"}
LINES: dict[str, list[str]] = {"instructions": [], "profile": ["林小姐"], "summary": []}
STABLE = {"shown": LINES, "left_out": LINES, "budget": 8_000, "model": "m"}
PATH: Any = [{"id": "m1", "key": "k", "depth": 0}]
NOT_AT_ALL: list[Any] = [None, "x", 7, [], {}]


def test_what_has_its_shape_is_taken_as_it_is():
    assert as_cut(CUT) is CUT
    assert as_cut({name: value for name, value in CUT.items() if name != "room"})
    assert as_summary(SUMMARY) is SUMMARY
    assert as_summary(SUMMARY | {"start": "m1", "short": {"k": "短"}})
    assert as_stable(STABLE) is STABLE


@pytest.mark.parametrize("held", [*NOT_AT_ALL, {"since": None}, CUT | {"cleared": []}, CUT | {"strings": "x"}])
def test_a_cut_of_another_shape_is_none(held: Any):
    assert marks_of(held, [], None, 100).strings == 0
    assert entries_in_view(PATH, None, held) is None


@pytest.mark.parametrize(
    "held",
    [*NOT_AT_ALL, SUMMARY | {"cursor": {}}, SUMMARY | {"exact": [1]}, SUMMARY | {"short": "x"}, SUMMARY | {"start": 1}],
)
def test_a_summary_of_another_shape_is_none(held: Any):
    assert own_summary(PATH, held) is None
    assert entries_in_view(PATH, held, None) is None


@pytest.mark.parametrize("held", [*NOT_AT_ALL, STABLE | {"shown": {}}, STABLE | {"left_out": {"summary": [1]}}])
def test_stable_lines_of_another_shape_are_none(held: Any):
    assert kept_lines(held, LINES, 8_000, "m") is None
