"""The `holdfast` command: its parts are declared in `memory/commands/declared`."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from memory.commands.declared import (
    conversations,
    fact_changes,
    facts,
    keeping,
    operating,
    own,
    pending,
    shared,
    talking,
)
from memory.commands.running import WRONG_INPUT
from memory.core.errors import InputError
from memory.terminal import Terminal, check_encoded

cli = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False)
for part in (talking, facts, keeping, operating):
    cli.add_typer(part.app)
groups = {"conversations": conversations.app, "facts": fact_changes.app, "pending": pending.app}
groups |= {"instructions": own.instructions, "settings": own.settings, "shared": shared.app}
for name, group in groups.items():
    cli.add_typer(group, name=name)


@cli.callback()
def settings(
    server: Annotated[
        str | None,
        typer.Option(metavar="URL", help="A server to work through (docs/commands.md)."),
    ] = None,
    assistant: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Memory with this assistant, where it is kept apart; chat talks to it."),
    ] = None,
) -> None:
    """An agent whose memory holds. Its settings are those of `.env` in the working folder, then the shell's."""
    from dotenv import load_dotenv  # noqa: PLC0415  # a command's own, see `declared`

    load_dotenv(Path(".env"), override=True)  # as the server does
    if server is not None:
        os.environ["HOLDFAST_SERVER"] = server
    if assistant is not None:
        os.environ["HOLDFAST_ASSISTANT"] = assistant


def main() -> None:
    """Run the command."""
    try:
        for argument in sys.argv[1:]:
            check_encoded("argument", argument)
    except InputError as error:
        Terminal().tell(f"Error: {error}")
        sys.exit(WRONG_INPUT)
    cli()


if __name__ == "__main__":
    main()
