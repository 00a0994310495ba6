"""The `holdfast` command. It loads nothing heavy until a command needs it."""

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Annotated, Literal

import typer

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
) -> None:
    """Talk in the terminal, or line by line through a pipe; /quit, Ctrl-D or Ctrl-C leaves.

    Goes through the local server when one works on the data folder, else works on the same files in this process.
    Ctrl-C during a reply stops the reply.
    """
    from memory.chat import ChatOptions, run_chat  # noqa: PLC0415  # loads the agent

    raise typer.Exit(run_chat(ChatOptions(user, conversation, model, approval, message)))


def main() -> None:
    """Run the command."""
    cli()


if __name__ == "__main__":
    main()
