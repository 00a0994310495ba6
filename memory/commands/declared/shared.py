"""The commands about shared knowledge. Loads nothing heavy before one is run."""

from pathlib import Path
from typing import Annotated

import typer

from memory.commands.declared.arguments import AsJson, DatabaseUri, is_alone
from memory.commands.place import Place

app = typer.Typer(invoke_without_command=True)

Organisation = Annotated[str | None, typer.Option(help="For this organisation alone; by default for everyone.")]
Item = Annotated[str, typer.Argument(metavar="ID", help="As `holdfast shared list` shows it.")]
Text = Annotated[str, typer.Argument(help="What it says, at most 2,000 characters.")]
Limit = Annotated[int, typer.Option(help="How many, at most 1,000.", min=1, max=1000)]
After = Annotated[str | None, typer.Option(help="Where the list before ended, to read on.")]


@app.callback()
def shared(
    ctx: typer.Context,
    organisation: Organisation = None,
    limit: Limit = 100,
    after: After = None,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """List shared knowledge, which you write for everyone or for one organisation; or add, edit or remove it."""
    if is_alone(ctx):
        list_(organisation, limit, after, as_json, database_uri)


@app.command()
def add(
    text: Text, organisation: Organisation = None, as_json: AsJson = False, database_uri: DatabaseUri = None
) -> None:
    """Write something that is recalled beside each user's own memory, marked as shared."""
    from memory.commands.shared import Shared, run_add

    raise typer.Exit(run_add(Shared(organisation, as_json, Place(database_uri=database_uri)), text))


@app.command("list")
def list_(
    organisation: Organisation = None,
    limit: Limit = 100,
    after: After = None,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """List what is shared, oldest first."""
    from memory.commands.shared import Shared, run_list

    raise typer.Exit(run_list(Shared(organisation, as_json, Place(database_uri=database_uri)), limit, after))


@app.command()
def edit(
    item: Item,
    text: Text,
    organisation: Organisation = None,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Let one say something else; it gets another id."""
    from memory.commands.shared import Shared, run_edit

    raise typer.Exit(run_edit(Shared(organisation, as_json, Place(database_uri=database_uri)), item, text))


@app.command()
def remove(
    item: Item, organisation: Organisation = None, as_json: AsJson = False, database_uri: DatabaseUri = None
) -> None:
    """Remove one."""
    from memory.commands.shared import Shared, run_remove

    raise typer.Exit(run_remove(Shared(organisation, as_json, Place(database_uri=database_uri)), item))


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="UTF-8 text, an item a line.")],
    organisation: Organisation = None,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Add every line of a file; run again it doubles nothing."""
    from memory.commands.shared import Shared, run_import

    raise typer.Exit(run_import(Shared(organisation, as_json, Place(database_uri=database_uri)), file))
