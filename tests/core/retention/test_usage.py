"""Uses are counted in each thread, and added up over all threads and over what a fact took the place of."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st
from support.conversations import NOW, a_fact

from memory.core.facts.facts import Assertion
from memory.core.retention.usage import USED_FACTS, Usage, Used, added_up, used_in_turn, with_used, without_facts


def used(*turns: list[str]) -> Usage:
    usage: Usage | None = None
    for number, facts in enumerate(turns):
        usage = with_used(usage, facts, NOW + timedelta(hours=number))
    assert usage is not None
    return usage


def test_a_fact_counts_once_a_turn_and_only_if_it_fits_or_was_looked_up():
    recalled = [{"id": "a", "relevance": 0.4}, {"id": "b", "relevance": 0.0}]
    assert used_in_turn(recalled, ["c", "a", "c"]) == ["a", "c"]
    usage = used(["a"], ["a", "c"])
    assert usage["facts"] == {"a": (2, (NOW + timedelta(hours=1)).isoformat()), "c": (1, usage["facts"]["a"][1])}
    assert set(without_facts(usage, ["a"])["facts"]) == {"c"}


def test_a_thread_counts_the_facts_used_last_in_bounded_space():
    turns = [[f"f{n}"] for n in range(USED_FACTS + 3)]
    assert set(used(*turns)["facts"]) == {f"f{n}" for n in range(3, USED_FACTS + 3)}


@given(st.permutations([used(["a"], ["a"]), used(["b"]), used([], [], ["c", "a"])]))
def test_uses_add_up_over_threads_in_any_order(usages: list[Usage]):
    found = added_up(usages, [])
    assert found == {"a": Used(3, NOW + timedelta(hours=2)), "b": Used(1, NOW), "c": Used(1, NOW + timedelta(hours=2))}


def test_what_an_edit_or_a_merge_put_in_the_place_of_others_counts_their_uses_too():
    def replacing(new: str, old: str) -> Assertion:
        return {**a_fact(new, "茶"), "retracts": old}

    edited_back = [replacing("b", "a"), replacing("a", "b"), replacing("c", "b")]
    found = added_up([used(["a"], ["a"]), used(["c"])], edited_back)
    assert {fact: one.uses for fact, one in found.items()} == {"a": 2, "b": 2, "c": 3}
