"""`holdfast backup`, `restore` and `backups`: on the files or the database themselves."""

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import typer

from memory.commands.backup_text import backups_text, preview_lines, proof_lines
from memory.commands.printing import as_json
from memory.commands.progress import byte_bar, waiting
from memory.commands.reach import check_unused
from memory.commands.running import DONE, FAILED, check_user, run
from memory.commands.servers import check_no_server
from memory.core.errors import InputError, StorageError
from memory.core.ids import encode_label, key_time
from memory.service.backup.backup import Made, make_backup
from memory.service.backup.backup_differences import Mode, Wanted
from memory.service.backup.backup_proof import Proof, prove
from memory.service.backup.backup_restore import Told, preview, restore, verified, wanted_of
from memory.service.backup.backup_source import Source, Survey, open_backup
from memory.service.backup.backup_upkeep import backups, purge
from memory.service.conversations.server_file import read_server_file
from memory.service.settings.slots import use_slots
from memory.storage.backup_files import SUFFIX, new_file
from memory.storage.backup_snapshot import open_snapshot
from memory.storage.location import backup_dir, backup_passphrase, data_dir, database_uri
from memory.storage.opening import open_checkpointer, open_store

_READS = 4
_STOPPED = "Stopped. What was written stays; run it again for the rest."


@dataclass(frozen=True)
class BackupOptions:
    """What the command line was told of a backup to make."""

    file: Path | None
    """None: a name of its own in the folder of backups; `-`: standard output."""
    user: str | None
    """None: everyone."""
    everyone: bool
    encrypt: bool
    """Ask for a passphrase where none is set."""
    as_json: bool
    database_uri: str | None


@dataclass(frozen=True)
class RestoreOptions:
    """What the command line was told of a backup to restore."""

    file: Path
    user: str | None
    """Whose memory alone; None: everyone's in the backup."""
    mode: Mode
    dry_run: bool
    yes: bool
    old: bool
    accept_unsigned: bool
    as_json: bool
    database_uri: str | None


def run_backup(options: BackupOptions) -> int:
    """Make a backup; return the exit code."""
    return run(lambda: _backup(options), _STOPPED)


def run_restore(options: RestoreOptions) -> int:
    """Restore a backup; return the exit code: 1 also when it was not confirmed or is not proven."""
    return run(lambda: _restore(options), _STOPPED)


def run_backups(user: str | None, *, purging: bool, json: bool) -> int:
    """List the backups in the folder of backups, or take a user out of them; return the exit code."""
    return run(lambda: _backups(user, purging, json), _STOPPED)


async def _backup(options: BackupOptions) -> None:
    if options.everyone == (options.user is not None):
        raise InputError("--user", "or --all must be given, and not both", "Say whose memory the backup is to hold.")
    check_user(options.user)
    check_no_server(options.database_uri)
    passphrase = _new_passphrase() if options.encrypt else backup_passphrase()
    path = options.file or backup_dir() / _name(options.user)
    if path.exists():
        raise InputError("FILE", f"{path} exists", "Name another: no backup is written over.")
    async with open_snapshot(options.database_uri) as snapshot:
        with waiting("Writing the backup"), new_file(None if str(path) == "-" else path) as sink:
            made = await make_backup(snapshot, sink, options.user, passphrase)
    _tell_made(options, path, made, encrypted=bool(passphrase))


def _name(user: str | None) -> str:
    """Return a name that sorts by time; a user is named by a label, which any file system takes."""
    whose = f"user-{encode_label(user)[:80]}" if user is not None else "all"
    return f"{whose}-{key_time(datetime.now(UTC))}{SUFFIX}"


def _tell_made(options: BackupOptions, path: Path, made: Made, *, encrypted: bool) -> None:
    size = path.stat().st_size if str(path) != "-" else None
    told = {"file": str(path), "bytes": size, **asdict(made), "encrypted": encrypted}
    words = f"{path}: {made.documents} documents of {made.users} users, {size} bytes{', encrypted' * encrypted}"
    typer.echo(as_json(told) if options.as_json else f"{words}\n", nl=False, err=size is None)


