"""Restores a backup: verified first, then shown, then written; run again after it was cut off, it goes on."""

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.store.base import BaseStore, PutOp

from memory.core import namespaces
from memory.core.backup.backup_format import BackupError, is_signed, kind_in, part_of
from memory.core.backup.erased import Erased
from memory.core.events.event_docs import make_event
from memory.core.ids import epoch_key, shared_root, user_root
from memory.core.language.times import moment
from memory.core.namespaces import EPOCHS, VERSION_KEY
from memory.service.backup.backup import read_erased
from memory.service.backup.backup_differences import (
    Action,
    Difference,
    Mode,
    Wanted,
    check_not_anew,
    differences,
    roots_meant,
)
from memory.service.backup.backup_source import Source, Survey, survey
from memory.service.erasing.erasing import ERASES_KNOWN
from memory.storage.backup_snapshot import Snapshot
from memory.storage.due import due_op
from memory.storage.due_users import user_due_op
from memory.storage.erase_checkpoints import delete_checkpoints
from memory.storage.events import log_event
from memory.storage.extraction import unread_op
from memory.storage.location import secret
from memory.storage.ops import delete, put, write
from memory.storage.retained import forget_retained
from memory.storage.shared import shared_version_op
from memory.storage.transcript_read import list_threads

_DOCUMENTS, _BYTES = 200, 2**22  # of one write, at most, unless one document alone is larger
WRITES: tuple[Action, ...] = ("new", "changed", "gone")
OpenSnapshot = Callable[[], AbstractAsyncContextManager[Snapshot]]
"""Opens the store as it is now."""


@dataclass
class Told:
    """What a restore does, or did: documents by kind for each action, and by reason for what is withheld."""

    users: list[str] = field(default_factory=list)
    """Roots of which anything is restored."""
    written: set[str] = field(default_factory=set)
    """Roots of users of which anything is written or deleted."""
    actions: dict[str, Counter[str]] = field(default_factory=dict)
    withheld: Counter[str] = field(default_factory=Counter)

    def add(self, difference: Difference) -> None:
        """Count one more."""
        if difference.action == "withheld":
            self.withheld[difference.reason] += 1
        if not difference.document.key:
            return
        root = part_of(difference.document.namespace)
        if root not in self.users[-1:]:
            self.users.append(root)
        if difference.action in WRITES and difference.document.namespace[0] == "users":
            self.written.add(root)
        self.actions.setdefault(difference.action, Counter())[kind_in(difference.document.namespace)] += 1

    @property
    def writes(self) -> int:
        """How many documents are written or deleted."""
        return sum(self.actions.get(action, Counter()).total() for action in WRITES)


async def verified(source: Source, user: str | None, *, old: bool, now: datetime, unsigned: bool = False) -> Survey:
    """Read a backup to its end and return what it holds, once everything speaks for restoring it.

    `user`: whose memory alone is wanted. `old`: also a backup older than erases of conversations are known.
    `unsigned`: also one that is neither signed nor encrypted. Raises BackupError: it is not sound, does not hold the
    user, is too old, or nobody can tell who made it what it is.
    """
    if not (unsigned or is_signed(source.header) or source.header["sealed"]):
        raise BackupError(
            "The backup is of the time before they were signed, and not encrypted: nobody can tell whether somebody "
            "changed it. Nothing was changed. Add --accept-unsigned to restore it all the same."
        )
    found = await survey(source)
    if not old and now - moment(source.header["created"]) > ERASES_KNOWN:
        raise BackupError(
            f"The backup is older than {ERASES_KNOWN // timedelta(days=1)} days: conversations erased before that "
            "would come back. Nothing was changed. Add --old to restore it all the same."
        )
    if user is not None and not _roots(user, found):
        raise BackupError(f"The backup holds nothing of user {user!r}. Nothing was changed.")
    return found


def wanted_of(user: str | None, found: Survey, mode: Mode) -> Wanted:
    """Return what is to be restored of a backup that was verified for `user`."""
    if user is None:
        return Wanted(mode)
    return Wanted(mode, shared_root(_roots(user, found)[0]), epoch_key(user, secret()))


