"""The real server as a target: `langgraph dev` on SQLite files, talked to over HTTP, killed with SIGKILL."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Self

import httpx
from langgraph.store.base import BaseStore
from langgraph_sdk.client import LangGraphClient

from evals.dev_server import DevServer
from evals.reader import Reader, settings_for
from evals.scripted_model import ScriptedModel
from evals.targets import Found, Moment, Outcome, Session, Turn
from evals.targets_restarts import Restarts
from memory.client import HoldfastClient, part_events
from memory.core.access.assistants import OURS
from memory.core.errors import HoldfastError
from memory.core.ids import consolidation_thread_id
from memory.core.window.section_texts import system_text
from memory.service.turn.reply_events import Done, Event, Report, Token
from memory.storage.location import STORE_FILE
from memory.storage.sqlite_store import open_sqlite_store

TURNS_AT_ONCE = 8
TRANSCRIPT_LIMIT = 200


class ServerTarget:
    """One server for many cases; the users of each are put behind the case's id, so that nobody is in two."""

    name = "server"

    def __init__(
        self, server: DevServer, sdk: LangGraphClient, store: BaseStore, model: ScriptedModel | None, reader: Reader
    ) -> None:
        """Take a server that runs, and the endpoint of its model, None for the offline model."""
        self.sdk = sdk
        self.store = store
        self.model = model
        self.client = HoldfastClient(sdk)
        self.turns = asyncio.Semaphore(TURNS_AT_ONCE)
        self.restarts = Restarts(lambda: asyncio.to_thread(_crash, server), lambda at: setattr(reader, "held", at))

    @classmethod
    @asynccontextmanager
    async def open(cls, folder: Path, *, scripted: bool) -> AsyncIterator[Self]:
        """Start a server in a folder, with the scripted model or the offline one; stop it at the end."""
        reader = Reader()
        async with AsyncExitStack() as stack:
            model = stack.enter_context(ScriptedModel(reader)) if scripted else None
            server = DevServer(folder, env=settings_for(model))
            stack.push_async_callback(asyncio.to_thread, server.stop)
            await asyncio.to_thread(server.start)
            sdk = await stack.enter_async_context(server.client())
            store = await stack.enter_async_context(open_sqlite_store(server.data / STORE_FILE))
            yield cls(server, sdk, store, model, reader)

    @asynccontextmanager
    async def case(self, case_id: str) -> AsyncIterator[Session]:
        """Open it for one case."""
        async with self.restarts.case():
            yield _ServerSession(self, case_id)


def _crash(server: DevServer) -> None:
    server.restart(crash=True)


class _ServerSession:
    def __init__(self, target: ServerTarget, case_id: str) -> None:
        self._target = target
        self._prefix = f"{case_id}/"

    @property
    def store(self) -> BaseStore:
        return self._target.store

    def user(self, name: str) -> str:
        return self._prefix + name

    async def thread(self, user: str, conversation: str) -> str:
        return await self._target.client.thread(user, conversation)

    async def say(self, turn: Turn) -> Outcome:
        if turn.killed:
            return await self._killed(turn, turn.killed)
        async with self._target.turns:
            return await self._sent(turn, lambda _: None)

    async def _killed(self, turn: Turn, moment: Moment) -> Outcome:
        """Send a message, have the server killed at a moment of its turn, and await what the client makes of it."""
        reached = asyncio.Event()
        sending: list[asyncio.Task[Outcome]] = []

        def on_event(event: Event) -> None:
            if isinstance(event, Token | Done if moment == "in_reply" else Report | Token | Done):
                reached.set()

        async def start() -> None:
            sending.append(asyncio.create_task(self._sent(turn, on_event)))
            await asyncio.wait([*sending, asyncio.create_task(reached.wait())], return_when=asyncio.FIRST_COMPLETED)

        await self._target.restarts.restart(moment, start)
        return await sending[0]

    async def _sent(self, turn: Turn, on_event: Callable[[Event], None]) -> Outcome:
        model, thread = self._target.model, turn.thread
        before = len(model.requests) if model else 0
        reply, error = "", ""
        try:
            thread = thread or await self.thread(turn.user, turn.conversation)
            async for event in self._direct(turn) if turn.thread else self._through_client(turn):
                on_event(event)
                reply = event.reply if isinstance(event, Done) else reply
        except HoldfastError as exc:
            error = f"{type(exc).__name__}: {exc}"
        state = await self._state(thread) if thread else {}
        requests = _of_thread(model.requests[before:], state.get("fence")) if model else None
        return Outcome(thread or "", reply, error, state, requests)

    def _through_client(self, turn: Turn) -> AsyncIterator[Event]:
        return self._target.client.stream(turn.user, turn.conversation, turn.text, turn.message_id, turn.context)

    async def _direct(self, turn: Turn) -> AsyncIterator[Event]:
        """Run on a thread as a client does that knows nothing but its id."""
        given: dict[str, Any] = {"messages": [{"type": "human", "id": turn.message_id, "content": turn.text}]}
        parts = self._target.sdk.runs.stream(
            str(turn.thread),
            OURS,
            input=given,
            context={"user_id": turn.user, **turn.context},
            stream_mode=["messages-tuple", "custom"],
        )
        came = ""
        async for part in parts:
            for event in part_events(part):
                came += event.text if isinstance(event, Token) else ""
                yield event
        yield Done(came, turn.message_id)

    async def _state(self, thread: str) -> dict[str, Any]:
        values = (await self._target.sdk.threads.get_state(thread))["values"]
        return dict(values) if isinstance(values, dict) else {}

    async def restart(self) -> None:
        await self._target.restarts.restart()

    async def consolidate(self, root: str, thread: str, budget: int) -> None:
        """Await what runs already, then run it once more for what is due since."""
        own = consolidation_thread_id(root, thread)
        given: dict[str, Any] = {"root": root, "thread": thread, "budget": budget}
        await self._target.sdk.runs.wait(
            own, "consolidation", input=given, multitask_strategy="enqueue", if_not_exists="create"
        )

    async def read(self, user: str, conversation: str) -> Found:
        path = f"/v1/conversations/{_in_path(conversation)}"
        told = await self._get(path, {"user_id": user})
        page = await self._get(f"{path}/transcript", {"user_id": user, "limit": TRANSCRIPT_LIMIT})
        return Found("created" in told, list(page["entries"]))

    async def _get(self, path: str, params: dict[str, Any]) -> Any:
        return await self._target.sdk.http.get(path, params=httpx.QueryParams(params))


def _in_path(name: str) -> str:
    return "".join(f"%{byte:02X}" for byte in name.encode())


def _of_thread(requests: list[dict[str, Any]], fence: str | None) -> list[dict[str, Any]]:
    """Return the requests of one thread: they begin with the system text that names the marks of its `fence`."""
    begins = system_text(fence) if fence else None
    return [body for body in requests if begins and str(body["messages"][0].get("content")).startswith(begins)]
