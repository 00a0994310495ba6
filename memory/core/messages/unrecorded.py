"""Messages whose entries could not be written, as a thread's state keeps them until the store is back."""

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from memory.core.transcript.entries import Message, Terms, message_hash
from memory.core.window.adoption import PathStep

UNKNOWN_EPOCH = -1
"""The epoch of a thread that began while the store could not tell the user's."""


class Unrecorded(TypedDict):
    """What is known of a message without an entry."""

    seen: str
    """ISO time of the first attempt: every later one writes the same entry, also if the first still comes through."""
    message: Message
    """Itself, its images and files taken out: someone else may send another one under its id."""
    report: NotRequired[dict[str, Any]]
    """The context report, of an answer."""
    terms: NotRequired[Terms]
    """What its run chose, of a user's message."""


def with_unrecorded(
    known: Mapping[str, Unrecorded],
    messages: Sequence[Message],
    path: Sequence[PathStep],
    now: str,
    report: dict[str, Any] | None = None,
    *,
    terms: Terms | None = None,
) -> dict[str, Unrecorded]:
    """Return what to keep of the messages that `path` lacks, by id; `report` is of the last one.

    One that was kept with the same content stays as it is. `messages`: with their images and files taken out. `terms`:
    of those that are new.
    """
    recorded = {step["id"] for step in path}
    kept: dict[str, Unrecorded] = {}
    for message in messages:
        if message["id"] in recorded:
            continue
        kept[message["id"]] = known[message["id"]] if is_kept(message, known) else _new(message, now, terms)
    if report is not None and messages and messages[-1]["id"] in kept:
        last = messages[-1]["id"]
        kept[last] = {**kept[last], "report": report}
    return kept


def _new(message: Message, now: str, terms: Terms | None) -> Unrecorded:
    new: Unrecorded = {"seen": now, "message": message}
    return {**new, "terms": terms} if terms and message["role"] == "user" else new


def is_kept(message: Message, known: Mapping[str, Unrecorded]) -> bool:
    """Tell whether a message is one of those kept, with the content it had then."""
    kept = known.get(message["id"])
    return kept is not None and message_hash(kept["message"]) == message_hash(message)
