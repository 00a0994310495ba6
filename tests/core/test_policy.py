"""The policy: what is written, asked about, rejected."""

from typing import Any

import pytest

from memory.core.extraction import extract
from memory.core.facts import Proposal, Source
from memory.core.policy import Mode, decide

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}


def said(text: str, **changed: Any) -> Proposal:
    found = extract(text, source=SOURCE, observed_at="2026-03-05T10:00:00+00:00")[0]
    return {**found, **changed}  # type: ignore[typeddict-item]  # a test may change any field


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("I live in Lisbon", "write"),
        ("我住在里斯本", "write"),
        ("I don't eat meat", "write"),
        ("My wife is called Ana", "write"),
        ("From now on, answer in Chinese", "write"),
        ("I no longer live in Lisbon", "write"),
        ("Remember that the gate is green", "write"),
        ("记住门是绿色的", "write"),
        ("Remember that I have diabetes", "write"),
        ("I have diabetes", "ask"),
        ("我有糖尿病", "ask"),
        ("My mom has cancer", "ask"),
        ("I'm flying to Tokyo on 3 May", "ask"),
        ("Remember that my password is hunter2", "reject"),
        ("记住我的卡号是4111 1111 1111 1111", "reject"),
    ],
)
def test_in_auto_mode_the_table_decides(text: str, action: str):
    assert decide(said(text), "auto").action == action


@pytest.mark.parametrize("changed", [{"grounded": False}, {"said_by": "tool", "grounded": False}, {"confidence": 0.3}])
def test_what_the_users_words_do_not_bear_is_never_written_by_itself(changed: dict[str, Any]):
    assert decide(said("I live in Lisbon", **changed), "auto").action == "ask"


def test_what_a_tool_proposes_is_written_when_the_users_words_bear_it():
    assert decide(said("I live in Lisbon", said_by="tool", grounded=True), "auto").action == "write"


@pytest.mark.parametrize("text", ["I live in Lisbon", "Remember that the gate is green", "I have diabetes"])
def test_modes_change_what_happens_to_the_same_fact(text: str):
    assert decide(said(text), "review").action == "ask"
    assert decide(said(text), "off").action == "reject"
    assert decide(said(text), "interrupt") == decide(said(text), "auto")


@pytest.mark.parametrize("mode", ["auto", "review", "interrupt", "off"])
def test_a_secret_is_rejected_and_the_operator_written_in_every_mode(mode: Mode):
    assert decide(said("Remember that my password is hunter2", said_by="operator"), mode).action == "reject"
    assert decide(said("The gate is green, please remember that", said_by="operator"), mode).action == "write"


def test_every_decision_says_why():
    assert decide(said("I live in Lisbon", grounded=False), "auto").reason
