"""Traces: forgotten words are found again wherever they stand, and nothing of them can be read."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Proposal, Source
from memory.core.forgetting.forgetting import make_tombstone
from memory.core.forgetting.traces import find_traces, traces_of
from memory.core.forgetting.veiled import repeats_forgotten, veiled_content, veiled_message, veiled_text
from memory.core.ids import entry_key
from memory.core.recall.passages import veil_of
from memory.core.transcript.entries import Message

KEY = "secret/ann--0"
JAN, FEB, MAR = (f"2026-0{n}-05T10:00:00+00:00" for n in (1, 2, 3))


def fact(text: str) -> Proposal:
    source: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e1"}
    return extract(text, source=source, observed_at=JAN)[0]


def found(told: str, text: str) -> list[str]:
    return [text[start:end] for start, end in find_traces(text, traces_of(fact(told), KEY), KEY)]


@pytest.mark.parametrize(
    ("told", "text", "stretches"),
    [
        ("I live in Lisbon", "You told me: you live in LISBON. Lisbon!", ["LISBON", "Lisbon"]),
        ("I live in New York", "New Yorkers in new\nyork", ["new\nyork"]),
        ("我住在里斯本", "你说你住在里斯本，里斯本很美。", ["里斯本", "里斯本"]),
        ("我住在臺北", "你住在台北", ["台北"]),
        ("Remember that the spare key is under the blue pot", "As noted, the spare key is under the blue pot.",
         ["the spare key is under the blue pot"]),
        ("记住备用钥匙在花盆下面", "好的，備用鑰匙在花盆下面。", ["備用鑰匙在花盆下面"]),
        ("I live in Lisbon", "Ｌｉｓｂｏｎ 和里斯本", ["Ｌｉｓｂｏｎ"]),
        ("I live in Lisbon", "Lisbonne and Porto", []),
    ],
)  # fmt: skip
def test_a_trace_finds_the_words_in_any_spelling_and_nothing_else(told: str, text: str, stretches: list[str]):
    assert found(told, text) == stretches


def test_what_follows_the_speaker_is_found_when_somebody_else_says_it():
    told = fact("Remember that my locker code is 4711")
    text = "Your locker code is 4711, right?"
    assert [text[a:b] for a, b in find_traces(text, traces_of(told, KEY), KEY)] == ["locker code is 4711"]


def test_traces_of_another_key_find_nothing():
    traces = traces_of(fact("I live in Lisbon"), KEY)
    assert find_traces("Lisbon", traces, "another") == []
    assert "lisbon" not in str(traces).lower()
    assert traces != traces_of(fact("I live in Lisbon"), "another")


def test_a_single_character_makes_no_trace():
    told = {**fact("I live in Lisbon"), "value": "5"}
    assert traces_of(told, KEY) == []  # type: ignore[arg-type]  # a fact with another value


@given(st.text(alphabet="ab 里斯。\n臺Ｌ", max_size=60), st.text(alphabet="ab 里斯。\n臺Ｌ", max_size=60))
def test_a_told_text_is_found_between_any_others(before: str, after: str):
    text = f"{before} 住在 Lisbon {after}"
    told = fact("I live in Lisbon")
    assert "Lisbon" in [text[start:end] for start, end in find_traces(text, traces_of(told, KEY), KEY)]


@given(st.text(max_size=80))
def test_offsets_always_lie_in_the_text(text: str):
    spans = find_traces(text, traces_of(fact("I live in Lisbon"), KEY), KEY)
    assert all(0 <= start < end <= len(text) for start, end in spans)


def stone(*, masks: list[tuple[int, int]] | None = None, entry: str = "e1"):
    from memory.core.forgetting.forgetting import make_tombstone

    told = fact("I live in Lisbon")
    told["source"]["entry"] = entry
    spans = [{"entry": entry, "start": a, "end": b} for a, b in masks or []]
    return make_tombstone(told, spans, FEB, traces=traces_of(told, KEY))  # type: ignore[arg-type]  # masks as dicts


def test_views_mask_older_entries_and_leave_newer_ones():
    assert veiled_text("You live in Lisbon.", "e2", JAN, [stone()], KEY) == "You live in [forgotten]."
    assert veiled_text("你住在Lisbon吧", "e2", FEB, [stone()], KEY) == "你住在[已忘记]吧"
    assert veiled_text("You live in Lisbon.", "e2", MAR, [stone()], KEY) == "You live in Lisbon."


def test_a_hidden_entry_shows_nothing_and_a_masked_one_the_rest():
    assert veiled_text("I live in Lisbon", "e1", JAN, [stone()], KEY) == "[forgotten]"
    assert veiled_text("Hi. I live there", "e1", JAN, [stone(masks=[(4, 16)])], KEY) == "Hi. [forgotten]"


def test_content_blocks_keep_their_kind():
    image = {"type": "image", "url": "x"}
    blocks = [{"type": "text", "text": "Hello"}, image, {"type": "text", "text": "in Lisbon now"}]
    shown = veiled_content(blocks, "e2", JAN, [stone()], KEY)
    assert shown == [blocks[0], image, {"type": "text", "text": "in [forgotten] now"}]
    assert veiled_content(blocks, "e1", JAN, [stone()], KEY) == "[forgotten]"
    assert veiled_content("nothing", "e2", JAN, [stone()], KEY) == "nothing"


def test_a_veil_without_traces_masks_by_place_alone():
    assert veil_of([]).masked("e", JAN, "Lisbon") == ()


def test_another_reading_of_forgotten_words_repeats_them_only_if_it_is_older():
    read: Proposal = {**fact("I live in Lisbon"), "id": "x", "slot": None, "value": None}
    assert repeats_forgotten(read, [stone(entry="e9")], KEY)
    assert not repeats_forgotten({**read, "observed_at": MAR}, [stone(entry="e9")], KEY)
    assert not repeats_forgotten({**read, "text": "I live in Porto"}, [stone(entry="e9")], KEY)


@pytest.mark.parametrize(("value", "told"), [("Lisbon", "I live in Lisbon"), ("里斯本", "我住在里斯本")])
def test_a_call_that_repeats_what_was_forgotten_is_masked_in_all_its_arguments(value: str, told: str):
    stone = make_tombstone(fact(told), [], MAR, traces=traces_of(fact(told), KEY))
    key = entry_key(datetime.fromisoformat(FEB), "m2", "0" * 16)
    call = {"id": "c1", "name": "propose_memory", "args": {"quotes": [told], "n": 1, told: {value: 1}}}
    broken = {"id": "c2", "name": "propose_memory", "args": f'{{"quotes": ["{told}', "error": f"no JSON: {told}"}
    calling: Message = {"id": "m2", "role": "assistant", "content": "", "tool_calls": [call]}
    calling["invalid_tool_calls"] = [broken]
    assert value not in str(veiled_message(calling, key, [stone], KEY))
    assert value in str(calling)
