"""Talks with a Holdfast server so that every message is answered exactly once, also over a crash."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self, cast
from uuid import uuid4
from weakref import WeakValueDictionary

import httpx
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import NotFoundError
from langgraph_sdk.schema import StreamPart, ThreadState

from memory.core.access.assistants import OURS
from memory.core.addresses import in_path
from memory.service.conversations.server_errors import ServerError, explained, run_error
from memory.service.turn.reply_events import Done, Event, Report, Token, message_events, reply_to

RECURSION_LIMIT = 100
_PAUSES = (0.2, 0.5, 1, 2, 4, 8, 15)
"""Seconds before each attempt to go on after a lost connection or a dropped run."""
_LOST = (httpx.TransportError, NotFoundError)
"""What a stream raises when the server goes away, and when it comes back without the run."""
_NO_RUN = "404"
"""How the message of a stream's last part begins where the run was taken back or lost while it was told of."""


class HoldfastClient:
    """A client of one server; runs of one thread that it starts follow each other."""

    def __init__(self, target: str | LangGraphClient | None = None, assistant: str = OURS) -> None:
        """Take the server's address, a client of it (which stays the caller's to close), or the SDK's default.

        `assistant`: who answers, by its id or its graph's name; whose memory it has, the server says.
        """
        self._assistant = assistant
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
        with explained():
            params = {"assistant": self._assistant} | ({"user_id": user} if user is not None else {})
            told = await self._sdk.http.get(f"/v1/conversations/{in_path(conversation)}", params=params)
            await self._create(told["thread_id"], conversation)
        return str(told["thread_id"])

    def stream(
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
        a second time, and `Done.reply` is what counts. A message the server dropped before its run began is sent again.

        Raises InputError, ModelError, OwnershipError, StorageError, ServerError.
        """
        sent = message_id or str(uuid4())
        message = {"type": "human", "id": sent, "content": text}
        return self._turn(user, conversation, sent, {"input": {"messages": [message]}}, context)

    def resume(
        self,
        user: str | None,
        conversation: str,
        answer: Any,
        message_id: str,
        context: Mapping[str, Any] | None = None,
    ) -> AsyncGenerator[Event, None]:
        """Answer what the run of `message_id` asked (`Done.question`) and yield what follows, `Done` last.

        Raises what `stream` raises.
        """
        return self._turn(user, conversation, message_id, {"command": {"resume": answer}}, context)

    async def _turn(
        self, user: str | None, conversation: str, sent: str, given: dict[str, Any], more: Mapping[str, Any] | None
    ) -> AsyncGenerator[Event, None]:
        """Run what is given, then what the server lost or dropped of it; turns of one thread follow each other."""
        thread = await self.thread(user, conversation)
        wanted = {**given, "context": _context(user, conversation, more)}
        needed: dict[str, Any] | None = wanted
        pauses = iter(_PAUSES)
        async with self._lock(thread):
            with explained():
                while needed is not None:
                    run = Run(goes_on=needed is not wanted)
                    async with contextlib.aclosing(self._stream(thread, needed, run)) as events:
                        async for event in events:
                            yield event
                    state = await self._state_after((thread, conversation), run, pauses)
                    needed = still_needed(run, state, sent, wanted)
            yield _done(state, sent, run.came)

    def _lock(self, thread: str) -> asyncio.Lock:
        return self._locks.setdefault(thread, asyncio.Lock())

    async def _create(self, thread: str, conversation: str) -> None:
        # With a graph's name, or a re-created thread shows an empty state after a crash (any of ours reads it); with
        # the conversation's and the assistant's, since an id made of a name is only for whoever says it.
        named = {"conversation": conversation, "assistant": self._assistant}
        await self._sdk.threads.create(thread_id=thread, graph_id=OURS, if_exists="do_nothing", metadata=named)

    async def _stream(self, thread: str, arguments: Mapping[str, Any], run: "Run") -> AsyncGenerator[Event, None]:
        """Yield what a run tells, and note in `run` how it went."""
        parts = self._sdk.runs.stream(
            thread,
            self._assistant,
            **arguments,
            stream_mode=["messages-tuple", "custom"],
            config={"recursion_limit": RECURSION_LIMIT},
            multitask_strategy="enqueue",
            on_disconnect="cancel",
            durability="async",
        )
        try:
            async with contextlib.aclosing(cast("AsyncGenerator[StreamPart, None]", parts)):
                async for part in parts:
                    run.began = True
                    if run_is_gone(part):
                        run.lost = run_error(part.data)
                        return
                    for event in part_events(part):
                        run.came += event.text if isinstance(event, Token) else ""
                        yield event
        except _LOST as lost:
            run.lost = lost

    async def _state_after(self, of: tuple[str, str], run: "Run", pauses: Iterator[float]) -> ThreadState:
        """Return the state of a thread and its conversation; after a run that was lost, once the server answers again.

        Raises ServerError: it does not, or drops every run.
        """
        problem: Exception | None = run.lost
        while True:
            if problem or not run.began:
                await self._pause(pauses, problem)
            try:
                if problem:
                    await self._create(*of)
                return await self._sdk.threads.get_state(of[0])
            except _LOST as lost:
                problem = lost

    async def _pause(self, pauses: Iterator[float], problem: Exception | None) -> None:
        pause = next(pauses, None)
        if pause is None:
            what = f"was lost and does not come back ({problem})" if problem else "drops the message each time"
            raise ServerError(f"The server {what}. Send the message again.") from problem
        await asyncio.sleep(pause)


@dataclass
class Run:
    """How a run went, as far as its stream told."""

    goes_on: bool
    """It goes on with a run that was cut off, instead of sending what is wanted."""
    began: bool = False
    """The server told of it; what it drops while it waits for its turn ends without a word."""
    came: str = ""
    """The text that came."""
    lost: Exception | None = None
    """What ended the connection, None when the stream ended by itself."""


def still_needed(run: Run, state: Mapping[str, Any], sent: str, wanted: dict[str, Any]) -> dict[str, Any] | None:
    """Return what to run after a run; a run that somebody stopped or took back is not repeated."""
    if run.lost:
        return needed_run(state, sent, wanted)
    return None if run.began and not (run.goes_on and _lacks(state, sent, wanted)) else wanted


def _done(state: ThreadState, sent: str, came: str) -> Done:
    question = next((asked["value"] for asked in state["interrupts"]), None)
    return Done(reply_to(_messages(state), sent) or came, sent, question)


def _messages(state: Mapping[str, Any]) -> list[dict[str, Any]]:
    values = state["values"]
    return list(values.get("messages", [])) if isinstance(values, dict) else []


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

    What the thread lacks (the message, its answer, or the answer to a question that still waits) is sent again; a run
    that was cut off goes on; else all is done.
    """
    if _lacks(state, sent, arguments):
        return arguments
    if _is_cut_off(state):
        return {**{k: v for k, v in arguments.items() if k != "command"}, "input": None}
    return None


def _lacks(state: Mapping[str, Any], sent: str, arguments: Mapping[str, Any]) -> bool:
    """Tell whether nothing on the thread leads to what is wanted.

    A server that was killed may go on with an older run of the thread, which ends what was begun of a newer one.
    """
    if "command" in arguments:
        return bool(state["interrupts"])
    messages = _messages(state)
    if all(message["id"] != sent for message in messages):
        return True
    return reply_to(messages, sent) is None and not _is_cut_off(state) and not state["interrupts"]


def _is_cut_off(state: Mapping[str, Any]) -> bool:
    # A run killed between a node's end and the next checkpoint names no next node, but still has its task.
    return bool(state["next"] or state.get("tasks")) and not state["interrupts"]


def run_is_gone(part: StreamPart) -> bool:
    """Tell whether a part of a server's stream says that the server no longer knows the run."""
    told = part.data if part.event == "error" and isinstance(part.data, Mapping) else {}
    return told.get("error") == "HTTPException" and str(told.get("message")).startswith(_NO_RUN)


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


def _context(user: str | None, conversation: str, more: Mapping[str, Any] | None) -> dict[str, Any]:
    named = {"conversation": conversation} | ({"user_id": user} if user is not None else {})
    return {**named, **(more or {})}
