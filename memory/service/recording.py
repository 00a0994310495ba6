"""Writes what a thread's state holds and its transcript lacks; the same call again changes nothing."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from langgraph.store.base import BaseStore

from memory.core.adoption import PathStep
from memory.core.entries import Entry, Message, Place, make_entry, place_of
from memory.core.transcript_docs import SeenMessage, ThreadRecord
from memory.storage.transcript_read import lookup
from memory.storage.transcript_write import append


async def record(
    store: BaseStore,
    root: str,
    thread: str,
    path: Sequence[PathStep],
    new: Sequence[Message],
    *,
    now: datetime,
    seen: Mapping[str, SeenMessage] | None = None,
    report: dict[str, Any] | None = None,
    mark: str | None = None,
    answered: Sequence[str] = (),
    thread_record: ThreadRecord | None = None,
) -> list[PathStep]:
    """Append `new` after the end of `path`, in one write, and return the path with them.

    `seen`: what the transcript knows of their ids (None: looked up here), so that a retry writes the same keys.
    `report` and `mark` go into the last entry; it answers the entries with the keys `answered`. The thread's head moves
    to it.
    """
    if not new:
        return list(path)
    known = await lookup(store, root, thread, [m["id"] for m in new]) if seen is None else seen
    entries = _entries(path, new, thread, now, known, report, mark)
    await append(
        store,
        root,
        thread,
        entries,
        first_seen={i: s.first_seen for i, s in known.items()},
        head=place_of(entries[-1]),
        answers=dict.fromkeys(answered, place_of(entries[-1])),
        record=thread_record,
    )
    return [*path, *(step_of(entry) for entry in entries)]


def step_of(entry: Entry) -> PathStep:
    """Return the step of an entry in a state's path."""
    return {"id": entry["id"], "key": entry["key"], "depth": entry["depth"]}


def _entries(
    path: Sequence[PathStep],
    new: Sequence[Message],
    thread: str,
    now: datetime,
    seen: Mapping[str, SeenMessage],
    report: dict[str, Any] | None,
    mark: str | None,
) -> list[Entry]:
    parent: Place | None = {"key": path[-1]["key"], "depth": path[-1]["depth"]} if path else None
    entries: list[Entry] = []
    for message in new:
        last = message is new[-1]
        known = seen.get(message["id"])
        at = datetime.fromisoformat(known.first_seen) if known else now
        entry = make_entry(message, thread, parent, at, mark if last else None, report if last else None)
        entries.append(entry)
        parent = place_of(entry)
    return entries
