import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.model_extraction.model_answers import ITEMS_LIMIT, Item, read_answer

FACT: dict[str, Any] = {
    "message": 1,
    "quote": "I row at dawn",
    "text": "I row at dawn",
    "kind": "preference",
    "slot": None,
    "value": None,
}
ITEM = Item(0, "I row at dawn", "I row at dawn", "preference")
RIDE: dict[str, Any] = {**FACT, "message": 2, "quote": "我每天骑车", "text": "我每天骑车"}


def as_answer(*facts: Any) -> str:
    return json.dumps({"facts": list(facts)}, ensure_ascii=False)


def test_a_whole_answer_gives_its_facts():
    answer = read_answer(as_answer(FACT, RIDE), 2)
    assert (answer.items, answer.problem) == ([ITEM, Item(1, "我每天骑车", "我每天骑车", "preference")], "")


@pytest.mark.parametrize("reply", ['{"facts": []}', '```json\n{"facts": []}\n```', ' {"facts" : [ ] } '])
def test_no_facts_are_an_answer(reply: str):
    assert (read_answer(reply, 1).items, read_answer(reply, 1).problem) == ([], "")


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ("", "it is empty"),
        ("  \n", "it is empty"),
        ("I found no facts.", "no JSON object"),
        ("抱歉，我无法回答。", "no JSON object"),
        ('{"items": []}', "no JSON object"),
        ('{"facts": {}}', "no JSON object"),
        ('{"facts": [', "cut off"),
    ],
)
def test_what_is_no_answer_says_why(reply: str, problem: str):
    assert problem in read_answer(reply, 1).problem
    assert read_answer(reply, 1).items == []


@pytest.mark.parametrize("cut", [1, 5, 40])
def test_an_answer_that_is_cut_off_keeps_the_facts_that_are_whole(cut: int):
    answer = read_answer(as_answer(FACT, RIDE)[: -2 - cut], 2)
    assert answer.items == [ITEM]
    assert answer.problem == "it is cut off or no JSON"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"message": 3}, '"message" is no number from 1 to 2'),
        ({"message": "one"}, '"message" is no number'),
        ({"message": True}, '"message" is no number'),
        ({"quote": ""}, '"quote" is no text'),
        ({"text": None}, '"text" is no text'),
        ({"text": "x" * 1_001}, '"text" has more than 1000'),
        ({"kind": "hobby"}, '"kind" is none of'),
        ({"kind": ["profile"]}, '"kind" is none of'),
    ],
)
def test_one_wrong_fact_costs_no_other_and_is_told(change: dict[str, Any], problem: str):
    answer = read_answer(as_answer({**FACT, **change}, RIDE, "no object"), 2)
    assert [item.number for item in answer.items] == [1]
    assert problem in answer.problem
    assert "fact 3: it is no object" in answer.problem


@pytest.mark.parametrize("change", [{"slot": 5}, {"slot": "home"}, {"slot": "home", "value": " "}, {"value": "Rome"}])
def test_a_slot_without_a_value_is_left_out_and_costs_nothing(change: dict[str, Any]):
    answer = read_answer(as_answer({**FACT, **change}), 1)
    assert (answer.items, answer.problem) == ([ITEM], "")


def test_an_answer_without_end_is_cut_and_told_without_its_text():
    many = [{**FACT, "text": f"I row at {n}"} for n in range(ITEMS_LIMIT + 5)]
    answer = read_answer(as_answer(*many), 1)
    assert len(answer.items) == ITEMS_LIMIT
    assert answer.problem == f"it has more than {ITEMS_LIMIT} facts"
    assert "row" not in read_answer(as_answer(*[{**FACT, "kind": "x"}] * 9), 1).problem


@given(st.text(alphabet='{}[]":,facts一1 \\n', max_size=80), st.integers(1, 5))
def test_no_answer_breaks_the_reader(reply: str, messages: int):
    answer = read_answer(reply, messages)
    assert all(0 <= item.number < messages for item in answer.items)
