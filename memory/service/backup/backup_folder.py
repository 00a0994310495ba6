"""What a server does with the folder of backups on an operator's wish: make one, find one, merge a user out of one."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.store.base import BaseStore

from memory.core.errors import NotFoundError
from memory.core.ids import encode_label, key_time
from memory.service.backup.backup import Made, make_backup
from memory.service.backup.backup_proof import Proof, prove
from memory.service.backup.backup_restore import Told, preview, restore, verified, wanted_of
from memory.service.backup.backup_source import open_backup
from memory.service.backup.backup_upkeep import backups
from memory.storage.backup_files import SUFFIX, BackupFile, new_file
from memory.storage.backup_snapshot import open_snapshot
from memory.storage.location import backup_dir, backup_passphrase


@dataclass(frozen=True)
class Merge:
    """Which user's memory is to be merged out of a backup."""

    user: str
    dry_run: bool = False
    """Change nothing, and tell what would change."""
    old: bool = False
    """Also out of a backup older than erases of conversations are known."""
    accept_unsigned: bool = False
    """Also out of one of before backups were signed."""


@dataclass(frozen=True)
class Merged:
    """What a merge did, or would do."""

    told: Told
    proof: Proof | None
    """None: nothing was changed."""
    vouched_by: Literal["passphrase", "secret"] | None
    """As in `Source`."""


def new_backup_path(user: str | None, now: datetime) -> Path:
    """Return a name in the folder that sorts by time; a user is named by a label, which any file system takes."""
    whose = f"user-{encode_label(user)[:80]}" if user is not None else "all"
    return backup_dir() / f"{whose}-{key_time(now)}{SUFFIX}"


async def make_in_folder(user: str | None, now: datetime) -> tuple[Path, Made]:
    """Make a backup of a user, None: of everyone, where the settings say and as they say.

    Packing takes the event loop for long: a server makes it in one of its own. Raises as `make_backup` does.
    """
    path = new_backup_path(user, now)
    async with open_snapshot() as snapshot, new_file(path) as sink:
        made = await make_backup(snapshot, sink, user, backup_passphrase())
    return path, made


def find_backup(name: str) -> BackupFile:
    """Return the backup of this name in the folder. Blocks. Raises NotFoundError."""
    for one in backups():
        if one.path.name == name:
            return one
    raise NotFoundError("name", "is no backup in the server's folder", "List them: each tells its name.")


async def merge_user(
    backup: Path, wish: Merge, store: BaseStore, saver: BaseCheckpointSaver[str], now: datetime
) -> Merged:
    """Add to a user's memory what is missing of it, and prove it; what is there stays as it is.

    Raises BackupError: the backup is not sound, or holds nothing of the user.
    """
    with open_backup(backup, backup_passphrase) as source:
        found = await verified(source, wish.user, old=wish.old, now=now, unsigned=wish.accept_unsigned)
        wanted = wanted_of(wish.user, found, "merge")
        if wish.dry_run:
            async with open_snapshot() as snapshot:
                return Merged(await preview(source, found, snapshot, wanted), None, source.vouched_by)
        told = await restore(source, found, open_snapshot, store, saver, wanted)
        async with open_snapshot() as snapshot:
            proof = await prove(source, found, snapshot, store, wanted, now)
        return Merged(told, proof, source.vouched_by)