async def _restore(options: RestoreOptions) -> int:
    check_user(options.user)
    check_no_server(options.database_uri)
    uri = options.database_uri or database_uri()
    if not uri:
        await asyncio.to_thread(_check_idle)
    await use_slots()
    with _progress(options) as seen, open_backup(options.file, _passphrase, seen) as source:
        found = await verified(
            source, options.user, old=options.old, now=datetime.now(UTC), unsigned=options.accept_unsigned
        )
        wanted = wanted_of(options.user, found, options.mode)
        return await _restore_verified(options, uri, source, found, wanted)


@contextmanager
def _progress(options: RestoreOptions) -> Iterator[Callable[[int], None]]:
    """Show how much was read of a file that is read to verify, to compare, to write and to prove."""
    size = options.file.stat().st_size if options.file.is_file() else None
    with byte_bar() as progress:
        task = progress.add_task("Reading the backup", total=size and size * (2 if options.dry_run else _READS))
        yield lambda count: progress.advance(task, count)


async def _restore_verified(
    options: RestoreOptions, uri: str | None, source: Source, found: Survey, wanted: Wanted
) -> int:
    opening = partial(open_snapshot, uri)
    async with open_store(uri) as store, open_checkpointer(uri) as saver:
        async with opening() as snapshot:
            told = await preview(source, found, snapshot, wanted)
        if options.dry_run or not options.as_json:
            _show(options, source, told, None)
        if options.dry_run:
            return DONE
        if not options.yes and not await _confirmed(told):
            typer.echo("Nothing was restored.", err=True)
            return FAILED
        told = await restore(source, found, opening, store, saver, wanted)
        async with opening() as snapshot:
            proof = await prove(source, found, snapshot, store, wanted, datetime.now(UTC))
    _show(options, source, told, proof)
    return FAILED if proof.problems else DONE


async def _confirmed(told: Told) -> bool:
    if not sys.stdin.isatty():
        raise InputError(
            "--yes", "is missing, and nobody can be asked here", "Add --yes to restore without being asked."
        )
    return await asyncio.to_thread(typer.confirm, f"Write {told.writes} documents?", err=True)


def _show(options: RestoreOptions, source: Source, told: Told, proof: Proof | None) -> None:
    if options.as_json:
        actions = {action: dict(kinds) for action, kinds in told.actions.items()}
        shown: dict[str, Any] = {"file": str(options.file), "created": source.header["created"], "mode": options.mode}
        shown |= {
            "vouched_by": source.vouched_by,
            "documents": actions,
            "withheld": dict(told.withheld),
            "proof": asdict(proof) if proof else None,
        }
        typer.echo(as_json(shown), nl=False)
    elif proof is None:
        typer.echo("\n".join(preview_lines(source, told)))
    else:
        typer.echo("\n".join(proof_lines(proof)))


async def _backups(user: str | None, purging: bool, json: bool) -> None:
    check_user(user)
    if not purging:
        found = await asyncio.to_thread(backups, user)
        typer.echo(backups_text(found, json=json), nl=False)
        return
    if user is None:
        raise InputError("--user", "is missing", "Say who is to be taken out of the backups.")
    done = [str(path) for path in await purge(user, backup_passphrase())]
    typer.echo(as_json({"purged": done}) if json else f"Taken out of {len(done)} backups.\n", nl=False)


def _passphrase() -> str:
    told = backup_passphrase()
    return told if told or not sys.stdin.isatty() else str(typer.prompt("Passphrase", hide_input=True, err=True))


def _new_passphrase() -> str:
    if told := backup_passphrase():
        return told
    if not sys.stdin.isatty():
        raise InputError("--encrypt", "needs a passphrase", "Set HOLDFAST_BACKUP_PASSPHRASE.")
    return str(typer.prompt("Passphrase", hide_input=True, confirmation_prompt=True, err=True))


def _check_idle() -> None:
    """Raise StorageError if anything works on the files: it would go on with what it holds of them."""
    server = read_server_file(data_dir())
    if server is not None:
        raise StorageError(f"The server at {server.url} works on {data_dir()}. Stop it, then restore.")
    check_unused()
