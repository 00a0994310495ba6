"""Facts of one user: approved assertions, pending proposals, tombstones, and the version they share."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from langgraph.store.base import BaseStore, GetOp, PutOp, SearchOp

from memory.core import namespaces
from memory.core.events.event_docs import Event
from memory.core.facts.facts import (
    FACT_SCHEMA,
    REMARK_SCHEMA,
    SELF,
    TOMBSTONE_SCHEMA,
    Assertion,
    Proposal,
    Remark,
    Tombstone,
)
from memory.core.facts.identity import assertion_key
from memory.core.ids import key_time
from memory.core.language.times import moment
from memory.core.namespaces import VERSION_KEY, Namespace
from memory.core.retention.archive import ARCHIVE_SCHEMA, ArchiveMark, archive_key
from memory.core.schema import readable
from memory.storage.due_users import user_due_op
from memory.storage.events import event_ops
from memory.storage.listing import list_items
from memory.storage.ops import delete as delete_op
from memory.storage.ops import put, write
from memory.storage.reads import found, got

_LIMIT = 100_000  # assertions of one user, history included
_BEFORE_2: dict[str, Any] = {
    "subject": SELF,
    "importance_parts": {},
    "valid_from": None,
    "valid_until": None,
    "time_zone": "UTC",
}


@dataclass(frozen=True)
class StoredMemory:
    """All facts of one user as the store holds them."""

    version: str | None
    """The version they were read at; the store's differs once anything is written. None: nothing ever was."""
    assertions: list[Assertion]
    """By id."""
    tombstones: list[Tombstone]
    """By content hash."""
    remarks: list[Remark]
    """Oldest first."""
    archive: list[ArchiveMark]
    """By fact and time."""


async def read_version(store: BaseStore, root: str) -> str | None:
    """Return the version of a user's facts, None before the first write."""
    (result,) = await store.abatch([version_read(root)])
    item = got(result)
    return version_of(item.value) if item else None


def version_read(root: str) -> GetOp:
    """Return the read behind `read_version`."""
    return GetOp(namespaces.version(root), VERSION_KEY)


def version_of(value: dict[str, Any]) -> str:
    """Return the version a version item holds."""
    return str(value["value"])


async def load_memory(store: BaseStore, root: str) -> StoredMemory:
    """Return all facts of a user and their version.

    The version is never newer than the facts beside it: a write meanwhile makes the next look at it differ.
    Raises SchemaError: a newer Holdfast wrote one of them.
    """
    listed = (namespaces.facts(root), namespaces.tombstones(root), namespaces.remarks(root), namespaces.archive(root))
    version, *results = await store.abatch([version_read(root), *(SearchOp(ns, limit=_LIMIT) for ns in listed)])
    facts, tombstones, remarks, archive = (sorted(found(result), key=lambda i: i.key) for result in results)
    item = got(version)
    return StoredMemory(
        version=version_of(item.value) if item else None,
        assertions=[_assertion(i.value) for i in facts],
        tombstones=[_tombstone(i.value) for i in tombstones],
        remarks=sorted((_remark(i.value) for i in remarks), key=lambda r: (moment(r["at"]), r["about"], r["pinned"])),
        archive=[_mark(i.value) for i in archive],
    )


def memory_ops(
    root: str,
    *,
    version: str,
    assertions: Iterable[Assertion] = (),
    tombstones: Iterable[Tombstone] = (),
    pending: Iterable[Proposal] = (),
    remarks: Iterable[Remark] = (),
    archive: Iterable[ArchiveMark] = (),
    delete: Iterable[tuple[Namespace, str]] = (),
    events: Iterable[Event] = (),
) -> list[PutOp]:
    """Return the operations of one change of a user's facts; it makes the user due to be looked over.

    `version` must be a new one: readers notice the change by it. `delete`: documents by namespace and key.
    """
    return [
        *(put(namespaces.facts(root), assertion_key(a), a) for a in assertions),
        *(put(namespaces.tombstones(root), t["content"], t) for t in tombstones),
        *(put(namespaces.pending(root), p["id"], p) for p in pending),
        *(put(namespaces.remarks(root), remark_key(r), r) for r in remarks),
        *(put(namespaces.archive(root), archive_key(m), m) for m in archive),
        *(delete_op(namespace, key) for namespace, key in delete),
        *event_ops(root, events),
        put(namespaces.version(root), VERSION_KEY, {"value": version}),
        user_due_op(root),
    ]


def remark_key(remark: Remark) -> str:
    """Return the store key of a remark: the same one at the same moment is one."""
    return f"{remark['about']}-{key_time(moment(remark['at']))}-{int(remark['pinned'])}"


async def write_memory(
    store: BaseStore,
    root: str,
    *,
    version: str,
    assertions: Iterable[Assertion] = (),
    tombstones: Iterable[Tombstone] = (),
    pending: Iterable[Proposal] = (),
    remarks: Iterable[Remark] = (),
    archive: Iterable[ArchiveMark] = (),
    delete: Iterable[tuple[Namespace, str]] = (),
    events: Iterable[Event] = (),
) -> None:
    """Write what `memory_ops` returns: all of it or nothing."""
    change = memory_ops(
        root,
        version=version,
        assertions=assertions,
        tombstones=tombstones,
        pending=pending,
        remarks=remarks,
        archive=archive,
        delete=delete,
        events=events,
    )
    await write(store, change)


async def list_pending(store: BaseStore, root: str) -> list[Proposal]:
    """Return the proposals that wait for a decision, oldest first."""
    proposals = [_proposal(item.value) for item in await list_items(store, namespaces.pending(root))]
    return sorted(proposals, key=lambda p: (moment(p["observed_at"]), p["id"]))


async def get_pending(store: BaseStore, root: str, proposal_id: str) -> Proposal | None:
    """Return one pending proposal, None when it is decided or never was."""
    (result,) = await store.abatch([GetOp(namespaces.pending(root), proposal_id)])
    item = got(result)
    return _proposal(item.value) if item else None


def _assertion(value: dict[str, Any]) -> Assertion:
    return _upgraded(value, "fact")  # type: ignore[return-value]  # schema 2 is the Assertion shape


def _proposal(value: dict[str, Any]) -> Proposal:
    return _upgraded(value, "proposal")  # type: ignore[return-value]  # schema 2 is the Proposal shape


def _upgraded(value: dict[str, Any], what: str) -> dict[str, Any]:
    """Return a fact in its newest shape: before schema 2 it had no times of its own and was about the user alone."""
    known = readable(value, FACT_SCHEMA, what)
    return _BEFORE_2 | known | {"schema": FACT_SCHEMA}


def _remark(value: dict[str, Any]) -> Remark:
    return readable(value, REMARK_SCHEMA, "remark")  # type: ignore[return-value]  # schema 1 is the Remark shape


def _mark(value: dict[str, Any]) -> ArchiveMark:
    return readable(value, ARCHIVE_SCHEMA, "archive mark")  # type: ignore[return-value]  # schema 1 is that shape


def _tombstone(value: dict[str, Any]) -> Tombstone:
    return readable(value, TOMBSTONE_SCHEMA, "tombstone")  # type: ignore[return-value]  # schema 1 is the Tombstone shape
