"""State of the agent graph: plain JSON but for `messages`."""

from collections.abc import Sequence
from typing import Annotated, Any, NotRequired, TypedDict

from langchain_core.messages import AnyMessage
from langgraph.graph.message import Messages, add_messages

from memory.core.adoption import AdoptedSummary, PathStep
from memory.core.facts import Proposal
from memory.core.summary_docs import Summary
from memory.service.context import Context as Context  # noqa: PLC0414  # the graph file imports from here alone


def merge_messages(known: Messages, update: Any) -> Messages:
    """Return a thread's messages after an update: as `add_messages` does, but `restored` ones replace them all."""
    if isinstance(update, dict) and update.keys() == {"restored"}:
        return list(update["restored"])
    return add_messages(known, update)


def restored(messages: Sequence[AnyMessage]) -> dict[str, list[AnyMessage]]:
    """Return the update that replaces a thread's messages and shows nothing to who streams the run.

    A list of messages in a node's update is streamed: a client would show what was said long ago as the reply.
    """
    return {"restored": list(messages)}


class AgentInput(TypedDict):
    """What a client sends."""

    messages: Annotated[list[AnyMessage], merge_messages]
    """The new user message; with an id, a retry gets the same answer once."""


class AgentOutput(AgentInput):
    """What a client gets."""

    report: dict[str, Any]
    """The context report of the newest answer."""


class Turn(TypedDict):
    """What `load_memories` found out for this turn; replaced by the next turn's."""

    now: str
    """ISO time at which the turn began, UTC."""
    asked: list[str]
    """Ids of the user messages to answer."""
    answered: bool
    """The message was answered before: nothing is left to do."""
    refused: NotRequired[bool]
    """The message came from someone the thread does not belong to."""
    conversation: str
    memory: bool
    """Use what is remembered."""
    learn: bool
    """Remember what is learned."""
    past_conversations: bool
    approval: str
    time_zone: str
    facts: list[dict[str, Any]]
    """Recalled facts with scores (`recall.RecalledFact`)."""
    passages: list[dict[str, Any]]
    """Recalled passages with scores (`recall.RecalledPassage`)."""
    profile: list[str]
    """Current profile facts as lines."""
    instructions: list[str]
    """Standing instructions as lines."""
    working: list[str]
    """The state of the task in hand as lines."""
    mailbox: Summary | None
    """The newest running summary the background made."""


class Plan(TypedDict):
    """The fixed part of the context window, made once a turn by `build_context`."""

    system: str
    """The system message: system text, instructions, profile, summary."""
    memory: str
    """The block that stands with the user's newest message."""
    start: int
    """Index of the first message of the window in the state's messages."""
    room: int
    """Tokens left for the window."""


class Decided(TypedDict):
    """What the policy decided about this turn's proposals."""

    write: list[Proposal]
    ask: list[Proposal]
    reject: list[Proposal]


class AgentState(AgentOutput):
    """All channels; each lives as long as the thread unless it says otherwise."""

    owner: str
    """The root of the user the thread belongs to: its first."""
    epoch: int
    """The user's epoch when this turn began."""
    path: list[PathStep]
    """The transcript entries of `messages`, in their order: the end of the active path."""
    summary: NotRequired[AdoptedSummary | None]
    """The summary this branch of the thread has taken over; never one of its future."""
    fence: str
    """The mark of this thread's fences, made once."""
    extracted: NotRequired[str]
    """Id of the newest user message whose facts were looked for."""
    turn: Turn
    """Of this turn alone."""
    plan: Plan
    """Of this turn alone."""
    proposals: list[Proposal]
    """Of this turn alone."""
    decided: Decided
    """Of this turn alone."""
