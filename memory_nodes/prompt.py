"""Renders what the model sees: the planned sections around the messages that fit, each time it is called."""

from dataclasses import dataclass
from datetime import datetime

from langchain_core.messages import AnyMessage, SystemMessage

from memory.core.entries import Message
from memory.core.facts import Tombstone
from memory.core.fences import neutralise
from memory.core.veiled import veiled_message, veiled_text
from memory.core.window import Window, fit_window
from memory.models.tokenizer import count_message, count_text
from memory.service.messages import as_shown, to_message
from memory_nodes.state import AgentState


@dataclass(frozen=True)
class Prompt:
    """The messages of one model call."""

    messages: list[AnyMessage]
    window: Window


def render_prompt(state: AgentState, tombstones: list[Tombstone], key: str) -> Prompt:
    """Return the prompt: system message, the window with what was forgotten masked, the memory block at the end.

    `key`: what the tombstones' traces are keyed with.
    """
    plan = state["plan"]
    messages = _veiled([to_message(m) for m in state["messages"]], state, tombstones, key)[plan["start"] :]
    window = fit_window([_fenced_off(m) for m in messages], plan["room"], count_message, count_text)
    # The plan is as old as the turn: what a tool forgot since then leaves it too.
    system, memory = (
        veiled_text(plan[part], "", state["turn"]["now"], tombstones, key) for part in ("system", "memory")
    )
    shown = [as_shown(_original(state, m), m) for m in _with_memory(window.messages, memory)]
    return Prompt([SystemMessage(system), *shown], window)


def _original(state: AgentState, view: Message) -> AnyMessage | None:
    return next((m for m in state["messages"] if m.id == view["id"]), None)


def _veiled(messages: list[Message], state: AgentState, tombstones: list[Tombstone], key: str) -> list[Message]:
    """Mask what was forgotten; messages without an entry are of this turn, so they are newer than any forgetting."""
    if not tombstones:
        return messages
    keys = {step["id"]: step["key"] for step in state["path"]}
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
