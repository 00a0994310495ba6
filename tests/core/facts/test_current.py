"""What holds: a pure function of the assertions, whatever their order."""

from copy import deepcopy
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from memory.core.extraction.extraction import extract
from memory.core.facts.current import current, history, standing
from memory.core.facts.facts import Assertion, Source
from memory.core.facts.identity import comparable, proposal_id
from memory.core.language.times import INSTANT, moment

NOW = "2026-12-31T00:00:00+00:00"


def day(number: int) -> str:
    return f"2026-01-{number:02d}T10:00:00+00:00"


def said(text: str, number: int, entry: str | None = None) -> list[Assertion]:
    return deepcopy(_said(text, number, entry))


@cache
def _said(text: str, number: int, entry: str | None) -> list[Assertion]:
    source: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": entry or f"e{number}"}
    return [{**p, "approved_at": p["observed_at"]} for p in extract(text, source=source, observed_at=day(number))]


def texts(facts: list[Any]) -> list[str]:
    return [span["fact"]["text"] for span in facts]


def test_a_newer_value_takes_the_place_of_the_old():
    told = said("I live in Lisbon", 1) + said("I moved to Berlin", 2)
    assert texts(current(told, NOW)) == ["I moved to Berlin"]
    [old, new] = history(told, NOW)
    assert (old["invalid_at"], old["successor"]) == (day(2), new["fact"]["id"])
    assert (new["invalid_at"], new["successor"]) == (None, None)


def test_a_value_that_comes_back_holds_again():
    told = said("I live in Lisbon", 1) + said("I live in Berlin", 2) + said("I live in Lisbon", 3)
    assert texts(history(told, NOW)) == ["I live in Lisbon", "I live in Berlin", "I live in Lisbon"]
    assert [span["since"] for span in current(told, NOW)] == [day(3)]


def test_saying_it_again_adds_a_source_only():
    told = said("我住在台灣", 1) + said("我住在台湾", 2)
    [home] = current(told, NOW)
    assert home["fact"]["text"] == "我住在台湾"
    assert home["since"] == day(1)
    assert [source["entry"] for source in home["sources"]] == ["e1", "e2"]


def test_lists_grow_and_keyed_slots_keep_one_value_a_key():
    told = said("My kids are called Tom and Eva. My favourite colour is blue. My favourite band is Air.", 1)
    told += said("My son is called Max. My favourite colour is red.", 2)
    assert {span["fact"]["value"] for span in current(told, NOW)} == {"Tom", "Eva", "Max", "band: Air", "colour: red"}


def test_a_retraction_ends_its_value_and_leaves_no_successor():
    told = said("I'm allergic to nuts and shrimp", 1) + said("I'm no longer allergic to nuts", 2)
    assert [span["fact"]["value"] for span in current(told, NOW)] == ["shrimp"]
    [nuts] = [span for span in history(told, NOW) if span["fact"]["value"] == "nuts"]
    assert (nuts["invalid_at"], nuts["successor"]) == (day(2), None)


def test_a_retraction_ends_only_what_was_said_before_it():
    told = said("I no longer live in Lisbon", 1) + said("I live in Lisbon", 2)
    assert texts(current(told, NOW)) == ["I live in Lisbon"]


def test_a_retraction_of_another_value_ends_nothing():
    told = said("I live in Berlin", 1) + said("I no longer live in Lisbon", 2)
    assert texts(current(told, NOW)) == ["I live in Berlin"]


def test_a_looser_name_of_the_only_value_retracts_it():
    assert current(said("I live in Lisbon, Portugal", 1) + said("I don't live in Lisbon anymore", 2), NOW) == []


def test_a_retraction_without_a_value_empties_the_slot():
    assert current(said("I work at Acme", 1) + said("I quit my job", 2), NOW) == []
    assert current(said("我在谷歌工作", 1) + said("我辞职了", 2), NOW) == []


def test_one_message_may_take_back_and_tell_anew():
    told = said("I live in Paris", 1) + said("I no longer live in Paris, I live in Rome.", 2)
    assert texts(current(told, NOW)) == ["I live in Rome"]


def test_liking_and_disliking_the_same_thing_contradict_each_other():
    told = said("I like coffee. I like tea.", 1) + said("I hate coffee", 2)
    assert texts(current(told, NOW)) == ["I like tea", "I hate coffee"]