async def preview(source: Source, found: Survey, snapshot: Snapshot, wanted: Wanted) -> Told:
    """Return what a restore would do; nothing is changed."""
    check_not_anew(found, snapshot, await read_erased(snapshot), wanted)
    told = Told()
    async for difference in differences(source, found, snapshot, wanted):
        told.add(difference)
    return told


async def restore(
    source: Source,
    found: Survey,
    opening: OpenSnapshot,
    store: BaseStore,
    saver: BaseCheckpointSaver[str],
    wanted: Wanted,
) -> Told:
    """Restore a backup that was verified; return what was done. Cut off midway, the next call does the rest.

    Documents go back as they were stored; whatever reads them upgrades them. Replacing deletes the checkpoints of the
    users' threads too: a state that knows more than the transcript would write it anew. Raises what the store raises,
    ErasedError: what is restored was erased meanwhile.
    """
    told, ops, size = Told(), list[PutOp](), 0
    async with opening() as snapshot:
        erased = await read_erased(snapshot)
        check_not_anew(found, snapshot, erased, wanted)
        roots = roots_meant(found, snapshot, wanted)
        if wanted.mode == "replace":
            await _drop_checkpoints(store, saver, roots)
        for root in roots:
            await forget_retained(store, root)
        await _raise_epochs(store, found, erased, wanted)
        async for difference in differences(source, found, snapshot, wanted):
            told.add(difference)
            document, other = difference.document, bool(ops) and ops[0].namespace[1] != difference.document.namespace[1]
            if other or len(ops) >= _DOCUMENTS or size + document.size > _BYTES:
                await _write(store, ops)
                ops, size = [], 0
            ops += _ops(difference)
            size += document.size
        await _write(store, ops)
    await _log_restored(store, source, wanted, told)
    if wanted.mode == "replace":
        await _drop_checkpoints(store, saver, roots)  # of threads that were not known before too
    return told


async def _log_restored(store: BaseStore, source: Source, wanted: Wanted, told: Told) -> None:
    """Log in each user's log that something of it was restored."""
    detail = {"mode": wanted.mode, "backup_of": source.header["created"]}
    for root in sorted(told.written):
        await log_event(store, root, make_event("memory.restored", datetime.now(UTC), detail, uuid4().hex[:16]))


async def _drop_checkpoints(store: BaseStore, saver: BaseCheckpointSaver[str], roots: Iterable[str]) -> None:
    for root in roots:
        await delete_checkpoints(saver, [record["thread"] for record in await list_threads(store, root)])


def _roots(user: str, found: Survey) -> list[str]:
    epoch = found.epochs.get(epoch_key(user, secret()), 0)
    return [root for root in found.roots if shared_root(root) == user_root(user, epoch)]


async def _raise_epochs(store: BaseStore, found: Survey, here: Erased, wanted: Wanted) -> None:
    """Let users be in the epochs of the backup, unless they are in later ones."""
    later = {key: epoch for key, epoch in found.epochs.items() if epoch > here.epochs.get(key, 0)}
    keys = [key for key in later if wanted.epoch_key in {None, key}]
    await write(store, [put(EPOCHS, key, {"epoch": later[key]}) for key in keys])


def _ops(difference: Difference) -> list[PutOp]:
    namespace, key, value, _ = difference.document
    if difference.action == "gone":
        return [delete(namespace, key)]
    if difference.action not in {"new", "changed"}:
        return []
    ops = [put(namespace, key, value)]
    if kind_in(namespace) == "threads":  # last of its user: what the lists name is there
        root, thread = part_of(namespace), str(value.get("thread"))
        ops += [due_op(root, thread), unread_op(root, thread)]
    return ops


async def _write(store: BaseStore, ops: list[PutOp]) -> None:
    """Write what belongs to one user or scope, with a new version, by which other processes notice."""
    if not ops:
        return
    above, root = next(op.namespace[:2] for op in ops if op.namespace[0] in {"users", "shared"})
    new = uuid4().hex
    if above == "shared":
        await write(store, [*ops, shared_version_op(root, new)])
    else:
        await write(store, [*ops, put(namespaces.version(root), VERSION_KEY, {"value": new}), user_due_op(root)])
