"""Reads from a thread's messages what came in: what is new, what was edited, what was answered before."""

from collections.abc import Sequence
from dataclasses import dataclass

from memory.core.adoption import PathStep
from memory.core.defaults import DEFAULTS
from memory.core.entries import Message, message_hash, text_of
from memory.core.errors import InputError
from memory.core.ids import key_content
from memory.core.repair import call_ids


@dataclass(frozen=True)
class Incoming:
    """What a turn begins with."""

    messages: list[Message]
    """The thread's messages: recorded ones, then the new ones; without what an edit left behind."""
    path: list[PathStep]
    """The entries of the recorded ones, in the same order."""
    new: list[Message]
    """Messages without an entry, oldest first."""
    answered: bool
    """Nothing is new and the last message is a finished answer."""


def read_incoming(messages: Sequence[Message], path: Sequence[PathStep]) -> Incoming:
    """Return what came in, given the thread's messages and the entries they have.

    A recorded user message with other content is an edit: what followed it leaves, and it is new.
    Raises InputError: no message to answer, or the newest user message among the new ones is too large (earlier ones
    that were refused leave).
    """
    if not messages:
        raise InputError("messages", "is empty", "Send at least one user message.")
    messages, path = _edited(messages, path)
    recorded = {step["id"] for step in path}
    new = _accepted([m for m in messages if m["id"] not in recorded])
    known = [m for m in messages if m["id"] in recorded]
    kept = {m["id"] for m in known}
    both = [*known, *new]
    if not both:
        raise InputError("messages", "holds no user message", "Send at least one user message.")
    return Incoming(
        messages=both,
        path=[step for step in path if step["id"] in kept],
        new=new,
        answered=not new and bool(both) and is_final(both[-1]),
    )


def is_final(message: Message) -> bool:
    """Tell whether a message is an answer that asks for no tool."""
    return message["role"] == "assistant" and not call_ids(message)


def unanswered(messages: Sequence[Message]) -> list[Message]:
    """Return the user messages since the last finished answer."""
    last = max((i for i, m in enumerate(messages) if is_final(m)), default=-1)
    return [m for m in messages[last + 1 :] if m["role"] == "user"]


def _edited(messages: Sequence[Message], path: Sequence[PathStep]) -> tuple[Sequence[Message], Sequence[PathStep]]:
    place = {step["id"]: i for i, step in enumerate(path)}
    for i, message in enumerate(messages):
        at = place.get(message["id"])
        if message["role"] == "user" and at is not None and key_content(path[at]["key"]) != message_hash(message):
            unrecorded = [m for m in messages[i + 1 :] if m["id"] not in place]
            return [*messages[: i + 1], *unrecorded], path[:at]
    return messages, path


def _accepted(new: Sequence[Message]) -> list[Message]:
    """Return the new messages that may be kept: no system messages of a client, none that is too large."""
    newest = next((m for m in reversed(new) if m["role"] == "user"), None)
    if newest:
        check_size(newest)
    return [m for m in new if m["role"] != "system" and not _too_large(m)]


def check_size(message: Message) -> None:
    """Raise InputError if a message is larger than what is kept."""
    if problem := _too_large(message):
        raise InputError("messages", problem, "Send it in parts, or as a file the assistant can read by a tool.")


def _too_large(message: Message) -> str | None:
    if message["role"] != "user":
        return None
    if len(text_of(message).encode("utf-8", "replace")) > DEFAULTS.message_bytes:
        return f"holds more than {DEFAULTS.message_bytes:,} bytes of text"
    if len(str(message["content"])) > DEFAULTS.media_bytes:
        return f"holds more than {DEFAULTS.media_bytes:,} characters with its images and files"
    return None
