import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from memory.core.errors import StorageError
from memory.storage.checkpoint_parts import LIST, Parts, join, part

SERDE = JsonPlusSerializer()
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False)
    | st.text(max_size=150)
    | st.binary(max_size=10),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=5), inner, max_size=3)
        | st.builds(lambda text: HumanMessage(text, id="m"), st.text(max_size=10))
        | st.tuples(inner, inner)
    ),
    max_leaves=10,
)


def rows_of(parts: Parts, held: dict[str, tuple[str, Any]]) -> list[tuple[Any, ...]]:
    """Return what a database that holds `held` gives for these parts."""
    rows: list[tuple[Any, ...]] = []
    for channel, part_id in parts.ids.items():
        kind, content = held[part_id]
        if kind != LIST:
            rows.append((channel, kind, None, kind, content))
            continue
        elements = json.loads(content)
        rows += [(channel, LIST, place, *held[element]) for place, element in enumerate(elements)]
        rows += [] if elements else [(channel, LIST, None, None, None)]
    return rows


def joined(parts: Parts, held: dict[str, tuple[str, Any]]) -> dict[str, Any]:
    return parts.inline | join(rows_of(parts, held), SERDE.loads_typed)


@given(st.dictionaries(st.text(max_size=5), VALUES, max_size=5))
def test_values_of_any_kind_come_back_from_their_parts(values: dict[str, Any]):
    parts = part(values, {}, values, SERDE.dumps_typed)
    whole = SERDE.loads_typed(SERDE.dumps_typed(values))
    assert repr(joined(parts, parts.new)) == repr({c: whole[c] for c in [*parts.inline, *parts.ids]})
    assert set(parts.inline) | set(parts.ids) == set(values)


def test_a_longer_list_adds_its_new_elements_and_itself():
    messages: list[Any] = [HumanMessage(f"第{n}", id=f"m{n}") for n in range(200)]
    first = part({"messages": messages}, {}, {"messages"}, SERDE.dumps_typed)
    second = part({"messages": [*messages, AIMessage("好", id="a")]}, first.ids, {"messages"}, SERDE.dumps_typed)
    assert len(second.new.keys() - first.new.keys()) == 2
    assert joined(second, first.new | second.new)["messages"][-1].content == "好"


def test_what_has_not_changed_is_not_looked_at():
    def dump(value: Any) -> tuple[str, bytes]:
        raise AssertionError(value)

    parts = part({"messages": ["x" * 200], "n": 1}, {"messages": "known", "gone": "old"}, {"n"}, dump)
    assert (parts.ids, parts.inline, parts.new) == ({"messages": "known"}, {"n": 1}, {})


def test_equal_content_of_another_type_is_another_part():
    parts = part({"a": b"same" * 50, "b": bytearray(b"same" * 50)}, {}, {"a", "b"}, SERDE.dumps_typed)
    assert parts.ids["a"] != parts.ids["b"]


@pytest.mark.parametrize("row", [("messages", None, None, None, None), ("messages", LIST, 0, None, None)])
def test_a_missing_part_is_told(row: tuple[Any, ...]):
    with pytest.raises(StorageError, match="lacks a part of 'messages'"):
        join([row], SERDE.loads_typed)
