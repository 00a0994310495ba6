"""Whatever is done to a thread, in any order: its transcript keeps every branch, and its state is the active one."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from langgraph.store.memory import InMemoryStore
from support.histories import message

from memory.core.messages.incoming import follow, waiting_keys
from memory.core.transcript.branches import own_summary
from memory.core.transcript.entries import Entry, Message, message_hash
from memory.core.window.adoption import AdoptedSummary, PathStep
from memory.service.turn.recording import record
from memory.service.turn.turn_opening import open_turn
from memory.storage.transcript_read import all_entries, read_head, read_path
from memory.storage.turn import read_turn

ROOT = "u--0"
SAYINGS = ["我住在里斯本", "我住在柏林", "I live in Lisbon", "我的航班是 CA1234", "謝謝"]


@dataclass(frozen=True)
class State:
    """What a checkpoint holds."""

    messages: tuple[Message, ...] = ()
    path: tuple[PathStep, ...] = ()
    owned: bool = False
    summary: AdoptedSummary | None = None

    @property
    def users(self) -> list[Message]:
        """The user's messages."""
        return [m for m in self.messages if m["role"] == "user"]


@dataclass
class Threads:
    """Threads of one user, driven as clients and the graph's nodes do; checked after each step.

    The methods of `DONE` take a number that chooses a message or a checkpoint, and a text to send.
    """

    store: InMemoryStore = field(default_factory=InMemoryStore)
    thread: str = "t0"
    state: State = field(default_factory=State)
    checkpoints: dict[str, list[State]] = field(default_factory=lambda: {"t0": [State()]})
    known: dict[tuple[str, str], Entry] = field(default_factory=dict)
    count: int = 0
    now: datetime = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def says(self, text: str, message_id: str | None = None) -> Message:
        """A user's message, with an id of its own unless one is given."""
        self.count += 1
        return message(message_id or f"m{self.count}", "user", text)

    async def run(self, sent: Message, *, fresh: bool = False) -> None:
        """Send a message, merged into the state by id, and answer it unless it is answered."""
        answered = await self.open(sent, fresh=fresh)
        self.checkpoints[self.thread].append(self.state)
        if not answered:
            await self.answer()

    async def open(self, sent: Message, *, fresh: bool = False) -> bool:
        """Do what `load_memories` does; tell whether the message was answered before."""
        self.now += timedelta(seconds=1)
        held = {m["id"]: m for m in self.state.messages}
        again = sent["id"] if sent["id"] in held else None
        messages, path = list({**held, sent["id"]: sent}.values()), list(self.state.path)
        recorded = {s["id"] for s in path}
        unknown = [m["id"] for m in messages if m["id"] not in recorded]
        read = await read_turn(self.store, ROOT, self.thread, unknown, self.now)
        first = not self.state.owned
        step = 1 if fresh or not read.head else 2 if first else 3
        opened = await open_turn(
            self.store, ROOT, self.thread, "c", messages, path, read, self.now, first=first, again=again, step=step
        )
        summary = own_summary(opened.path, self.state.summary)
        self.state = State(tuple(opened.messages), tuple(opened.path), owned=True, summary=summary)
        await self.check()
        return opened.answered is not None

    async def answer(self, *, stopped: bool = False) -> None:
        """Do what `record_turn` does, or record a reply that is stopped, of which the state learns nothing."""
        self.now += timedelta(seconds=1)
        self.count += 1
        messages = [*self.state.messages, message(f"m{self.count}", "assistant", f"好的 ok {self.count}")]
        followed = follow(messages, self.state.path)
        path = await record(
            self.store,
            ROOT,
            self.thread,
            followed.path,
            followed.new,
            now=self.now,
            mark="stopped" if stopped else None,
            answered=() if stopped else waiting_keys(messages, followed.path),
            instead_of=followed.instead_of,
        )
        if not stopped:
            self.state = replace(self.state, messages=tuple(messages), path=tuple(path))
            await self.check()
            self.checkpoints[self.thread].append(self.state)

    def travel(self, at: int) -> None:
        """Go back to any checkpoint of the thread, or on to one of another branch."""
        kept = self.checkpoints[self.thread]
        self.state = kept[at % len(kept)]

    async def send(self, _: int, text: str) -> None:
        await self.run(self.says(text))

    async def edit(self, at: int, text: str) -> None:
        users = self.state.users
        await self.run(self.says(text, users[at % len(users)]["id"] if users else None))

    async def edit_at_a_checkpoint(self, at: int, text: str) -> None:
        users = self.state.users
        self.travel(at)
        await self.run(self.says(text, users[at % len(users)]["id"] if users else None))

    async def retry(self, at: int, _: str) -> None:
        if self.state.users:
            entries = len(self.known)
            answered = self.state.messages[-1]["role"] == "assistant"
            await self.run(self.state.users[at % len(self.state.users)])
            assert not answered or len(self.known) == entries, "a retry adds nothing"

    async def send_at_a_checkpoint(self, at: int, text: str) -> None:
        self.travel(at)
        await self.run(self.says(text))

    async def regenerate(self, at: int, _: str) -> None:
        waiting = [s for s in self.checkpoints[self.thread] if s.messages and s.messages[-1]["role"] == "user"]
        if waiting:
            self.state = waiting[at % len(waiting)]
            await self.answer()

    async def stop(self, _: int, text: str) -> None:
        await self.open(self.says(text))
        self.checkpoints[self.thread].append(self.state)
        await self.answer(stopped=True)

    async def lose(self, _: int, text: str) -> None:
        self.state = State()
        await self.run(self.says(text), fresh=True)

    async def crash(self, _: int, text: str) -> None:
        before, sent = self.state, self.says(text)
        await self.open(sent)
        written = self.state.path
        self.state = before
        await self.open(sent)
        assert self.state.path == written, "a retry after a crash writes the same"

    async def delete(self, at: int, text: str) -> None:
        if self.state.messages:
            gone = self.state.messages[at % len(self.state.messages)]
            self.state = replace(self.state, messages=tuple(m for m in self.state.messages if m is not gone))
            await self.run(self.says(text))

    async def change_any(self, at: int, text: str) -> None:
        if messages := list(self.state.messages):
            old = messages[at % len(messages)]
            messages[at % len(messages)] = message(old["id"], old["role"], text)
            self.state = replace(self.state, messages=tuple(messages))
            await self.run(self.says(text))

    async def fold(self, at: int, _: str) -> None:
        if path := self.state.path:
            at %= len(path)
            time = self.now.isoformat()
            folded: AdoptedSummary = {"text": "- 里斯本", "exact": [], "cursor": path[at], "time": time}
            self.state = replace(self.state, summary=folded)

    async def trim(self, _: int, text: str) -> None:
        if len(self.state.messages) > 4:
            self.state = replace(self.state, messages=self.state.messages[2:])
            await self.run(self.says(text))

    async def copy(self, _: int, text: str) -> None:
        if self.state.owned:
            self.thread = f"t{len(self.checkpoints)}"
            self.checkpoints[self.thread] = [self.state]
            await self.run(self.says(text))

    async def check(self) -> None:
        """Hold everything that must be true of the transcripts and of this thread's state."""
        entries = {(t, e["key"]): e for t in self.checkpoints async for e in all_entries(self.store, ROOT, t)}
        assert {at: entries.get(at) for at in self.known} == self.known, "append-only"
        self.known = entries
        here = {key: e for (thread, key), e in entries.items() if thread == self.thread}
        for entry in here.values():
            parent = here[entry["parent"]] if entry["parent"] else None
            assert entry["depth"] == (parent["depth"] + 1 if parent else 0), "each entry's parent exists"
            assert entry["thread"] == self.thread, "a copy has entries of its own"
        head = await read_head(self.store, ROOT, self.thread)
        assert head is not None
        self.check_path(await read_path(self.store, ROOT, self.thread, head))

    def check_path(self, chain: list[Entry]) -> None:
        """Hold what must be true of the active path and the state."""
        keys = [e["key"] for e in chain]
        assert keys == sorted(set(keys)), "an entry sorts behind its parent"
        assert [s["key"] for s in self.state.path] == keys[len(keys) - len(self.state.path) :], "path == chain(head)"
        said = [(e["id"], message_hash(e)) for e in chain]
        assert len({i for i, _ in said}) == len(said), "no message twice on a path"
        held = [(m["id"], message_hash(m)) for m in self.state.messages]
        assert held == said[len(said) - len(held) :], "the active path says what the state says"
        if self.state.summary:
            assert self.state.summary["cursor"]["key"] in keys, "the summary is of this branch"


DONE: list[Callable[[Threads, int, str], Awaitable[None]]] = [
    Threads.send,
    Threads.edit,
    Threads.edit_at_a_checkpoint,
    Threads.retry,
    Threads.send_at_a_checkpoint,
    Threads.regenerate,
    Threads.stop,
    Threads.lose,
    Threads.crash,
    Threads.delete,
    Threads.change_any,
    Threads.fold,
    Threads.trim,
    Threads.copy,
]


@settings(max_examples=100)
@given(st.lists(st.tuples(st.sampled_from(DONE), st.integers(0, 20), st.sampled_from(SAYINGS)), max_size=14))
def test_a_transcript_only_grows_and_its_active_path_is_what_the_state_holds(
    things: list[tuple[Callable[[Threads, int, str], Awaitable[None]], int, str]],
):
    async def run() -> None:
        threads = Threads()
        for do, at, text in things:
            await do(threads, at, text)

    asyncio.run(run())
