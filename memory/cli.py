"""The `holdfast` command. It loads nothing heavy until a command needs it."""

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Annotated, Literal

import typer

DatabaseUri = Annotated[
    str | None,
    typer.Option(help="PostgreSQL to work on, as HOLDFAST_DATABASE_URI, which shows the password to nobody."),
]
"""The option of every command that opens storage itself."""

cli = typer.Typer(
    no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help="An agent whose memory holds."
)


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
    conversation: Annotated[str, typer.Option(help="Its name; the same name goes on with it.")] = "main",
    model: Annotated[str | None, typer.Option(help="offline or provider:model; by default HOLDFAST_MODEL.")] = None,
    approval: Annotated[
        Literal["auto", "review", "interrupt", "off"] | None, typer.Option(help="How facts are approved.")
    ] = None,
    message: Annotated[str | None, typer.Option("--message", "-m", help="Send this one message and leave.")] = None,
    database_uri: DatabaseUri = None,
) -> None:
    """Talk in the terminal, or line by line through a pipe; /quit, Ctrl-D or Ctrl-C leaves.

    Goes through the local server when one works on the data folder, else (and with --database-uri) works on the same
    files or database in this process.
    Ctrl-C during a reply stops the reply.
    """
    from memory.chat import ChatOptions, run_chat  # noqa: PLC0415  # loads the agent

    raise typer.Exit(run_chat(ChatOptions(user, conversation, model, approval, message, database_uri)))


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
def context(
    user: Annotated[str | None, typer.Option(help="Whose conversation; by default HOLDFAST_USER.")] = None,
    conversation: Annotated[str, typer.Option(help="Its name or thread id.")] = "main",
    diff: Annotated[bool, typer.Option("--diff", help="Also what changed since the answer before.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Show what the model was given for the last answer of a conversation: its context window, section by section.

    Goes through the local server when one works on the data folder, else (and with --database-uri) reads the files or
    the database itself.
    """
    from memory.cli_context import ContextOptions, run_context  # noqa: PLC0415  # loads the storage

    raise typer.Exit(run_context(ContextOptions(user, conversation, diff, as_json, database_uri)))


def main() -> None:
    """Run the command."""
    cli()


if __name__ == "__main__":
    main()
