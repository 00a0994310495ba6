"""A sample of the boundary evals on both targets, and that they notice a product that is broken."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import BaseStore, GetOp, Op, PutOp, Result, SearchOp
from langgraph.store.memory import InMemoryStore

from evals.boundaries import choose
from evals.boundaries_cases import Case
from evals.boundaries_langsmith import evaluate, offline_client
from evals.boundaries_play import play
from evals.targets import Target
from evals.targets_process import ProcessTarget
from evals.targets_server import ServerTarget
from memory.storage.sqlite_store import open_sqlite_store

SAMPLE = (
    "same-flight-zh",
    "same-beyond-summary-en",
    "restart-in-reply-en",
    "restart-before-reply-zh",
    "new-on-detail-zh",
    "other-thread-id-en",
    "long-last-tools-en",
    "changed-forgotten-elsewhere-en",
)
ON_A_SERVER = ("same-flight-zh", "restart-in-reply-en", "new-on-detail-zh", "other-thread-id-en")


def case(name: str, **context: Any) -> Case:
    ((found,),) = choose(None, name).values()
    return found.model_copy(update={"context": {**found.context, **context}})


async def failed(target: Target, *cases: Case) -> dict[str, set[str]]:
    """Return the graders that said no, by case."""
    results = await evaluate("changed", cases, target, "any", offline_client(), upload=False)
    return {r.case: {failure.grader for failure in r.failures} for r in results if r.failures}


@pytest.mark.parametrize("scripted", [False, True], ids=["offline", "scripted"])
async def test_a_sample_of_every_boundary_holds_in_this_process(tmp_path: Path, *, scripted: bool):
    async with ProcessTarget.open(tmp_path, scripted=scripted) as target:
        assert await failed(target, *map(case, SAMPLE)) == {}


@pytest.mark.server
async def test_a_sample_of_every_boundary_holds_on_a_server_that_is_killed(tmp_path: Path):
    async with ServerTarget.open(tmp_path, scripted=True) as target:
        assert await failed(target, *map(case, ON_A_SERVER)) == {}


@pytest.mark.parametrize("scripted", [False, True], ids=["offline", "scripted"])
async def test_memory_switched_off_is_noticed(tmp_path: Path, *, scripted: bool):
    async with ProcessTarget.open(tmp_path, scripted=scripted) as target:
        found = await failed(target, case("new-fact-zh", memory=False), case("changed-home-en", learn=False))
    assert found["new-fact-zh"] >= {"in_facts", "reply_has"}
    assert found["changed-home-en"] >= {"in_facts", "in_history"}


async def test_passages_that_come_although_they_are_off_are_noticed(tmp_path: Path):
    leaky = case("new-off-detail-en")
    steps = [step.model_copy(update={"context": {}}) for step in leaky.steps]
    async with ProcessTarget.open(tmp_path, scripted=False) as target:
        found = await failed(target, leaky.model_copy(update={"steps": steps}))
    assert found == {"new-off-detail-en": {"not_in_window", "reply_has_not"}}


async def test_passages_that_are_missing_although_they_are_on_are_noticed(tmp_path: Path):
    deaf = case("changed-edited-detail-en", past_conversations=False)
    async with ProcessTarget.open(tmp_path, scripted=False) as target:
        found = await failed(target, deaf)
    assert found["changed-edited-detail-en"] >= {"in_passages", "reply_has"}


class MixingStore(InMemoryStore):
    """Keeps everyone's documents in one place."""

    async def abatch(self, ops: Any) -> list[Result]:
        return await super().abatch([mixed(op) for op in ops])


def mixed(op: Op) -> Op:
    if isinstance(op, SearchOp):
        return op._replace(namespace_prefix=one_root(op.namespace_prefix))
    return op._replace(namespace=one_root(op.namespace)) if isinstance(op, GetOp | PutOp) else op


def one_root(namespace: Sequence[str]) -> tuple[str, ...]:
    return ("users", "everyone", *namespace[2:]) if namespace[0] == "users" else tuple(namespace)


async def test_a_store_that_mixes_users_is_noticed(tmp_path: Path):
    @asynccontextmanager
    async def mixing(_: Path) -> AsyncIterator[BaseStore]:
        yield MixingStore()

    async with ProcessTarget.open(tmp_path, scripted=False, open_store=mixing) as target:
        found = await failed(target, case("other-suffix-en"), case("other-scripts-zh"))
    assert found["other-suffix-en"] >= {"not_in_window", "not_in_transcript", "reply_has_not"}
    assert found["other-scripts-zh"] >= {"not_in_window", "not_stored", "reply_has_not"}


async def test_a_store_that_a_restart_empties_is_noticed(tmp_path: Path):
    @asynccontextmanager
    async def forgetful(path: Path) -> AsyncIterator[BaseStore]:
        async with open_sqlite_store(path) as store:
            yield store
        await asyncio.to_thread(path.unlink)

    async with ProcessTarget.open(tmp_path, scripted=False, open_store=forgetful) as target:
        found = await failed(target, case("restart-new-thread-en"), case("restart-fact-zh"))
    assert found["restart-new-thread-en"] >= {"in_facts", "reply_has"}
    assert found["restart-fact-zh"] >= {"in_facts"}


async def test_a_forgetting_that_leaves_the_text_is_noticed(tmp_path: Path):
    ignored = case("changed-forgotten-zh")
    steps = [ignored.steps[0], *ignored.steps[2:]]  # nobody asked to forget it
    async with ProcessTarget.open(tmp_path, scripted=False) as target:
        found = await failed(target, ignored.model_copy(update={"steps": steps}))
    assert found["changed-forgotten-zh"] >= {"not_in_window", "not_stored", "reply_has_not"}


async def test_a_case_that_breaks_off_counts_as_failed(tmp_path: Path):
    async with ProcessTarget.open(tmp_path, scripted=False) as target:
        assert await failed(target, case("same-transcript-en", no_such_field=1)) == {"same-transcript-en": {"played"}}


async def test_the_report_names_every_fact_in_the_window_and_no_other(tmp_path: Path):
    async with ProcessTarget.open(tmp_path, scripted=False) as target:
        seen = await play(case("long-three-facts-zh"), target)
    standing = [one for one in seen[-1]["told"] if one["part"] == "profile"]
    assert {one["text"] for one in standing} == {"我叫李明", "我住在杭州", "我在谷歌工作"}
    assert all(one["entry"] and one["thread"] for one in seen[-1]["report"]["standing"])
