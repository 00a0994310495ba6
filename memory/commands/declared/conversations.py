"""The commands about conversations. Loads nothing heavy before one is run."""

from typing import Annotated

import typer

from memory.commands.declared.arguments import AsJson, DatabaseUri, User
from memory.commands.place import Place

app = typer.Typer(no_args_is_help=True, help="What is kept of conversations.")


@app.command()
def summary(
    conversation: Annotated[str, typer.Argument(help="Its name or thread id.")],
    user: User = None,
    correct: Annotated[
        tuple[int, str] | None, typer.Option(metavar="N TEXT", help="Let line N read TEXT, in later summaries too.")
    ] = None,
    remove: Annotated[int | None, typer.Option(metavar="N", help="Take line N out, of later ones too.")] = None,
    add: Annotated[str | None, typer.Option(metavar="TEXT", help="Add a line that stays.")] = None,
    pin: Annotated[int | None, typer.Option(metavar="N", help="Let line N stay as it is.")] = None,
    unpin: Annotated[
        int | None, typer.Option(metavar="N", help="Line N need not stay; what it replaced is gone.")
    ] = None,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Show the summary of a conversation, its lines numbered, or make one change of it and show it then.

    Changes survive every later summary. Goes through the local server when one works on the data folder, else (and
    with --database-uri) works on the files or the database itself.
    """
    from memory.commands.summary import SummaryOptions, run_summary

    changes = {"replace": correct, "remove": remove, "add": add, "pin": pin, "unpin": unpin}
    raise typer.Exit(run_summary(SummaryOptions(conversation, changes, as_json, Place(user, database_uri))))
