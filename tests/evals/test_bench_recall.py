import json
from pathlib import Path

import pytest

from evals.bench_recall import main
from evals.bench_recall_data import DISTRACTORS, read_locomo, read_locomo_plus, read_memdaily
from evals.bench_recall_scores import score


def written(folder: Path, name: str, rows: list[dict]) -> Path:
    path = folder / f"{name}.json"
    path.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
    return path


@pytest.fixture
def locomo(tmp_path: Path) -> Path:
    turns = [
        {"speaker": "Ann", "dia_id": "D1:1", "text": "I adopted a beagle", "blip_caption": "a dog"},
        {"speaker": "Bob", "dia_id": "D1:2", "text": "What is it called?"},
        {"speaker": "Ann", "dia_id": "D1:3", "text": "Biscuit"},
    ]
    asks = [
        {"question": "What did Ann adopt?", "evidence": ["D1:1"], "category": 4},
        {"question": "What is the beagle called?", "evidence": ["D1:1; D1:03"], "category": 1},
        {"question": "Never asked", "evidence": ["D1:1"], "category": 5},
        {"question": "Nor this", "evidence": [], "category": 2},
    ]
    talk = {"session_1": turns, "session_1_date_time": "1:56 pm on 8 May, 2023"}
    return written(tmp_path, "locomo", [{"conversation": talk, "qa": asks}])


@pytest.fixture
def plus(tmp_path: Path) -> Path:
    row = {
        "relation_type": "causal",
        "cue_dialogue": "A: I gave up coffee.\\nB: Well done.",
        "trigger_query": "A: I sleep.",
    }
    spaced = {**row, "cue_dialogue": "A: My knee hurts. B: Rest it."}
    return written(tmp_path, "plus", [row, spaced])


@pytest.fixture
def memdaily(tmp_path: Path) -> Path:
    def row(number: int) -> dict:
        said = [
            {"mid": m, "message": f"第{number}个人的第{m}件事是旅行", "time": "2024年04月01日 周一 08:30"}
            for m in range(40)
        ]
        ask = {
            "question": f"第{number}个人的第3件事是什么？",
            "target_step_id": [3],
            "time": "2024年04月04日 周四 07:42",
        }
        return {"set": "01_simple_events", "message_list": said, "question_list": [ask]}

    return written(tmp_path, "memdaily", [row(number) for number in range(9)])


def test_turns_and_questions_of_locomo_are_read_with_their_evidence(locomo: Path):
    (memory,) = read_locomo(locomo)
    assert next(said.text for said in memory.said) == "I adopted a beagle [a dog]"
    assert [ask.answers for ask in memory.asks] == [{"D1:1"}, {"D1:1", "D1:3"}]


def test_both_turns_of_a_cue_are_read_however_they_are_parted(plus: Path):
    (memory,) = read_locomo_plus(plus)
    assert [said.text for said in memory.said] == ["I gave up coffee.", "Well done.", "My knee hurts.", "Rest it."]
    assert memory.asks[1].answers == {"1/0", "1/1"}
    assert memory.asks[0].text == "I sleep."


def test_each_row_of_memdaily_is_read_among_messages_of_others_the_same_each_time(memdaily: Path):
    once, again = list(read_memdaily(memdaily)), list(read_memdaily(memdaily))
    assert once == again
    assert len(once[0].said) == 40 + DISTRACTORS
    assert once[1].asks[0].answers == {"1/3"}


def test_a_ranking_is_scored_by_what_share_of_the_answers_it_has_and_where_the_first_is():
    ranking = [str(n) for n in range(20)]
    found = score(ranking, frozenset({"1", "7", "15", "gone"}))
    assert (found.recall_5, found.recall_10, found.recall_20) == (0.25, 0.5, 0.75)
    assert (found.hit_10, found.mrr) == (1.0, 0.5)
    assert score(ranking, frozenset({"gone"})).mrr == 0.0


def test_the_benchmark_ends_with_one_line_over_the_sets_it_was_given(
    locomo: Path, memdaily: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("HOLDFAST_EMBEDDINGS", "none")
    main(["--locomo", str(locomo), "--memdaily", str(memdaily)])
    lines = capsys.readouterr().out.strip().splitlines()
    assert lines[-1].startswith("RESULT recall locomo=1.0000 locomo_plus=n/a memdaily=")
    assert lines[-2].startswith("untuned half: locomo=n/a")
