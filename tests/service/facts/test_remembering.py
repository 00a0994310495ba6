"""Writing what was decided: once, together, and without text in the events."""

import json
from datetime import timedelta
from typing import Any

import pytest
from langgraph.store.base import BaseStore
from support.conversations import NOW, Conversation

from memory.core import namespaces
from memory.core.events.event_docs import Event
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Proposal
from memory.core.transcript.entries import text_of
from memory.service.facts.remembering import decide_pending, write_decided
from memory.storage.events import list_events
from memory.storage.facts import list_pending, load_memory, read_version
from memory.storage.listing import list_items

ROOT = "ann--0"


async def told(store: BaseStore, text: str, thread: str = "t") -> list[Proposal]:
    (entry,) = await Conversation(store, ROOT, thread).say(text)
    source: Any = {"thread": thread, "conversation": "c", "message": entry["id"], "entry": entry["key"]}
    return extract(text_of(entry), source=source, observed_at=entry["time"])


async def events_of_facts(store: BaseStore) -> list[Event]:
    return [event for event in await list_events(store, ROOT) if event["type"] != "conversation.begun"]


async def types(store: BaseStore) -> list[str]:
    return sorted(event["type"] for event in await events_of_facts(store))


async def write(store: BaseStore, **given: Any) -> Any:
    nothing: dict[str, Any] = {"write": [], "ask": [], "reject": [], "assertions": [], "tombstones": []}
    decided = {**nothing, "now": NOW, **given}
    return await write_decided(store, ROOT, **decided)


@pytest.mark.parametrize(
    "text", ["I live in Lisbon. I like jazz.", "我住在里斯本。我喜欢爵士乐。", "我住在臺北。我喜歡爵士樂。"]
)
async def test_facts_and_pending_are_written_with_events_that_hold_no_text(any_store: BaseStore, text: str):
    home, jazz = await told(any_store, text)
    done = await write(any_store, write=[home], ask=[jazz])
    assert (done.written, done.pending) == ([home["id"]], [jazz["id"]])
    memory = await load_memory(any_store, ROOT)
    assert memory.assertions == [{**home, "approved_at": NOW.isoformat()}]
    assert await list_pending(any_store, ROOT) == [jazz]
    events = json.dumps(await list_events(any_store, ROOT), ensure_ascii=False)
    assert await types(any_store) == ["fact.written", "proposal.pending"]
    assert not any(str(p["value"]) in events or p["quote"] in events for p in (home, jazz))


async def test_a_retry_changes_nothing(any_store: BaseStore):
    home, jazz = await told(any_store, "I live in Lisbon. I like jazz.")
    await write(any_store, write=[home], ask=[jazz])
    before = [(i.namespace, i.key, i.value) for i in await list_items(any_store, namespaces.user(ROOT))]
    again = await write(any_store, write=[home], ask=[jazz], now=NOW + timedelta(minutes=1))
    assert (again.written, again.pending, again.events) == ([], [], [])
    assert [(i.namespace, i.key, i.value) for i in await list_items(any_store, namespaces.user(ROOT))] == before


async def test_an_older_saying_does_not_replace_a_newer_one(any_store: BaseStore):
    (home,) = await told(any_store, "I live in Lisbon")
    newer: Proposal = {**home, "observed_at": NOW.isoformat()}
    await write(any_store, write=[newer])
    await write(any_store, write=[home])
    assert [a["observed_at"] for a in (await load_memory(any_store, ROOT)).assertions] == [NOW.isoformat()]


async def test_nothing_decided_writes_nothing(any_store: BaseStore):
    await write(any_store)
    assert await list_items(any_store, namespaces.user(ROOT)) == []


async def test_a_rejected_secret_leaves_a_reason_and_nothing_to_guess_it_from(any_store: BaseStore):
    (secret,) = await told(any_store, "Remember that my password is hunter22")
    assert secret["sensitivity"] == "secret"
    for _ in range(2):
        await write(any_store, reject=[(secret, "holds a secret")])
    (event,) = await events_of_facts(any_store)
    assert event["detail"]["reason"] == "holds a secret"
    assert "hunter22" not in str(event)
    assert secret["id"] not in str(event)
    assert await read_version(any_store, ROOT) is None


async def test_a_written_fact_no_longer_waits(any_store: BaseStore):
    (home,) = await told(any_store, "I live in Lisbon")
    await write(any_store, ask=[home])
    await write(any_store, write=[home])
    assert await list_pending(any_store, ROOT) == []


async def test_an_approved_proposal_becomes_a_fact_once(any_store: BaseStore):
    (home,) = await told(any_store, "我住在里斯本")
    await write(any_store, ask=[home])
    assert await decide_pending(any_store, ROOT, home["id"], approve=True, now=NOW) == "approved"
    assert [a["value"] for a in (await load_memory(any_store, ROOT)).assertions] == ["里斯本"]
    assert await list_pending(any_store, ROOT) == []
    assert await decide_pending(any_store, ROOT, home["id"], approve=True, now=NOW) == "gone"
    assert await decide_pending(any_store, ROOT, home["id"], approve=False, now=NOW) == "gone"


async def test_a_rejected_proposal_is_forgotten(any_store: BaseStore):
    (home,) = await told(any_store, "I live in Lisbon")
    await write(any_store, ask=[home])
    assert await decide_pending(any_store, ROOT, home["id"], approve=False, now=NOW) == "rejected"
    memory = await load_memory(any_store, ROOT)
    assert memory.assertions == []
    assert [stone["content"] for stone in memory.tombstones] == [home["id"]]
    assert await types(any_store) == ["proposal.pending", "proposal.rejected"]


async def test_rejecting_what_was_approved_before_keeps_the_fact(any_store: BaseStore):
    (home,) = await told(any_store, "I live in Lisbon")
    await write(any_store, write=[home])
    again: Proposal = {**home, "observed_at": NOW.isoformat()}
    await write(any_store, ask=[again])
    assert await decide_pending(any_store, ROOT, home["id"], approve=False, now=NOW) == "rejected"
    memory = await load_memory(any_store, ROOT)
    assert [a["id"] for a in memory.assertions] == [home["id"]]
    assert memory.tombstones == []
