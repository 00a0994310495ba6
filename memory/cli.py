"""The `holdfast` command: its parts are declared in `memory/commands/declared`."""

from pathlib import Path

import typer

from memory.commands.declared import conversations, facts, keeping, operating, talking

cli = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, help="An agent whose memory holds.")
for part in (talking, facts, keeping, operating):
    cli.add_typer(part.app)
cli.add_typer(conversations.app, name="conversations")


@cli.callback()
def settings() -> None:
    """Read `.env` of the working folder as the server does: what stands there wins over the shell's environment."""
    from dotenv import load_dotenv  # noqa: PLC0415  # a command's own, see `declared`

    load_dotenv(Path(".env"), override=True)


def main() -> None:
    """Run the command."""
    cli()


if __name__ == "__main__":
    main()
