"""The small documents that stand beside the entries of a transcript."""

from dataclasses import dataclass
from datetime import datetime
from typing import NotRequired, TypedDict

from memory.core.transcript.entries import Entry, Place

TRANSCRIPT_SCHEMA = 1


class MessageDoc(TypedDict):
    """Says whether, and as which entry, a message id was seen; keyed by `ids.message_key`."""

    schema: int
    first_seen: str
    """ISO time, UTC; an edit keeps it."""
    entry: Place
    """The newest entry of this id."""


class AnswerDoc(TypedDict):
    """The final answer to an entry; keyed by the answered entry's key."""

    schema: int
    entry: Place


class HeadDoc(Place):
    """The entry a thread's active path ends at; keyed by thread."""

    schema: int
    time: str
    """ISO time of the head entry."""


class ThreadRecord(TypedDict):
    """What is known of a thread apart from its entries."""

    schema: int
    thread: str
    """LangGraph thread id."""
    conversation: str
    """The id by which front ends know it; the thread id when it was made elsewhere."""
    created: str
    """ISO time, UTC."""
    title: NotRequired[str]
    """In records that earlier imports made: what it is called where it comes from."""
    first: NotRequired[Place]
    """Its first entry; none in records of before that was kept."""
    temporary: NotRequired[bool]
    """The conversation reads and teaches no memory, and is erased when it ends (`temporary.py`)."""


def make_thread_record(thread: str, conversation: str, created: datetime, *, temporary: bool = False) -> ThreadRecord:
    """Return the record of a thread that begins at `created`."""
    record: ThreadRecord = {
        "schema": TRANSCRIPT_SCHEMA,
        "thread": thread,
        "conversation": conversation,
        "created": created.isoformat(),
    }
    return {**record, "temporary": True} if temporary else record


@dataclass(frozen=True)
class SeenMessage:
    """A message id that the transcript holds already."""

    first_seen: str
    """ISO time, UTC."""
    entry: Place
    """Its newest entry."""
    content: str
    """Content hash of that entry (`entries.message_hash`)."""


@dataclass(frozen=True)
class Page:
    """A stretch of one branch of a transcript."""

    entries: list[Entry]
    """Oldest first."""
    next: Place | None
    """Pass as `before` to read on towards the beginning; None: nothing is older."""
