"""The user's part of consolidation: whose facts are looked over, and that one who fails stops no other."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from langgraph.runtime import Runtime, ServerInfo
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from support.conversations import Conversation, a_fact

from graphs.consolidation import builder
from memory.core import namespaces
from memory.core.access.assistants import apart_label
from memory.core.errors import OwnershipError
from memory.core.facts.facts import Assertion
from memory.core.ids import user_root
from memory.service.consolidation.consolidation_plan import threads_to_consolidate, users_to_look_over
from memory.storage.due import mark_due
from memory.storage.due_users import list_due_users, set_due
from memory.storage.facts import write_memory
from memory.storage.ops import put, write
from memory_nodes.consolidate_thread import consolidate_thread
from memory_nodes.consolidate_user import consolidate_user
from memory_nodes.extract_thread import extract_thread
from memory_nodes.plan_consolidation import plan_consolidation

ANN, BOB, AN = user_root("ann", 0), user_root("安", 0), user_root("an", 0)
NOW = datetime.now(UTC)
EVERYONE = {"root": None, "thread": None}


async def run(store: BaseStore, request: dict[str, Any]) -> Any:
    return (await builder.compile(store=store).ainvoke(request))["report"]  # type: ignore[call-overload]  # plain JSON


async def remember(store: BaseStore, root: str) -> None:
    told = (NOW - timedelta(days=45)).isoformat()
    idle: Assertion = {**a_fact("f", "青色的 bike", importance=0.4), "observed_at": told, "approved_at": told}
    await write_memory(store, root, version="v1", assertions=[idle])


async def test_everyone_who_is_due_is_looked_over_and_one_who_fails_stays_due_and_stops_no_other():
    store = InMemoryStore()
    for root in (ANN, BOB, AN):
        await remember(store, root)
    await set_due(store, AN, NOW + timedelta(days=1))
    await write(store, [put(namespaces.archive(ANN), "broken", {"schema": 999})])
    report = await run(store, EVERYONE)
    assert (report["users"], report["archived"], report["threads"]) == (2, 1, 0)
    assert [(u["root"], "SchemaError" in u["error"]) for u in report["failed_users"]] == [(ANN, True)]
    assert await list_due_users(store, NOW) == [ANN]


async def test_a_thread_brings_its_owner_when_due_and_a_user_is_always_looked_over_when_asked_for():
    store = InMemoryStore()
    await remember(store, ANN)
    await remember(store, BOB)
    await Conversation(store, ANN, "T1").say("hello", "你好")
    assert (await run(store, {"root": ANN, "thread": "T1"}))["users"] == 1
    assert await list_due_users(store, NOW) == [BOB]
    assert (await run(store, {"root": ANN, "thread": "T1"}))["users"] == 0
    assert (await run(store, {"root": ANN, "thread": None}))["users"] == 1
    assert (await run(store, {"root": ANN, "thread": "T1", "full": True}))["users"] == 1


async def test_in_full_every_kept_thread_is_taken_up_within_reach():
    store = InMemoryStore()
    for root, thread in ((ANN, "T1"), (ANN, "T2"), (BOB, "T3")):
        await Conversation(store, root, thread).say("hello", "你好")
    gone = Conversation(store, ANN, "T4")
    await gone.say("hello")
    await gone.make_temporary()
    assert await threads_to_consolidate(store, ANN, None) == []
    assert await threads_to_consolidate(store, ANN, None, full=True) == [(ANN, "T1"), (ANN, "T2")]
    assert len(await threads_to_consolidate(store, None, None, full=True)) == 3
    assert await threads_to_consolidate(store, None, None, full=True, caller="安") == [(BOB, "T3")]
    assert await users_to_look_over(store, None, None, NOW, full=True) == sorted([ANN, BOB])


@dataclass
class Caller:
    """Whom a server knows by name."""

    identity: str
    is_authenticated: bool = True
    display_name: str = ""
    permissions: tuple[str, ...] = ()


def asked_by(name: str, store: BaseStore) -> Runtime[Any]:
    return Runtime(store=store, server_info=ServerInfo("a", "g", user=Caller(name)))  # type: ignore[arg-type]  # has its fields


async def test_an_authenticated_user_reaches_their_own_memory_alone():
    store = InMemoryStore()
    apart = user_root("an", 0, apart_label("coach", ["*"]))
    for root in (ANN, AN, apart, user_root("ann", 0, apart_label("coach", ["*"]))):
        await mark_due(store, root, "T")
        await remember(store, root)
    everything: Any = dict(EVERYONE)
    own = await plan_consolidation(everything, asked_by("an", store))
    assert {task["root"] for task in own["tasks"]} == {AN, apart}
    assert set(await users_to_look_over(store, None, None, NOW, caller="an")) == {AN, apart}
    for request in ({"root": ANN, "thread": None}, {"root": ANN, "thread": "T"}):
        asked: Any = request
        with pytest.raises(OwnershipError, match="another user's"):
            await plan_consolidation(asked, asked_by("an", store))


@pytest.mark.parametrize("node", [consolidate_thread, extract_thread, consolidate_user])
async def test_a_run_sent_straight_to_a_node_reaches_no_other_users_memory(node: Any):
    store = InMemoryStore()
    await remember(store, ANN)
    before = [(item.namespace, item.key, item.value) for item in await store.asearch((), limit=100)]
    task = {"root": ANN, "thread": "T", "budget": None, "full": True}
    with pytest.raises(OwnershipError, match="another user's"):
        await node(task, asked_by("an", store))
    assert [(item.namespace, item.key, item.value) for item in await store.asearch((), limit=100)] == before


async def test_who_may_consolidate_everyone_does():
    store = InMemoryStore()
    await mark_due(store, ANN, "T")
    everything: Any = dict(EVERYONE)
    service = Caller("holdfast:service:nightly", permissions=("everyone",))
    runtime: Any = Runtime(store=store, server_info=ServerInfo("a", "g", user=service))  # type: ignore[arg-type]  # as above
    assert [task["root"] for task in (await plan_consolidation(everything, runtime))["tasks"]] == [ANN]
    assert await consolidate_user({"root": ANN}, runtime)


async def test_a_run_again_does_nothing_twice():
    store = InMemoryStore()
    await remember(store, ANN)
    reports = [await run(store, {"root": ANN, "thread": None}) for _ in range(2)]
    assert [r["archived"] for r in reports] == [1, 0]
