"""The backups in the folder of backups: made by the schedule, removed when there are enough, rid of an erased user."""

import asyncio
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memory.core.backup.backup_format import BackupError, Header, part_of, user_key_of_id
from memory.core.errors import InputError
from memory.core.ids import encode_label, user_of
from memory.service.backup.backup import backup_writer, make_backup
from memory.service.backup.backup_source import Source, open_backup
from memory.service.settings.settings import backup_hours, backups_kept
from memory.storage.backup_files import PERIODIC, SUFFIX, BackupFile, Sink, is_made, list_backups, new_file
from memory.storage.backup_snapshot import open_snapshot
from memory.storage.location import backup_dir, backup_passphrase, secret

_BEGINNING = datetime(2000, 1, 1, tzinfo=UTC)


async def back_up_when_due(now: datetime) -> Path | None:
    """Make the backup of this stretch of the schedule unless there is one; return it, None when none was made.

    Then the oldest of those made so go (`backups_kept`). Several servers may try at once: there is one file. Raises
    InputError (a setting), StorageError (the store, the folder, or another began at the same instant).
    """
    hours = backup_hours()
    if hours is None:
        return None
    every = timedelta(hours=hours)
    begun = _BEGINNING + (now - _BEGINNING) // every * every
    path = backup_dir() / f"{PERIODIC}{begun:%Y%m%dT%H%M}Z{SUFFIX}"
    if await asyncio.to_thread(is_made, path, now):
        return None
    async with open_snapshot() as snapshot, new_file(path) as sink:
        await make_backup(snapshot, sink, None, backup_passphrase())
    await asyncio.to_thread(_drop_oldest)
    return path


def _drop_oldest() -> None:
    """Remove those made by the schedule that are more than are kept."""
    for old in [one for one in backups() if one.path.name.startswith(PERIODIC)][: -backups_kept()]:
        old.path.unlink(missing_ok=True)


def backups(holding: str | None = None) -> list[BackupFile]:
    """Return the backups in the folder of backups, oldest first; `holding`: those that hold this user."""
    found = list_backups(backup_dir())
    key = None if holding is None else user_key_of_id(holding, secret())
    return [one for one in found if key is None or key in one.header["users"]]


async def purge(user: str, passphrase: str = "") -> list[Path]:
    """Take a user out of every backup in the folder; return the files that were deleted or written anew.

    One that holds nobody else is deleted. Raises InputError: one is encrypted and no passphrase is known; BackupError:
    one is damaged or has another passphrase; it stays as it is, and so do those after it.
    """
    held = await asyncio.to_thread(backups, user)
    shut = [one.path.name for one in held if one.header["sealed"] and len(one.header["users"]) > 1]
    if shut and not passphrase:
        raise InputError(
            "HOLDFAST_BACKUP_PASSPHRASE", f"is needed to open {', '.join(shut)}", "Set it, or delete the files."
        )
    for one in held:
        if len(one.header["users"]) > 1:
            try:
                await _without(one, user, passphrase)
            except BackupError as error:
                raise BackupError(f"{one.path.name}: {error}") from error
        else:
            await asyncio.to_thread(one.path.unlink, missing_ok=True)
    return [one.path for one in held]


async def _without(backup: BackupFile, user: str, passphrase: str) -> None:
    """Write a backup anew without a user; the old one is replaced once the new one is whole."""
    with open_backup(backup.path, lambda: passphrase) as source:
        gone = user_key_of_id(user, secret())
        users = [key for key in source.header["users"] if key != gone]
        async with new_file(backup.path) as sink:
            await _copy(source, {**source.header, "users": users}, sink, encode_label(user))


async def _copy(source: Source, header: Header, sink: Sink, without: str) -> None:
    writer = backup_writer(header, source.passphrase if header["sealed"] else "")
    await sink.put(writer.begin())
    part = ""
    async for document in source.stream():
        name = part_of(document.namespace)
        if user_of(name) == without:
            continue
        if name != part:
            await sink.put(writer.part(name))
            part = name
        await sink.put(writer.document(document))
    await sink.put(writer.finish())
    await sink.flush()


def told(found: Iterable[BackupFile], user: str) -> list[str]:
    """Return a line for each backup that holds a user, for a receipt."""
    return [f"Backup {one.path}: `holdfast backups --purge --user {user}` takes the user out." for one in found]
