"""Limits of what is learned: by message, by day, and waiting; what goes past one is told why."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.defaults import DEFAULTS
from memory.core.facts.facts import Assertion, Proposal
from memory.core.facts.proposals import make_proposal
from memory.core.policy import write_limits
from memory.core.policy.policy import Action, Decision
from memory.core.policy.write_limits import Decided, used, within_limits

NOW = datetime(2026, 3, 5, 10, tzinfo=UTC)
SMALL = replace(DEFAULTS, message_facts=3, day_facts=4, pending_facts=2, pending_bytes=2_000)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_limits, "DEFAULTS", SMALL)


def fact(number: int, message: str = "m", **changed: Any) -> Proposal:
    text = f"我的第{number}个盒子是蓝色的"
    found = make_proposal(
        text=text,
        kind="profile",
        quote=text,
        message=text,
        source={"thread": "t", "conversation": "c", "message": message, "entry": "e"},
        observed_at=NOW.isoformat(),
    )
    return {**found, **changed}  # type: ignore[typeddict-item]  # a test may change any field


def decided(action: Action, *facts: Proposal) -> list[Decided]:
    return [(each, Decision(action, "policy")) for each in facts]


def written(*ages: timedelta) -> list[Assertion]:
    return [{**fact(1000 + n), "approved_at": (NOW - age).isoformat()} for n, age in enumerate(ages)]


def actions(found: list[Decided]) -> list[Action]:
    return [decision.action for _, decision in found]


def test_within_the_limits_nothing_changes():
    wanted = [*decided("write", fact(1)), *decided("ask", fact(2)), *decided("reject", fact(3))]
    assert within_limits(wanted, used([], [], NOW)) == wanted


def test_past_the_facts_of_a_message_the_rest_is_rejected_and_what_was_asked_for_stays():
    found = within_limits(decided("write", *map(fact, range(4)), fact(9, explicit=True)), used([], [], NOW))
    assert actions(found) == ["write", "write", "reject", "reject", "write"]
    assert found[2][1].reason == "more than 3 facts in one message"
    other = within_limits(decided("write", fact(1), fact(2, "n"), fact(3, "n"), fact(4)), used([], [], NOW))
    assert actions(other) == ["write"] * 4


def test_past_the_facts_of_a_day_the_rest_waits():
    hour, day = timedelta(hours=1), timedelta(hours=24)
    found = within_limits(decided("write", fact(1), fact(2)), used(written(hour, hour, hour, day), [], NOW))
    assert actions(found) == ["write", "ask"]
    assert found[1][1].reason == "more than 4 facts written in a day"


def test_past_what_may_wait_the_rest_is_rejected():
    found = within_limits(decided("ask", fact(1), fact(2)), used([], [fact(8)], NOW))
    assert actions(found) == ["ask", "reject"]
    assert found[1][1].reason == "2 facts wait for a decision already"
    large = within_limits(decided("ask", fact(1, quote="长" * 800)), used([], [], NOW))
    assert large[0][1] == Decision("reject", "what waits for a decision is past 2,000 bytes")


def test_what_waits_already_is_decided_as_before():
    waiting = [fact(1), fact(2)]
    assert actions(within_limits(decided("ask", *waiting), used([], waiting, NOW))) == ["ask", "ask"]


@given(st.lists(st.tuples(st.sampled_from(["write", "ask", "reject"]), st.integers(0, 30), st.sampled_from("mn"))))
def test_no_sequence_of_decisions_gets_past_a_limit(rows: list[tuple[Action, int, str]]):
    wanted = [(fact(number, message), Decision(action, "policy")) for action, number, message in rows]
    found = within_limits(wanted, used([], [], NOW))
    assert [p for p, _ in found] == [p for p, _ in wanted]
    asked = {p["id"] for p, d in found if d.action == "ask"}
    assert actions(found).count("write") <= SMALL.day_facts
    assert len(asked) <= SMALL.pending_facts
    kept = [p["source"]["message"] for p, d in found if d.action != "reject"]
    assert all(kept.count(message) <= SMALL.message_facts for message in "mn")
    severity: list[Action] = ["write", "ask", "reject"]
    assert all(
        severity.index(d.action) >= severity.index(w.action) for (_, w), (_, d) in zip(wanted, found, strict=True)
    )


def test_past_the_standing_instructions_a_new_one_waits_and_what_replaces_one_does_not(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(write_limits, "DEFAULTS", replace(DEFAULTS, instructions=2))
    first, second, third = (fact(n, kind="instruction") for n in range(3))
    language = fact(4, kind="instruction", slot="reply_language")
    held = used([{**first, "approved_at": NOW.isoformat()}], [], NOW)
    found = within_limits(decided("write", first, second, third, language, {**third, "retracts": first["id"]}), held)
    assert actions(found) == ["write", "write", "ask", "write", "write"]
    assert found[2][1].reason == "2 standing instructions hold already"
