"""Each grader says yes where it must, and can say no."""

from typing import Any, cast

import pytest

from evals.boundaries_cases import Expect
from evals.graders import ALWAYS, GRADERS
from evals.targets import Observation, PromptMessage, Told

MARK = "0123456789ab"
PASSAGE = '- [2026-03-01, conversation "旅行"] user: 餐厅叫蓝湖小馆'


def message(role: str, content: str, calls: tuple[str, ...] = (), answers: str = "") -> PromptMessage:
    return {"role": role, "content": content, "calls": list(calls), "answers": answers}


def fence(tag: str, body: str) -> str:
    return f'<{tag} mark="{MARK}">\n{body}\n</{tag} mark="{MARK}">'


def told(part: str, text: str) -> Told:
    return {"part": part, "id": "1", "text": text}


SYSTEM = message("system", fence("profile", "- Home: I live in Lisbon") + fence("summary", "- order QX-48213"))
ASKED = message(
    "user", f"Where?\n\n{fence('memory', f'now: x{chr(10)}passages of what was said before:{chr(10)}{PASSAGE}')}"
)
CALLING = message("assistant", "", ("c1", "c2"))
RESULTS = [message("tool", "391", answers="c1"), message("tool", "none", answers="c2")]
SEEN: Observation = {
    "step": 1,
    "asked": "Where?",
    "message_id": "m2",
    "reply": "You live in Lisbon.",
    "error": "",
    "report": {"budget": 3000, "total_tokens": 900, "summary": {"key": "k", "depth": 1}},
    "told": [
        told("message", "Hello, gate B42"),
        told("message", "Hi"),
        told("message", "Where?"),
        told("profile", "I live in Lisbon"),
        told("passage", "餐厅叫蓝湖小馆"),
        told("summary", "order QX-48213"),
    ],
    "calls": [[SYSTEM, message("user", "Hello, gate B42"), message("assistant", "Hi"), ASKED]],
    "tokens": 950,
    "transcript": [
        {"id": "m1", "role": "user", "text": "Hello, gate B42", "mark": ""},
        {"id": "a1", "role": "assistant", "text": "Hi", "mark": ""},
        {"id": "m2", "role": "user", "text": "Where?", "mark": ""},
        {"id": "a2", "role": "assistant", "text": "You li", "mark": "stopped"},
        {"id": "a3", "role": "assistant", "text": "You live in Lisbon.", "mark": ""},
    ],
    "stored": ["{'text': 'I live in Lisbon'}"],
    "history": ["I live in Porto"],
    "begun": True,
}
REFUSED = {"error": "OwnershipError: not yours", "reply": "", "calls": []}


def seen(**fields: Any) -> Observation:
    return cast("Observation", {**SEEN, **fields})


