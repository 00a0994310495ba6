"""The options that commands have in common, and groups of commands that list where none of them is named."""

from typing import Annotated

import typer

User = Annotated[str | None, typer.Option(help="Whose memory; by default HOLDFAST_USER.")]
DatabaseUri = Annotated[
    str | None,
    typer.Option(help="PostgreSQL to work on, as HOLDFAST_DATABASE_URI, which shows the password to nobody."),
]
"""Of every command that opens storage itself."""
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


def is_alone(ctx: typer.Context) -> bool:
    """Tell whether a group of commands is called without one of them, and so is to list.

    Raises BadParameter: options stand before the command, which is not told them.
    """
    command = ctx.invoked_subcommand
    if command is None:
        return True
    given = [name for name in ctx.params if _is_given(ctx, name)]
    if given:
        raise typer.BadParameter(f"--{given[0].replace('_', '-')} belongs after {command!r}: write it there.")
    return False


def _is_given(ctx: typer.Context, name: str) -> bool:
    source = ctx.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
