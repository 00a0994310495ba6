"""Keeping the state of a thread's task: an entry set, cleared, or all of it gone as the task ends."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from weakref import WeakValueDictionary

from langgraph.store.base import BaseStore

from memory.core.events.event_docs import Event, EventKind, make_event
from memory.core.language.text import content_hash
from memory.core.window.adoption import PathStep
from memory.core.working import check_room, key_of, living, make_item, on_path
from memory.storage.events import event_ops
from memory.storage.ops import write
from memory.storage.working import clear_op, list_working, working_op

_LOCKS: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()
"""One a thread: the calls of a round run side by side, and each must find what the one before it left."""


@dataclass(frozen=True)
class Task:
    """A thread's task, as one turn works on it."""

    store: BaseStore
    root: str
    thread: str
    path: Sequence[PathStep]
    """The end of the active path, as the state holds it."""
    entry: str
    """Key of the entry of the user's message."""
    now: datetime


async def set_entry(task: Task, name: str, value: str) -> None:
    """Set an entry, in the place of one of the same name; the task is this branch's then.

    What other branches set goes, and what had expired. Raises InputError: a text or the whole is too long, or empty;
    ErasedError; and what the store raises.
    """
    key, item = key_of(name), make_item(name, value, task.thread, task.entry, task.now)
    async with _lock(task):
        stored = await list_working(task.store, task.root, task.thread)
        own = _own(task, stored)
        check_room(own, key, item)
        stale = [clear_op(task.root, task.thread, old) for old in stored if old not in own]
        event = _event(task, "task.set", {"item": content_hash(key)})
        await write(
            task.store,
            [*stale, working_op(task.root, task.thread, key, item), *event_ops(task.root, [event])],
        )


async def clear_entry(task: Task, name: str) -> bool:
    """Delete an entry; return whether there was one. Raises InputError: no name; and what the store raises."""
    key = key_of(name)
    async with _lock(task):
        if key not in _own(task, await list_working(task.store, task.root, task.thread)):
            return False
        event = _event(task, "task.cleared", {"item": content_hash(key)})
        await write(task.store, [clear_op(task.root, task.thread, key), *event_ops(task.root, [event])])
        return True


async def end_task(task: Task) -> int:
    """Delete everything the task kept, on other branches too; return how many entries that were."""
    async with _lock(task):
        stored = await list_working(task.store, task.root, task.thread)
        if stored:
            event = _event(task, "task.ended", {"items": len(stored)})
            gone = [clear_op(task.root, task.thread, key) for key in stored]
            await write(task.store, [*gone, *event_ops(task.root, [event])])
        return len(stored)


def _lock(task: Task) -> asyncio.Lock:
    return _LOCKS.setdefault((task.root, task.thread), asyncio.Lock())


def _own(task: Task, stored: Mapping[str, Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    return on_path(living(stored, task.now), task.path)


def _event(task: Task, kind: EventKind, told: dict[str, Any]) -> Event:
    detail = {"thread": task.thread, "entry": task.entry, **told}
    return make_event(kind, task.now, detail, content_hash([kind, task.thread, told]))