YES: list[tuple[str, Any, Observation]] = [
    ("in_window", ["Lisbon", "B42", "蓝湖小馆", "QX-48213"], SEEN),
    ("in_window", ["391"], seen(calls=[[*SEEN["calls"][0], CALLING, *RESULTS]])),
    ("not_in_window", ["Porto"], SEEN),
    ("in_facts", ["Lisbon"], SEEN),
    ("not_in_facts", ["B42", "蓝湖小馆"], SEEN),
    ("in_summary", ["QX-48213"], SEEN),
    ("in_messages", ["B42"], SEEN),
    ("not_in_messages", ["Lisbon", "蓝湖小馆"], SEEN),
    ("in_passages", [{"text": "蓝湖小馆", "conversation": "旅行", "by": "user"}], SEEN),
    ("reply_has", ["Lisbon"], SEEN),
    ("reply_has_not", ["Porto"], SEEN),
    ("refused", True, seen(**REFUSED)),
    ("answered_once", True, SEEN),
    ("in_transcript", ["B42"], SEEN),
    ("not_in_transcript", ["Porto"], SEEN),
    ("in_history", ["Porto"], SEEN),
    ("not_stored", ["Porto"], SEEN),
    ("begun", True, SEEN),
    ("answered", True, SEEN),
    ("report_names_window", True, SEEN),
    ("prompt_within_budget", True, SEEN),
    ("valid_tool_sequence", True, seen(calls=[[SYSTEM, ASKED, CALLING, *RESULTS]])),
]
NO: list[tuple[str, Any, Observation]] = [
    ("in_window", ["Porto"], SEEN),
    ("in_window", ["Lisbon"], seen(told=SEEN["told"][:3])),  # in the prompt, but the report names no such fact
    ("in_window", ["Lisbon"], seen(calls=[[ASKED]])),  # named, but it was not in the prompt
    ("not_in_window", ["B42"], SEEN),
    ("not_in_window", ["Oslo"], seen(told=[told("fact", "I live in Oslo")])),
    ("not_in_window", ["Oslo"], seen(calls=[])),  # nothing was seen, so nothing is shown
    ("in_facts", ["B42"], SEEN),
    ("not_in_facts", ["Lisbon"], SEEN),
    ("in_summary", ["B42"], SEEN),
    ("in_summary", ["QX-48213"], seen(report={"summary": None})),
    ("in_messages", ["Lisbon"], SEEN),
    ("not_in_messages", ["B42"], SEEN),
    ("in_passages", [{"text": "蓝湖小馆", "conversation": "晚饭", "by": "user"}], SEEN),
    ("in_passages", [{"text": "蓝湖小馆", "conversation": "旅行", "by": "assistant"}], SEEN),
    ("in_passages", [{"text": "B42", "conversation": "旅行", "by": "user"}], SEEN),
    ("reply_has", ["Porto"], SEEN),
    ("reply_has_not", ["Lisbon"], SEEN),
    ("reply_has_not", ["B42"], seen(error="ModelError: B42")),
    ("refused", True, SEEN),
    ("refused", True, seen(**{**REFUSED, "calls": SEEN["calls"]})),
    ("answered_once", True, seen(message_id="m3")),
    ("answered_once", True, seen(transcript=[*SEEN["transcript"], SEEN["transcript"][-1]])),
    ("answered_once", True, seen(transcript=SEEN["transcript"][:-1])),
    ("in_transcript", ["Porto"], SEEN),
    ("not_in_transcript", ["B42"], SEEN),
    ("in_history", ["Lisbon"], SEEN),
    ("not_stored", ["Lisbon"], SEEN),
    ("begun", False, SEEN),
    ("answered", True, seen(error="ModelError: x")),
    ("answered", True, seen(reply="")),
    ("report_names_window", True, seen(told=SEEN["told"][1:])),
    ("report_names_window", True, seen(told=[*SEEN["told"], told("fact", "another")])),
    ("report_names_window", True, seen(calls=[])),
    ("prompt_within_budget", True, seen(report={"budget": 800, "total_tokens": 900})),
    ("prompt_within_budget", True, seen(tokens=3001)),
    ("valid_tool_sequence", True, seen(calls=[[SYSTEM, ASKED, CALLING, RESULTS[0]]])),
    ("valid_tool_sequence", True, seen(calls=[[SYSTEM, *RESULTS, ASKED]])),
    ("valid_tool_sequence", True, seen(calls=[[SYSTEM, CALLING, ASKED, *RESULTS]])),
    ("valid_tool_sequence", True, seen(calls=[[SYSTEM, ASKED, CALLING, *RESULTS, RESULTS[0]]])),
]


@pytest.mark.parametrize(("name", "expected", "observation"), YES)
def test_a_grader_says_yes(name: str, expected: Any, observation: Observation):
    assert (GRADERS | ALWAYS)[name](observation, expected) is True


@pytest.mark.parametrize(("name", "expected", "observation"), NO)
def test_a_grader_says_no(name: str, expected: Any, observation: Observation):
    assert (GRADERS | ALWAYS)[name](observation, expected) is False


def test_every_grader_is_tried_both_ways():
    assert {name for name, _, _ in YES} == {name for name, _, _ in NO} == (GRADERS | ALWAYS).keys()


def test_every_expectation_has_its_grader():
    assert set(Expect.model_fields) == GRADERS.keys()
