"""The commands one talks with, and that show what the model was given. Loads nothing heavy before one is run."""

from typing import Annotated, Literal
from uuid import uuid4

import typer

from memory.commands.declared.arguments import AsJson, DatabaseUri, User
from memory.commands.place import Place

app = typer.Typer(no_args_is_help=True)


@app.command()
def chat(
    user: User = None,
    conversation: Annotated[
        str | None, typer.Option(help="Its name; the same name goes on with it. By default main.")
    ] = None,
    model: Annotated[str | None, typer.Option(help="offline or provider:model; by default HOLDFAST_MODEL.")] = None,
    approval: Annotated[
        Literal["auto", "review", "interrupt", "off"] | None, typer.Option(help="How facts are approved.")
    ] = None,
    message: Annotated[str | None, typer.Option("--message", "-m", help="Send this one message and leave.")] = None,
    temporary: Annotated[
        bool, typer.Option("--temporary", help="Read and leave no memory; without a name, a new conversation.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print each reply as one line of JSON, when it is whole.")
    ] = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Talk in the terminal, or line by line through a pipe; /quit, Ctrl-D or Ctrl-C leaves.

    Goes through the local server when one works on the data folder, else (and with --database-uri) works on the same
    files or database in this process.
    Ctrl-C during a reply stops the reply.
    """
    from memory.commands.chat import ChatOptions, run_chat

    name = conversation or (f"temporary-{uuid4().hex[:8]}" if temporary else "main")
    raise typer.Exit(
        run_chat(ChatOptions(Place(user, database_uri), name, model, approval, message, temporary, as_json))
    )


@app.command()
def context(
    user: User = None,
    conversation: Annotated[str, typer.Option(help="Its name or thread id.")] = "main",
    diff: Annotated[bool, typer.Option("--diff", help="Also what changed since the answer before.")] = False,
    as_json: AsJson = False,
    database_uri: DatabaseUri = None,
) -> None:
    """Show what the model was given for the last answer of a conversation: its context window, section by section.

    system, tools, framing: the fixed part. instructions, profile, summary: what stays from turn to turn; new: what was
    learned since. window: the messages, of all the conversation has; earlier: older ones that the newest names. now:
    date and time. facts, passages: recalled for this message, passages also of this conversation where the window does
    not show them. wanted: tokens of a section shown whole. bounds: the least it is sure of, and the most. Cut: what was
    shortened. Degraded: what could not be read or shown.

    Goes through the local server when one works on the data folder, else (and with --database-uri) reads the files or
    the database itself.
    """
    from memory.commands.context import ContextOptions, run_context

    raise typer.Exit(run_context(ContextOptions(conversation, diff, as_json, Place(user, database_uri))))
