"""The graph in this process as a target, on SQLite files that a restart closes and opens again.

A process cannot kill a part of itself: here, a turn that is to be killed is cancelled, its files are closed, opened
again, and the message is sent anew, as a client would. Only the server is ended by SIGKILL (`targets_server.py`).
"""

import asyncio
import contextlib
import os
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Self

from langchain_core.messages import HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.store.base import BaseStore

from evals.reader import Reader, settings_for
from evals.scripted_model import ScriptedModel
from evals.targets import Found, Moment, Outcome, Session, Turn
from evals.targets_server import TRANSCRIPT_LIMIT
from graphs.agent import builder as agent_builder
from graphs.consolidation import builder as consolidation_builder
from memory.core.errors import HoldfastError
from memory.local_runner import RECURSION_LIMIT, LocalRunner, consolidating, make_context
from memory.service.access.identity import read_user
from memory.service.consolidation.consolidation_start import finish_local
from memory.service.conversations.conversations import thread_of_conversation, transcript_page
from memory.service.turn.reply_events import Done, Event, Report, Token
from memory.storage.location import CHECKPOINTS_FILE, STORE_FILE
from memory.storage.sqlite_saver import open_sqlite_saver
from memory.storage.sqlite_store import open_sqlite_store

OpenStore = Callable[[Path], AbstractAsyncContextManager[BaseStore]]


class ProcessTarget:
    """A folder for each case, one case at a time; users have the very ids the case gives them."""

    name = "process"

    def __init__(self, folder: Path, model: ScriptedModel | None, reader: Reader, open_store: OpenStore) -> None:
        """Take the endpoint of the model, None for the offline model, and what opens a store."""
        self.folder = folder
        self.model = model
        self.reader = reader
        self.open_store = open_store
        self._one_at_a_time = asyncio.Lock()

    @classmethod
    @asynccontextmanager
    async def open(
        cls, folder: Path, *, scripted: bool, open_store: OpenStore = open_sqlite_store
    ) -> AsyncIterator[Self]:
        """Set this process's settings for the model, and set them back at the end."""
        reader = Reader()
        with contextlib.ExitStack() as stack:
            model = stack.enter_context(ScriptedModel(reader)) if scripted else None
            stack.enter_context(_settings(settings_for(model)))
            yield cls(folder, model, reader, open_store)

    @asynccontextmanager
    async def case(self, case_id: str) -> AsyncIterator[Session]:
        """Open it for one case."""
        async with self._one_at_a_time:
            session = _ProcessSession(self, self.folder / case_id)
            await session.open()
            try:
                yield session
            finally:
                await session.close()


@contextmanager
def _settings(env: Mapping[str, str]) -> Iterator[None]:
    """Give this process the settings in `env` and none else of ours."""
    before = {name: value for name, value in os.environ.items() if name.startswith("HOLDFAST_")}
    for name in before:
        del os.environ[name]
    os.environ.update(env)
    try:
        yield
    finally:
        for name in env:
            os.environ.pop(name, None)
        os.environ.update(before)


class _ProcessSession:
    def __init__(self, target: ProcessTarget, folder: Path) -> None:
        self._target = target
        self._folder = folder

    async def open(self) -> None:
        """Open the files and compile the graphs on them, as an entry point does."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._open = AsyncExitStack()
        self.store = await self._open.enter_async_context(self._target.open_store(self._folder / STORE_FILE))
        saver = await self._open.enter_async_context(open_sqlite_saver(self._folder / CHECKPOINTS_FILE))
        self._agent = agent_builder.compile(checkpointer=saver, store=self.store, name="agent")
        self._consolidation = consolidation_builder.compile(store=self.store, name="consolidation")
        self._runner = LocalRunner(self._agent, self.store)
        await self._open.enter_async_context(consolidating(self.store))

    async def close(self) -> None:
        """Await what runs in the background and close the files."""
        await self._open.aclose()

    def user(self, name: str) -> str:
        return name

    async def thread(self, user: str, conversation: str) -> str:
        return (await thread_of_conversation(self.store, await read_user(self.store, user), conversation)).thread

    async def say(self, turn: Turn) -> Outcome:
        model = self._target.model
        before = len(model.requests) if model else 0
        reply, error = "", ""
        try:
            if turn.killed:
                await self._cut_off(turn, turn.killed)
            async for event in self._direct(turn) if turn.thread else self._through_runner(turn):
                reply = event.reply if isinstance(event, Done) else reply
        except HoldfastError as exc:
            error = f"{type(exc).__name__}: {exc}"
        thread = turn.thread or await self.thread(turn.user, turn.conversation)
        state = (await self._agent.aget_state(_on(thread))).values
        return Outcome(thread, reply, error, state, model.requests[before:] if model else None)

    async def _cut_off(self, turn: Turn, moment: Moment) -> None:
        """Begin a turn, cancel it at a moment, close the files and open them again."""
        self._target.reader.held = moment
        awaited = Token | Done if moment == "in_reply" else Report | Token | Done
        try:
            async with contextlib.aclosing(self._through_runner(turn)) as events:
                async for event in events:
                    if isinstance(event, awaited):
                        break
        finally:
            self._target.reader.held = None
        await self.restart()

    def _through_runner(self, turn: Turn) -> AsyncGenerator[Event, None]:
        return self._runner.stream(turn.user, turn.conversation, turn.text, turn.message_id, turn.context)

    async def _direct(self, turn: Turn) -> AsyncGenerator[Event, None]:
        """Run on a thread as code does that knows nothing but its id."""
        message = HumanMessage(turn.text, id=turn.message_id)
        context = make_context({"user_id": turn.user, **turn.context})
        values = await self._agent.ainvoke({"messages": [message]}, _on(str(turn.thread)), context=context)
        yield Done(values["messages"][-1].text, turn.message_id)

    async def restart(self) -> None:
        await self.close()
        await self.open()

    async def consolidate(self, root: str, thread: str, budget: int) -> None:
        await finish_local()
        await self._consolidation.ainvoke({"root": root, "thread": thread, "budget": budget})

    async def read(self, user: str, conversation: str) -> Found:
        found = await thread_of_conversation(self.store, await read_user(self.store, user), conversation)
        page = await transcript_page(self.store, found, limit=TRANSCRIPT_LIMIT)
        return Found(found.created is not None, [dict(entry) for entry in page.entries])


def _on(thread: str) -> RunnableConfig:
    return {"configurable": {"thread_id": thread}, "recursion_limit": RECURSION_LIMIT}
