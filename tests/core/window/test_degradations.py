"""The reasons that metrics count are those the code tells."""

import ast
from pathlib import Path

import pytest

from memory.core.window.degradations import reasons_of

SOURCES = Path(__file__).parents[3]
TOLD = {
    "memory is unavailable: disk full. This turn is kept": "store",
    "memory was back after the reply: this turn is recorded": "store",
    "model: The fallback model 'b' answered.": "model",
    "passages: not ready within 100 ms": "recall",
    "meaning: not ready within 70 ms, words alone counted": "recall",
    "images and files: 2 not shown, the store failed": "media",
    "summary: withheld, it may hold something forgotten; it is being made anew": "summary",
    "what was forgotten: as last known, disk full": "forgotten",
    "another run wrote to this thread meanwhile: both are kept as branches": "overlap",
    "no facts by a model, or not all: late; consolidation looks again": "extraction",
    "memory is back: 2 messages of earlier turns were recorded": "other",
}


@pytest.mark.parametrize(("line", "reason"), TOLD.items())
def test_a_line_of_the_context_report_has_its_reason(line: str, reason: str):
    assert reasons_of([line]) == {reason}


def test_every_reason_that_is_known_is_still_told_somewhere():
    texts = {
        node.value
        for folder in ("memory/service", "memory_nodes")
        for path in (SOURCES / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    known = [line.split(":")[0] for line, reason in TOLD.items() if reason != "other"]
    assert [words for words in known if not any(text.startswith(words[:17]) for text in texts)] == []


def test_a_turn_without_degradations_has_no_reason_and_two_of_one_kind_are_one():
    assert reasons_of([]) == set()
    assert reasons_of(["passages: a", "meaning: b", "model: c"]) == {"recall", "model"}
