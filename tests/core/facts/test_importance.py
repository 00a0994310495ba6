"""The importance of a fact is a sum of parts that can be told."""

import pytest

from memory.core.facts.importance import importance, importance_parts


def parts(text: str, **changed: object) -> dict[str, float]:
    known = {"text": text, "quote": text, "kind": "profile", "slot": None, "explicit": False, "said_by": "user"}
    return importance_parts(**{**known, **changed})  # type: ignore[arg-type]  # a test may change any field


@pytest.mark.parametrize(
    ("text", "changed", "expected"),
    [
        ("I like tea", {}, {"base"}),
        ("I like tea", {"explicit": True}, {"base", "asked"}),
        ("This is very important", {}, {"base", "emphasis"}),
        ("千万别用牛肉", {}, {"base", "emphasis"}),
        ("I moved in 2019", {}, {"base", "number"}),
        ("I live in Lisbon", {"slot": "home"}, {"base", "name", "kind"}),
        ("Nuts", {"slot": "allergy"}, {"base", "kind"}),
        ("I like tea", {"said_by": "tool"}, {"base", "tool"}),
    ],
)
def test_each_part_has_its_reason(text: str, changed: dict[str, object], expected: set[str]):
    assert set(parts(text, **changed)) == expected


def test_the_whole_is_the_sum_of_the_parts_held_to_one():
    said = "Very important: never serve Anna 3 nuts!!"
    whole = importance(parts(said, kind="instruction", explicit=True))
    assert whole == 1.0
    plain = importance(parts("tea"))
    assert plain == pytest.approx(sum(parts("tea").values()))
