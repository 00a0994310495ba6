"""State of the agent graph: plain JSON but for `messages`."""

from collections.abc import Sequence
from typing import Annotated, Any, NotRequired, TypedDict, cast

from langchain_core.messages import AnyMessage
from langgraph.graph.message import Messages, add_messages

from memory.core.facts.facts import Proposal
from memory.core.messages.unrecorded import Unrecorded
from memory.core.summary.summary_docs import Summary
from memory.core.window.adoption import AdoptedSummary, PathStep
from memory.core.window.stable_lines import StableLines
from memory.core.window.window_cut import WindowCut
from memory.service.settings.context import Context as Context  # noqa: PLC0414  # the graph file imports from here alone


def merge_messages(known: list[AnyMessage], update: Any) -> list[AnyMessage]:
    """Return a thread's messages after an update: as `add_messages` does, but `restored` ones replace them all.

    A user message that was known already is marked, since nothing else tells a node which one a client sent.
    """
    if isinstance(update, dict) and update.keys() == {"restored"}:
        return list(update["restored"])
    before = {message.id: message for message in known}
    merged: list[Any] = list(add_messages(cast("Messages", known), update))
    return [_marked(m) if m.type == "human" and before.get(m.id, m) is not m else m for m in merged]


def restored(messages: Sequence[AnyMessage]) -> dict[str, list[AnyMessage]]:
    """Return the update that replaces a thread's messages and shows nothing to who streams the run.

    A list of messages in a node's update is streamed: a client would show what was said long ago as the reply.
    """
    return {"restored": list(messages)}


def is_sent_again(message: AnyMessage) -> bool:
    """Tell whether a message was known when it was sent last: a retry, or an edit."""
    return _SENT_AGAIN in message.additional_kwargs


def unmarked(message: AnyMessage) -> AnyMessage:
    """Return a message without the mark that `is_sent_again` looks for."""
    if not is_sent_again(message):
        return message
    kept = {k: v for k, v in message.additional_kwargs.items() if k != _SENT_AGAIN}
    return message.model_copy(update={"additional_kwargs": kept})


def _marked(message: AnyMessage) -> AnyMessage:
    return message.model_copy(update={"additional_kwargs": {**message.additional_kwargs, _SENT_AGAIN: True}})


_SENT_AGAIN = "holdfast_sent_again"


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
    """The message is none the thread takes: `refuse` tells why."""
    refusal: NotRequired[list[str]]
    """Field, problem and remedy; empty where it came from someone the thread does not belong to."""
    run: str | None
    """Id of the run that began it; another one may go on with it."""
    conversation: str
    memory: bool
    """Use what is remembered."""
    learn: bool
    """Remember what is learned."""
    past_conversations: bool
    approval: str
    time_zone: str
    temporary: NotRequired[bool]
    """The conversation is temporary; then memory, learn and past_conversations are off."""
    language: NotRequired[str | None]
    """In which answers are given (`reply_language.py`), None: that of the message."""
    unremembered: NotRequired[bool]
    """The user asked that the conversation is not remembered; then learn is off."""
    facts: list[dict[str, Any]]
    """Recalled facts with scores (`recalled.RecalledFact`); some may stand in profile or instructions too."""
    passages: list[dict[str, Any]]
    """Recalled passages with scores (`recalled.RecalledPassage`)."""
    shared: NotRequired[list[dict[str, Any]]]
    """Recalled shared knowledge with scores (`recalled.RecalledShared`)."""
    profile: list[str]
    """Current profile facts as lines."""
    instructions: list[str]
    """Standing instructions as lines."""
    standing: list[dict[str, str]]
    """What those lines tell: the fact's id and source, first the profile's, then the instructions'."""
    working: list[str]
    """The state of the task in hand as lines."""
    mailbox: Summary | None
    """The newest running summary the background made."""
    forgot: NotRequired[bool]
    """The user has forgotten something, as of the last time the store told."""
    unavailable: NotRequired[str | None]
    """Why the turn goes on without the store, None when it need not."""


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
    budget: NotRequired[int]
    """Tokens of the whole call, at most."""
    earlier: NotRequired[int]
    """How many of them exchanges brought back from before the window may take."""
    model: NotRequired[str]
    """Name of the model it is counted for."""
    count_ratio: NotRequired[float]
    """What counts of its text are multiplied by (`token_counts.TokenCounter.ratio`)."""


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
    cut: NotRequired[WindowCut | None]
    """How far this branch's window is cut, as of its latest model call; an old checkpoint keeps its own."""
    temporary: NotRequired[bool]
    """The thread began as a temporary conversation, and stays one; a copy of it is one too."""
    fence: str
    """The secret that the marks of this thread's fences are made from, made once."""
    stable: NotRequired[StableLines]
    """What the stable sections of this branch were last made of: they stay that way while it holds."""
    unrecorded: NotRequired[dict[str, Unrecorded]]
    """By id the messages that have no entry because the store failed; the next turn that finds it back records them."""
    extracted: NotRequired[str]
    """Id of the newest user message whose facts were looked for."""
    owed: NotRequired[list[str]]
    """Ids of user messages whose facts are not written yet."""
    turn: Turn
    """Of this turn alone."""
    plan: NotRequired[Plan]
    """Of this turn alone; none before the thread's first window."""
    proposals: list[Proposal]
    """Of this turn alone."""
    decided: Decided
    """Of this turn alone."""
