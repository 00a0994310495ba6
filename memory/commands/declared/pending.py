"""`holdfast pending`: what waits for a decision. Loads nothing heavy before one is run."""

from typing import Annotated

import typer

from memory.commands.declared.arguments import AsJson, DatabaseUri, User, is_alone
from memory.commands.place import Place

app = typer.Typer(invoke_without_command=True)
Item = Annotated[str, typer.Argument(metavar="ID", help="Id of what waits, or the beginning of it.")]
Items = Annotated[list[str] | None, typer.Argument(metavar="ID...", help="Ids, or the beginnings of them.")]
All = Annotated[bool, typer.Option("--all", help="Whatever waits.")]


@app.callback()
def pending(ctx: typer.Context, user: User = None, as_json: AsJson = False, database_uri: DatabaseUri = None) -> None:
    """List what waits for a decision; or approve, edit or reject it."""
    if is_alone(ctx):
        list_(user, as_json, database_uri)


@app.command("list")
def list_(user: User = None, as_json: AsJson = False, database_uri: DatabaseUri = None) -> None:
    """List what waits, oldest first, and why it is asked about."""
    from memory.commands.pending import run_pending

    raise typer.Exit(run_pending(Place(user, database_uri), json=as_json))


@app.command()
def approve(
    items: Items = None,
    everything: All = False,
    user: User = None,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Approve what waits: it is a fact then."""
    from memory.commands.pending import Decision, run_decision

    decision = Decision("approve", items or ())
    raise typer.Exit(run_decision(Place(user, database_uri), decision, everything=everything, json=as_json))


@app.command()
def reject(
    items: Items = None,
    everything: All = False,
    user: User = None,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Reject what waits: it is forgotten."""
    from memory.commands.pending import Decision, run_decision

    decision = Decision("reject", items or ())
    raise typer.Exit(run_decision(Place(user, database_uri), decision, everything=everything, json=as_json))


@app.command()
def edit(
    item: Item,
    text: Annotated[str, typer.Argument(help="What is to be written in its place.")],
    value: Annotated[str | None, typer.Option(help="What fills its slot, where the text does not tell it.")] = None,
    user: User = None,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Approve what waits with a text of your own."""
    from memory.commands.pending import Decision, run_decision

    decision = Decision("edit", [item], text, value)
    raise typer.Exit(run_decision(Place(user, database_uri), decision, everything=False, json=as_json))


@app.command()
def respond(
    item: Item,
    text: Annotated[str, typer.Argument(help="What you say about it.")],
    user: User = None,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Answer in words of your own; what they tell takes its place."""
    from memory.commands.pending import Decision, run_decision

    decision = Decision("respond", [item], text)
    raise typer.Exit(run_decision(Place(user, database_uri), decision, everything=False, json=as_json))
