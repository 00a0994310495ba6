"""Reads from a thread's messages what came in: what is new, what was edited, what was answered before."""

from collections.abc import Sequence
from dataclasses import dataclass

from memory.core.defaults import DEFAULTS
from memory.core.errors import InputError
from memory.core.ids import key_content
from memory.core.language.text import clean_text
from memory.core.messages.blobs import encoded_chars, media_problem, taken_out
from memory.core.messages.repair import call_ids
from memory.core.transcript.emptied import NO_LONGER_KEPT
from memory.core.transcript.entries import Entry, Message, Place, message_hash, place_of, text_of
from memory.core.window.adoption import PathStep

_IN_PARTS = "Send it in parts, or as a file the assistant can read by a tool."


@dataclass(frozen=True)
class Followed:
    """How far a thread's messages follow its recorded path, and what is to be appended there."""

    path: list[PathStep]
    """The entries of the first messages, one each."""
    new: list[Message]
    """The messages after them, oldest first: unknown, changed, or moved because one before them was."""
    instead_of: PathStep | None
    """With an empty `path` the step whose place the first new message takes; None: it begins the thread."""


@dataclass(frozen=True)
class Incoming(Followed):
    """What a turn begins with."""

    messages: list[Message]
    """The thread's messages: recorded ones, then the new ones; without what an edit left behind."""


def read_incoming(messages: Sequence[Message], path: Sequence[PathStep]) -> Incoming:
    """Return what came in, given the thread's messages and the entries they have.

    | messages, against the path                 | what it is | what is new                                   |
    | ------------------------------------------ | ---------- | --------------------------------------------- |
    | all recorded                               | a retry    | nothing                                       |
    | unrecorded ones at the end                 | a question | they are; an answer a crash kept from its entry too |
    | a recorded user message with other content | an edit    | it is, and what was recorded after it leaves  |
    | another one with other content, or gone    | a fork     | all from there on, which moves to a branch    |
    | the first ones gone                        | a trim     | nothing: the state just holds less            |
    | all recorded ones gone                     | a new start | they are, and begin the thread               |

    Raises InputError: no message to answer, or the newest user message among the new ones is too large or holds an
    image or file that is refused (earlier ones that were refused leave).
    """
    if not messages:
        raise InputError("messages", "is empty", "Send at least one user message.")
    followed = follow(messages, path)
    new = _accepted(_without_edited(followed.new, path))
    both = [*messages[: len(followed.path)], *new]
    if not both:
        raise InputError("messages", "holds no user message", "Send at least one user message.")
    return Incoming(followed.path, new, followed.instead_of, both)


def follow(messages: Sequence[Message], path: Sequence[PathStep]) -> Followed:
    """Return how far the messages follow `path`, from its beginning or from where they were trimmed to."""
    held = {m["id"] for m in messages}
    start = next((i for i, step in enumerate(path) if step["id"] in held), len(path))
    steps = path[start:]
    pairs = list(zip(messages, steps, strict=False))
    count = next((i for i, (message, step) in enumerate(pairs) if not is_recorded(message, step)), len(pairs))
    return Followed(list(steps[:count]), list(messages[count:]), steps[0] if steps and not count else None)


def with_stopped(messages: Sequence[Message], lost: Sequence[Entry]) -> tuple[list[Message], list[Message]]:
    """Return `messages` without an entry, in two parts: as `lost`, what the transcript has there, tells, and the rest.

    The first part has the stopped replies of `lost` in it, each before the message that followed it.
    """
    found: list[Message] = []
    left = list(messages)
    for entry in lost:
        if not left:
            break
        if is_recorded(left[0], step_of(entry)):
            found.append(left.pop(0))
        elif entry.get("mark") == "stopped":
            found.append(entry)
        else:
            break
    return found, left


def step_of(entry: Entry) -> PathStep:
    """Return the step of an entry in a state's path."""
    return {"id": entry["id"], "key": entry["key"], "depth": entry["depth"]}


