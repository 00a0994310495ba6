"""Talks with a Holdfast server so that every message is answered exactly once, also over a crash."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Iterator, Mapping
from typing import Any, Self
from urllib.parse import quote
from uuid import uuid4
from weakref import WeakValueDictionary

import httpx
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import NotFoundError
from langgraph_sdk.schema import StreamPart

from memory.core.errors import HoldfastError, InputError, ModelError, OwnershipError, StorageError
from memory.service.reply_events import Done, Event, Report, last_reply, message_events

GRAPH = "agent"
RECURSION_LIMIT = 100
_PAUSES = (0.2, 0.5, 1, 2, 4, 8, 15)
"""Seconds before each attempt to go on after a lost connection."""
_LOST = (httpx.TransportError, NotFoundError)
"""What a stream raises when the server goes away, and when it comes back without the run."""


class ServerError(HoldfastError):
    """The server cannot be reached, or failed without saying why."""


class HoldfastClient:
    """A client of one server; runs of one thread that it starts follow each other."""

    def __init__(self, target: str | LangGraphClient | None = None) -> None:
        """Take the server's address, a client of it (which stays the caller's to close), or the SDK's default."""
        self._own = not isinstance(target, LangGraphClient)
        self._sdk = target if isinstance(target, LangGraphClient) else get_client(url=target)
        _without_rejoining(self._sdk)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def __aenter__(self) -> Self:
        """Return the client."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the connections, if they are the client's own."""
        if self._own:
            await self._sdk.aclose()

    async def thread(self, user: str | None, conversation: str) -> str:
        """Return the id of the thread of a user's conversation; it exists from then on.

        `user`: None for the authenticated user, or the server's local one. Raises InputError, ServerError.
        """
        with _explained():
            params = {"user_id": user} if user is not None else None
            told = await self._sdk.http.get(f"/v1/conversations/{_in_path(conversation)}", params=params)
            await self._create(told["thread_id"])
        return str(told["thread_id"])

    async def stream(
        self,
        user: str | None,
        conversation: str,
        text: str,
        message_id: str | None = None,
        context: Mapping[str, Any] | None = None,
    ) -> AsyncGenerator[Event, None]:
        """Send a message and yield its reply, `Done` last; closing the iterator stops the reply.

        `message_id`: the same one sent again gets the same answer. `context`: further fields of the runtime context.
        After a lost connection the reply goes on, or is made anew if nothing of it was kept: its tokens may then come
        a second time, and `Done.reply` is what counts.

        Raises InputError, ModelError, OwnershipError, StorageError, ServerError.
        """
        thread = await self.thread(user, conversation)
        sent = message_id or str(uuid4())
        message = {"type": "human", "id": sent, "content": text}
        arguments = {"input": {"messages": [message]}, "context": _context(user, conversation, context)}
        async with self._lock(thread):
            async with contextlib.aclosing(self._recovering(thread, sent, arguments)) as events:
                async for event in events:
                    yield event
            yield await self._done(thread, sent)

    async def resume(
        self,
        user: str | None,
        conversation: str,
        answer: Any,
        message_id: str,
        context: Mapping[str, Any] | None = None,
    ) -> AsyncGenerator[Event, None]:
        """Answer what the run of `message_id` asked (`Done.question`) and yield what follows, `Done` last."""
        thread = await self.thread(user, conversation)
        arguments = {"command": {"resume": answer}, "context": _context(user, conversation, context)}
        async with self._lock(thread):
            async with contextlib.aclosing(self._run(thread, arguments)) as events:
                with _explained():
                    async for event in events:
                        yield event
            yield await self._done(thread, message_id)

    def _lock(self, thread: str) -> asyncio.Lock:
        return self._locks.setdefault(thread, asyncio.Lock())

    async def _create(self, thread: str) -> None:
        # With the graph's name, or a re-created thread shows an empty state after a crash.
        await self._sdk.threads.create(thread_id=thread, graph_id=GRAPH, if_exists="do_nothing")

    async def _recovering(self, thread: str, sent: str, arguments: dict[str, Any]) -> AsyncGenerator[Event, None]:
        """Yield the reply; when the connection is lost, look what the server has and do what is missing."""
        missing: dict[str, Any] | None = arguments
        pauses = iter(_PAUSES)
        with _explained():
            while missing is not None:
                try:
                    async with contextlib.aclosing(self._run(thread, missing)) as events:
                        async for event in events:
                            yield event
                except _LOST as lost:
                    missing = await self._missing(thread, sent, arguments, pauses, lost)
                else:
                    return

    async def _missing(
        self, thread: str, sent: str, arguments: dict[str, Any], pauses: Iterator[float], lost: Exception
    ) -> dict[str, Any] | None:
        """Return the run that is still needed, None for none, once the server answers.

        Raises ServerError: it does not answer.
        """
        for pause in pauses:
            await asyncio.sleep(pause)
            try:
                await self._create(thread)
                state = await self._sdk.threads.get_state(thread)
            except _LOST:
                continue
            return needed_run(state, sent, arguments)
        raise ServerError(f"The server was lost and does not come back ({lost}). Send the message again.") from lost

    async def _run(self, thread: str, arguments: Mapping[str, Any]) -> AsyncGenerator[Event, None]:
        parts = self._sdk.runs.stream(
            thread,
            GRAPH,
            **arguments,
            stream_mode=["messages-tuple", "custom"],
            config={"recursion_limit": RECURSION_LIMIT},
            multitask_strategy="enqueue",
            on_disconnect="cancel",
            durability="async",
        )
        async for part in parts:
            for event in part_events(part):
                yield event

    async def _done(self, thread: str, sent: str) -> Done:
        with _explained():
            state = await self._sdk.threads.get_state(thread)
        values: dict[str, Any] = state["values"] if isinstance(state["values"], dict) else {}
        question = next((asked["value"] for asked in state["interrupts"]), None)
        return Done(last_reply(values.get("messages", [])), sent, question)


