"""Looking a user's facts over: doubles become one, idle and too many facts go to the archive, some come back."""

import logging
from collections.abc import Iterable
from datetime import datetime
from typing import Any, NotRequired, TypedDict
from uuid import uuid4

from langgraph.store.base import BaseStore

from memory.core.events.event_docs import Event, EventKind, make_event
from memory.core.facts.facts import Assertion
from memory.core.language.text import content_hash
from memory.core.retention.archive import ArchiveMark, in_archive
from memory.core.retention.retiring import Retired, Retirement, retirement, returned
from memory.core.retention.usage import added_up
from memory.service.consolidation.expiry import Expired, expire
from memory.service.consolidation.thread_expiry import ExpiredThreads, expire_threads
from memory.service.facts.merging import merge_doubles
from memory.service.settings.settings import active_facts
from memory.storage.due_users import set_due
from memory.storage.facts import load_memory, read_version, write_memory
from memory.storage.usage import list_usage

_log = logging.getLogger(__name__)


class UserReport(TypedDict):
    """What was done with the facts of one user."""

    root: str
    merged: int
    """Facts that went into one that says the same."""
    idle: int
    """Facts set aside as they were long unused."""
    full: int
    """Facts set aside as the weakest of too many."""
    expired: int
    """Events and archived facts that were kept for as long as the settings say."""
    emptied: int
    """Messages that lost their content for the same reason."""
    thinned: int
    """Threads that lost checkpoints for the same reason."""
    notes: list[str]
    """What could not be done, and why."""
    error: NotRequired[str]
    """Why it failed; the user stays due."""


def empty_user_report(root: str) -> UserReport:
    """Return the report of a user with whom nothing was done yet."""
    return {"root": root, "merged": 0, "idle": 0, "full": 0, "expired": 0, "emptied": 0, "thinned": 0, "notes": []}


async def look_over(store: BaseStore, root: str, now: datetime) -> UserReport:
    """Take away what was kept long enough, merge a user's doubles, set aside what `retiring.retirement` says.

    Each is one write, after which the same call does it no more, so it may end anywhere and be done again, and two at
    once leave what one would. The user is due again when facts change, or when time alone sets the next one aside.
    Raises InputError (a setting), SchemaError and what the store raises.
    """
    limit, expired, threads = active_facts(), await expire(store, root, now), await expire_threads(store, root, now)
    merged = await merge_doubles(store, root, now)
    memory, usage = await load_memory(store, root), await list_usage(store, root)
    used = added_up(usage.values(), memory.assertions)
    plan = retirement(memory.assertions, memory.remarks, memory.archive, used, now, limit)
    version = memory.version
    if plan.retired:
        version = uuid4().hex
        marks, events = [one.mark for one in plan.retired], [_archived_event(one, now) for one in plan.retired]
        await write_memory(store, root, version=version, archive=marks, events=events)
    if await read_version(store, root) == version:  # else facts changed meanwhile, and the user stays due
        await set_due(store, root, plan.due)
    return _report(root, len(merged), plan, limit, expired, threads)


async def bring_back(store: BaseStore, root: str, ids: Iterable[str], now: datetime) -> None:
    """Take those of a user's facts that are in the archive out of it, as they were looked up and shown.

    Never raises: what fails is logged, and they come back with the next search.
    """
    wanted = set(ids)
    if not wanted:
        return
    try:
        memory = await load_memory(store, root)
        aside = in_archive(memory.archive, memory.assertions, memory.remarks)
        marks = [returned(mark, now) for fact, mark in aside.items() if fact in wanted]
        if marks:
            facts = {a["id"]: a for a in memory.assertions}
            events = [_event("fact.returned", facts[m["about"]], m, now) for m in marks if m["about"] in facts]
            await write_memory(store, root, version=uuid4().hex, archive=marks, events=events)
    except Exception:  # noqa: BLE001  # whatever a store raises, what was found is told
        _log.exception("facts that were looked up in the archive could not be brought back; they stay there")


def _archived_event(retired: Retired, now: datetime) -> Event:
    return _event("fact.archived", retired.fact, retired.mark, now)


def _event(kind: EventKind, fact: Assertion, mark: ArchiveMark, now: datetime) -> Event:
    """Return an event without text; it names the fact's conversation, unless that was erased, to be erased with it."""
    detail: dict[str, Any] = {"id": fact["id"], "kind": fact["kind"], "slot": fact["slot"], "reason": mark["reason"]}
    if mark["strength"]:
        detail["strength"] = mark["strength"]
    if not fact["source"].get("erased"):
        detail["thread"] = fact["source"]["thread"]
    return make_event(kind, now, detail, content_hash([kind, fact["id"], mark["at"]]))


def _report(
    root: str, merged: int, plan: Retirement, limit: int, expired: Expired, threads: ExpiredThreads
) -> UserReport:
    reasons = [one.mark["reason"] for one in plan.retired]
    note = f"{plan.over} facts more than the {limit} in use at once: those left are pinned, important or the profile"
    return {
        "root": root,
        "merged": merged,
        "idle": reasons.count("idle"),
        "full": reasons.count("full"),
        "expired": expired.events + expired.facts,
        "emptied": threads.entries,
        "thinned": threads.states,
        "notes": [*threads.notes, *([f"{root}: {note}"] if plan.over else [])],
    }
