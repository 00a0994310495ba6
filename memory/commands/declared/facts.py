"""The commands about what is known of a user. Loads nothing heavy before one is run."""

from typing import Annotated, Literal

import typer

from memory.commands.declared.arguments import AsJson, DatabaseUri, User
from memory.commands.place import Place

app = typer.Typer(no_args_is_help=True)


@app.command()
def explain(
    item: Annotated[str, typer.Argument(help="Id of the fact, or the beginning of it.")],
    user: User = None,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Explain one fact: who said it where and when, how long it holds, what it replaced, and why it weighs so much.

    Goes through the local server when one works on the data folder, else (and with --database-uri) reads the files or
    the database itself.
    """
    from memory.commands.explain import run_explain

    raise typer.Exit(run_explain(Place(user, database_uri), item, json=as_json))


@app.command()
def why(
    text: Annotated[str, typer.Argument(help='A statement, some words, or a question: "Why did you forget …?"')],
    user: User = None,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Tell why something is remembered or not: said, found, decided about, replaced, forgotten, given to the model.

    In the language of the text; what was forgotten is told without its words. Goes through the local server when one
    works on the data folder, else (and with --database-uri) reads the files or the database itself.
    """
    from memory.commands.why import run_why

    raise typer.Exit(run_why(Place(user, database_uri), text, json=as_json))


@app.command()
def recall(
    question: Annotated[str, typer.Argument(help="What to look for, in any words.")],
    user: User = None,
    as_of: Annotated[str | None, typer.Option(help="A past date or time: what was known then.")] = None,
    kind: Annotated[
        Literal["fact", "archived", "shared", "passage"] | None, typer.Option(help="Only items of this kind.")
    ] = None,
    thread: Annotated[str | None, typer.Option(help="Only of this conversation, by name or thread id.")] = None,
    since: Annotated[str | None, typer.Option(help="Only what was said from this date or time on.")] = None,
    until: Annotated[str | None, typer.Option(help="Only what was said up to this date, its end, or time.")] = None,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Show what memory finds for a question, best first, and what each score is made of.

    words, meaning: likeness to the best item's; cosine: of the vectors; beside, stretch: of what was said around it;
    speaker, day, time: it was said by whom, when, or tells the time that the question names. relevance: all of these.
    recency, importance, use: how new it is, how much it weighs, how much it was used of late.

    A date is in the user's time zone. Goes through the local server when one works on the data folder, else (and with
    --database-uri) reads the files or the database itself; vectors that are missing are made and stored.
    """
    from memory.commands.recall import RecallOptions, run_recall
    from memory.service.recall.looking_up import Filters

    filters = Filters(as_of, kind, thread, since, until)
    raise typer.Exit(run_recall(RecallOptions(question, filters, as_json, Place(user, database_uri))))


@app.command()
def events(
    user: User = None,
    after: Annotated[str | None, typer.Option(help="Read on from the `next` that --json told.")] = None,
    kind: Annotated[
        list[str] | None, typer.Option(help="Only events of this kind, as `fact.written` or `fact.*`; may be repeated.")
    ] = None,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Go on with what comes, until Ctrl-C.")] = False,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """List what changed in a user's memory, in order; docs/events.md explains each kind. No event holds any text.

    Goes through the local server when one works on the data folder, else (and with --database-uri) reads the files or
    the database itself. With --json and --follow each event is a line.
    """
    from memory.commands.events import EventsOptions, run_events

    raise typer.Exit(run_events(EventsOptions(after, kind or (), follow, as_json, Place(user, database_uri))))
