"""Facts that two writers told in other words become one; and forgotten, they stay away in every wording."""

import asyncio
import json
from datetime import timedelta

import pytest
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from support.conversations import NOW

from memory.core import namespaces
from memory.core.facts.current import current, history
from memory.core.facts.explanation import is_pinned
from memory.core.facts.facts import Assertion, Proposal, Source
from memory.core.facts.proposals import make_proposal
from memory.core.forgetting.veiled import repeats_forgotten
from memory.service.facts.deciding import decide_all
from memory.service.facts.fact_changes import pin_fact
from memory.service.facts.merging import merge_doubles
from memory.service.facts.remembering import decide_pending, write_decided
from memory.service.forgetting.forgetting import forget
from memory.service.forgetting.veiling import trace_key
from memory.storage.events import list_events
from memory.storage.facts import list_pending, load_memory, read_version, write_memory
from memory.storage.listing import list_items

ROOT = "ann--0"
WORDINGS = {
    "en": ("The garage code name is Falcon", "The code name of the garage is Falcon", "the garage code-name is FALCON"),
    "zh": ("我每周一去健身房", "我每個星期一都去健身房", "每周一我去健身房"),
}


def told(text: str, number: int, said_by: str = "user", quote: str | None = None) -> Proposal:
    source: Source = {"thread": f"t{number}", "conversation": "c", "message": f"m{number}", "entry": f"e{number}"}
    at = (NOW + timedelta(minutes=number)).isoformat()
    asked = said_by == "user"
    return make_proposal(
        text=text,
        kind="profile",
        quote=quote or text,
        message=text,
        source=source,
        observed_at=at,
        said_by="user" if asked else "tool",
        explicit=asked,
    )


def approved(proposal: Proposal) -> Assertion:
    return {**proposal, "approved_at": proposal["observed_at"]}


async def written(store: BaseStore, proposal: Proposal) -> list[str]:
    """Decide on a proposal and write it as a turn does; the ids that are new."""
    memory, now = await load_memory(store, ROOT), NOW + timedelta(hours=2)
    fresh = [p for p in [proposal] if not repeats_forgotten(p, memory.tombstones, trace_key(ROOT))]
    decided = await decide_all(store, ROOT, fresh, mode="auto", assertions=memory.assertions, now=now)
    write, ask = ([p for p, action in decided if action == wanted] for wanted in ("write", "ask"))
    done = await write_decided(
        store,
        ROOT,
        write=write,
        ask=ask,
        reject=[],
        assertions=memory.assertions,
        tombstones=memory.tombstones,
        now=now,
    )
    return done.written


@pytest.mark.parametrize("language", list(WORDINGS))
async def test_two_mergers_at_once_leave_one_fact_with_every_source_and_its_pin(any_store: BaseStore, language: str):
    now = NOW + timedelta(hours=1)
    facts = [approved(told(text, n)) for n, text in enumerate(WORDINGS[language])]
    await asyncio.gather(*(write_memory(any_store, ROOT, version=f["id"], assertions=[f]) for f in facts))
    await pin_fact(any_store, ROOT, facts[1]["id"], pinned=True, now=NOW + timedelta(minutes=30))
    merged = await asyncio.gather(*(merge_doubles(any_store, ROOT, now) for _ in range(2)))
    assert {facts[1]["id"]: facts[0]["id"], facts[2]["id"]: facts[0]["id"]} in merged
    memory = await load_memory(any_store, ROOT)
    (span,) = history(memory.assertions, now.isoformat())
    assert (span["fact"]["id"], [s["entry"] for s in span["sources"]]) == (facts[0]["id"], ["e0", "e1", "e2"])
    assert is_pinned(facts[0]["id"], memory.remarks, now.isoformat())
    version = await read_version(any_store, ROOT)
    assert await merge_doubles(any_store, ROOT, now + timedelta(minutes=1)) == {}
    assert await read_version(any_store, ROOT) == version
    events = [e for e in await list_events(any_store, ROOT) if e["type"] == "fact.merged"]
    assert len(events) == 2
    assert not any(text in json.dumps(events, ensure_ascii=False) for text in WORDINGS[language])


@pytest.mark.parametrize("language", list(WORDINGS))
async def test_what_was_forgotten_stays_away_in_other_words_until_the_user_says_it_anew(language: str):
    store, (first, second, third) = InMemoryStore(), WORDINGS[language]
    facts = [approved(told(first, 0)), approved(told(second, 1))]
    await write_memory(store, ROOT, version="1", assertions=facts)
    await merge_doubles(store, ROOT, NOW + timedelta(minutes=10))
    await forget(store, ROOT, [facts[0]], now=NOW + timedelta(minutes=20))
    left = [i.value for i in await list_items(store, namespaces.user(ROOT))]
    assert not any(text in json.dumps(left, ensure_ascii=False) for text in (first, second))
    assert await written(store, told(third, 5)) == []
    by_model = told(third, 30, said_by="tool", quote="Falcon? 健身房？")
    assert await written(store, by_model) == []
    assert await list_pending(store, ROOT) == []
    assert len(await written(store, told(third, 31))) == 1
    memory = await load_memory(store, ROOT)
    assert memory.tombstones == []
    assert [s["fact"]["text"] for s in current(memory.assertions, (NOW + timedelta(hours=3)).isoformat())] == [third]


async def test_what_waits_becomes_a_saying_of_what_was_approved_meanwhile():
    store, now = InMemoryStore(), NOW + timedelta(hours=1)
    first, second, _ = WORDINGS["en"]
    await write_memory(store, ROOT, version="1", assertions=[approved(told(first, 0))], pending=[told(second, 1)])
    assert await decide_pending(store, ROOT, told(second, 1)["id"], approve=True, now=now) == "approved"
    (span,) = current((await load_memory(store, ROOT)).assertions, now.isoformat())
    assert (span["fact"]["id"], len(span["sources"])) == (told(first, 0)["id"], 2)
    await write_memory(store, ROOT, version="2", pending=[told(second, 3)])
    assert await decide_pending(store, ROOT, told(second, 3)["id"], approve=False, now=now) == "rejected"
    assert len(current((await load_memory(store, ROOT)).assertions, now.isoformat())) == 1


async def test_what_the_user_approved_and_says_again_is_not_asked_about():
    store, (first, second, _) = InMemoryStore(), WORDINGS["zh"]
    event = {**told(first, 0), "kind": "event"}
    again: Proposal = {**told(second, 1), "kind": "event", "explicit": False}  # type: ignore[typeddict-item]
    await write_memory(store, ROOT, version="1", assertions=[approved(event)])  # type: ignore[arg-type]  # a Proposal
    assert await written(store, again) == [event["id"]]
    assert await list_pending(store, ROOT) == []
