"""The commands of who runs Holdfast. Loads nothing heavy before one is run."""

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from typing import Annotated

import typer

from memory.commands.declared.arguments import AsJson, DatabaseUri
from memory.commands.place import Place

app = typer.Typer(no_args_is_help=True)


@app.command()
def consolidate(
    user: Annotated[str | None, typer.Option(help="Whose memory; by default everyone's.")] = None,
    conversation: Annotated[
        str | None, typer.Option(help="Only this conversation, by name or thread id; by default HOLDFAST_USER's.")
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="Whether due or not; summaries are made anew from the whole transcript.")
    ] = False,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Consolidate what is due now: fold old messages into summaries, look for facts, look over known ones.

    The cron does the same by itself. Goes through the local server when one works on the data folder, else (and with
    --database-uri) works on the files or the database itself. Stopped midway, what is done stays and the rest stays
    due. Ends with 1 when a conversation failed; it stays due.
    """
    from memory.commands.consolidate import ConsolidateOptions, run_consolidate

    raise typer.Exit(run_consolidate(ConsolidateOptions(Place(user, database_uri), conversation, full, as_json)))


@app.command()
def serve(
    port: Annotated[int, typer.Option(help="The port it listens on.")] = 8123,
    host: Annotated[str, typer.Option(help="The address; without a log-in, one of this machine alone.")] = "127.0.0.1",
) -> None:
    """Start the server on this memory: LangGraph's development server, in one process (docs/operate.md for users).

    Ends at Ctrl-C or SIGTERM; what was shown of replies under way is kept.
    """
    from memory.commands.serve import run_serve

    raise typer.Exit(run_serve(host, port))


@app.command()
def doctor(
    live: Annotated[
        bool, typer.Option("--live", help="Ask each model for one token; a provider may charge it.")
    ] = False,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Look over a set-up: settings, models, store, log-in, backups, cron, versions, and how front ends use threads.

    Asks the server on this memory too whether it is ready, of this version, and has these settings; with `--server`
    that server alone. Each finding says ok, warn or fail, what it means and what to do. Changes nothing. Ends with 1
    when one failed.
    """
    from memory.commands.doctor import run_doctor

    raise typer.Exit(run_doctor(Place(database_uri=database_uri), live=live, json=as_json))


@app.command()
def webhooks(
    again: Annotated[
        str | None, typer.Option(metavar="ID|RECEIVER|all", help="Send dead letters again, after what waits already.")
    ] = None,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Show who is told of events (HOLDFAST_WEBHOOKS), what waits, and the dead letters, which no attempt delivered.

    Needs the permission `operate` on a server that is named by its address; a server delivers.
    """
    from memory.commands.webhooks import run_webhooks

    raise typer.Exit(run_webhooks(Place(database_uri=database_uri), again, json=as_json))


@app.command("api-key")
def api_key(
    name: Annotated[str, typer.Argument(help="Of the service, in lower-case letters, digits and `-`.")],
    may: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PERMISSION",
            help="act_for_users: name the user of each request; everyone: consolidate all; shared: write for all; "
            "operate: backups and webhooks.",
        ),
    ] = None,
    organisation: Annotated[
        str | None, typer.Option(help="The one its users belong to: what is shared with that one is shown to them.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a key for a service, such as a bot; add the printed lines to the file HOLDFAST_API_KEYS names.

    Only a hash is kept: the key itself is shown once.
    """
    from memory.commands.api_key import run_api_key

    raise typer.Exit(run_api_key(name, may or (), organisation, json=as_json))


@app.command()
def version(as_json: AsJson = False) -> None:
    """Print the version."""
    from memory.commands.printing import as_json as json_text

    try:
        number: str | None = installed_version("holdfast")
    except PackageNotFoundError:
        number = None
    words = f"holdfast {number}" if number else "holdfast, run from a checkout that is not installed"
    typer.echo(json_text({"version": number}) if as_json else f"{words}\n", nl=False)
