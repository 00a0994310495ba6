"""What is counted of turns: how they ended, how long the user waited, what degraded, what was decided about facts."""

import asyncio
from collections.abc import Iterable
from datetime import UTC, datetime

import pytest
from langgraph.store.base import Op, Result
from langgraph.store.memory import InMemoryStore
from support.counted import Counted
from support.in_process import House
from support.sending import Sending

from memory.core.errors import ModelError, OwnershipError
from memory.service.facts.remembering import decide_pending
from memory.storage.facts import list_pending


async def test_an_answered_turn_counts_its_first_token_and_its_recall(scripted: House):
    counted = Counted()
    await scripted.say("!say 你好 there")
    moved = counted.moved()
    moved.pop("holdfast_degraded_turns_total recall", None)  # a busy machine may be late with it
    assert moved == {
        "holdfast_turns_total answered": 1,
        "holdfast_first_token_seconds_count": 1,
        "holdfast_recall_seconds_count": 1,
    }


async def test_the_same_message_sent_again_counts_as_repeated_and_a_strangers_as_refused(scripted: House):
    await scripted.say("!say one", message_id="m")
    counted = Counted()
    await scripted.say("!say one", message_id="m")
    with pytest.raises(OwnershipError):
        await scripted.send("let me in", user="mallory")
    assert counted.moved() == {"holdfast_turns_total repeated": 1, "holdfast_turns_total refused": 1}


async def test_a_turn_that_fails_or_is_stopped_counts_as_that(scripted: House):
    counted = Counted()
    with pytest.raises(ModelError):
        await scripted.send("!status 401")
    sending = Sending(scripted, "!slow 1 50")
    await asyncio.wait_for(sending.shown.wait(), 10)
    await sending.stop()
    assert counted.moved() == {"holdfast_turns_total failed": 1, "holdfast_turns_total stopped": 1}


class Failing(InMemoryStore):
    async def abatch(self, ops: Iterable[Op]) -> list[Result]:  # noqa: ARG002  # a store's own signature
        raise OSError("no route to host")


async def test_a_store_that_fails_counts_as_errors_and_once_as_a_degraded_turn(scripted: House):
    counted = Counted()
    await House(Failing()).say("!say 没关系")
    moved = counted.moved()
    assert moved.pop("holdfast_store_errors_total failed") >= 1
    assert moved["holdfast_degraded_turns_total store"] == moved["holdfast_turns_total answered"] == 1


async def test_facts_written_and_asked_about_count_and_so_does_the_decision(scripted: House):
    counted = Counted()
    await scripted.send("Remember that I am allergic to peanuts.")
    await scripted.send("记住：我住在里斯本。", approval="review")
    store = scripted.store
    root = (await scripted.graph.aget_state(scripted.config("t"))).values["owner"]
    (waiting,) = await list_pending(store, root)
    await decide_pending(store, root, waiting["id"], approve=True, now=datetime.now(UTC))
    moved = counted.moved()
    assert moved["holdfast_proposals_total written"] == moved["holdfast_proposals_total asked"] == 1
    assert moved["holdfast_pending_decided_total approved"] == 1
