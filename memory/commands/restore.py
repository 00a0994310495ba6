"""`holdfast restore`: into the files or the database themselves, or of one user through a server that runs."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import typer

from memory.commands.backup_server import address, on_server, with_file
from memory.commands.backup_text import preview_lines, proof_lines
from memory.commands.printing import as_json
from memory.commands.progress import byte_bar
from memory.commands.reach import Ask, check_no_assistant, check_unused
from memory.commands.running import DONE, FAILED, check_user, run
from memory.commands.servers import Server, far_server
from memory.core.errors import InputError, StorageError
from memory.service.backup.backup_differences import Mode, Wanted
from memory.service.backup.backup_proof import Proof, prove
from memory.service.backup.backup_restore import WRITES, Told, preview, restore, verified, wanted_of
from memory.service.backup.backup_source import Source, Survey, open_backup
from memory.service.conversations.server_file import read_server_file
from memory.service.settings.slots import use_slots
from memory.storage.backup_snapshot import open_snapshot
from memory.storage.location import backup_passphrase, data_dir, database_uri
from memory.storage.opening import open_checkpointer, open_store

_READS = 4
_STOPPED = "Stopped. What was written stays; run it again for the rest."


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


def run_restore(options: RestoreOptions) -> int:
    """Restore a backup; return the exit code: 1 also when it was not confirmed or is not proven."""
    return run(lambda: _restore(options), _STOPPED)


async def _restore(options: RestoreOptions) -> int:
    check_user(options.user)
    check_no_assistant()
    server = None if options.database_uri else far_server()
    if server is not None:
        return await _restore_there(server, options)
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


async def _restore_there(server: Server, options: RestoreOptions) -> int:
    """Let a server merge one user's memory out of a backup in its folder."""
    if options.user is None or options.mode != "merge":
        raise InputError(
            "--mode" if options.user else "--user",
            "a server that runs merges one user's memory, and does no more: what it holds of the others in its memory, "
            "and the runs under way, would undo the rest",
            "Add --user and leave --mode out; or stop the server and restore beside its files or database.",
        )

    async def merged(*, dry_run: bool) -> dict[str, Any]:
        body = {"user": options.user, "dry_run": dry_run, "old": options.old}
        body |= {"accept_unsigned": options.accept_unsigned}
        ask = Ask("POST", f"{address(str(options.file))}/merge", body=body)
        return {"mode": options.mode, **with_file(await on_server(server, ask))}

    shown = await merged(dry_run=True)
    return await _decided(options, shown, lambda: merged(dry_run=False))


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

        async def restored() -> dict[str, Any]:
            told = await restore(source, found, opening, store, saver, wanted)
            async with opening() as snapshot:
                proof = await prove(source, found, snapshot, store, wanted, datetime.now(UTC))
            return _as_told(options, source, told, proof)

        async with opening() as snapshot:
            told = await preview(source, found, snapshot, wanted)
        return await _decided(options, _as_told(options, source, told, None), restored)


async def _decided(
    options: RestoreOptions, shown: dict[str, Any], restored: Callable[[], Awaitable[dict[str, Any]]]
) -> int:
    """Show what would change; restore it if it is wanted and show what that left; return the exit code."""
    if options.dry_run or not options.as_json:
        _show(options, shown)
    if options.dry_run:
        return DONE
    if not options.yes and not await _confirmed(shown):
        typer.echo("Nothing was restored.", err=True)
        return FAILED
    done = await restored()
    _show(options, done)
    return FAILED if done["proof"]["problems"] else DONE


async def _confirmed(shown: dict[str, Any]) -> bool:
    if not sys.stdin.isatty():
        raise InputError(
            "--yes", "is missing, and nobody can be asked here", "Add --yes to restore without being asked."
        )
    writes = sum(sum(shown["documents"].get(action, {}).values()) for action in WRITES)
    return await asyncio.to_thread(typer.confirm, f"Write {writes} documents?", err=True)


def _as_told(options: RestoreOptions, source: Source, told: Told, proof: Proof | None) -> dict[str, Any]:
    actions = {action: dict(kinds) for action, kinds in told.actions.items()}
    shown = {"file": str(options.file), "created": source.header["created"], "mode": options.mode}
    return {
        **shown,
        "vouched_by": source.vouched_by,
        "documents": actions,
        "withheld": dict(told.withheld),
        "proof": asdict(proof) if proof else None,
    }


def _show(options: RestoreOptions, shown: dict[str, Any]) -> None:
    if options.as_json:
        typer.echo(as_json(shown), nl=False)
        return
    proof = shown["proof"]
    typer.echo("\n".join(preview_lines(shown) if proof is None else proof_lines(proof)))


def _passphrase() -> str:
    told = backup_passphrase()
    return told if told or not sys.stdin.isatty() else str(typer.prompt("Passphrase", hide_input=True, err=True))


def _check_idle() -> None:
    """Raise StorageError if anything works on the files: it would go on with what it holds of them."""
    server = read_server_file(data_dir())
    if server is not None:
        raise StorageError(f"The server at {server.url} works on {data_dir()}. Stop it, then restore.")
    check_unused()
