"""The options that commands have in common."""

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
