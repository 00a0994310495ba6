import json
from pathlib import Path

import pytest

from evals.boundaries_cases import BOUNDARIES, Boundary, Case, CaseError, expectations, load_cases, parse_case, script
from evals.boundaries_chatter import chatter
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Source
from memory.models.offline_questions import is_question
from memory.models.tokenizer import count_text

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}
CASE = {
    "id": "a-case",
    "language": "zh",
    "about": "什么",
    "steps": [{"say": "我住在里斯本。"}, {"say": "我住在哪里？", "expect": {"in_window": ["里斯本"]}}],
}


def changed(**fields: object) -> str:
    return json.dumps({**CASE, **fields}, ensure_ascii=False)


@pytest.mark.parametrize("boundary", BOUNDARIES)
def test_every_boundary_has_enough_cases_in_both_languages(boundary: Boundary):
    cases = load_cases(boundary)
    chinese = [case for case in cases if case.language != "en"]
    assert len(cases) >= 15
    assert 0.35 <= len(chinese) / len(cases) <= 0.65
    assert {"en", "zh", "zh-Hant", "mixed"} == {case.language for case in cases}


def test_no_two_cases_of_all_files_have_one_id():
    ids = [case.id for boundary in BOUNDARIES for case in load_cases(boundary)]
    assert len(ids) == len(set(ids))


def test_a_case_is_read_back_from_its_example_without_what_it_expects():
    for case in (case for boundary in BOUNDARIES for case in load_cases(boundary)):
        inputs = json.loads(json.dumps(script(case)))
        assert "expect" not in json.dumps(inputs)
        assert len(Case.model_validate(inputs).steps) == len(case.steps)
        assert expectations(case)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "f.jsonl, line 3: the line: Invalid JSON"),
        ("[]", "the line: Input should be an object"),
        (changed(id="Not An Id"), "id: String should match"),
        (changed(language="fr"), "language: Input should be 'en'"),
        (changed(steps=[{"say": "我"}]), "steps: List should have at least 2 items"),
        (changed(steps=[{"say": "我", "inn": "x"}, {"restart": True}]), "steps[0].inn: is no field here"),
        (changed(steps=[{"walk": 1}, {"restart": True}]), "steps[0].say: Field required"),
        (
            changed(steps=[{"say": "我", "expect": {"in_windw": ["x"]}}, {"restart": True}]),
            "expect.in_windw: is no field",
        ),
        (
            changed(steps=[{"say": "我", "expect": {"in_window": []}}, {"restart": True}]),
            "expect.in_window: List should",
        ),
        (changed(steps=[{"say": "我", "edit": "home"}, {"restart": True}]), "no earlier step has the name 'home'"),
        (changed(steps=[{"say": "一", "expect": {"reply_has": ["一"]}}, {"restart": True}]), "the step's own words"),
        (changed(steps=[{"say": "一"}, {"restart": True}]), "no step expects anything"),
    ],
)
def test_a_wrong_case_is_refused_with_line_and_field(line: str, told: str):
    with pytest.raises(CaseError) as error:
        parse_case(line, "f.jsonl, line 3")
    assert str(error.value).startswith("f.jsonl, line 3: ")
    assert told in str(error.value)


def test_an_id_that_occurs_twice_in_a_file_is_refused(tmp_path: Path):
    (tmp_path / "changed.jsonl").write_text(f"{changed()}\n\n{changed()}\n", encoding="utf-8")
    with pytest.raises(CaseError, match=r"changed.jsonl, line 3: id: 'a-case' occurs twice"):
        load_cases("changed", tmp_path)


@pytest.mark.parametrize("language", ["en", "zh", "zh-Hant", "mixed"])
def test_small_talk_is_long_told_about_nobody_and_asks_nothing(language: str):
    said = [chatter(number, language) for number in range(26)]
    assert len(set(said)) == len(said)
    assert all(400 <= count_text(text) <= 600 for text in said)
    assert [p["text"] for text in said for p in extract(text, source=SOURCE, observed_at="2026-03-01T00:00:00Z")] == []
    assert not any(is_question(text) for text in said)
