"""Runs the agent in this process, on the same files or database as a server would."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Mapping
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any, cast
from uuid import uuid4
from weakref import WeakValueDictionary

from langchain_core.messages import BaseMessage, HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph.state import CompiledStateGraph
from langgraph.store.base import BaseStore
from langgraph.types import Command
from pydantic import TypeAdapter, ValidationError

from graphs.agent import builder as agent_builder
from graphs.consolidation import THREADS_AT_ONCE
from graphs.consolidation import builder as consolidation_builder
from memory.core.access.assistants import OURS
from memory.core.errors import InputError
from memory.core.ids import check_user_id
from memory.models.chat import close_chat_models
from memory.service.access.identity import kept_apart, read_user
from memory.service.consolidation.consolidation_start import finish_local, set_local_runner, stop_local
from memory.service.consolidation.single_flight import stop_background
from memory.service.consolidation.state_reach import reaching_states
from memory.service.conversations.conversations import thread_of_conversation
from memory.service.erasing.erasing_reach import LocalRuns, Reach, Runs
from memory.service.erasing.erasing_turns import RunningTurns
from memory.service.forgetting.temporary_end import end_temporary
from memory.service.settings.context import Context, zone_of
from memory.service.settings.policy import current_policy
from memory.service.settings.settings import active_facts, local_user, time_zone
from memory.service.settings.slots import use_slots
from memory.service.turn.reply_events import Done, Event, Report, Token, message_events, reply_to
from memory.storage.compact import compact
from memory.storage.opening import open_checkpointer, open_store

RECURSION_LIMIT = 100
_log = logging.getLogger(__name__)
Agent = CompiledStateGraph[Any, Context, Any, Any]


class LocalRunner:
    """The agent in this process; runs of one thread follow each other."""

    def __init__(self, agent: Agent, store: BaseStore, assistant: str = OURS) -> None:
        """Take the agent, its store, and as which assistant it answers: that says whose memory it has."""
        self._agent = agent
        self._assistant = assistant
        self._store = store
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._turns = RunningTurns()

    def reach(self) -> Reach:
        """Return what an erase of `memory.service.erasing.erasing` works on in this process."""
        return Reach(
            self._store, LocalRuns(cast("BaseCheckpointSaver[str]", self._agent.checkpointer), self._stop), compact
        )

    @contextlib.asynccontextmanager
    async def runs(self) -> AsyncIterator[Runs]:
        """Yield what reaches the checkpoints of threads."""
        yield self.reach().runs

    async def _stop(self, threads: Collection[str]) -> int:
        return await self._turns.stop(threads) + await stop_local(threads)

    def stream(
        self,
        user: str | None,
        conversation: str,
        text: str,
        message_id: str | None = None,
        context: Mapping[str, Any] | None = None,
    ) -> AsyncGenerator[Event, None]:
        """Send a message and yield its reply, `Done` last; closing the iterator stops the reply.

        `user`: None for the named local user. `message_id`: the same one sent again gets the same answer.
        Raises InputError, ModelError, OwnershipError, StorageError.
        """
        sent = message_id or str(uuid4())
        return self._turn(user, conversation, {"messages": [HumanMessage(text, id=sent)]}, sent, context)

    def resume(
        self,
        user: str | None,
        conversation: str,
        answer: Any,
        message_id: str,
        context: Mapping[str, Any] | None = None,
    ) -> AsyncGenerator[Event, None]:
        """Answer what the run of `message_id` asked (`Done.question`) and yield what follows, `Done` last."""
        return self._turn(user, conversation, Command(resume=answer), message_id, context)

    async def _turn(
        self,
        user: str | None,
        conversation: str,
        given: dict[str, Any] | Command[Any],
        sent: str,
        more: Mapping[str, Any] | None,
    ) -> AsyncGenerator[Event, None]:
        user_id = check_user_id(local_user() if user is None else user)
        whose = await read_user(self._store, user_id, kept_apart(self._assistant))
        named = await thread_of_conversation(self._store, whose, conversation)
        context = make_context({"user_id": named.user.id, "conversation": named.name, **(more or {})})
        chosen = {"thread_id": named.thread, "assistant_id": self._assistant}
        config: RunnableConfig = {"configurable": chosen, "recursion_limit": RECURSION_LIMIT}
        came = ""
        async with self._locks.setdefault(named.thread, asyncio.Lock()):
            parts = self._agent.astream(
                given, config, context=context, stream_mode=["messages", "custom"], durability="async"
            )
            turn = self._turns.parts(named.thread, cast("AsyncGenerator[Any, None]", parts))
            async with contextlib.aclosing(turn):
                async for mode, data in turn:
                    for event in _events(mode, data):
                        came += event.text if isinstance(event, Token) else ""
                        yield event
            yield await self._done(config, sent, came)

    async def _done(self, config: RunnableConfig, sent: str, came: str) -> Done:
        state = await self._agent.aget_state(config)
        messages = [_as_json(message) for message in state.values.get("messages", [])]
        question = next((asked.value for asked in state.interrupts), None)
        return Done(reply_to(messages, sent) or came, sent, question)


@contextlib.asynccontextmanager
async def open_local_runner(database_uri: str | None = None, assistant: str = OURS) -> AsyncIterator[LocalRunner]:
    """Open the store and the checkpoints and return a runner on them; at the end, finish what runs in the background.

    `database_uri`: of PostgreSQL; None: where the settings say. `assistant`: as in `LocalRunner`. Other processes
    may work on the same. Raises InputError and StorageError: they cannot be opened, the policy or the slots cannot be
    read, the limit of active facts is no number or the time zone none.
    """
    active_facts()
    zone_of(time_zone(), "HOLDFAST_TIME_ZONE")
    await use_slots()
    await current_policy()
    async with open_store(database_uri) as store, open_checkpointer(database_uri) as saver:
        agent = agent_builder.compile(checkpointer=saver, store=store, name="agent")
        runner = LocalRunner(agent, store, assistant)
        with reaching_states(runner.runs):
            async with consolidating(store):
                await _end_temporary(runner.reach())
                yield runner


@contextlib.asynccontextmanager
async def consolidating(store: BaseStore) -> AsyncIterator[None]:
    """Let the consolidations that turns on `store` ask for run in this process; at the end, finish what runs."""
    consolidation = consolidation_builder.compile(store=store, name="consolidation")
    at_once: RunnableConfig = {"max_concurrency": THREADS_AT_ONCE}

    async def consolidate(root: str, thread: str, budget: int | None) -> None:
        await consolidation.ainvoke({"root": root, "thread": thread, "budget": budget}, at_once)

    set_local_runner(consolidate)
    try:
        yield
    finally:
        await finish_local()
        await stop_background()
        set_local_runner(None)
        await close_chat_models()


async def _end_temporary(reach: Reach) -> None:
    """End temporary conversations, as no server does it for this process; what fails is left to the next start."""
    try:
        await end_temporary(reach, datetime.now(UTC))
    except Exception:  # noqa: BLE001  # whatever a store raises, the conversation that is asked for goes on
        _log.exception("temporary conversations that ended are still there")


def make_context(given: Mapping[str, Any]) -> Context:
    """Return the runtime context of these fields.

    Raises InputError: a field is none of the context's, or its value is none of the field's.
    """
    unknown = sorted(set(given) - {field.name for field in fields(Context)})
    if unknown:
        raise InputError(unknown[0], "is no field of the context", "See memory/service/settings/context.py.")
    try:
        return TypeAdapter(Context).validate_python(dict(given))
    except ValidationError as exc:
        wrong = exc.errors()[0]
        field = str(wrong["loc"][0])
        raise InputError(field, f"is {given[field]!r}", f"{wrong['msg']}.") from exc


def _events(mode: str, data: Any) -> list[Event]:
    if mode == "custom":
        return [Report(data)]
    message, metadata = data
    return list(message_events(_as_json(message), metadata))


def _as_json(message: BaseMessage) -> dict[str, Any]:
    return message.model_dump()
