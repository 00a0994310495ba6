"""Turns opened and answered on a store, as the nodes of the agent do it."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from langgraph.store.base import BaseStore
from support.histories import message

from memory.core.transcript.entries import Entry, Message
from memory.core.window.adoption import PathStep
from memory.service.turn.recording import record
from memory.service.turn.turn_opening import Opened, open_turn
from memory.storage.transcript_read import all_entries, read_head, read_path
from memory.storage.turn import read_turn

ROOT, THREAD = "u--0", "t"
START = datetime(2026, 3, 1, 12, tzinfo=UTC)


@dataclass
class Turns:
    """One thread: its state as a checkpoint would hold it, and the store behind it."""

    store: BaseStore
    messages: list[Message] = field(default_factory=list)
    path: list[PathStep] = field(default_factory=list)
    owned: bool = False
    now: datetime = START
    thread: str = THREAD

    async def open(self, *sent: Message, step: int = 3) -> Opened:
        """Open a turn with `sent`, merged into the state by id; the state is then as the turn leaves it."""
        self.now += timedelta(seconds=1)
        merged = {m["id"]: m for m in [*self.messages, *sent]}
        messages = list(merged.values())
        recorded = {step["id"] for step in self.path}
        read = await read_turn(self.store, ROOT, self.thread, [i for i in merged if i not in recorded], self.now)
        opened = await open_turn(
            self.store, ROOT, self.thread, "trip", messages, self.path, read, self.now, first=not self.owned, step=step
        )
        self.messages, self.path, self.owned = opened.messages, opened.path, True
        return opened

    async def answer(self, message_id: str, text: str, *, mark: str | None = None) -> None:
        """Record an answer; a stopped one stays out of the state."""
        asked = self.path[-1]["key"]
        self.now += timedelta(seconds=1)
        plain = message(message_id, "assistant", text)
        answered = () if mark else (asked,)
        path = await record(
            self.store, ROOT, self.thread, self.path, [plain], now=self.now, mark=mark, answered=answered
        )
        if mark is None:
            self.messages, self.path = [*self.messages, plain], path

    async def talk(self, count: int, prefix: str = "q") -> None:
        """Ask and answer `count` times."""
        for number in range(count):
            await self.open(message(f"{prefix}{number}", "user", f"第{number}问"))
            await self.answer(f"{prefix}a{number}", f"答{number}")

    def at(self, length: int) -> "Turns":
        """Return the thread at the checkpoint at which it held `length` messages."""
        return Turns(self.store, self.messages[:length], self.path[:length], self.owned, self.now, self.thread)

    def lost(self) -> "Turns":
        """Return the thread as it is when its checkpoints are gone."""
        return Turns(self.store, now=self.now, thread=self.thread)

    async def active(self) -> list[str]:
        """Return the message ids of the active path."""
        head = await read_head(self.store, ROOT, self.thread)
        return [e["id"] for e in await read_path(self.store, ROOT, self.thread, head)] if head else []

    async def entries(self) -> list[Entry]:
        """Return the entries of every branch."""
        return [entry async for entry in all_entries(self.store, ROOT, self.thread)]


def ids(messages: list[Message]) -> list[str]:
    """Return the ids of messages."""
    return [m["id"] for m in messages]
