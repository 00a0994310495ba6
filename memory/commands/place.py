"""Whose memory a command is about, and where that lies."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """What the command line was told of it."""

    user: str | None = None
    """None: HOLDFAST_USER, or on a server the one it takes whom nobody names for."""
    database_uri: str | None = None
    """None: where the settings say, through the server if one runs."""
