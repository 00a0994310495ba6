"""A conversation in the terminal: where it runs, what is shown, and how it ends."""

import contextlib
import json
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass, replace
from typing import Any, Protocol
from uuid import uuid4

from memory.commands.place import Place
from memory.commands.running import run
from memory.commands.server_settings import assistant
from memory.commands.servers import server_of
from memory.core.access.assistants import OURS
from memory.core.errors import HoldfastError, InputError, OwnershipError
from memory.models.settings import read_model_settings
from memory.service.settings.settings import local_user
from memory.service.turn.reply_events import Done, Event, Report, Token, ToolCall
from memory.terminal import Interrupted, Terminal

QUIT = "/quit"
_CHOICES = {"a": "approve", "approve": "approve", "y": "approve", "r": "reject", "reject": "reject", "n": "reject"}
UNAVAILABLE = "(Memory is unavailable: the conversation goes on, and what it cannot store now it stores when it can.)"


@dataclass(frozen=True)
class ChatOptions:
    """What the command line was told."""

    place: Place
    conversation: str
    model: str | None
    approval: str | None
    message: str | None
    """Send this one and leave."""
    temporary: bool = False
    """Begin a conversation that reads and leaves no memory."""
    as_json: bool = False
    """Each reply is one line of JSON, written when it is whole."""

    def context(self) -> dict[str, Any]:
        """Return the fields of the runtime context that were chosen."""
        chosen = {"model": self.model, "approval": self.approval, "temporary": self.temporary or None}
        return {name: value for name, value in chosen.items() if value is not None}


class Agent(Protocol):
    """What answers: a server or this process."""

    def stream(
        self, user: str | None, conversation: str, text: str, message_id: str | None, context: dict[str, Any]
    ) -> AsyncGenerator[Event, None]:
        """Send a message and yield its reply."""

    def resume(
        self, user: str | None, conversation: str, answer: Any, message_id: str, context: dict[str, Any]
    ) -> AsyncGenerator[Event, None]:
        """Answer a question of the run and yield what follows."""


def run_chat(options: ChatOptions) -> int:
    """Hold a conversation until it ends; return the exit code."""
    return run(lambda: _chat(options, Terminal()))


async def _chat(options: ChatOptions, terminal: Terminal) -> None:
    async with _open_agent(options, terminal) as (agent, user):
        chat = Chat(agent, replace(options, place=replace(options.place, user=user)), terminal)
        if options.message is not None:
            await chat.turn(options.message)
        elif terminal.interactive:
            await chat.talk()
        else:
            await chat.read_all()