def _without_rejoining(sdk: LangGraphClient) -> None:
    """Let lost streams be seen: left to itself the SDK joins a run again midway and hides what was missed."""
    hooks = sdk.http.client.event_hooks
    if _forget_location not in hooks["response"]:
        sdk.http.client.event_hooks = {**hooks, "response": [*hooks["response"], _forget_location]}


async def _forget_location(response: httpx.Response) -> None:
    if response.request.url.path.endswith("/runs/stream"):
        response.headers.pop("location", None)


def needed_run(state: Mapping[str, Any], sent: str, arguments: dict[str, Any]) -> dict[str, Any] | None:
    """Return what to run on a thread in `state` so that the message `sent` is answered once, None for nothing.

    A run that was cut off goes on; a message the thread lacks is sent again; else it has been answered.
    """
    if state["next"] and not state["interrupts"]:
        return {**arguments, "input": None}
    messages = (state["values"] or {}).get("messages", [])
    return None if any(message["id"] == sent for message in messages) else arguments


def part_events(part: StreamPart) -> Iterator[Event]:
    """Yield what a part of a server's stream tells.

    Raises the error the run ended with.
    """
    if part.event == "messages":
        yield from message_events(*part.data)
    elif part.event == "custom":
        yield Report(part.data)
    elif part.event == "error":
        raise run_error(part.data)


def run_error(told: Mapping[str, Any]) -> HoldfastError:
    """Return the error of a run as the class it was raised as, where that is one of ours."""
    name, message = str(told.get("error")), str(told.get("message"))
    if name == "InputError":
        field, _, rest = message.partition(": ")
        problem, _, remedy = rest.partition(". ")
        return InputError(field, problem, remedy)
    kinds = {kind.__name__: kind for kind in (ModelError, OwnershipError, StorageError)}
    return kinds[name](message) if name in kinds else ServerError(f"{name}: {message}")


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    """Turn what the HTTP client raises into errors of ours."""
    try:
        yield
    except httpx.HTTPStatusError as exc:
        raise _refusal(exc) from exc
    except httpx.TransportError as exc:
        raise ServerError(f"The server cannot be reached: {str(exc) or type(exc).__name__}. Is it running?") from exc


def _refusal(exc: httpx.HTTPStatusError) -> HoldfastError:
    body = getattr(exc, "body", None)
    told = body.get("error") if isinstance(body, dict) else None
    if isinstance(told, dict) and told.get("code") == "invalid_input":
        return run_error({"error": "InputError", "message": told["message"]})
    detail = told.get("message") if isinstance(told, dict) else exc
    return ServerError(f"The server refused the request: {detail}")


def _context(user: str | None, conversation: str, more: Mapping[str, Any] | None) -> dict[str, Any]:
    named = {"conversation": conversation} | ({"user_id": user} if user is not None else {})
    return {**named, **(more or {})}


def _in_path(name: str) -> str:
    """Return a name as one part of an address; dots too, as `.` and `..` would be taken for steps."""
    return quote(name, safe="", errors="surrogatepass").replace(".", "%2E")
