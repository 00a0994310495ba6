"""The context reports of a conversation, read from its transcript: each answer's entry holds its own."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from langgraph.store.base import BaseStore

from memory.core.errors import NotFoundError
from memory.core.transcript.entries import Entry
from memory.storage.transcript_read import lookup, read_entries_at

ReadPage = Callable[[str | None], Awaitable[tuple[Sequence[Entry], str | None]]]
"""Reads a page of the active path before a cursor (None: the newest): entries, oldest first, and the next cursor."""


@dataclass(frozen=True)
class Answer:
    """An answer and what its model was shown."""

    id: str
    """Message id."""
    entry: str
    """Key of its entry."""
    time: str
    """ISO time, UTC."""
    report: dict[str, Any]
    """The context report."""


async def newest_answers(read_page: ReadPage, count: int) -> list[Answer]:
    """Return the newest answers of the active path, newest first, at most `count`; reads no further than it must."""
    answers: list[Answer] = []
    cursor: str | None = None
    while True:
        entries, cursor = await read_page(cursor)
        told = ((entry, entry.get("report")) for entry in reversed(entries))
        answers += [Answer(entry["id"], entry["key"], entry["time"], report) for entry, report in told if report]
        if len(answers) >= count or cursor is None:
            return answers[:count]


async def answer_of(store: BaseStore, root: str, thread: str, message_id: str) -> Answer:
    """Return any answer of a thread by its message id, on whatever branch; of one that was changed, the newest.

    Raises NotFoundError: there is none, or it is no answer.
    """
    seen = (await lookup(store, root, thread, [message_id])).get(message_id)
    entries = await read_entries_at(store, root, thread, [seen.entry]) if seen else {}
    for entry in entries.values():
        if report := entry.get("report"):
            return Answer(entry["id"], entry["key"], entry["time"], report)
    raise NotFoundError(
        "message", f"{message_id!r} is no answer of this conversation", "Read the transcript: it tells ids."
    )
