"""The same fact in other words is one fact; what merely resembles it is another."""

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.alike_pairs import HELD_OUT_DIFFERENT, HELD_OUT_SAME, TUNED_DIFFERENT, TUNED_SAME

from memory.core.extraction.extraction import extract
from memory.core.facts.alike import doubles, joined, merged
from memory.core.facts.current import current, history
from memory.core.facts.facts import Assertion, Kind, Proposal, Source
from memory.core.facts.identity import is_retraction
from memory.core.facts.likeness import likeness, likeness_hash
from memory.core.facts.proposals import make_proposal

NOW = "2026-04-01T00:00:00+00:00"


@cache
def fact(text: str, day: int = 1, kind: Kind = "profile", entry: str | None = None, second: int = 0) -> Assertion:
    """What the rules read in a statement; where they read nothing, the statement itself."""
    source: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": entry or f"e{day}"}
    at = f"2026-03-{day:02d}T10:00:{second:02d}+00:00"
    read = extract(text, source=source, observed_at=at)
    whole = make_proposal(text=text, kind=kind, quote=text, message=text, source=source, observed_at=at)
    return {**(read[0] if read else whole), "approved_at": at}


def alike(one: str, other: str) -> bool:
    return likeness(fact(one)) == likeness(fact(other))


@pytest.mark.parametrize(("one", "other"), TUNED_SAME)
def test_other_words_for_a_fact_make_no_second_one(one: str, other: str):
    assert alike(one, other)


@pytest.mark.parametrize(("one", "other"), TUNED_DIFFERENT)
def test_what_merely_resembles_a_fact_is_another(one: str, other: str):
    assert not alike(one, other)


def test_pairs_that_nothing_was_fitted_to_are_told_apart_as_well():
    wrongly_merged = [pair for pair in HELD_OUT_DIFFERENT if alike(*pair)]
    found = [pair for pair in HELD_OUT_SAME if alike(*pair)]
    assert wrongly_merged == []
    assert len(found) >= 0.9 * len(HELD_OUT_SAME)


TWO_OF_A_KIND = {
    "name": (
        "My daughter is called {}",
        "I have a dog called {}",
        "My colleague {} sits next to me",
        "我女儿叫{}",
        "我的同事{}坐在我旁边",
    ),
    "number": (
        "My address is {} Hill Road",
        "I ordered item {} at the shop",
        "My order number is {}",
        "我的地址是人民路{}号",
        "我的订单号是{}",
        "我訂了{}號商品",
    ),
}
VALUES = {
    "name": st.sampled_from("Anna Annas Anne Ana Hanna Ann Max Marx Jim Jimmy 小雨 小雪 小宇 雨 阿雨".split()),  # noqa: SIM905  # a word list is read as text
    "number": st.integers(1, 99_999).map(str),
}


@settings(max_examples=60)
@given(st.data())
def test_two_children_two_addresses_and_two_orders_are_never_one(data: st.DataObject):
    what = data.draw(st.sampled_from(sorted(TWO_OF_A_KIND)))
    template = data.draw(st.sampled_from(TWO_OF_A_KIND[what]))
    one, other = data.draw(st.lists(VALUES[what], min_size=2, max_size=2, unique=True))
    facts = [fact(template.format(one), 1), fact(template.format(other), 2)]
    assert likeness(facts[0]) != likeness(facts[1])
    assert doubles(facts, NOW) == {}
    assert [p["id"] for p in joined(facts[1:], facts[:1])] == [facts[1]["id"]]


def test_the_day_makes_another_fact_of_the_same_words():
    assert likeness(fact("My exam is tomorrow", 1)) != likeness(fact("My exam is tomorrow", 2))
    assert likeness(fact("My exam is tomorrow", 1)) == likeness(fact("My exam is today", 2))


def test_an_instruction_is_not_the_same_as_a_fact():
    order: Proposal = {**fact("I keep answers short"), "kind": "instruction"}
    assert likeness(order) != likeness(fact("I keep answers short"))


def test_a_proposal_becomes_a_saying_of_what_holds_or_waits_or_stands_beside_it():
    held, waiting = fact("The garage code name is Falcon", 1), fact("我的车停在B2层", 1)
    told = [
        fact("The code name of the garage is Falcon", 2),
        fact("我的車停在Ｂ２層。", 2),
        fact("My bike has a flat tyre", 2),
        fact("My bike has got a flat tire", 2, entry="later"),
        fact("my bike has a flat tire", 2),
    ]
    found = joined(told, [held], [waiting])
    assert [p["id"] for p in found] == [held["id"], waiting["id"], told[2]["id"], told[2]["id"]]
    assert [p["text"] for p in found] == [p["text"] for p in told[:4]]


