"""The commands that keep, move and erase memory. Loads nothing heavy before one is run."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from memory.commands.declared.arguments import AsJson, DatabaseUri, Yes
from memory.commands.place import Place

app = typer.Typer(no_args_is_help=True)


@app.command()
def erase(
    user: Annotated[str, typer.Option(help="Whose memory.")],
    conversation: Annotated[str | None, typer.Option(help="Only this conversation, by name or thread id.")] = None,
    facts: Annotated[
        Literal["keep", "delete"] | None,
        typer.Option(help="With --conversation: the facts known from it alone; kept by default."),
    ] = None,
    yes: Yes = False,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Erase everything of a user, or one conversation, for good, and print a receipt.

    Goes through the local server when one works on the data folder, else (and with --database-uri) works on the files
    or the database itself; files nothing else may be using then. Cut off midway, it goes on when it is run again or
    when a server starts.
    """
    from memory.commands.erase import EraseOptions, run_erase

    raise typer.Exit(run_erase(EraseOptions(Place(user, database_uri), conversation, facts, yes, as_json)))


@app.command()
def backup(
    file: Annotated[
        Path | None, typer.Argument(help="Its name, `-` for standard output; by default one in HOLDFAST_BACKUPS.")
    ] = None,
    everyone: Annotated[bool, typer.Option("--all", help="Of everyone.")] = False,
    user: Annotated[str | None, typer.Option(help="Of this user alone.")] = None,
    encrypt: Annotated[
        bool, typer.Option("--encrypt", help="Ask for a passphrase; HOLDFAST_BACKUP_PASSPHRASE needs no option.")
    ] = False,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Write all memory as it is at one moment into one compressed file, whoever works on it meanwhile.

    Through `--server`, that server makes it; without a file named here it stays in the server's folder. Temporary
    conversations are left out; so are checkpoints, which the transcript outlives.
    """
    from memory.commands.backup import BackupOptions, run_backup

    raise typer.Exit(run_backup(BackupOptions(file, user, everyone, encrypt, as_json, database_uri)))


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="The backup.")],
    user: Annotated[str | None, typer.Option(help="Only the memory of this user.")] = None,
    mode: Annotated[
        Literal["merge", "replace"],
        typer.Option(help="Add what is missing, or let the users in it be as the backup has them."),
    ] = "merge",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Verify it and show what would change.")] = False,
    yes: Yes = False,
    old: Annotated[
        bool, typer.Option("--old", help="Also one of more than 90 days ago: conversations erased since may return.")
    ] = False,
    accept_unsigned: Annotated[
        bool,
        typer.Option("--accept-unsigned", help="Also one of before backups were signed: it may have been changed."),
    ] = False,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Verify a backup, show what would change, restore it, and prove that it is there and is recalled.

    What was forgotten or erased since stays so. Through `--server`, one user's memory is merged out of a backup in the
    server's folder. Else it needs the files for itself: stop the server first, and with PostgreSQL all of them when
    replacing. Cut off midway, it goes on when it is run again.
    """
    from memory.commands.restore import RestoreOptions, run_restore

    raise typer.Exit(
        run_restore(RestoreOptions(file, user, mode, dry_run, yes, old, accept_unsigned, as_json, database_uri))
    )


@app.command()
def backups(
    user: Annotated[str | None, typer.Option(help="Only those that hold this user.")] = None,
    purge: Annotated[bool, typer.Option("--purge", help="Take the user out of them.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the backups in HOLDFAST_BACKUPS, or in the folder of `--server`, or take a user out of all of them."""
    from memory.commands.backup import run_backups

    raise typer.Exit(run_backups(user, purging=purge, json=as_json))


@app.command()
def export(
    user: Annotated[str, typer.Option(help="Whose memory.")],
    file: Annotated[Path | None, typer.Argument(help="Its name; by default standard output.")] = None,
    database_uri: DatabaseUri = None,
) -> None:
    """Write everything kept of a user as lines of JSON that people can read (docs/export.md)."""
    from memory.commands.transfer import run_export

    raise typer.Exit(run_export(Place(user, database_uri), file))


@app.command(name="import")
def import_(
    file: Annotated[Path, typer.Argument(help="ChatGPT's export (conversations.json or the ZIP file), or mem0's.")],
    user: Annotated[str, typer.Option(help="Into whose memory.")],
    origin: Annotated[Literal["chatgpt", "mem0"], typer.Option("--from", help="Where it comes from.")],
    approval: Annotated[
        Literal["review", "auto", "off"],
        typer.Option(help="Let every fact found in it wait, follow the policy, or learn nothing."),
    ] = "review",
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Import conversations of ChatGPT as transcripts, or memories of mem0 as proposals; run again it doubles nothing.

    Through a server it goes in parts. What another product wrote about the user is never a fact before the user
    approves it.
    """
    from memory.commands.transfer import ImportOptions, run_import

    raise typer.Exit(run_import(ImportOptions(file, origin, approval, as_json, Place(user, database_uri))))
