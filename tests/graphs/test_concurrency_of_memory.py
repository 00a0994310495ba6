"""Turns, edits, forgetting and consolidation beside each other on SQLite: nothing is lost, nothing returns."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from langgraph.store.base import BaseStore, Op, PutOp, Result
from support.conversations import Conversation
from support.in_process import House

from graphs.agent import builder
from memory.core import namespaces
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Proposal
from memory.core.ids import user_root
from memory.core.transcript.entries import Entry, text_of
from memory.models.tokenizer import count_message, count_text
from memory.service.consolidation.consolidation import consolidate_thread
from memory.service.consolidation.mailbox import Measures
from memory.service.facts.remembering import write_decided
from memory.service.forgetting.forgetting import forget
from memory.storage.due import list_due
from memory.storage.facts import load_memory
from memory.storage.listing import list_items
from memory.storage.sqlite_saver import open_sqlite_saver
from memory.storage.sqlite_store import SqliteStore, open_sqlite_store
from memory.storage.summaries import list_leaves, read_summary
from memory.storage.transcript_read import all_entries, read_head, read_path

ROOT, THREAD = user_root("ann", 0), "t"
MEASURES = Measures(count_text, count_message, budget=16_000)
EXCHANGES = 30
SECRETS = [("Remember that my locker code is QX-8812.", "QX-8812"), ("记住我的保险箱在青石巷。", "青石巷")]


class Shuffled(BaseStore):
    """A store whose operations wait a while first, as long as a seed says."""

    def __init__(self, store: SqliteStore, seed: int) -> None:
        self._store = store
        self._random = random.Random(seed)  # noqa: S311  # the same order each time

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        await asyncio.sleep(self._random.choice([0, 0, 0.001, 0.004, 0.015]))
        return await self._store.abatch(ops)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        raise NotImplementedError


@pytest.fixture(name="offline")
def _offline(house: House) -> None:
    """The offline model, whatever the environment names."""


@asynccontextmanager
async def shuffled_house(folder: Path, seed: int) -> AsyncIterator[House]:
    async with (
        open_sqlite_store(folder / "store.sqlite") as store,
        open_sqlite_saver(folder / "checkpoints.sqlite") as saver,
    ):
        house = House(Shuffled(store, seed))
        house.graph = builder.compile(store=house.store, checkpointer=saver)
        yield house


async def told_before(store: BaseStore) -> list[Proposal]:
    """Write a conversation in which the secrets are told, and remember them as facts; return these."""
    talk = Conversation(store, ROOT, THREAD)
    for number in range(EXCHANGES):
        text = SECRETS[number - 2][0] if number in {2, 3} else f"Order AB-{number} ships. 第{number}单已发出。"
        await talk.say(text)
        await talk.say("Noted. 好的。", role="assistant")
    facts = [fact for entry in talk.entries for fact in proposals(entry)]
    await write_decided(
        store, ROOT, write=facts, ask=[], reject=[], assertions=[], tombstones=[], now=datetime.now(UTC)
    )
    return [fact for fact in facts if any(secret in fact["text"] for _, secret in SECRETS)]


def proposals(entry: Entry) -> list[Proposal]:
    source = {"thread": entry["thread"], "conversation": "c", "message": entry["id"], "entry": entry["key"]}
    return extract(text_of(entry), source=source, observed_at=entry["time"])  # type: ignore[arg-type]  # a Source


async def consolidate(store: BaseStore) -> None:
    await consolidate_thread(store, ROOT, THREAD, clock=lambda: datetime.now(UTC), measures=MEASURES)


async def derived(store: BaseStore) -> str:
    """Everything kept of the user but the transcript."""
    return str(
        [item.value for item in await list_items(store, namespaces.user(ROOT)) if item.namespace[2] != "transcript"]
    )


@pytest.mark.parametrize("seed", range(3))
async def test_turns_edits_forgetting_and_consolidation_beside_each_other_lose_and_bring_back_nothing(
    offline: None, tmp_path: Path, seed: int
):
    async with shuffled_house(tmp_path, seed) as house:
        secrets = await told_before(house.store)
        assert secrets
        chance = random.Random(seed)  # noqa: S311  # as above
        said: list[str] = []

        async def turns() -> None:
            for number in range(5):
                said.append(text := f"Parcel CD-{number} 到了第{number}站")
                said.append(await house.say(text, message_id=f"m{number}"))
                if number == 2:
                    said.append(text := f"Parcel EF-{number} 改道了")
                    said.append(await house.say(text, message_id=f"m{number}"))

        async def background() -> None:
            for _ in range(4):
                await asyncio.sleep(chance.random() / 50)
                await consolidate(house.store)

        async def forgetting() -> None:
            await asyncio.sleep(chance.random() / 10)
            await forget(house.store, ROOT, secrets, now=datetime.now(UTC))

        await asyncio.gather(turns(), background(), forgetting())
        await consolidate(house.store)
        await check_nothing_lost(house, said)
        await check_nothing_returns(house)


async def check_nothing_lost(house: House, said: list[str]) -> None:
    entries = [entry async for entry in all_entries(house.store, ROOT, THREAD)]
    kept = [text_of(entry) for entry in entries]
    assert {*said} <= {*kept}
    assert len(entries) == 2 * EXCHANGES + len(said)
    head = await read_head(house.store, ROOT, THREAD)
    assert head is not None
    path = await read_path(house.store, ROOT, THREAD, head)
    state = await house.graph.aget_state(house.config(THREAD))
    assert [text_of(e) for e in path][-len(state.values["messages"]) :] == [m.text for m in state.values["messages"]]
    keys = [entry["key"] for entry in path]
    summary = await read_summary(house.store, ROOT, THREAD)
    assert summary is not None
    covered = keys[: keys.index(summary["cursor"]["key"]) + 1]
    leaves = [leaf for leaf in await list_leaves(house.store, ROOT, THREAD) if leaf["last"]["key"] in covered]
    folded = [
        k for leaf in leaves for k in keys[keys.index(leaf["first"]["key"]) : keys.index(leaf["last"]["key"]) + 1]
    ]
    assert sorted(folded) == covered
    assert (ROOT, THREAD) not in await list_due(house.store)


async def check_nothing_returns(house: House) -> None:
    kept = await derived(house.store)
    answers = [await house.say(asked) for asked in ("What is my locker code?", "我的保险箱在哪里？")]
    for _, secret in SECRETS:
        assert secret not in kept
        assert not [answer for answer in answers if secret in answer]
    assert len((await load_memory(house.store, ROOT)).tombstones) >= len(SECRETS)


class Overtaken(Shuffled):
    """A store in which a forgetting that was begun before is written just after the first fold."""

    forgetting: list[Proposal]
    begun: datetime

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        ops = list(ops)
        results = await super().abatch(ops)
        if self.forgetting and any(isinstance(op, PutOp) and op.namespace[2:3] == ("leaves",) for op in ops):
            facts, self.forgetting = self.forgetting, []
            await forget(self, ROOT, facts, now=self.begun)
        return results


async def test_a_forgetting_that_began_before_a_fold_and_was_written_after_it_takes_its_text_out(tmp_path: Path):
    async with open_sqlite_store(tmp_path / "store.sqlite") as sqlite:
        store = Overtaken(sqlite, 0)
        store.forgetting, store.begun = [], datetime.now(UTC) - timedelta(seconds=5)
        facts = await told_before(store)
        store.forgetting = facts
        await consolidate(store)
        assert store.forgetting == []
        kept = await derived(store)
        assert not [secret for _, secret in SECRETS if secret in kept]
        assert await read_summary(store, ROOT, THREAD) is not None
