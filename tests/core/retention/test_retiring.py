"""What is set aside: the idle and the weakest, never what is kept, in whatever order it is looked at."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.conversations import START, a_fact

from memory.core.facts.explanation import is_pinned
from memory.core.facts.facts import Assertion, Remark
from memory.core.retention.archive import ArchiveMark, in_archive
from memory.core.retention.retiring import Retirement, retirement, returned
from memory.core.retention.usage import Used

DAY = timedelta(days=1)
NOW = START + 40 * DAY
TEXTS = ("The bike is red", "自行车是红色的", "單車是紅色的", "the 自行车 bike")


def fact(name: str, importance: float = 0.4, days: float = 0.0, **fields: Any) -> Assertion:
    told = (START + days * DAY).isoformat()
    made = {**a_fact(name, f"{TEXTS[len(name) % 4]} {name}", importance=importance), **fields}
    source = {**made["source"], "entry": f"{name}{days}"}
    return {**made, "source": source, "observed_at": told, "approved_at": told}  # type: ignore[return-value]


def pin(name: str, at: datetime, *, pinned: bool = True) -> Remark:
    return {"schema": 1, "about": name, "pinned": pinned, "by": "user", "at": at.isoformat()}


def retired(told: list[Assertion], *, limit: int = 200, now: datetime = NOW, **known: Any) -> dict[str, str]:
    given_ = {"remarks": [], "marks": [], "used": {}, **known}
    plan = retirement(told, given_["remarks"], given_["marks"], given_["used"], now, limit)
    return {one.mark["about"]: one.mark["reason"] for one in plan.retired}


@pytest.mark.parametrize(
    ("kept", "known"),
    [
        (fact("important", 0.55), {}),
        (fact("pinned", 0.1), {"remarks": [pin("pinned", START)]}),
        (fact("order", 0.1, kind="instruction"), {}),
        (fact("home", 0.4, kind="profile", slot="home", value="里斯本"), {}),
        (fact("allergy", 0.4, kind="profile", slot="allergy", value="花生"), {}),
        (fact("said lately", 0.1, days=10.5), {}),
        (fact("looked up", 0.1), {"used": {"looked up": Used(1, START + 11 * DAY)}}),
        (fact("often used", 0.5), {"used": {"often used": Used(7, START)}}),
        (fact("unpinned lately", 0.1), {"remarks": [pin("unpinned lately", START + 30 * DAY, pinned=False)]}),
        (fact("to come", 0.1, valid_from="2026-09-01"), {}),
        (fact("begun lately", 0.1, valid_from="2026-04-01"), {}),
    ],
    ids=lambda value: value.get("id", ""),
)
def test_an_idle_fact_goes_after_a_month_and_what_is_kept_stays(kept: Assertion, known: dict[str, Any]):
    assert retired([kept, fact("idle")], **known) == {"idle": "idle"}
    assert retired([fact("idle")], now=START + 30 * DAY - timedelta(seconds=1)) == {}
    assert retired([fact("idle")], now=START + 30 * DAY) == {"idle": "idle"}


def test_past_the_limit_the_weakest_go_and_neither_orders_nor_what_is_to_come_count():
    told = [fact("strong", 0.5, 39), fact("weak1", 0.3, 39), fact("old", 0.5, 20), fact("kept", 0.9)]
    told += [fact("order", 0.9, kind="instruction"), fact("to come", 0.1, 39, valid_from="2026-09-01")]
    assert retired(told, limit=4) == {}
    assert retired(told, limit=3) == {"weak1": "full"}
    assert retired(told, limit=2) == {"weak1": "full", "old": "full"}
    plan = retirement(told, [], [], {}, NOW, 0)
    assert ({one.fact["id"] for one in plan.retired}, plan.over) == ({"weak1", "old", "strong"}, 1)
    assert plan.retired[0].mark["strength"] == {
        "strength": 0.315,
        "importance": 0.5,
        "uses": 0,
        "idle_days": 20.0,
        "half_life_days": 30.0,
    }


def test_it_tells_when_time_alone_sets_the_next_one_aside():
    plan = retirement([fact("a", 0.4, 20), fact("b", 0.5, 30), fact("kept", 0.9)], [], [], {}, NOW, 200)
    assert (plan.retired, plan.due) == ([], START + 50 * DAY)
    assert retired([fact("a", 0.4, 20)], now=START + 50 * DAY) == {"a": "idle"}
    assert retirement([fact("kept", 0.9)], [], [], {}, NOW, 200).due is None


def test_what_is_told_approved_pinned_or_looked_up_after_its_mark_is_in_use_again_and_the_past_stays_told():
    told = [fact("茶"), fact("tea")]
    marks = [one.mark for one in retirement(told, [], [], {}, NOW, 200).retired]
    later, after = (NOW + DAY).isoformat(), NOW + 2 * DAY
    assert set(in_archive(marks, told, [])) == {"茶", "tea"}
    assert set(in_archive(marks, [*told, fact("茶", days=41)], [])) == {"tea"}
    late: Assertion = {**fact("茶"), "approved_at": later}
    assert set(in_archive(marks, [*told, late], [])) == {"tea"}
    assert set(in_archive(marks, told, [pin("tea", NOW + DAY)])) == {"茶"}
    back = [*marks, *(returned(mark, NOW + DAY) for mark in marks if mark["about"] == "tea")]
    assert set(in_archive(back, told, [])) == {"茶"}
    assert set(in_archive(back, told, [], NOW.isoformat())) == {"茶", "tea"}
    assert in_archive(back, told, [], START.isoformat()) == {}
    assert retired(told, marks=back, now=after) == {}
    assert retired(told, marks=back, now=after + 30 * DAY) == {"tea": "idle"}


def test_a_saying_that_a_wrong_clock_dated_ahead_makes_nothing_idle_and_can_be_set_aside():
    told = [fact("ahead", 0.3, days=5_000), fact("fresh", 0.5, days=39)]
    plan = retirement(told, [], [], {}, NOW, 1)
    assert [one.mark["about"] for one in plan.retired] == ["ahead"]
    marks = [one.mark for one in plan.retired]
    assert set(in_archive(marks, told, [])) == {"ahead"}
    assert retired(told, marks=marks, limit=1) == {}


NAMES = st.sampled_from("abcdef茶")
TOLD = st.builds(
    lambda name, weight, days, order: fact(name, weight, days, **({"kind": "instruction"} if order else {})),
    NAMES,
    st.sampled_from([0.0, 0.3, 0.4, 0.54, 0.55, 0.9]),
    st.integers(0, 60),
    st.booleans(),
)
PINS = st.builds(
    lambda name, days, on: pin(name, START + days * DAY, pinned=on), NAMES, st.integers(0, 60), st.booleans()
)
USES = st.dictionaries(
    NAMES, st.builds(lambda n, days: Used(n, START + days * DAY), st.integers(1, 9), st.integers(0, 60))
)


@settings(max_examples=60)
@given(st.lists(TOLD, max_size=9), st.lists(PINS, max_size=4), USES, st.integers(0, 5), st.randoms())
def test_the_order_is_irrelevant_pins_stay_and_twice_does_no_more(
    told: list[Assertion], pins: list[Remark], used: dict[str, Used], limit: int, mixer: Any
):
    marks: list[ArchiveMark] = []

    def plan() -> Retirement:
        for one in (told, pins, marks):
            mixer.shuffle(one)
        return retirement(told, pins, marks, used, NOW, limit)

    first, again = plan(), plan()
    assert first == again
    gone = {one.fact["id"] for one in first.retired}
    assert not any(is_pinned(name, pins, (START + 99 * DAY).isoformat()) for name in gone)
    assert not any(one.fact["importance"] >= 0.55 or one.fact["kind"] == "instruction" for one in first.retired)
    marks += [one.mark for one in first.retired]
    assert set(in_archive(marks, told, pins)) == gone
    second = plan()
    assert (second.retired, second.over, second.due) == ([], first.over, first.due)