def is_recorded(message: Message, step: PathStep) -> bool:
    """Tell whether a message is what its entry says, or stands for one that says nothing any more.

    The state holds long tool results shortened.
    """
    if message["id"] != step["id"]:
        return False
    if message["role"] == "tool" or message["content"] == NO_LONGER_KEPT:
        return True
    return key_content(step["key"]) == message_hash(taken_out(message)[0])


def recorded_answer(incoming: Incoming, again: str | None) -> Message | None:
    """Return the answer that what came in has already, None when something is to be answered.

    `again`: id of the message that was sent again, None when none was: the newest then.
    """
    if unanswered(incoming.new):
        return None
    messages = incoming.messages
    sent = next((i for i, m in enumerate(messages) if m["id"] == again), len(messages) - 2)
    return next((m for m in messages[sent + 1 :] if is_final(m)), None)


def is_final(message: Message) -> bool:
    """Tell whether a message is an answer that asks for no tool."""
    return message["role"] == "assistant" and not call_ids(message)


def unanswered(messages: Sequence[Message]) -> list[Message]:
    """Return the user messages since the last finished answer."""
    last = max((i for i, m in enumerate(messages) if is_final(m)), default=-1)
    return [m for m in messages[last + 1 :] if m["role"] == "user"]


def answered_by(messages: Sequence[Message], answer: Message) -> list[Message]:
    """Return the user messages that an answer among `messages` answers; none if it is not among them."""
    at = next((i for i, m in enumerate(messages) if m["id"] == answer["id"]), 0)
    return unanswered(messages[:at])


def waiting_keys(messages: Sequence[Message], path: Sequence[PathStep]) -> list[str]:
    """Return the keys of the user messages at the end of `path` that have no finished answer on it."""
    asked = {m["id"] for m in unanswered(messages[: len(path)])}
    return [step["key"] for step in path if step["id"] in asked]


def answers_in(entries: Sequence[Entry], waiting: Sequence[str] = ()) -> dict[str, Place]:
    """Return by key of each user's entry its finished answer in a stretch of a path; `waiting`: keys before it."""
    found: dict[str, Place] = {}
    asked = list(waiting)
    for entry in entries:
        if entry["role"] == "user":
            asked.append(entry["key"])
        elif is_final(entry) and not entry.get("mark"):
            found |= dict.fromkeys(asked, place_of(entry))
            asked = []
    return found


def _without_edited(messages: Sequence[Message], path: Sequence[PathStep]) -> Sequence[Message]:
    """Return the messages without what was recorded after a user message that has other content now."""
    steps = {step["id"]: step for step in path}
    for i, message in enumerate(messages):
        step = steps.get(message["id"])
        if message["role"] == "user" and step and not is_recorded(message, step):
            return [*messages[: i + 1], *(m for m in messages[i + 1 :] if m["id"] not in steps)]
    return messages


def _accepted(new: Sequence[Message]) -> list[Message]:
    """Return the new messages that may be kept: no system messages of a client, none that is refused."""
    newest = next((m for m in reversed(new) if m["role"] == "user"), None)
    if newest and (refused := _refused(newest)):
        raise InputError("messages", *refused)
    return [m for m in new if m["role"] != "system" and not _refused(m)]


def _refused(message: Message) -> tuple[str, str] | None:
    """Return why a message is not kept, and the remedy."""
    if clean_text(message["id"]) != message["id"]:  # its entry would have another id, and not be found by this one
        return "holds a message whose id has NUL or a lone surrogate in it", "Send well-formed text, such as a UUID."
    if message["role"] != "user":
        return None
    if len(text_of(message).encode("utf-8", "replace")) > DEFAULTS.message_bytes:
        return f"holds more than {DEFAULTS.message_bytes:,} bytes of text", _IN_PARTS
    if encoded_chars(message["content"]) > DEFAULTS.media_bytes:
        return f"holds more than {DEFAULTS.media_bytes:,} characters with its images and files", _IN_PARTS
    if any(isinstance(b, dict) and not isinstance(b.get("type", ""), str) for b in message["content"]):
        return "holds a content block whose type is no text", "Send blocks such as {'type': 'text', 'text': …}."
    return media_problem(message)
