"""What the boundary evals run against, and what they see of it: the same for the server and for this process."""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Literal, NotRequired, Protocol, TypedDict

from langgraph.store.base import BaseStore

Moment = Literal["before_reply", "in_reply"]
"""Where in a turn the process is killed."""


@dataclass(frozen=True)
class Turn:
    """A message to send."""

    user: str
    conversation: str
    text: str
    message_id: str
    context: Mapping[str, Any]
    thread: str | None = None
    """A thread to run on itself, instead of the conversation's."""
    killed: Moment | None = None


@dataclass(frozen=True)
class Outcome:
    """What became of a message."""

    thread: str
    reply: str = ""
    error: str = ""
    """Class and text of what was raised, "" when nothing was."""
    state: Mapping[str, Any] = field(default_factory=dict)
    """The channels of the thread after the turn."""
    requests: list[dict[str, Any]] | None = None
    """Bodies of this turn's requests as the model's endpoint got them; None with a model that has no endpoint."""


@dataclass(frozen=True)
class Found:
    """A conversation as its user finds it."""

    begun: bool
    entries: list[dict[str, Any]]


class Session(Protocol):
    """The application as one case has it: users of its own, who meet nobody of another case."""

    @property
    def store(self) -> BaseStore:
        """The store, to look at."""

    def user(self, name: str) -> str:
        """Return the user id of someone in the case."""

    async def thread(self, user: str, conversation: str) -> str:
        """Return the thread of a user's conversation."""

    async def say(self, turn: Turn) -> Outcome:
        """Send a message, await its answer and return what became of it; what the product raises is told in there."""

    async def restart(self) -> None:
        """End the application between two turns and start it on the same data."""

    async def consolidate(self, root: str, thread: str, budget: int) -> None:
        """Await the background work of a thread; `budget`: tokens its window has for messages."""

    async def read(self, user: str, conversation: str) -> Found:
        """Look a conversation up as its user does."""


class Target(Protocol):
    """An application to run cases against."""

    name: str

    def case(self, case_id: str) -> AbstractAsyncContextManager[Session]:
        """Open it for one case."""


class PromptMessage(TypedDict):
    """A message as the model got it."""

    role: str
    content: str
    calls: list[str]
    """Ids of the tool calls it makes."""
    answers: str
    """Id of the call a tool's result answers, "" for other messages."""


class Told(TypedDict):
    """Something the context report names, looked up."""

    part: str
    """`message`, `profile`, `instruction`, `fact`, `passage` or `summary`."""
    id: str
    text: str


class Observation(TypedDict):
    """What can be seen after one step; plain JSON, so that it can be uploaded."""

    step: int
    asked: str
    """The user's words."""
    message_id: str
    reply: str
    error: str
    report: dict[str, Any]
    """The context report."""
    told: list[Told]
    """What the report names as being in the window."""
    calls: list[list[PromptMessage]]
    """The prompt of each model call of the turn: as the endpoint got it, else rendered again from the turn's state."""
    tokens: int
    """The most tokens that one of those prompts takes with the tools' definitions, counted anew."""
    transcript: list[dict[str, str]]
    """The conversation as its user reads it: id, role, text and mark of each entry."""
    stored: list[str]
    """Every document of the user but those of the transcript, as text."""
    history: list[str]
    """Texts of the user's facts that no longer hold."""
    begun: NotRequired[bool]
    """Only of a conversation that was looked up."""
