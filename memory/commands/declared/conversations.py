"""The commands about conversations. Loads nothing heavy before one is run."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from memory.commands.declared.arguments import AsJson, DatabaseUri, User, Yes, is_alone
from memory.commands.place import Place

app = typer.Typer(invoke_without_command=True)

Name = Annotated[str, typer.Argument(metavar="CONVERSATION", help="Its name or thread id.")]


Limit = Annotated[int, typer.Option(help="How many, at most 200.", min=1, max=200)]
After = Annotated[str | None, typer.Option(help="Where the list before ended, to read on.")]


@app.callback()
def conversations(
    ctx: typer.Context,
    user: User = None,
    limit: Limit = 50,
    after: After = None,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """List conversations; or find, read, name, export and delete them."""
    if is_alone(ctx):
        list_(user, limit, after, as_json, database_uri)


@app.command("list")
def list_(
    user: User = None,
    limit: Limit = 50,
    after: After = None,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """List conversations, the one something was said in last first: when, its title, and its name.

    A title is what the user gave it, else made of the first words. Temporary conversations are left out.
    """
    from memory.commands.conversations import run_list

    raise typer.Exit(run_list(Place(user, database_uri), limit, after, json=as_json))


@app.command()
def search(
    question: Annotated[str, typer.Argument(help="What to look for, in any words.")],
    user: User = None,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Search all that was said in conversations, by words and meaning, the best first."""
    from memory.commands.conversations import run_search

    raise typer.Exit(run_search(Place(user, database_uri), question, json=as_json))


@app.command()
def show(
    conversation: Name,
    user: User = None,
    limit: Limit = 50,
    before: Annotated[str | None, typer.Option(help="Where a page told that older ones lie, to read on.")] = None,
    branch: Annotated[str | None, typer.Option(help="Another branch, by the cursor that tells it.")] = None,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Show the newest messages of a conversation, whole, along its active path."""
    from memory.commands.conversations import run_show

    raise typer.Exit(run_show(Place(user, database_uri), conversation, limit, before, branch, json=as_json))


@app.command()
def rename(
    conversation: Name,
    title: Annotated[str | None, typer.Argument(help="The title; without one, it is made of the first words.")] = None,
    user: User = None,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Give a conversation a title; its name, by which it goes on, stays."""
    from memory.commands.conversations import run_rename

    raise typer.Exit(run_rename(Place(user, database_uri), conversation, title, json=as_json))


@app.command()
def unremember(
    conversation: Name, user: User = None, as_json: AsJson = False, database_uri: DatabaseUri = None
) -> None:
    """Stop remembering a conversation and take back what was learned in it; its text stays until you delete it."""
    from memory.commands.conversations import run_remember

    raise typer.Exit(run_remember(Place(user, database_uri), conversation, remembered=False, json=as_json))


@app.command()
def remember(conversation: Name, user: User = None, as_json: AsJson = False, database_uri: DatabaseUri = None) -> None:
    """Remember a conversation again from now on; what was taken back has to be told anew."""
    from memory.commands.conversations import run_remember

    raise typer.Exit(run_remember(Place(user, database_uri), conversation, remembered=True, json=as_json))


@app.command()
def export(
    conversation: Name,
    file: Annotated[Path | None, typer.Argument(help="Its name; by default standard output.")] = None,
    user: User = None,
    database_uri: DatabaseUri = None,
) -> None:
    """Write one conversation as lines of JSON that people can read (docs/export.md)."""
    from memory.commands.transfer import run_export

    raise typer.Exit(run_export(Place(user, database_uri), file, conversation))


@app.command()
def delete(
    conversation: Name,
    user: User = None,
    facts: Annotated[
        Literal["keep", "delete"] | None, typer.Option(help="The facts known from it alone; kept by default.")
    ] = None,
    yes: Yes = False,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Erase a conversation for good, tell what becomes of the facts learned there, and print a receipt.

    As `holdfast erase --conversation` does.
    """
    from memory.commands.erase import EraseOptions, run_erase

    raise typer.Exit(run_erase(EraseOptions(Place(user, database_uri), conversation, facts, yes, as_json)))


@app.command()
def summary(
    conversation: Name,
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
