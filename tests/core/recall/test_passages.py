from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.facts.facts import TOMBSTONE_SCHEMA, Tombstone
from memory.core.recall.passages import (
    ASKED,
    PASSAGE_CHARS,
    SAID_BY_ASSISTANT,
    SAID_BY_USER,
    Veil,
    passages_of,
    veil_of,
)
from memory.core.transcript.entries import Entry, Role, make_entry

NOW = datetime(2026, 3, 10, tzinfo=UTC)


def entry(text: str, role: Role = "user") -> Entry:
    return make_entry({"id": "m1", "role": role, "content": text}, "thread", None, NOW)


def tombstone(content: str, entries: list[str], *masks: tuple[str, int, int]) -> Tombstone:
    return {
        "schema": TOMBSTONE_SCHEMA,
        "content": content,
        "slot": None,
        "masks": [{"entry": e, "start": start, "end": end} for e, start, end in masks],
        "entries": entries,
        "threads": ["thread"],
        "forgotten_at": NOW.isoformat(),
    }


def test_a_short_entry_is_one_passage_that_tells_where_it_stands():
    said = entry("我下个月去东京。")
    (passage,) = passages_of(said, "trip", Veil())
    assert (passage.id, passage.entry, passage.message) == (f"thread/{said['key']}", said["key"], "m1")
    assert (passage.conversation, passage.role, passage.time) == ("trip", "user", said["time"])
    assert passage.text == "我下个月去东京。"


@pytest.mark.parametrize("role", ["tool", "system"])
def test_tool_and_system_entries_make_no_passage(role: Role):
    assert passages_of(entry("some text", role), "c", Veil()) == []


@pytest.mark.parametrize("text", ["", "  \n "])
def test_empty_entries_make_no_passage(text: str):
    assert passages_of(entry(text), "c", Veil()) == []


@pytest.mark.parametrize(
    ("text", "role", "importance"),
    [
        ("The key is under the pot.", "user", SAID_BY_USER),
        ("Noted.", "assistant", SAID_BY_ASSISTANT),
        ("Where is the key?", "user", ASKED),
        ("钥匙在哪里？", "user", ASKED),
        ("你知道鑰匙在哪嗎", "user", ASKED),
    ],
)
def test_statements_count_for_more_than_answers_and_questions(text: str, role: Role, importance: float):
    assert passages_of(entry(text, role), "c", Veil())[0].importance == importance


@pytest.mark.parametrize("sentence", ["The meeting moved to Friday. ", "会议改到星期五了。", "onwards "])
def test_long_entries_are_cut_between_sentences_or_words(sentence: str):
    passages = passages_of(entry(sentence * 300), "c", Veil())
    assert len({p.id for p in passages}) == len(passages) > 1
    assert all(len(p.text) <= PASSAGE_CHARS and p.text.endswith(sentence.strip()[-4:]) for p in passages)


@given(st.text(alphabet="ab 。.\n茶", max_size=4_000))
def test_cutting_loses_nothing_but_white_space(text: str):
    pieces = [p.text for p in passages_of(entry(text), "c", Veil())]
    assert "".join("".join(pieces).split()) == "".join(text.split())


def test_masked_stretches_are_not_in_a_passage():
    said = entry("My code is 4711 and I like tea")
    veil = veil_of([tombstone("a", [said["key"]], (said["key"], 11, 15))])
    (passage,) = passages_of(said, "c", veil)
    assert "4711" not in passage.text
    assert "I like tea" in passage.text
    assert passage.masked == ((11, 15),)


def test_sources_without_a_named_stretch_are_hidden():
    said = entry("My code is 4711")
    veil = veil_of([tombstone("a", [said["key"]])])
    assert passages_of(said, "c", veil) == []
    assert veil.of(said["key"]) is None


def test_masks_of_several_tombstones_add_up_in_order():
    veil = veil_of([tombstone("a", ["e"], ("e", 9, 12)), tombstone("b", ["e"], ("e", 0, 4), ("e", 9, 12))])
    assert veil.of("e") == ((0, 4), (9, 12))
    assert veil.of("other") == ()


def test_an_entry_stays_hidden_when_only_one_of_its_forgotten_facts_can_be_named():
    veil = veil_of([tombstone("a", ["e"], ("e", 9, 12)), tombstone("b", ["e"])])
    assert veil.of("e") is None
