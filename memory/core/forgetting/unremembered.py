"""Conversations that are not remembered, as the user asked midway: kept for the user, and learned from no more."""

from typing import TypedDict

UNREMEMBERED_SCHEMA = 1


class Unremembered(TypedDict):
    """That a conversation is not remembered; holds no text."""

    schema: int
    thread: str
    at: str
    """ISO time, UTC: when the user asked for it."""