class Chat:
    """One conversation at one terminal."""

    def __init__(self, agent: Agent, options: ChatOptions, terminal: Terminal) -> None:
        self._agent = agent
        self._options = options
        self._terminal = terminal
        self._unsent: tuple[str, str] | None = None
        """Text and id of a message that may not have been taken."""

    async def talk(self) -> None:
        """Take messages until the user leaves; an error is told and the conversation goes on.

        An empty line sends the message again that failed; with its own id, so that it is answered once.
        """
        while (line := await self._ask("> ")) is not None and line.strip() != QUIT:
            text, message_id = (line, str(uuid4())) if line.strip() else self._unsent or ("", "")
            if not text:
                continue
            self._unsent = None
            try:
                await self.turn(text, message_id)
            except (InputError, OwnershipError) as error:
                self._terminal.tell(f"Error: {error}")
            except HoldfastError as error:
                self._unsent = text, message_id
                self._terminal.tell(f"Error: {error}\n(Enter alone sends your message again.)")
            except Interrupted:
                self._terminal.write("\n")
                self._terminal.tell("(stopped; what you saw is kept)")

    async def read_all(self) -> None:
        """Send every line of the input as a message, up to the first that fails."""
        while (line := await self._terminal.read_line("")) is not None and line.strip() != QUIT:
            if line.strip():
                await self.turn(line)

    async def turn(self, text: str, message_id: str | None = None) -> None:
        """Send a message, show its reply, and take a decision if the run asks for one."""
        o = self._options
        done = await self._show(self._agent.stream(o.place.user, o.conversation, text, message_id, o.context()))
        if done.question is not None and (answer := await self._decision(done.question)) is not None:
            events = self._agent.resume(o.place.user, o.conversation, answer, done.message_id, o.context())
            await self._terminal.interruptible(_finished(events))

    async def _show(self, events: AsyncGenerator[Event, None]) -> Done:
        return await self._terminal.interruptible(self._print(events))

    async def _print(self, events: AsyncGenerator[Event, None]) -> Done:
        shown = unavailable = False
        done: Done | None = None
        async for event in events:
            if isinstance(event, Token) and not self._options.as_json:
                self._terminal.write(event.text)
                shown = True
            elif isinstance(event, ToolCall):
                self._terminal.tell(f"({event.name})")
            elif isinstance(event, Report):
                unavailable = bool(event.data["report"].get("unavailable"))
            elif isinstance(event, Done):
                done = event
        if done is None:
            raise HoldfastError("The reply ended before its end.")
        reply = {"message_id": done.message_id, "reply": done.reply, "unavailable": unavailable}
        line = json.dumps(reply, ensure_ascii=False) if self._options.as_json else done.reply
        self._terminal.write("\n" if shown else f"{line}\n")
        if unavailable:
            self._terminal.tell(UNAVAILABLE)
        return done

    async def _ask(self, prompt: str) -> str | None:
        """Return a line, None when the user leaves."""
        try:
            return await self._terminal.read_line(prompt)
        except Interrupted:
            return None

    async def _decision(self, question: dict[str, Any]) -> dict[str, list[str]] | None:
        """Return what to approve and what to reject; None leaves all pending, as where nobody can be asked."""
        chosen: dict[str, list[str]] = {"approve": [], "reject": []}
        asking = self._terminal.interactive and self._options.message is None
        for proposal in question["pending"]:
            self._terminal.tell(f"Waits for approval: {proposal['text']}")
            if asking and (choice := await self._choice()):
                chosen[choice].append(proposal["id"])
        return chosen if any(chosen.values()) else None

    async def _choice(self) -> str | None:
        """Return approve or reject; None, after an empty line, leaves the proposal pending."""
        while (line := await self._ask("approve or reject? ")) and line.strip():
            if choice := _CHOICES.get(line.strip().casefold()):
                return choice
        return None


async def _finished(events: AsyncGenerator[Event, None]) -> None:
    """Let a run end; what it would show has been shown."""
    async for _ in events:
        continue


@contextlib.asynccontextmanager
async def _open_agent(options: ChatOptions, terminal: Terminal) -> AsyncIterator[tuple[Agent, str | None]]:
    """Open the server, else the agent in this process; say which, and who is talking."""
    place = options.place
    server = await server_of(place)
    user = place.user if server is None else server.user(place)
    whom = "of the token" if user is None and server is not None and server.token else user or local_user()
    who = f"user {whom}, conversation {options.conversation}"
    model = options.model or read_model_settings().model
    if server is not None:
        from memory.client import HoldfastClient  # noqa: PLC0415  # the other way loads the agent, this one the SDK

        terminal.tell(f"{who}, model {options.model or 'of the server'}, through the server at {server.url}")
        async with server.sdk(user) as sdk:
            yield HoldfastClient(sdk, assistant() or OURS), user
    else:
        from memory.local_runner import open_local_runner  # noqa: PLC0415  # see above
        from memory.storage.opening import place_of_memory  # noqa: PLC0415  # loads the drivers of both databases

        terminal.tell(f"{who}, model {model}, in this process on {place_of_memory(place.database_uri)}")
        async with open_local_runner(place.database_uri, assistant() or OURS) as runner:
            yield runner, user
