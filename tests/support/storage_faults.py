"""Stores that fail, and what must hold of a thread afterwards."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise

import pytest
from langgraph.store.base import Op, PutOp, Result
from langgraph.store.memory import InMemoryStore
from support.in_process import House

from memory.core.ids import user_root
from memory.core.messages.incoming import is_final
from memory.service.recall import counted_store

ROOT = user_root("ann", 0)


class BrokenStore(InMemoryStore):
    """A store that raises on the batches that `breaks` picks."""

    def __init__(self) -> None:
        super().__init__()
        self.breaks: Callable[[list[Op]], bool] = lambda _: False

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        listed = list(ops)
        if self.breaks(listed):
            raise OSError("disk gone 磁盘")
        return await super().abatch(listed)

    def down(self) -> None:
        self.breaks = lambda _: True

    def up(self) -> None:
        self.breaks = lambda _: False


class LateStore(InMemoryStore):
    """A store whose writes may come through long after whoever waited for them went on."""

    def __init__(self) -> None:
        super().__init__()
        self.slow = False
        self.late: list[list[Op]] = []

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        listed = list(ops)
        if self.slow and any(isinstance(op, PutOp) for op in listed):
            self.late.append(listed)
            await asyncio.sleep(60)
        return await super().abatch(listed)

    async def come_through(self) -> None:
        """Let what was late come through now."""
        self.slow = False
        for ops in self.late:
            await super().abatch(ops)


def wait_for_stores(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Give a store so long in a turn."""
    monkeypatch.setattr(counted_store, "DEFAULTS", replace(counted_store.DEFAULTS, storage_seconds=seconds))


async def check_whole(house: House, *said: str) -> None:
    """The transcript is one chain of what users said, each with its one answer."""
    entries = await house.entries()
    assert [e["content"] for e in entries if e["role"] == "user"] == list(said)
    roles = [e["role"] for e in entries if e["role"] == "user" or is_final(e)]
    assert roles == ["user", "assistant"] * len(said)
    assert all(after["parent"] == before["key"] for before, after in pairwise(entries))
    assert [e["time"] for e in entries] == sorted(e["time"] for e in entries)
    assert all((e.get("report") or {}).get("budget") for e in entries if is_final(e))
    found = await house.store.asearch(("users", ROOT, "transcript"), limit=1000)
    assert len(found) == len(entries)
    answers = await house.store.asearch(("users", ROOT, "answers"), limit=1000)
    assert len(answers) == len(said)


async def check_known(house: House, question: str, value: str) -> None:
    """A fact, not a passage of the conversation, tells it in another thread."""
    assert value in await house.say(question, thread="another", past_conversations=False)
