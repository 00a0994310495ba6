"""`holdfast facts` and what changes them. Loads nothing heavy before one is run."""

from typing import Annotated

import typer

from memory.commands.declared.arguments import AsJson, DatabaseUri, User, is_alone
from memory.commands.place import Place

app = typer.Typer(invoke_without_command=True)
Item = Annotated[str, typer.Argument(metavar="ID", help="Id of the fact, or the beginning of it.")]


@app.callback()
def facts(
    ctx: typer.Context,
    user: User = None,
    as_of: Annotated[str | None, typer.Option(help="A past date or time: what was held true then.")] = None,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """List what is held true of a user, with the ids that `holdfast explain` takes; or change a fact.

    A date means its end, in the user's time zone.
    """
    from memory.commands.explain import run_facts

    if is_alone(ctx):
        raise typer.Exit(run_facts(Place(user, database_uri), as_of, json=as_json))


@app.command()
def edit(
    item: Item,
    text: Annotated[str, typer.Argument(help="What it is to say.")],
    value: Annotated[str | None, typer.Option(help="What fills its slot, where the text does not tell it.")] = None,
    user: User = None,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Let a fact say something else; what it said stays in its history, and it has another id then."""
    from memory.commands.fact_changes import Change, run_change

    raise typer.Exit(run_change(Place(user, database_uri), item, Change(text, value), json=as_json))


@app.command()
def pin(item: Item, user: User = None, as_json: AsJson = False, database_uri: DatabaseUri = None) -> None:
    """Pin a fact: it is never set aside."""
    from memory.commands.fact_changes import Change, run_change

    raise typer.Exit(run_change(Place(user, database_uri), item, Change(pinned=True), json=as_json))


@app.command()
def unpin(item: Item, user: User = None, as_json: AsJson = False, database_uri: DatabaseUri = None) -> None:
    """Unpin a fact."""
    from memory.commands.fact_changes import Change, run_change

    raise typer.Exit(run_change(Place(user, database_uri), item, Change(pinned=False), json=as_json))


@app.command()
def forget(item: Item, user: User = None, as_json: AsJson = False, database_uri: DatabaseUri = None) -> None:
    """Forget a fact for good: its words are masked wherever memory reads them, and it is not learned from them again.

    The conversations in which it was said keep them until they are deleted.
    """
    from memory.commands.fact_changes import run_forget

    raise typer.Exit(run_forget(Place(user, database_uri), item, json=as_json))


@app.command()
def history(item: Item, user: User = None, as_json: AsJson = False, database_uri: DatabaseUri = None) -> None:
    """Show each time a fact held, what it took the place of and what took its."""
    from memory.commands.fact_changes import run_history

    raise typer.Exit(run_history(Place(user, database_uri), item, json=as_json))