def test_what_replaces_a_fact_of_the_collection_is_its_successor():
    [gate] = said("Remember that the gate opens at nine", 1)
    edited: Assertion = {**gate, "text": "The gate opens at ten", "observed_at": day(2), "retracts": gate["id"]}
    edited["id"] = proposal_id(edited["kind"], None, edited["text"])
    [old, new] = history([edited, gate], NOW)
    assert (old["successor"], new["invalid_at"]) == (edited["id"], None)


def test_instructions_are_facts_too_and_a_new_language_replaces_the_old():
    told = said("From now on, answer in Chinese. Never suggest meat.", 1) + said("以后都用英文回复", 2)
    assert {span["fact"]["text"] for span in current(told, NOW)} == {"Never suggest meat", "以后都用英文回复"}


def test_asked_for_a_past_moment_only_what_was_known_then_counts():
    told = said("I live in Lisbon", 1) + said("I live in Berlin", 5)
    assert texts(current(told, day(3))) == ["I live in Lisbon"]
    assert current(told, "2025-01-01T00:00:00") == []


def test_times_compare_across_zones():
    [early] = said("I live in Lisbon", 1)
    [late] = said("I live in Berlin", 1)
    early["observed_at"], late["observed_at"] = "2026-01-01T20:00:00+09:00", "2026-01-01T12:00:00Z"
    assert texts(current([late, early], NOW)) == ["I live in Berlin"]


def test_what_begins_later_leaves_the_old_until_then():
    for old, plan in (("I live in Lisbon", "Tomorrow I move to Berlin"), ("我住在里斯本", "我明天搬到柏林。")):
        told = said(old, 1) + said(plan, 5)
        then = "2026-01-06T00:00:00+00:00"
        assert texts(current(told, day(5))) == [old]
        assert [span["holds_from"] for span in standing(told, day(5)).upcoming] == [then]
        assert standing(told, day(5)).until == moment(then)
        [new] = current(told, then)
        assert (new["fact"]["slot"], new["since"], new["holds_from"]) == ("home", day(5), then)
        [before] = [span for span in history(told, then) if span["invalid_at"]]
        assert (before["fact"]["text"], before["invalid_at"], before["successor"]) == (old, then, new["fact"]["id"])


def test_a_plan_that_is_called_off_or_moved_never_begins_on_the_old_day():
    plan = said("I live in Lisbon", 1) + said("Tomorrow I move to Berlin", 5)
    off = plan + [{**a, "observed_at": day(5)[:11] + "12:00:00+00:00"} for a in said("I no longer live in Berlin", 5)]
    assert texts(current(off, day(9))) == ["I live in Lisbon"]
    assert standing(off, day(9)).upcoming == []
    moved = plan + [
        {**a, "observed_at": day(5)[:11] + "13:00:00+00:00"} for a in said("I move to Berlin in two weeks", 5)
    ]
    assert texts(current(moved, day(9))) == ["I live in Lisbon"]
    assert [s["holds_from"][:10] for s in standing(moved, day(9)).upcoming] == ["2026-01-19"]


def test_what_is_said_between_a_plan_and_its_day_holds_until_then():
    told = said("I live in Lisbon", 1) + said("I move to Berlin in two weeks", 2) + said("I live in Porto", 5)
    assert texts(current(told, day(9))) == ["I live in Porto"]
    assert [span["fact"]["value"] for span in current(told, day(20))] == ["Berlin"]


def test_what_ends_by_itself_gives_its_place_back():
    told = said("I live in Lisbon", 1) + said("I live in Rome until the end of the month", 5)
    assert texts(current(told, day(9))) == ["I live in Rome"]
    assert texts(current(told, "2026-01-31T23:59:59+00:00")) == ["I live in Rome"]
    assert texts(current(told, "2026-02-01T00:00:00+00:00")) == ["I live in Lisbon"]
    [lisbon, rome] = history(told, day(9))
    assert (lisbon["invalid_at"], lisbon["successor"], lisbon["resumes_at"]) == (
        day(5),
        rome["fact"]["id"],
        "2026-02-01T00:00:00+00:00",
    )
    assert standing(told, day(9)).upcoming == []


