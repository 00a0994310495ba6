"""The labelled dialogues of the facts eval: enough of each kind, two halves of about one make-up, and well formed."""

import json
from collections import Counter
from pathlib import Path

import pytest

from evals.facts_cases import CLASSES, HALVES, NEEDS, CaseError, load_half, parse_case

CASE = {
    "id": "a-case",
    "class": "statement",
    "language": "zh",
    "messages": [{"role": "user", "content": "我住在里斯本。"}],
    "expect": {"holds": [{"slots": ["home"], "values": ["里斯本"]}]},
}


def changed(**fields: object) -> str:
    return json.dumps({**CASE, **fields}, ensure_ascii=False)


def test_both_halves_hold_every_class_in_about_equal_shares():
    tuned, held_out = (Counter(case.group for case in load_half(half)) for half in HALVES)
    assert set(tuned) == set(held_out) == set(CLASSES)
    shares = [(tuned[group] / tuned.total(), held_out[group] / held_out.total()) for group in CLASSES]
    # The tuned half grows by what failed: it holds more dialogues of the classes that were hardest.
    assert all(abs(one - other) <= 0.10 for one, other in shares)
    assert tuned.total() >= 240
    assert held_out.total() >= 140


def test_the_half_held_out_has_enough_explicit_requests_and_statements_for_its_figures():
    held_out = Counter(case.group for case in load_half("held_out"))
    assert held_out["explicit"] >= 60
    assert held_out["statement"] >= 80


def test_a_half_is_all_of_its_files_in_their_order(tmp_path: Path):
    for name, ids in (("tuned.jsonl", "ab"), ("tuned_more.jsonl", "c"), ("held_out.jsonl", "d")):
        (tmp_path / name).write_text("\n".join(changed(id=one) for one in ids), encoding="utf-8")
    assert [[case.id for case in load_half(half, tmp_path)] for half in HALVES] == [["a", "b", "c"], ["d"]]


def test_an_id_that_occurs_in_two_files_of_a_half_is_named(tmp_path: Path):
    for name in ("tuned.jsonl", "tuned_more.jsonl"):
        (tmp_path / name).write_text(changed(), encoding="utf-8")
    with pytest.raises(CaseError, match=r"tuned_more\.jsonl, line 1: id: 'a-case' occurs twice"):
        load_half("tuned", tmp_path)


def test_a_half_without_a_file_is_an_error_that_names_it(tmp_path: Path):
    (tmp_path / "tuned.jsonl").write_text(changed(), encoding="utf-8")
    with pytest.raises(CaseError, match=r"no file is called held_out\*\.jsonl"):
        load_half("held_out", tmp_path)


def test_about_half_of_each_half_is_chinese_or_mixed_and_both_scripts_are_there():
    for half in HALVES:
        languages = Counter(case.language for case in load_half(half))
        assert set(languages) == {"en", "zh", "zh-Hant", "mixed"}
        assert 0.4 <= 1 - languages["en"] / languages.total() <= 0.6


def test_no_dialogue_stands_in_both_halves():
    cases = [case for half in HALVES for case in load_half(half)]
    assert len({case.id for case in cases}) == len(cases)
    assert len({case.model_dump_json(include={"messages"}) for case in cases}) == len(cases)


def test_what_a_case_waits_for_is_explained():
    waited = {need for half in HALVES for case in load_half(half) for need in case.needs}
    assert waited <= set(NEEDS)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "the line"),
        (changed(mood="good"), "mood"),
        (changed(expect={"holds": [{"slots": ["homes"], "values": ["x"]}]}), "no slot is called 'homes'"),
        (changed(expect={"holds": [{"slots": ["home"]}]}), "give slots and values, or has"),
        (changed(expect={"never": ["巴黎"]}), "nobody says '巴黎'"),
        (changed(timezone="Mars/Base"), "timezone"),
        (changed(messages=[{"role": "assistant", "content": "里斯本"}]), "the user says nothing"),
    ],
)
def test_a_line_that_is_no_case_is_named_with_the_field(line: str, told: str):
    with pytest.raises(CaseError, match="here, line 3") as raised:
        parse_case(line, "here, line 3")
    assert told in str(raised.value)
