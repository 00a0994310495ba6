"""Renders what the model sees: the planned sections around the messages that fit, each time it is called."""

from dataclasses import dataclass, field, replace
from datetime import datetime

from langchain_core.messages import AnyMessage, SystemMessage
from langgraph.store.base import BaseStore

from memory.core.blobs import Blob, all_taken_out, references
from memory.core.defaults import DEFAULTS
from memory.core.entries import Message
from memory.core.facts import Tombstone
from memory.core.fences import neutralise
from memory.core.media_tokens import MEDIA_TOKENS, media_tokens
from memory.core.media_view import with_newest_media
from memory.core.veiled import veiled_message, veiled_text
from memory.core.window import Window, fit_window
from memory.service.blobs import with_media
from memory.service.messages import as_shown, to_message
from memory.service.token_counts import EXACT_COUNTER, TokenCounter
from memory_nodes.state import AgentState


@dataclass(frozen=True)
class Prompt:
    """The messages of one model call."""

    messages: list[AnyMessage]
    window: Window
    inline: dict[str, Blob]
    """The images and files that the state itself still holds, by hash: their message has no entry yet."""
    degraded: list[str] = field(default_factory=list)
    """What could not be shown."""

    @property
    def media(self) -> int:
        """How many images and files it shows by reference."""
        return sum(len(references(m["content"])) for m in self.window.messages)


def render_prompt(
    state: AgentState,
    tombstones: list[Tombstone],
    key: str,
    *,
    media: int = DEFAULTS.message_media,
    counter: TokenCounter = EXACT_COUNTER,
) -> Prompt:
    """Return the prompt: system message, the window with what was forgotten masked, the memory block at the end.

    `key`: what the tombstones' traces are keyed with. `media`: images and files to show, at most, still by reference
    (`with_blobs` puts in their bytes). `counter`: counts as the model does.
    """
    plan = state["plan"]
    plain, inline = all_taken_out(to_message(m) for m in state["messages"])
    veiled = _veiled(plain, state, tombstones, key)[plan["start"] :]
    shown = min(media, _media_room(veiled, plan["room"], counter))
    messages = with_newest_media(veiled, entry_keys(state), count=shown)
    window = fit_window([_fenced_off(m) for m in messages], plan["room"], counter.message, counter.text)
    # The plan is as old as the turn: what a tool forgot since then leaves it too.
    system, memory = (
        veiled_text(plan[part], "", state["turn"]["now"], tombstones, key) for part in ("system", "memory")
    )
    sent = [as_shown(_original(state, m), m) for m in _with_memory(window.messages, memory)]
    return Prompt([SystemMessage(system), *sent], window, inline)


async def with_blobs(prompt: Prompt, store: BaseStore, root: str) -> Prompt:
    """Return the prompt with the bytes of the images and files it shows."""
    messages, degraded = await with_media(store, root, prompt.messages, prompt.inline)
    return replace(prompt, messages=messages, degraded=degraded)


def entry_keys(state: AgentState) -> dict[str, str]:
    """Return the keys of the thread's entries by message id."""
    return {step["id"]: step["key"] for step in state["path"]}


def _media_room(messages: list[Message], room: int, counter: TokenCounter) -> int:
    """Return how many images and files may be shown: the newest, and more in up to two thirds of the window."""
    each = [media_tokens(block, counter.images) for m in messages for block in references(m["content"])]
    return max(1, room * 2 // 3 // max([MEDIA_TOKENS, *each]))


def _original(state: AgentState, view: Message) -> AnyMessage | None:
    return next((m for m in state["messages"] if m.id == view["id"]), None)


def _veiled(messages: list[Message], state: AgentState, tombstones: list[Tombstone], key: str) -> list[Message]:
    """Mask what was forgotten; messages without an entry are of this turn, so they are newer than any forgetting."""
    if not tombstones:
        return messages
    keys = entry_keys(state)
    return [veiled_message(m, keys[m["id"]], tombstones, key) if m["id"] in keys else m for m in messages]


def _fenced_off(message: Message) -> Message:
    """Make look-alikes of our fences harmless in every text the model is shown."""
    content = message["content"]
    if isinstance(content, str):
        return {**message, "content": neutralise(content)}
    return {**message, "content": [_harmless(block) for block in content]}


def _harmless(block: object) -> object:
    if isinstance(block, str):
        return neutralise(block)
    if isinstance(block, dict) and isinstance(block.get("text"), str):
        return {**block, "text": neutralise(block["text"])}
    return block


def _with_memory(messages: list[Message], memory: str) -> list[Message]:
    """Put the block that changes each turn behind the newest user message: what stands before it stays the same."""
    at = max((i for i, m in enumerate(messages) if m["role"] == "user"), default=None)
    if at is None:
        return messages
    content = messages[at]["content"]
    joined = f"{content}\n\n{memory}" if isinstance(content, str) else [*content, {"type": "text", "text": memory}]
    return [*messages[:at], {**messages[at], "content": joined}, *messages[at + 1 :]]


def moment_of(state: AgentState) -> datetime:
    """Return when this turn began."""
    return datetime.fromisoformat(state["turn"]["now"])
