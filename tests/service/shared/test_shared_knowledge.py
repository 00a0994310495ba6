"""Shared knowledge: written by an operator, recalled beside memory for whom it is, in time, as it is now."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from support.meanings import TopicEmbedder
from support.storage_faults import BrokenStore

from memory.core import namespaces
from memory.core.defaults import DEFAULTS
from memory.core.errors import InputError, NotFoundError
from memory.core.shared.items import EVERYONE_SCOPE, scope_of, scopes_for
from memory.service.access.identity import User
from memory.service.facts.fact_index import NO_FACTS
from memory.service.recall import looking_up, shared_search
from memory.service.recall import recall as recalling
from memory.service.recall.looking_up import Filters, look_up
from memory.service.recall.recall import Recall, recall
from memory.service.shared import shared_knowledge
from memory.service.shared.shared_knowledge import add_shared, edit_shared, remove_shared, shared_page
from memory.storage.listing import list_items
from memory.storage.shared import shared_versions

NOW = datetime(2026, 3, 5, tzinfo=UTC)
OFFICE, HOURS = "The office is in Porto.", "办公室九点开门。"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    empty = shared_search.SharedSearch()
    for module in (recalling, looking_up):
        monkeypatch.setattr(module, "SHARED", empty)


async def found(store: BaseStore, question: str, organisation: str | None = None, deadline_ms: float = 5_000) -> Recall:
    return await recall(
        store,
        "u--0",
        "t",
        question,
        now=NOW,
        memory=NO_FACTS,
        others=False,
        in_view=None,
        deadline_ms=deadline_ms,
        max_facts=8,
        max_passages=4,
        shared=await shared_versions(store, scopes_for(organisation)),
    )


def texts(told: Recall) -> list[tuple[str, str]]:
    return [(item.whose, item.text) for item in told.shared]


@pytest.mark.parametrize(
    ("question", "text"),
    [("Where is the office?", OFFICE), ("办公室几点开门？", HOURS), ("辦公室幾點開門？", HOURS)],
)
async def test_it_is_recalled_for_everyone_in_both_languages(any_store: BaseStore, question: str, text: str):
    assert await add_shared(any_store, None, [OFFICE, HOURS], NOW) | {"ids": []} == {"added": 2, "known": 0, "ids": []}
    assert await add_shared(any_store, None, [OFFICE], NOW) | {"ids": []} == {"added": 0, "known": 1, "ids": []}
    assert texts(await found(any_store, question))[0] == ("everyone", text)


async def test_an_organisations_is_recalled_for_its_members_alone_and_first():
    store = InMemoryStore()
    await add_shared(store, None, ["The office is in Porto."], NOW)
    await add_shared(store, "acme", ["The office of acme is in Braga. 办公室在布拉加。"], NOW)
    asked = "Where is the office? 办公室在哪里？"
    assert [whose for whose, _ in texts(await found(store, asked, "acme"))] == ["acme", "everyone"]
    for other in (None, "Acme", "acme2", "everyone"):
        assert [whose for whose, _ in texts(await found(store, asked, other))] == ["everyone"]


async def test_an_edit_and_a_removal_count_at_once_also_in_another_process(any_store: BaseStore):
    (item,) = (await add_shared(any_store, None, [OFFICE], NOW))["ids"]
    assert texts(await found(any_store, "the office?")) == [("everyone", OFFICE)]
    made = await edit_shared(any_store, None, item, "The office moved to Braga.", NOW)
    assert texts(await found(any_store, "the office?")) == [("everyone", "The office moved to Braga.")]
    with pytest.raises(NotFoundError):
        await edit_shared(any_store, None, item, "someone else's edit", NOW)
    with pytest.raises(NotFoundError):
        await remove_shared(any_store, "acme", made["id"])
    await remove_shared(any_store, None, made["id"])
    assert texts(await found(any_store, "the office?")) == []
    assert await list_items(any_store, namespaces.shared(EVERYONE_SCOPE)) == []


async def test_it_is_found_by_meaning_and_what_is_removed_leaves_no_vector(monkeypatch: pytest.MonkeyPatch):
    store, model = InMemoryStore(), TopicEmbedder()
    for module in (recalling, looking_up):
        monkeypatch.setattr(module, "current_embedder", lambda: model)
    (item,) = (await add_shared(store, None, ["Your puppy may come along."], NOW))["ids"]
    await add_shared(store, None, ["The soup is free.", "今天住宿免费。"], NOW)
    told = await look_up(store, User("ann", 0), "我的狗呢？", Filters(kind="shared"), NOW)
    assert [one["id"] for one in told["items"]] == [item]
    assert [one.id for one in (await found(store, "my cat?")).shared] == [item]
    await remove_shared(store, None, item)
    assert item not in [one.key for one in await list_items(store, namespaces.shared_vectors(EVERYONE_SCOPE))]


async def test_filters_by_time_or_conversation_leave_none_of_it():
    store = InMemoryStore()
    await add_shared(store, None, [OFFICE], NOW)
    for filters, count in ((Filters(), 1), (Filters(kind="fact"), 0), (Filters(since="2026-01-01"), 0)):
        told = await look_up(store, User("ann", 0), "the office?", filters, NOW)
        assert len(told["items"]) == count


async def test_a_store_that_fails_or_is_late_is_told_and_the_turn_goes_on():
    store = BrokenStore()
    await add_shared(store, None, [OFFICE], NOW)
    versions = await shared_versions(store, scopes_for(None))
    late = await found(store, "the office?", deadline_ms=0)
    assert (late.shared, late.degraded) == ([], ["shared knowledge: not ready within 0 ms"])
    store.down()
    look = shared_search.SharedSearch().look(store, versions)
    assert look is not None
    assert "disk gone" in str(await look.settled(5_000))


async def test_pages_show_each_item_once_oldest_first():
    store = InMemoryStore()
    await add_shared(store, "acme", [f"item {n}" for n in range(5)], NOW)
    shown, after = list[str](), None
    while True:
        page = await shared_page(store, "acme", limit=2, after=after)
        shown += [item["text"] for item in page.items]
        after = page.next
        if after is None:
            break
    assert sorted(shown) == [f"item {n}" for n in range(5)]


async def test_there_is_room_for_so_many_and_nothing_is_half_written(monkeypatch: pytest.MonkeyPatch):
    store = InMemoryStore()
    monkeypatch.setattr(shared_knowledge, "DEFAULTS", replace(DEFAULTS, shared_items=2))
    await add_shared(store, None, ["one"], NOW)
    for texts_, field in ((["two", "three"], "text"), (["two", ""], "text"), (["x"] * 1001, "texts")):
        with pytest.raises(InputError, match=field):
            await add_shared(store, None, texts_, NOW)
    assert len(await list_items(store, namespaces.shared(EVERYONE_SCOPE))) == 1
    await add_shared(store, "acme", ["two", "three"], NOW)
    assert len(await list_items(store, namespaces.shared(scope_of("acme")))) == 2
