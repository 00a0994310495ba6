"""What was forgotten stays away in paraphrase; what is like it stays, and said anew it is a fact again."""

from datetime import datetime, timedelta

import pytest
from langgraph.store.memory import InMemoryStore
from support.conversations import NOW, Conversation

from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Proposal, Source
from memory.core.forgetting.veiled import repeats_forgotten
from memory.core.transcript.entries import text_of
from memory.service.facts.remembering import write_decided
from memory.service.forgetting.forgetting import forget
from memory.service.forgetting.veiling import trace_key
from memory.storage.facts import load_memory

ROOT = "ann--0"
FORGOTTEN: tuple[tuple[str, list[str], list[str]], ...] = (
    ("I like jazz.", ["I love jazz music", "I enjoy listening to jazz"], ["I like tea"]),
    (
        "I live in Lisbon.",
        ["I'm living in Lisbon now", "I'm based in Lisbon", "I moved to Lisbon last year"],
        ["I live in Berlin", "My sister is called Anna"],
    ),
    ("I'm allergic to peanuts.", ["I have a peanut allergy"], ["I'm allergic to shrimp"]),
    (
        "My sister is called Anna.",
        ["My sister's name is Anna", "I have a sister named Anna"],
        ["My boss is called Bert"],
    ),
    (
        "Remember that my locker code word is heron.",
        ["Remember that my locker's code word is heron"],
        ["Remember that my gym code word is swan"],
    ),
    ("我住在里斯本。", ["我家在里斯本", "我現在住在里斯本", "我搬到里斯本了"], ["我住在北京"]),
    ("我对花生过敏。", ["我花生过敏", "我對花生過敏"], ["我对虾过敏"]),
    ("我喜欢爵士乐。", ["我很爱听爵士", "我喜歡爵士音樂"], ["我喜欢喝茶"]),
)


def read(text: str, entry: str, at: datetime) -> list[Proposal]:
    source: Source = {"thread": "t", "conversation": "c", "message": entry, "entry": entry}
    found = extract(text, source=source, observed_at=at.isoformat())
    assert found
    return found


@pytest.mark.parametrize(("said", "again", "others"), FORGOTTEN)
async def test_what_was_forgotten_stays_away_in_paraphrase_and_what_is_like_it_does_not(
    said: str, again: list[str], others: list[str]
):
    store = InMemoryStore()
    (entry,) = await Conversation(store, ROOT, "t").say(said)
    facts = read(text_of(entry), entry["key"], datetime.fromisoformat(entry["time"]))
    await write_decided(store, ROOT, write=facts, ask=[], reject=[], assertions=[], tombstones=[], now=NOW)
    await forget(store, ROOT, facts, now=NOW)
    stones, key = (await load_memory(store, ROOT)).tombstones, trace_key(ROOT)
    before, after = NOW - timedelta(days=1), NOW + timedelta(days=1)

    def kept_out(texts: list[str], at: datetime) -> list[str]:
        return [p["text"] for t in texts for p in read(t, f"entry {t}", at) if repeats_forgotten(p, stones, key)]

    assert len(kept_out(again, before)) >= len(again)
    assert kept_out(others, before) == []
    assert kept_out(again, after) == []
