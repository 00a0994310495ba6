import pytest

from memory.core.window.stable_lines import StableLines, kept_lines, stable_lines

HOME, TEA = "- Home: Lisbon", "- 喜欢: 绿茶"
BRIEF, SUMMARY = "- 回答要简短", "- 2026-03-01 user: 去上海"
LINES = {"instructions": [BRIEF], "profile": [HOME], "summary": [SUMMARY]}


def last(shown: dict[str, list[str]] = LINES, known: dict[str, list[str]] = LINES) -> StableLines:
    return stable_lines(shown, {}, known, 16_000, "m")


def kept(last_lines: StableLines | None, budget: int = 16_000, model: str = "m", **now: list[str]):
    return kept_lines(last_lines, LINES | now, budget, model)


def test_while_every_line_holds_the_sections_stay():
    assert kept(last()) == (LINES, {"instructions": [], "profile": [], "summary": []})


def test_what_is_new_waits_and_does_not_change_them():
    shown, new = kept(last(), profile=[TEA, HOME], instructions=[BRIEF, "- no lists"]) or ({}, {})
    assert shown == LINES
    assert new == {"instructions": ["- no lists"], "profile": [TEA], "summary": []}


def test_what_had_no_room_is_not_new():
    small = last({**LINES, "profile": []})
    assert small["left_out"]["profile"] == [HOME]
    assert kept(small) == ({**LINES, "profile": []}, {"instructions": [], "profile": [], "summary": []})


@pytest.mark.parametrize("now", [{"profile": []}, {"profile": ["- Home: Porto"]}, {"instructions": ["- 写长一点"]}])
def test_a_line_that_is_gone_or_changed_has_them_made_anew(now: dict[str, list[str]]):
    assert kept(last(), **now) is None


@pytest.mark.parametrize("summary", [[], ["- another"], [SUMMARY, "- 2026-03-02 user: 订票"]])
def test_any_change_of_the_summary_is_a_step(summary: list[str]):
    assert kept(last(), summary=summary) is None


def test_another_budget_another_model_and_a_first_turn_are_steps():
    assert kept(last(), budget=8_000) is None
    assert kept(last(), model="other") is None
    assert kept(None) is None


def test_what_no_longer_holds_is_not_kept_though_it_was_never_shown():
    shown = {**LINES, "profile": [HOME]}
    before = stable_lines(shown, {}, {**LINES, "profile": [HOME, TEA]}, 16_000, "m")
    assert before["left_out"]["profile"] == [TEA]
    assert stable_lines(shown, {}, LINES, 16_000, "m")["left_out"]["profile"] == []
