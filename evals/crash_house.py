"""The compiled graphs on real storage, as the crash sweep runs them."""

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import uuid4

from langchain_core.messages import HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph.state import CompiledStateGraph
from langgraph.store.base import BaseStore
from langgraph.types import StateSnapshot

from evals.crash_model import ScriptedChat
from evals.crash_scenarios import CONVERSATION, PLANTED, Scenario, write_history
from evals.crash_storage import CrashingSaver, CrashingStore, Fuse
from graphs.agent import builder as agent_builder
from graphs.consolidation import builder as consolidation_builder
from memory.client import needed_run
from memory.core.ids import consolidation_thread_id, thread_id_for, user_root
from memory.service.settings.context import Context
from memory.storage.opening import open_checkpointer, open_store


@dataclass(frozen=True)
class Place:
    """Where a run's storage lies."""

    backend: str
    """`sqlite` or `postgres`."""
    folder: Path
    uri: str | None = None
    """Of the PostgreSQL database."""

    def enter(self) -> None:
        """Let this process's settings name the place, and nothing of the settings it was started with."""
        for name in [name for name in os.environ if name.startswith("HOLDFAST_")]:
            del os.environ[name]
        os.environ["HOLDFAST_DATA"] = str(self.folder)
        if self.uri:
            os.environ["HOLDFAST_DATABASE_URI"] = self.uri


@dataclass
class House:
    """The graphs as one user's client meets them."""

    store: BaseStore
    saver: BaseCheckpointSaver[str]
    agent: CompiledStateGraph[Any, Context, Any, Any]
    consolidation: CompiledStateGraph[Any, Any, Any, Any]
    model: ScriptedChat
    user: str

    @property
    def root(self) -> str:
        """The label of the user's memory."""
        return user_root(self.user, 0)

    @property
    def thread(self) -> str:
        """The thread of the scenario's conversation."""
        return thread_id_for(self.user, 0, CONVERSATION)

    async def send(self, message_id: str, text: str, conversation: str = CONVERSATION) -> str:
        """Send a message and return the answer."""
        return await self._run({"messages": [HumanMessage(text, id=message_id)]}, conversation)

    async def retry(self, message_id: str, text: str) -> None:
        """Do what a client does about a message after a crash: go on with its run, send it again, or nothing."""
        state = await self.agent.aget_state(self._config(self.thread))
        arguments = {"input": {"messages": [HumanMessage(text, id=message_id)]}}
        needed = needed_run(_as_told(state), message_id, arguments)
        if needed is not None:
            await self._run(needed["input"], CONVERSATION)

    async def consolidate(self, thread: str | None) -> None:
        """Consolidate one thread, or what is due of the user, on the thread of its own that a server gives the run."""
        config = self._config(consolidation_thread_id(self.root, thread or "everything"))
        await self.consolidation.ainvoke({"root": self.root, "thread": thread}, config, durability="async")

    async def state(self) -> Mapping[str, Any]:
        """The values of the thread."""
        return (await self.agent.aget_state(self._config(self.thread))).values

    async def _run(self, given: dict[str, Any] | None, conversation: str) -> str:
        config = self._config(thread_id_for(self.user, 0, conversation))
        context = Context(user_id=self.user, conversation=conversation)
        config["run_id"] = uuid4()  # as a server gives each run
        result = await self.agent.ainvoke(given, config, context=context, durability="async")
        return str(result["messages"][-1].text)

    @staticmethod
    def _config(thread: str) -> RunnableConfig:
        return {"configurable": {"thread_id": thread}, "recursion_limit": 100}


def _as_told(state: StateSnapshot) -> dict[str, Any]:
    """Return a state as a server tells it to a client."""
    messages = [message.model_dump() for message in state.values.get("messages", [])]
    return {
        "next": list(state.next),
        "tasks": [task.name for task in state.tasks],
        "interrupts": list(state.interrupts),
        "values": {"messages": messages},
    }


@asynccontextmanager
async def open_house(scenario: Scenario, user: str, fuse: Fuse) -> AsyncIterator[House]:
    """Open storage where the settings say and run the graphs on it, with the scripted model as the offline one."""
    model = ScriptedChat(lines=scenario.lines, planted=PLANTED)
    with patch("memory.models.offline.OfflineChatModel", lambda: model):
        async with open_store() as store, open_checkpointer() as saver:
            crashing, late = CrashingStore(store, fuse), CrashingSaver(saver, fuse, scenario.late)
            yield House(
                crashing,
                late,
                agent_builder.compile(store=crashing, checkpointer=late),
                consolidation_builder.compile(store=crashing, checkpointer=late),
                model,
                user,
            )


async def play(scenario: Scenario, user: str, fuse: Fuse) -> None:
    """Play a scenario from the beginning; the fuse is lit when its history is written."""
    async with open_house(scenario, user, fuse) as house:
        await write_history(house.store, house.root, house.thread, scenario)
        fuse.lit = True
        for message_id, text in scenario.sent:
            await house.send(message_id, text)
        if scenario.consolidates:
            await house.consolidate(house.thread)
        fuse.lit = False
