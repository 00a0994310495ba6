"""Forgetting: nothing of it stays in what is derived, and what stays true stays."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from langgraph.store.base import BaseStore
from support.conversations import NOW, Conversation

from memory.core import namespaces
from memory.core.extraction.extraction import extract
from memory.core.facts.current import current
from memory.core.facts.facts import Proposal, Source
from memory.core.forgetting.forget_requests import find_forgotten
from memory.core.forgetting.forgetting import is_forgotten
from memory.core.forgetting.veiled import veiled_text
from memory.core.transcript.entries import Entry, place_of, text_of
from memory.service.consolidation.consolidation import consolidate_thread
from memory.service.consolidation.mailbox import Measures
from memory.service.facts.fact_index import FactIndex
from memory.service.facts.remembering import write_decided
from memory.service.forgetting.forgetting import EntryAt, forget
from memory.service.forgetting.veiling import trace_key
from memory.service.recall.recall import recall_passages
from memory.storage.due import list_due
from memory.storage.facts import list_pending, load_memory
from memory.storage.listing import list_items
from memory.storage.summaries import list_leaves

ROOT = "ann--0"
MEASURES = Measures(count_text=len, count_entry=lambda entry: len(text_of(entry)), budget=16_000)


def proposals(entry: Entry) -> list[Proposal]:
    source: Source = {
        "thread": entry["thread"],
        "conversation": "c",
        "message": entry["id"],
        "entry": entry["key"],
    }
    return extract(text_of(entry), source=source, observed_at=entry["time"])


async def learn(store: BaseStore, *entries: Entry, pending: bool = False) -> list[Proposal]:
    told = [p for entry in entries for p in proposals(entry)]
    write, ask = ([], told) if pending else (told, [])
    await write_decided(store, ROOT, write=write, ask=ask, reject=[], assertions=[], tombstones=[], now=NOW)
    return told


async def derived(store: BaseStore) -> str:
    """Return everything of the user but the transcript, as text."""
    items = await list_items(store, namespaces.user(ROOT))
    kept: list[Any] = [i.value for i in items if i.namespace[2] != "transcript"]
    return json.dumps(kept, ensure_ascii=False).lower()


async def values(store: BaseStore) -> list[str | None]:
    return [span["fact"]["value"] for span in current((await load_memory(store, ROOT)).assertions, NOW.isoformat())]


@pytest.mark.parametrize(
    ("text", "request_", "gone", "stays"),
    [
        ("I live in Lisbon and I work at Acme.", "Forget that I live in Lisbon", "lisbon", "Acme"),
        ("我住在里斯本。我喜欢爵士乐。", "忘记我住在里斯本", "里斯本", "爵士乐"),
        ("我住在臺北。我喜歡爵士樂。", "请忘记我住在台北", "臺北", "爵士樂"),
    ],
)
@pytest.mark.parametrize("pending", [False, True])
async def test_nothing_of_a_forgotten_fact_stays(
    any_store: BaseStore, text: str, request_: str, gone: str, stays: str, *, pending: bool
):
    talk = Conversation(any_store, ROOT, "t")
    said, echo, asked = await talk.say(text, f"You told me: {text}", request_)
    told = await learn(any_store, said, pending=pending)
    meant = [p for p in told if gone in (p["value"] or "").lower()]
    assert meant
    assert gone in await derived(any_store)
    done = await forget(any_store, ROOT, meant, now=NOW, asking=EntryAt("t", place_of(asked)))
    after = await derived(any_store)
    assert gone not in after
    assert stays.lower() in after
    stones = (await load_memory(any_store, ROOT)).tombstones
    for entry in (said, echo, asked):
        shown = veiled_text(text_of(entry), entry["key"], entry["time"], stones, trace_key(ROOT))
        assert gone not in shown.lower()
    assert done.ids == [p["id"] for p in meant]
    assert done.threads == ["t"]
    assert await list_due(any_store) == [(ROOT, "t")]
    assert all(is_forgotten(p, stones, trace_key(ROOT)) for p in proposals(said) if p in meant)


async def test_an_old_value_does_not_hold_again_when_the_newer_one_is_forgotten(any_store: BaseStore):
    talk = Conversation(any_store, ROOT, "t")
    await learn(any_store, *await talk.say("I live in Porto", "I live in Lisbon"))
    facts = [span["fact"] for span in current((await load_memory(any_store, ROOT)).assertions, NOW.isoformat())]
    await forget(any_store, ROOT, facts, now=NOW)
    assert await values(any_store) == []
    await learn(any_store, *await talk.say("I live in Porto"))
    assert await values(any_store) == ["Porto"]


async def test_what_was_told_together_stays_without_the_words(any_store: BaseStore):
    talk = Conversation(any_store, ROOT, "t")
    told = await learn(any_store, *await talk.say("I work at Acme as a nurse"))
    await forget(any_store, ROOT, [p for p in told if p["value"] == "nurse"], now=NOW)
    assert await values(any_store) == ["Acme"]
    assert "nurse" not in await derived(any_store)


async def test_the_same_words_about_something_else_stay(any_store: BaseStore):
    talk = Conversation(any_store, ROOT, "t")
    told = await learn(any_store, *await talk.say("I live in Lisbon", "Remember that the Lisbon flat has a red door"))
    await forget(any_store, ROOT, told[:1], now=NOW)
    assert "the lisbon flat has a red door" in await derived(any_store)


async def test_forgetting_nothing_writes_nothing(any_store: BaseStore):
    assert (await forget(any_store, ROOT, [], now=NOW)).ids == []
    assert await list_items(any_store, namespaces.user(ROOT)) == []


async def test_saying_it_anew_after_the_forget_makes_it_a_fact_again(any_store: BaseStore):
    talk = Conversation(any_store, ROOT, "t")
    told = await learn(any_store, *await talk.say("I live in Lisbon"))
    await forget(any_store, ROOT, told, now=NOW)
    talk.start = NOW + timedelta(days=1)
    anew = [p for entry in await talk.say("I live in Lisbon") for p in proposals(entry)]
    stones = (await load_memory(any_store, ROOT)).tombstones
    later = NOW + timedelta(days=2)
    await write_decided(any_store, ROOT, write=anew, ask=[], reject=[], assertions=[], tombstones=stones, now=later)
    memory = await load_memory(any_store, ROOT)
    assert memory.tombstones == []
    assert [a["value"] for a in memory.assertions] == ["Lisbon"]


async def test_an_entry_that_is_missing_does_not_stop_a_forget(any_store: BaseStore):
    talk = Conversation(any_store, ROOT, "t")
    (fact,) = proposals((await talk.say("I live in Lisbon"))[0])
    fact["source"] = {**fact["source"], "message": "unknown", "thread": "elsewhere"}
    await write_decided(any_store, ROOT, write=[], ask=[fact], reject=[], assertions=[], tombstones=[], now=NOW)
    done = await forget(any_store, ROOT, find_forgotten("my home", [fact]), now=NOW)
    assert done.ids == [fact["id"]]
    assert await list_pending(any_store, ROOT) == []


@pytest.mark.parametrize("ahead", [timedelta(0), timedelta(days=400)], ids=["right clock", "clock set back since"])
@pytest.mark.parametrize(("text", "gone"), [("I live in Lisbon", "Lisbon"), ("我住在里斯本", "里斯本")])
async def test_another_threads_summary_that_repeats_it_is_made_anew_without_it(
    any_store: BaseStore, text: str, gone: str, ahead: timedelta
):
    told = await learn(any_store, *await Conversation(any_store, ROOT, "t").say(text))
    other = Conversation(any_store, ROOT, "other")
    await other.say(*(f"Since {gone} is home: answer {number}." for number in range(50)), role="assistant")
    made = NOW + ahead
    await consolidate_thread(any_store, ROOT, "other", clock=lambda: made, measures=MEASURES)
    assert gone in str(await list_leaves(any_store, ROOT, "other"))
    done = await forget(any_store, ROOT, told, now=NOW + timedelta(seconds=1))
    assert done.threads == ["t", "other"]
    later = NOW + timedelta(minutes=1)
    await consolidate_thread(any_store, ROOT, "other", clock=lambda: later, measures=MEASURES)
    after = await derived(any_store)
    assert gone.lower() not in after
    assert "is home: answer" in str(await list_leaves(any_store, ROOT, "other"))


async def test_a_passage_that_repeats_it_is_found_without_it(any_store: BaseStore):
    told = await learn(any_store, *await Conversation(any_store, ROOT, "t").say("I live in Lisbon"))
    await Conversation(any_store, ROOT, "other").say("The weather in Lisbon will be fine", role="assistant")

    async def search(now: datetime) -> list[str]:
        memory = await FactIndex().load_newest(any_store, ROOT)
        found, problem = await recall_passages(
            any_store,
            ROOT,
            "weather",
            now=now,
            memory=memory,
            limit=5,
            deadline_ms=10_000,
            wanted=lambda _: True,
        )
        assert problem is None
        return [passage.text for passage in found]

    assert await search(NOW) == ["The weather in Lisbon will be fine"]
    await forget(any_store, ROOT, told, now=NOW)
    assert await search(NOW) == ["The weather in [forgotten] will be fine"]
