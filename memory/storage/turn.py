"""Everything a turn reads before it begins, in one batch."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from langgraph.store.base import BaseStore, GetOp, Op, Result, SearchOp

from memory.core import namespaces
from memory.core.forgetting.expiry import is_expired
from memory.core.ids import encode_label
from memory.core.summary.summary_docs import Summary
from memory.core.transcript.entries import Place
from memory.core.transcript.transcript_docs import SeenMessage, ThreadRecord
from memory.storage.facts import version_of, version_read
from memory.storage.reads import found, got
from memory.storage.shared import shared_version_in, shared_version_read
from memory.storage.summaries import summary_read, upgrade_summary
from memory.storage.transcript_read import head_place, lookup_ops, seen_message, thread_record
from memory.storage.unremembered import unremembered_read

_ITEMS = 1_000  # of each kind, expired ones included; which ones a store leaves out past it is its own choice
_FIRST = 5  # documents read before the versions of shared knowledge


@dataclass(frozen=True)
class TurnRead:
    """What the store knows as a turn begins; expired items are left out."""

    settings: dict[str, Any]
    """The user's own settings: value by key."""
    working: Mapping[str, Mapping[str, Any]]
    """Working memory of the thread by key."""
    version: str | None
    """Version of the user's facts (`facts.read_version`)."""
    summary: Summary | None
    """The mailbox."""
    head: Place | None
    """Where the thread's active path ends."""
    thread: ThreadRecord | None
    seen: dict[str, SeenMessage]
    """Those of the asked message ids that the transcript holds."""
    shared: Mapping[str, str | None] = field(default_factory=dict)
    """By scope the version of its shared knowledge, None where nothing was ever written."""
    unremembered: bool = False
    """The user asked that the conversation is not remembered."""


NOTHING_READ = TurnRead({}, {}, None, None, None, None, {})
"""What a turn knows of a store that cannot be read."""


async def read_turn(
    store: BaseStore,
    root: str,
    thread: str,
    message_ids: Sequence[str],
    now: datetime,
    scopes: Sequence[str] = (),
) -> TurnRead:
    """Return what a turn needs of the store in one batch; `now` decides what has expired.

    `scopes`: of shared knowledge, those that the user is shown.

    Raises SchemaError: a newer Holdfast wrote one of the documents.
    """
    label = encode_label(thread)
    gets = [
        version_read(root),
        summary_read(root, thread),
        GetOp(namespaces.heads(root), label),
        GetOp(namespaces.threads(root), label),
        unremembered_read(root, thread),
        *map(shared_version_read, scopes),
        *lookup_ops(root, thread, message_ids),
    ]
    listed = (namespaces.settings(root), namespaces.working(root, thread))
    ops: list[Op] = [*(SearchOp(ns, limit=_ITEMS) for ns in listed), *gets]
    results = await store.abatch(ops)
    settings, working = (_items(result, now) for result in results[:2])
    gotten = list(map(got, results[2:]))
    version, summary, head, record, unremembered = (item.value if item else None for item in gotten[:_FIRST])
    shared, asked = gotten[_FIRST : _FIRST + len(scopes)], gotten[_FIRST + len(scopes) :]
    seen = [item.value if item else None for item in asked]
    return TurnRead(
        settings={key: value.get("value") for key, value in settings.items()},
        working=working,
        version=version_of(version) if version else None,
        summary=upgrade_summary(summary) if summary else None,
        head=head_place(head) if head else None,
        thread=thread_record(record) if record else None,
        unremembered=unremembered is not None,
        shared={scope: shared_version_in(item) for scope, item in zip(scopes, shared, strict=True)},
        seen={i: seen_message(value) for i, value in zip(message_ids, seen, strict=True) if value},
    )


async def read_settings(store: BaseStore, root: str, now: datetime) -> dict[str, Any]:
    """Return the user's own settings that have not expired at `now`: value by key."""
    (result,) = await store.abatch([SearchOp(namespaces.settings(root), limit=_ITEMS)])
    return {key: value.get("value") for key, value in _items(result, now).items()}


def _items(result: Result, now: datetime) -> dict[str, dict[str, Any]]:
    items = sorted(found(result), key=lambda item: item.key)
    return {item.key: item.value for item in items if not is_expired(item.value, now)}