def test_of_two_wordings_in_one_message_the_one_asked_for_stays():
    plain, asked = fact("My bike has a flat tyre"), {**fact("My bike has a flat tire"), "explicit": True}
    assert [p["explicit"] for p in joined([plain, asked], [])] == [True]  # type: ignore[list-item]  # still a Proposal


def test_a_retraction_ends_the_fact_under_the_words_it_was_first_told_in():
    held = fact("I'm allergic to peanut", 1)
    (end,) = joined([fact("I'm no longer allergic to peanuts", 2)], [held])
    assert is_retraction(end)
    assert current([held, {**end, "approved_at": end["observed_at"]}], NOW) == []


def test_the_hash_of_a_likeness_is_keyed():
    home = fact("I live in Lisbon")
    assert likeness_hash(home, "key") == likeness_hash(fact("I'm living in Lisbon", 2), "key")
    assert likeness_hash(home, "key") != likeness_hash(home, "other key")


SAID = [
    *("The garage code name is Falcon", "The code name of the garage is Falcon", "the garage code-name is Falcon!"),
    *("I go to the gym every Monday", "On Mondays I go to the gym", "I go to the gym every Tuesday"),
    *("我每周一去健身房", "每个星期一我都去健身房", "我不去健身房了", "I no longer go to the gym"),
    *("I'm allergic to peanut", "I'm allergic to peanuts", "I'm no longer allergic to peanuts"),
]
tellings = st.lists(st.tuples(st.sampled_from(SAID), st.integers(1, 5)), max_size=9)


@given(tellings, st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_merging_is_the_same_in_any_order_and_leaves_nothing_to_merge(told: list[tuple[str, int]], mixer: Any):
    assertions = [fact(text, day, entry=f"e{n}", second=n) for n, (text, day) in enumerate(told)]
    mixed = list(assertions)
    mixer.shuffle(mixed)
    doubled = doubles(assertions, NOW)
    assert doubles(mixed, NOW) == doubled
    whole = [*assertions, *merged(assertions, doubled)]
    again = [*mixed, *merged(mixed, doubled), *merged(mixed, doubled)]
    mixer.shuffle(again)
    assert history(whole, NOW) == history(again, NOW)
    assert doubles(whole, NOW) == {}
    before, after = current(assertions, NOW), current(whole, NOW)
    assert {likeness(s["fact"]) for s in after} == {likeness(s["fact"]) for s in before}
    sources = [source for span in before for source in span["sources"]]
    assert all(any(source in span["sources"] for span in after) for source in sources)


def test_the_fact_that_stays_is_the_first_and_has_every_source():
    told = [fact(text, day) for day, text in enumerate(SAID[:3], start=1)]
    random.shuffle(told)
    (stays,) = current([*told, *merged(told, doubles(told, NOW))], NOW)
    assert (stays["fact"]["id"], stays["since"][:10]) == (fact(SAID[0], 1)["id"], "2026-03-01")
    assert [source["entry"] for source in stays["sources"]] == ["e1", "e2", "e3"]


@pytest.mark.parametrize(("one", "other"), [("I like jazz", "I love jazz music"), ("我喜欢爵士", "我很爱听爵士音樂")])
def test_a_fact_whose_other_wordings_took_turns_is_merged_with_every_source(one: str, other: str):
    told = [fact(text, day) for day, text in enumerate([one, other, one, other], start=1)]
    assert doubles(told, NOW) == {told[1]["id"]: told[0]["id"]}
    (span,) = history([*told, *merged(told, doubles(told, NOW))], NOW)
    assert [source["entry"] for source in span["sources"]] == ["e1", "e2", "e3", "e4"]
    assert (span["since"], span["invalid_at"]) == (told[0]["observed_at"], None)


def test_a_wording_that_an_edit_replaced_stays_replaced():
    old, new = fact("I like jazz", 1), fact("I love jazz music", 2)
    assert doubles([old, {**new, "retracts": old["id"]}], NOW) == {}


def test_what_an_edit_left_is_the_one_that_stays():
    first, edited = fact("The garage code is Owl", 1), fact("The code name of the garage is Falcon", 3)
    edited = {**edited, "retracts": first["id"]}
    double = fact("The garage code name is Falcon", 2)
    assert doubles([first, edited, double], NOW) == {double["id"]: edited["id"]}
