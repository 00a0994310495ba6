"""`holdfast instructions` and `holdfast settings`: what a user wants. Loads nothing heavy before one is run."""

from typing import Annotated

import typer

from memory.commands.declared.arguments import AsJson, DatabaseUri, User, is_alone
from memory.commands.place import Place

instructions = typer.Typer(invoke_without_command=True)
settings = typer.Typer(invoke_without_command=True)

Item = Annotated[str, typer.Argument(metavar="ID", help="Id of the instruction, or the beginning of it.")]
Text = Annotated[str, typer.Argument(help="How to answer, in your own words.")]
Name = Annotated[str, typer.Argument(help="memory, learn, past_conversations, approval, time_zone or language.")]


@instructions.callback()
def its_instructions(
    ctx: typer.Context, user: User = None, as_json: AsJson = False, database_uri: DatabaseUri = None
) -> None:
    """List standing instructions, which tell how a user wants to be answered; or add, edit or remove one."""
    if is_alone(ctx):
        list_instructions(user, as_json, database_uri)


@instructions.command("list")
def list_instructions(user: User = None, as_json: AsJson = False, database_uri: DatabaseUri = None) -> None:
    """List the standing instructions that hold."""
    from memory.commands.instructions import run_instructions

    raise typer.Exit(run_instructions(Place(user, database_uri), json=as_json))


@instructions.command()
def add(text: Text, user: User = None, as_json: AsJson = False, database_uri: DatabaseUri = None) -> None:
    """Add an instruction; it needs no approval."""
    from memory.commands.instructions import run_add

    raise typer.Exit(run_add(Place(user, database_uri), text, json=as_json))


@instructions.command()
def edit(item: Item, text: Text, user: User = None, as_json: AsJson = False, database_uri: DatabaseUri = None) -> None:
    """Put another text in the place of an instruction."""
    from memory.commands.instructions import run_edit

    raise typer.Exit(run_edit(Place(user, database_uri), item, text, json=as_json))


@instructions.command()
def remove(item: Item, user: User = None, as_json: AsJson = False, database_uri: DatabaseUri = None) -> None:
    """Take an instruction out of use; `holdfast facts forget` forgets it."""
    from memory.commands.instructions import run_remove

    raise typer.Exit(run_remove(Place(user, database_uri), item, json=as_json))


@settings.callback()
def its_settings(
    ctx: typer.Context, user: User = None, as_json: AsJson = False, database_uri: DatabaseUri = None
) -> None:
    """Show what a user set for themselves, which every turn honours; or set it."""
    if is_alone(ctx):
        show(user, as_json, database_uri)


@settings.command()
def show(user: User = None, as_json: AsJson = False, database_uri: DatabaseUri = None) -> None:
    """Show a user's own settings."""
    from memory.commands.settings import run_settings

    raise typer.Exit(run_settings(Place(user, database_uri), json=as_json))


@settings.command("set")
def set_(
    name: Name,
    value: Annotated[
        str,
        typer.Argument(
            help="on or off; approval: auto, review, interrupt or off; Europe/Lisbon; en, zh-Hans or zh-Hant."
        ),
    ],
    user: User = None,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Set one of them."""
    from memory.commands.settings import run_set

    raise typer.Exit(run_set(Place(user, database_uri), name, value, json=as_json))


@settings.command()
def unset(name: Name, user: User = None, as_json: AsJson = False, database_uri: DatabaseUri = None) -> None:
    """Let one of them be as the run or the operator chooses."""
    from memory.commands.settings import run_set

    raise typer.Exit(run_set(Place(user, database_uri), name, None, json=as_json))
