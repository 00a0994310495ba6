"""`holdfast backup` and `backups`: on the files or the database themselves, or in a server's folder."""

import asyncio
import sys
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import typer

from memory.commands.backup_server import BACKUPS, address, fetch, on_server, with_file
from memory.commands.backup_text import backups_text, file_row, made_line
from memory.commands.printing import as_json, counted
from memory.commands.progress import waiting
from memory.commands.reach import Ask, check_no_assistant
from memory.commands.running import check_user, run
from memory.commands.servers import Server, far_server
from memory.core.errors import InputError
from memory.service.backup.backup import make_backup
from memory.service.backup.backup_folder import new_backup_path
from memory.service.backup.backup_upkeep import backups, purge
from memory.storage.backup_files import new_file
from memory.storage.backup_snapshot import open_snapshot
from memory.storage.location import backup_dir, backup_passphrase

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


def run_backup(options: BackupOptions) -> int:
    """Make a backup; return the exit code."""
    return run(lambda: _backup(options), _STOPPED)


def run_backups(user: str | None, *, purging: bool, json: bool) -> int:
    """List the backups in the folder of backups, or take a user out of them; return the exit code."""
    return run(lambda: _backups(user, purging, json), _STOPPED)


async def _backup(options: BackupOptions) -> None:
    if options.everyone == (options.user is not None):
        raise InputError("--user", "or --all must be given, and not both", "Say whose memory the backup is to hold.")
    check_user(options.user)
    check_no_assistant()
    if options.file is not None and options.file.exists():
        raise InputError("FILE", f"{options.file} exists", "Name another: no backup is written over.")
    server = None if options.database_uri else far_server()
    shown = await (_backup_here(options) if server is None else _backup_there(server, options))
    to_file = str(options.file) != "-"
    typer.echo(as_json(shown) if options.as_json else made_line(shown), nl=False, err=not to_file)


async def _backup_here(options: BackupOptions) -> dict[str, Any]:
    passphrase = _new_passphrase() if options.encrypt else backup_passphrase()
    path = options.file or new_backup_path(options.user, datetime.now(UTC))
    async with open_snapshot(options.database_uri) as snapshot:
        with waiting("Writing the backup"):
            async with new_file(None if str(path) == "-" else path) as sink:
                made = await make_backup(snapshot, sink, options.user, passphrase)
    size = path.stat().st_size if str(path) != "-" else None
    return {"file": str(path), "bytes": size, **asdict(made), "encrypted": bool(passphrase)}


async def _backup_there(server: Server, options: BackupOptions) -> dict[str, Any]:
    """Let a server make one in its own folder; with a file named here, it is fetched and the server's goes."""
    if options.encrypt:
        raise InputError("--encrypt", "is for the server to say", "Set HOLDFAST_BACKUP_PASSPHRASE there.")
    with waiting("The server writes the backup"):
        made = await on_server(server, Ask("POST", BACKUPS, body={"user": options.user}))
        if options.file is not None:
            await fetch(server, made["name"], None if str(options.file) == "-" else options.file)
            await on_server(server, Ask("DELETE", address(made["name"])))
    return with_file(made, options.file)


async def _backups(user: str | None, purging: bool, json: bool) -> None:
    check_user(user)
    if purging and user is None:
        raise InputError("--user", "is missing", "Say who is to be taken out of the backups.")
    server = far_server()
    if purging:
        done = await _purged(server, str(user))
        typer.echo(as_json({"purged": done}) if json else f"Taken out of {counted(len(done), 'backup')}.\n", nl=False)
        return
    if server is None:
        where, rows = str(backup_dir()), [file_row(one) for one in await asyncio.to_thread(backups, user)]
    else:
        found = await on_server(server, Ask("GET", BACKUPS, {"user": user}))
        where, rows = f"the folder of {server.url}", [with_file(one) for one in found["backups"]]
    typer.echo(backups_text(rows, where, json=json), nl=False)


async def _purged(server: Server | None, user: str) -> list[str]:
    if server is None:
        return [str(path) for path in await purge(user, backup_passphrase())]
    told = await on_server(server, Ask("DELETE", BACKUPS, {"user": user}))
    return [str(name) for name in told["purged"]]


def _new_passphrase() -> str:
    if told := backup_passphrase():
        return told
    if not sys.stdin.isatty():
        raise InputError("--encrypt", "needs a passphrase", "Set HOLDFAST_BACKUP_PASSPHRASE.")
    return str(typer.prompt("Passphrase", hide_input=True, confirmation_prompt=True, err=True))
