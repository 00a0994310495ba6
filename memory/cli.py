"""The `holdfast` command. It loads nothing heavy until a command needs it."""

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Annotated, Literal
from uuid import uuid4

import typer

DatabaseUri = Annotated[
    str | None,
    typer.Option(help="PostgreSQL to work on, as HOLDFAST_DATABASE_URI, which shows the password to nobody."),
]
"""The option of every command that opens storage itself."""

cli = typer.Typer(
    no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help="An agent whose memory holds."
)

conversations = typer.Typer(no_args_is_help=True, help="What is kept of a conversation.")
cli.add_typer(conversations, name="conversations")


@cli.callback()
def settings() -> None:
    """Read `.env` of the working folder as the server does: what stands there wins over the shell's environment."""
    from dotenv import load_dotenv  # noqa: PLC0415  # a command's own, see the module

    load_dotenv(Path(".env"), override=True)


@cli.command()
def version() -> None:
    """Print the version."""
    try:
        typer.echo(f"holdfast {installed_version('holdfast')}")
    except PackageNotFoundError:
        typer.echo("holdfast, run from a checkout that is not installed")


@cli.command()
def chat(
    user: Annotated[str | None, typer.Option(help="Who is talking; by default HOLDFAST_USER.")] = None,
    conversation: Annotated[
        str | None, typer.Option(help="Its name; the same name goes on with it. By default main.")
    ] = None,
    model: Annotated[str | None, typer.Option(help="offline or provider:model; by default HOLDFAST_MODEL.")] = None,
    approval: Annotated[
        Literal["auto", "review", "interrupt", "off"] | None, typer.Option(help="How facts are approved.")
    ] = None,
    message: Annotated[str | None, typer.Option("--message", "-m", help="Send this one message and leave.")] = None,
    temporary: Annotated[
        bool, typer.Option("--temporary", help="Read and leave no memory; without a name, a new conversation.")
    ] = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Talk in the terminal, or line by line through a pipe; /quit, Ctrl-D or Ctrl-C leaves.

    Goes through the local server when one works on the data folder, else (and with --database-uri) works on the same
    files or database in this process.
    Ctrl-C during a reply stops the reply.
    """
    from memory.chat import ChatOptions, run_chat  # noqa: PLC0415  # loads the agent

    name = conversation or (f"temporary-{uuid4().hex[:8]}" if temporary else "main")
    raise typer.Exit(run_chat(ChatOptions(user, name, model, approval, message, database_uri, temporary)))


@cli.command()
def erase(
    user: Annotated[str, typer.Option(help="Whose memory.")],
    conversation: Annotated[str | None, typer.Option(help="Only this conversation, by name or thread id.")] = None,
    facts: Annotated[
        Literal["keep", "delete"] | None,
        typer.Option(help="With --conversation: the facts known from it alone; kept by default."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the receipt as JSON.")] = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Erase everything of a user, or one conversation, for good, and print a receipt.

    Goes through the local server when one works on the data folder, else (and with --database-uri) works on the files
    or the database itself; files nothing else may be using then. Cut off midway, it goes on when it is run again or
    when a server starts.
    """
    from memory.cli_erase import EraseOptions, run_erase  # noqa: PLC0415  # loads the storage

    raise typer.Exit(run_erase(EraseOptions(user, conversation, facts, yes, as_json, database_uri)))


@cli.command()
def backup(
    file: Annotated[
        Path | None, typer.Argument(help="Its name, `-` for standard output; by default one in HOLDFAST_BACKUPS.")
    ] = None,
    everyone: Annotated[bool, typer.Option("--all", help="Of everyone.")] = False,
    user: Annotated[str | None, typer.Option(help="Of this user alone.")] = None,
    encrypt: Annotated[
        bool, typer.Option("--encrypt", help="Ask for a passphrase; HOLDFAST_BACKUP_PASSPHRASE needs no option.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was made as JSON.")] = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Write all memory as it is at one moment into one compressed file, whoever works on it meanwhile.

    Temporary conversations are left out; so are checkpoints, which the transcript outlives.
    """
    from memory.cli_backup import BackupOptions, run_backup  # noqa: PLC0415  # loads the storage

    raise typer.Exit(run_backup(BackupOptions(file, user, everyone, encrypt, as_json, database_uri)))


@cli.command()
def restore(
    file: Annotated[Path, typer.Argument(help="The backup.")],
    user: Annotated[str | None, typer.Option(help="Only the memory of this user.")] = None,
    mode: Annotated[
        Literal["merge", "replace"],
        typer.Option(help="Add what is missing, or let the users in it be as the backup has them."),
    ] = "merge",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Verify it and show what would change.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    old: Annotated[
        bool, typer.Option("--old", help="Also one of more than 90 days ago: conversations erased since may return.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was done as JSON.")] = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Verify a backup, show what would change, restore it, and prove that it is there and is recalled.

    What was forgotten or erased since stays so. Needs the files for itself: stop the server first, and with PostgreSQL
    all of them when replacing. Cut off midway, it goes on when it is run again.
    """
    from memory.cli_backup import RestoreOptions, run_restore  # noqa: PLC0415  # loads the storage

    raise typer.Exit(run_restore(RestoreOptions(file, user, mode, dry_run, yes, old, as_json, database_uri)))


@cli.command()
def backups(
    user: Annotated[str | None, typer.Option(help="Only those that hold this user.")] = None,
    purge: Annotated[bool, typer.Option("--purge", help="Take the user out of them.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print them as JSON.")] = False,
) -> None:
    """List the backups in HOLDFAST_BACKUPS, or take a user out of all of them."""
    from memory.cli_backup import run_backups  # noqa: PLC0415  # loads the storage

    raise typer.Exit(run_backups(user, purging=purge, as_json=as_json))


@cli.command()
def export(
    user: Annotated[str, typer.Option(help="Whose memory.")],
    file: Annotated[Path | None, typer.Argument(help="Its name; by default standard output.")] = None,
    database_uri: DatabaseUri = None,
) -> None:
    """Write everything kept of a user as lines of JSON that people can read (docs/export.md)."""
    from memory.cli_transfer import run_export  # noqa: PLC0415  # loads the storage

    raise typer.Exit(run_export(user, file, database_uri))


@cli.command(name="import")
def import_(
    file: Annotated[Path, typer.Argument(help="ChatGPT's export (conversations.json or the ZIP file), or mem0's.")],
    user: Annotated[str, typer.Option(help="Into whose memory.")],
    origin: Annotated[Literal["chatgpt", "mem0"], typer.Option("--from", help="Where it comes from.")],
    approval: Annotated[
        Literal["review", "auto", "off"],
        typer.Option(help="Let every fact found in it wait, follow the policy, or learn nothing."),
    ] = "review",
    as_json: Annotated[bool, typer.Option("--json", help="Print what was done as JSON.")] = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Import conversations of ChatGPT as transcripts, or memories of mem0 as proposals; run again it doubles nothing.

    What another product wrote about the user is never a fact before the user approves it.
    """
    from memory.cli_transfer import ImportOptions, run_import  # noqa: PLC0415  # loads the storage

    raise typer.Exit(run_import(ImportOptions(file, origin, user, approval, as_json, database_uri)))


@cli.command()
def context(
    user: Annotated[str | None, typer.Option(help="Whose conversation; by default HOLDFAST_USER.")] = None,
    conversation: Annotated[str, typer.Option(help="Its name or thread id.")] = "main",
    diff: Annotated[bool, typer.Option("--diff", help="Also what changed since the answer before.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Show what the model was given for the last answer of a conversation: its context window, section by section.

    system, tools, framing: the fixed part. instructions, profile, summary: what stays from turn to turn; new: what was
    learned since. window: the messages, of all the conversation has; earlier: older ones that the newest names. now:
    date and time. facts, passages: recalled for this message, passages also of this conversation where the window does
    not show them. wanted: tokens of a section shown whole. bounds: the least it is sure of, and the most. Cut: what was
    shortened. Degraded: what could not be read or shown.

    Goes through the local server when one works on the data folder, else (and with --database-uri) reads the files or
    the database itself.
    """
    from memory.cli_context import ContextOptions, run_context  # noqa: PLC0415  # loads the storage

    raise typer.Exit(run_context(ContextOptions(user, conversation, diff, as_json, database_uri)))


@cli.command()
def facts(
    user: Annotated[str | None, typer.Option(help="Whose facts; by default HOLDFAST_USER.")] = None,
    as_of: Annotated[str | None, typer.Option(help="A past date or time: what was held true then.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the facts as JSON.")] = False,
    database_uri: DatabaseUri = None,
) -> None:
    """List what is held true of a user, with the ids that `holdfast explain` takes.

    A date means its end, in the user's time zone. Goes through the local server when one works on the data folder,
    else (and with --database-uri) reads the files or the database itself.
    """
    from memory.cli_explain import FactsOptions, run_facts  # noqa: PLC0415  # loads the storage

    raise typer.Exit(run_facts(FactsOptions(user, as_json, database_uri, as_of=as_of)))


@cli.command()
def explain(
    item: Annotated[str, typer.Argument(help="Id of the fact, or the beginning of it.")],
    user: Annotated[str | None, typer.Option(help="Whose fact; by default HOLDFAST_USER.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the explanation as JSON.")] = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Explain one fact: who said it where and when, how long it holds, what it replaced, and why it weighs so much.

    Goes through the local server when one works on the data folder, else (and with --database-uri) reads the files or
    the database itself.
    """
    from memory.cli_explain import FactsOptions, run_facts  # noqa: PLC0415  # loads the storage

    raise typer.Exit(run_facts(FactsOptions(user, as_json, database_uri, item=item)))


@cli.command()
def recall(
    question: Annotated[str, typer.Argument(help="What to look for, in any words.")],
    user: Annotated[str | None, typer.Option(help="Whose memory; by default HOLDFAST_USER.")] = None,
    as_of: Annotated[str | None, typer.Option(help="A past date or time: what was known then.")] = None,
    kind: Annotated[
        Literal["fact", "archived", "passage"] | None, typer.Option(help="Only items of this kind.")
    ] = None,
    thread: Annotated[str | None, typer.Option(help="Only of this conversation, by name or thread id.")] = None,
    since: Annotated[str | None, typer.Option(help="Only what was said from this date or time on.")] = None,
    until: Annotated[str | None, typer.Option(help="Only what was said up to this date, its end, or time.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the items as JSON.")] = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Show what memory finds for a question, best first, and what each score is made of.

    words, meaning: likeness to the best item's; cosine: of the vectors; beside, stretch: of what was said around it;
    speaker, day, time: it was said by whom, when, or tells the time that the question names. relevance: all of these.
    recency, importance, use: how new it is, how much it weighs, how much it was used of late.

    A date is in the user's time zone. Goes through the local server when one works on the data folder, else (and with
    --database-uri) reads the files or the database itself; vectors that are missing are made and stored.
    """
    from memory.cli_recall import RecallOptions, run_recall  # noqa: PLC0415  # loads the storage
    from memory.service.recall.looking_up import Filters  # noqa: PLC0415  # the same

    filters = Filters(as_of, kind, thread, since, until)
    raise typer.Exit(run_recall(RecallOptions(question, user, filters, as_json, database_uri)))


@cli.command()
def consolidate(
    user: Annotated[str | None, typer.Option(help="Whose memory; by default everyone's.")] = None,
    conversation: Annotated[
        str | None, typer.Option(help="Only this conversation, by name or thread id; by default HOLDFAST_USER's.")
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="Whether due or not; summaries are made anew from the whole transcript.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Consolidate what is due now: fold old messages into summaries, look for facts, look over known ones.

    The cron does the same by itself. Goes through the local server when one works on the data folder, else (and with
    --database-uri) works on the files or the database itself. Stopped midway, what is done stays and the rest stays
    due. Ends with 1 when a conversation failed; it stays due.
    """
    from memory.cli_consolidate import ConsolidateOptions, run_consolidate  # noqa: PLC0415  # loads the graph

    raise typer.Exit(run_consolidate(ConsolidateOptions(user, conversation, full, as_json, database_uri)))


@conversations.command()
def summary(
    conversation: Annotated[str, typer.Argument(help="Its name or thread id.")],
    user: Annotated[str | None, typer.Option(help="Whose conversation; by default HOLDFAST_USER.")] = None,
    correct: Annotated[
        tuple[int, str] | None, typer.Option(metavar="N TEXT", help="Let line N read TEXT, in later summaries too.")
    ] = None,
    remove: Annotated[int | None, typer.Option(metavar="N", help="Take line N out, of later ones too.")] = None,
    add: Annotated[str | None, typer.Option(metavar="TEXT", help="Add a line that stays.")] = None,
    pin: Annotated[int | None, typer.Option(metavar="N", help="Let line N stay as it is.")] = None,
    unpin: Annotated[
        int | None, typer.Option(metavar="N", help="Line N need not stay; what it replaced is gone.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Show the summary of a conversation, its lines numbered, or make one change of it and show it then.

    Changes survive every later summary. Goes through the local server when one works on the data folder, else (and
    with --database-uri) works on the files or the database itself.
    """
    from memory.cli_summary import SummaryOptions, run_summary  # noqa: PLC0415  # loads the graph

    changes = {"replace": correct, "remove": remove, "add": add, "pin": pin, "unpin": unpin}
    raise typer.Exit(run_summary(SummaryOptions(user, conversation, changes, as_json, database_uri)))


@cli.command("api-key")
def api_key(
    name: Annotated[str, typer.Argument(help="Of the service, in lower-case letters, digits and `-`.")],
    may: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PERMISSION", help="act_for_users: name the user of each request; everyone: consolidate all."
        ),
    ] = None,
) -> None:
    """Make a key for a service, such as a bot; add the printed lines to the file HOLDFAST_API_KEYS names.

    Only a hash is kept: the key itself is shown once.
    """
    from memory.cli_api_key import run_api_key  # noqa: PLC0415  # a command's own, see the module

    raise typer.Exit(run_api_key(name, may or ()))


def main() -> None:
    """Run the command."""
    cli()


if __name__ == "__main__":
    main()
