"""Makes a backup: everything of one user, or of all, as it is at one moment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from memory.core import namespaces
from memory.core.backup.backup_format import (
    EPOCHS_PART,
    FORMAT,
    BackupWriter,
    Document,
    Header,
    header_line,
    kind_in,
    secret_check,
    user_key,
)
from memory.core.backup.erased import Erased
from memory.core.backup.sealing import PREFIX_BYTES, SALT_BYTES, Seal, seal_parameters, sealing_key
from memory.core.errors import InputError
from memory.core.forgetting.erase_marks import label_of
from memory.core.ids import encode_label, epoch_key, shared_root, user_of, user_root
from memory.storage.backup_files import Sink
from memory.storage.backup_kinds import DERIVED, SCHEMAS
from memory.storage.backup_snapshot import Snapshot
from memory.storage.location import secret


@dataclass(frozen=True)
class Made:
    """What a backup holds."""

    users: int
    documents: int


async def make_backup(snapshot: Snapshot, sink: Sink, user: str | None, passphrase: str = "") -> Made:
    """Write a backup of `user`, None: of everyone and what is shared, into `sink`; a passphrase encrypts it.

    Left out are temporary conversations, which must end, what is being erased, and what is derived. Raises
    InputError: nothing is remembered of the user; and what the store and the sink raise.
    """
    erased = await read_erased(snapshot)
    roots = [root for root in snapshot.roots() if not erased.is_root(root)]
    epochs = dict(erased.epochs)
    if user is not None:
        epoch = epochs.get(epoch_key(user, secret()), 0)
        epochs = {key: number for key, number in epochs.items() if key == epoch_key(user, secret())}
        roots = [root for root in roots if shared_root(root) == user_root(user, epoch)]
        if not roots:
            raise InputError("--user", f"nothing is remembered of {user!r}", "Name a user who has a memory.")
    scopes = snapshot.scopes() if user is None else []
    writer = backup_writer(_header(snapshot.taken, roots, scopes, user is not None), passphrase)
    await sink.put(writer.begin())
    await sink.put(writer.part(EPOCHS_PART))
    for key, number in sorted(epochs.items()):
        await sink.put(writer.document(Document(namespaces.EPOCHS, key, {"epoch": number})))
    temporary = await _temporary(snapshot)
    for root in [*roots, *scopes]:
        await sink.put(writer.part(root))
        async for document in snapshot.documents(root):
            if not _is_left_out(document, root, temporary, erased):
                await sink.put(writer.document(document))
    await sink.put(writer.finish())
    await sink.flush()
    return Made(len({user_of(root) for root in roots}), writer.documents)


def backup_writer(header: Header, passphrase: str) -> BackupWriter:
    """Return a writer; a passphrase (blocks for half a second) encrypts what it writes with a salt of its own."""
    if not passphrase:
        return BackupWriter({**header, "sealed": None}, secret())
    parameters = seal_parameters(os.urandom(SALT_BYTES), os.urandom(PREFIX_BYTES))
    header = {**header, "sealed": parameters}
    return BackupWriter(header, secret(), Seal(sealing_key(passphrase, parameters), parameters, header_line(header)))


async def read_erased(snapshot: Snapshot) -> Erased:
    """Return what a store knows of erases."""
    marks = {mark.key: mark.value async for mark in snapshot.under(namespaces.ERASURES)}
    epochs = {one.key: int(one.value["epoch"]) async for one in snapshot.under(namespaces.EPOCHS)}
    return Erased(marks, epochs, secret())  # type: ignore[arg-type]  # the shape of a mark


async def _temporary(snapshot: Snapshot) -> set[tuple[str, str]]:
    listed: list[Mapping[str, str]] = [one.value async for one in snapshot.under(namespaces.TEMPORARY)]
    return {(one["root"], encode_label(one["thread"])) for one in listed}


def _is_left_out(document: Document, root: str, temporary: set[tuple[str, str]], erased: Erased) -> bool:
    if kind_in(document.namespace) in DERIVED:
        return True
    label = label_of(document.namespace, document.key, document.value)
    return label is not None and ((root, label) in temporary or erased.is_erasing(root, label))


def _header(taken: datetime, roots: list[str], scopes: list[str], is_of_one: bool) -> Header:
    keys = dict.fromkeys(user_key(user_of(root), secret()) for root in roots)
    return {
        "holdfast_backup": FORMAT,
        "created": taken.isoformat(),
        "scope": "user" if is_of_one else "all",
        "users": list(keys),
        "scopes": [user_key(user_of(scope), secret()) for scope in scopes],
        "secret": secret_check(secret()),
        "schemas": SCHEMAS,
        "sealed": None,
    }