def test_of_two_edits_at_once_the_later_stays_and_the_history_is_whole():
    [gate] = said("Remember that the gate opens at nine", 1)

    def edit(text: str, of: Assertion, second: int) -> Assertion:
        made: Assertion = {
            **gate,
            "text": text,
            "observed_at": day(2)[:17] + f"{second:02d}+00:00",
            "retracts": of["id"],
        }
        made["id"] = proposal_id(made["kind"], None, text)
        return made

    ten, eleven = edit("The gate opens at ten", gate, 1), edit("The gate opens at eleven", gate, 3)
    noon = edit("The gate opens at noon", ten, 2)
    told = [gate, ten, noon, eleven]
    for order in (told, told[::-1]):
        assert texts(current(order, NOW)) == ["The gate opens at eleven"]
        assert texts(history(order, NOW)) == [fact["text"] for fact in told]
    [again] = said("Remember that the gate opens at nine", 8)
    assert texts(current([*told, again], NOW)) == ["The gate opens at eleven", "The gate opens at nine"]


STATEMENTS = [
    *("I live in Lisbon", "I live in Berlin", "I no longer live in Lisbon", "I moved to Rome", "I work at Acme"),
    *("I quit my job", "I like coffee", "I hate coffee", "I no longer like coffee", "I'm allergic to nuts"),
    *("I'm no longer allergic to nuts", "My favourite colour is red", "My favourite colour is blue", "我住在里斯本"),
    *("Tomorrow I move to Oslo", "I live in Porto until Sunday", "我后天搬到北京", "I live in Oslo until Monday"),
    *("Remember that the gate is green", "From now on, answer in Chinese", "以后都用英文回复", "I don't like coffee"),
]
tellings = st.lists(st.tuples(st.sampled_from(STATEMENTS), st.integers(1, 6)), max_size=10)


@given(tellings, st.randoms(use_true_random=False))
@settings(max_examples=150)
def test_order_and_repetition_make_no_difference(told: list[tuple[str, int]], random: Any):
    assertions = [a for text, number in told for a in said(text, number)]
    mixed = assertions + assertions[:3]
    random.shuffle(mixed)
    assert history(mixed, NOW) == history(assertions, NOW)
    assert all(standing(mixed, day(n)) == standing(assertions, day(n)) for n in (1, 3, 6, 9, 31))


@given(tellings, st.integers(1, 12))
@settings(max_examples=100)
def test_nothing_changes_by_time_alone_before_the_moment_that_is_told(told: list[tuple[str, int]], number: int):
    assertions = [a for text, n in told for a in said(text, min(n, number))]
    now = standing(assertions, day(number))
    last = now.until or moment(NOW)
    just_before = standing(assertions, (last - INSTANT).isoformat())
    assert just_before.current == now.current
    if now.until:
        assert standing(assertions, now.until.isoformat()).current != now.current


@given(tellings)
@settings(max_examples=60)
def test_at_every_moment_what_held_is_what_was_held_true_then(told: list[tuple[str, int]]):
    assertions = [a for text, number in told for a in said(text, number)]
    spans = history(assertions, NOW)
    edges = {moment(at) for s in spans for at in (s["holds_from"], s["invalid_at"]) if at}
    for at in [edge + step for edge in edges for step in (-INSTANT, INSTANT * 0)]:
        then = [s["fact"]["id"] for s in current(assertions, at.isoformat())]
        held = [
            s for s in spans if moment(s["holds_from"]) <= at and (not s["invalid_at"] or moment(s["invalid_at"]) > at)
        ]
        assert sorted(then) == sorted(s["fact"]["id"] for s in held)
        assert len(then) == len(set(then))


@given(tellings)
@settings(max_examples=150)
def test_a_slot_of_one_value_never_holds_two(told: list[tuple[str, int]]):
    held = current([a for text, number in told for a in said(text, number)], NOW)
    slots = [span["fact"]["slot"] for span in held]
    for slot in ("home", "work", "reply_language"):
        assert slots.count(slot) <= 1
    values = {(s["fact"]["slot"], comparable(s["fact"]["value"] or "")) for s in held}
    assert not {("likes", "coffee"), ("dislikes", "coffee")} <= values


@given(tellings)
@settings(max_examples=100)
def test_history_is_complete_and_its_times_are_in_order(told: list[tuple[str, int]]):
    spans = history([a for text, number in told for a in said(text, number)], NOW)
    assert [s for s in spans if s["invalid_at"] is None] == current([a for t, n in told for a in said(t, n)], NOW)
    for span in spans:
        assert span["sources"]
        assert span["invalid_at"] is None or span["since"] <= span["invalid_at"]
        assert span["successor"] is None or span["successor"] in {s["fact"]["id"] for s in spans}
