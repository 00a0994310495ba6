"""What becomes of the facts a conversation told, and which documents are the conversation's."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memory.core import namespaces
from memory.core.facts.current import current
from memory.core.facts.facts import FACT_SCHEMA, SELF, Assertion
from memory.core.facts.identity import assertion_key, proposal_id, retraction_id
from memory.core.forgetting.erase import facts_after, facts_told
from memory.core.forgetting.erase_docs import FactsChoice, is_of_thread
from memory.core.ids import encode_label
from memory.core.namespaces import Namespace

HERE, ELSEWHERE = "t-here", "t-elsewhere"
NOW = "2026-11-30T12:00:00+00:00"


def saying(value: str, day: int, thread: str = HERE, slot: str | None = "home", ends: str | None = None) -> Assertion:
    """An assertion told on a day; `ends`: a bare retraction of that value."""
    content = proposal_id("profile", slot, ends or value)
    return {
        "schema": FACT_SCHEMA,
        "id": retraction_id(content) if ends else content,
        "retracts": content if ends else None,
        "text": f"text {value}",
        "kind": "profile",
        "slot": slot,
        "value": ends or value,
        "subject": SELF,
        "quote": f"quote {value}",
        "source": {
            "thread": thread,
            "conversation": f"about {thread}",
            "message": f"m{day}",
            "entry": f"{thread}-{day}",
        },
        "said_by": "user",
        "explicit": True,
        "grounded": True,
        "confidence": 1.0,
        "importance": 0.5,
        "importance_parts": {},
        "sensitivity": "normal",
        "observed_at": f"2026-11-{day:02d}T00:00:00+00:00",
        "valid_from": None,
        "valid_until": None,
        "time_zone": "UTC",
        "approved_at": f"2026-11-{day:02d}T00:00:00+00:00",
    }


def after(assertions: list[Assertion], choice: FactsChoice) -> list[Assertion]:
    """The assertions as they are stored after the erase."""
    change = facts_after(assertions, HERE, choice, NOW)
    held = {assertion_key(a): a for a in assertions if assertion_key(a) not in change.delete}
    return list((held | {assertion_key(a): a for a in change.put}).values())


def known(assertions: list[Assertion]) -> list[str]:
    """What holds now."""
    return sorted(span["fact"]["text"] for span in current(assertions, NOW))


VALUES = st.sampled_from(["Lisbon", "里斯本", "台北", "Porto, Portugal"])
SAYINGS = st.builds(
    saying,
    VALUES,
    st.integers(1, 28),
    st.sampled_from([HERE, ELSEWHERE]),
    st.sampled_from(["home", "likes", "dislikes", "favourites", None]),
    st.none() | VALUES,
)
HISTORIES = st.lists(SAYINGS, max_size=10, unique_by=assertion_key)


@given(HISTORIES)
def test_kept_facts_are_the_same_facts_as_before(assertions: list[Assertion]):
    assert known(after(assertions, "keep")) == known(assertions)


@given(HISTORIES)
@example([saying("Lisbon", 1), saying("Lisbon", 1, ELSEWHERE), saying("里斯本", 1)])
def test_after_a_delete_nothing_of_the_conversation_has_text_and_nothing_old_holds_again(assertions: list[Assertion]):
    left = after(assertions, "delete")
    told = [a for a in left if a["source"]["thread"] == HERE]
    assert {(a["text"], a["quote"], a["value"], a["source"]["conversation"]) for a in told} <= {("", "", None, "")}
    assert set(known(left)) <= set(known(assertions))


@given(HISTORIES, st.sampled_from(["keep", "delete"]))
def test_a_second_erase_changes_nothing_more(assertions: list[Assertion], choice: FactsChoice):
    once = after(assertions, choice)
    change = facts_after(once, HERE, choice, NOW)
    assert (change.put, change.delete) == ([], [])


def test_a_kept_fact_keeps_its_quote_and_loses_the_conversations_name():
    (fact,) = after([saying("里斯本", 3)], "keep")
    assert (fact["text"], fact["quote"]) == ("text 里斯本", "quote 里斯本")
    assert (fact["source"]["conversation"], fact["source"].get("erased")) == ("", True)


def test_a_fact_told_again_elsewhere_loses_this_source_only():
    both = [saying("Lisbon", 3), saying("Lisbon", 5, ELSEWHERE)]
    for choice in ("keep", "delete"):
        (fact,) = after(both, choice)
        assert fact["source"]["thread"] == ELSEWHERE


def test_what_was_taken_back_in_the_conversation_stays_taken_back():
    assertions = [saying("Lisbon", 3, ELSEWHERE), saying("Lisbon", 5, ends="Lisbon")]
    assert known(assertions) == known(after(assertions, "delete")) == []


def test_the_preview_tells_which_facts_come_from_this_conversation_alone():
    assertions = [
        saying("Lisbon", 3, slot=None),
        saying("茶", 4, slot=None),
        saying("茶", 5, ELSEWHERE, slot=None),
        saying("x", 6, ELSEWHERE, None),
    ]
    told = facts_told(assertions, [saying("waits", 7), saying("other", 7, ELSEWHERE)], HERE, NOW)
    assert [[f["text"] for f in part] for part in (told["only"], told["also"], told["pending"])] == [
        ["text Lisbon"],
        ["text 茶"],
        ["text waits"],
    ]


@pytest.mark.parametrize(
    ("namespace", "key", "value", "belongs"),
    [
        (namespaces.transcript("u", HERE, 3), "k", {}, True),
        ((*namespaces.user("u"), "tomorrow", encode_label(HERE), "deep"), "k", {}, True),
        (namespaces.heads("u"), encode_label(HERE), {}, True),
        (namespaces.events("u"), "k", {"detail": {"thread": HERE}}, True),
        (namespaces.pending("u"), "k", {"source": {"thread": HERE}}, True),
        (namespaces.threads("u"), "k", {"thread": HERE}, True),
        (namespaces.transcript("u", HERE + "2", 3), "k", {}, False),
        (namespaces.events("u"), "k", {"detail": {"thread": ELSEWHERE}}, False),
        (namespaces.settings("u"), "theme", {"value": HERE}, False),
        (namespaces.tombstones("u"), "k", {"threads": [HERE]}, False),
    ],
)
def test_a_document_is_a_conversations_by_label_key_or_source(
    namespace: Namespace, key: str, value: dict[str, Any], *, belongs: bool
):
    assert is_of_thread(namespace, key, value, HERE) == belongs
