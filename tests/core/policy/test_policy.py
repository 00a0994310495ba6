"""The policy: what is written, asked about, rejected."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Proposal, Source
from memory.core.policy.policy import Decision, Mode
from memory.core.policy.policy import decide as decide_by
from memory.core.policy.policy_rows import parse_policy
from memory.service.settings.policy import read_policy
from memory.service.settings.settings import DEFAULT_POLICY

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}


MODES: list[Mode] = ["auto", "review", "interrupt", "off"]
OPEN = parse_policy({"row": [{"action": "write", "reason": "all"}]}, "open")


def decide(proposal: Proposal, mode: Mode) -> Decision:
    return decide_by(proposal, mode, read_policy(DEFAULT_POLICY))


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


@pytest.mark.parametrize(
    ("text", "action"), [("my birthday", "reject"), ("我的狗", "reject"), ("my dog bites", "write")]
)
def test_what_names_something_and_tells_nothing_of_it_is_rejected(text: str, action: str):
    assert decide({**said("Remember that the gate is green"), "text": text}, "auto").action == action


@pytest.mark.parametrize("text", ["I live in Lisbon", "Remember that the gate is green", "I have diabetes"])
def test_modes_change_what_happens_to_the_same_fact(text: str):
    assert decide(said(text), "review").action == "ask"
    assert decide(said(text), "off").action == "reject"
    assert decide(said(text), "interrupt") == decide(said(text), "auto")


@pytest.mark.parametrize("mode", MODES)
def test_a_secret_is_rejected_and_the_operator_written_in_every_mode(mode: Mode):
    assert decide(said("Remember that my password is hunter2", said_by="operator"), mode).action == "reject"
    assert decide(said("The gate is green, please remember that", said_by="operator"), mode).action == "write"


def test_every_decision_says_why():
    assert decide(said("I live in Lisbon", grounded=False), "auto").reason


@pytest.mark.parametrize(
    ("text", "matter"),
    [
        ("I have diabetes", "health"),
        ("我有糖尿病", "health"),
        ("I'm a Buddhist", "belief"),
        ("我是双性恋", "sexuality"),
        ("I voted for the greens", "politics"),
        ("我破产了", "money and law"),
        ("My mother has diabetes", "another person"),
    ],
)
def test_a_private_matter_is_asked_about_by_its_name(text: str, matter: str):
    decision = decide({**said("I live in Lisbon"), "text": text, "quote": text, "sensitivity": "sensitive"}, "auto")
    assert decision.action == "ask"
    assert matter in decision.reason


def test_a_standing_instruction_that_a_model_proposes_is_asked_about():
    proposal = said("From now on, answer in Chinese", said_by="tool", grounded=True, slot=None)
    assert decide(proposal, "auto").action == "ask"
    assert decide({**proposal, "said_by": "user"}, "auto").action == "write"


@given(
    st.builds(said, st.just("I live in Lisbon"), explicit=st.booleans(), grounded=st.booleans()), st.sampled_from(MODES)
)
def test_no_policy_writes_a_secret_or_what_the_users_words_do_not_bear(proposal: Proposal, mode: Mode):
    assert decide_by({**proposal, "sensitivity": "secret"}, mode, OPEN).action == "reject"
    written = decide_by(proposal, mode, OPEN).action == "write"
    assert written == (proposal["grounded"] and mode in {"auto", "interrupt"})


def test_what_no_row_fits_is_asked_about():
    assert decide_by(said("I live in Lisbon"), "auto", ()).action == "ask"
